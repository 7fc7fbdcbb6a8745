// Writes the text of each article for the new folder: in our form, with links to the new paths.
import type { Site } from '#pdc/site/site';
import { decodeWhole } from '#pdc/text/decode';
import { atInstant } from '#pdc/text/moment';
import { decodeUtf8 } from '#pdc/text/utf8';
import type { Finding } from '#pdc/words/defect';
import path from 'node:path';
import { inContent } from './article-pictures.ts';
import { headOf } from './blog.ts';
import type { Blog, Move } from './blog.ts';
import type { Folder } from './blog-folder.ts';
import { mapLines } from './foreign/line-map.ts';
import { address } from './foreign/markdown.ts';
import { mapProse, withoutComments } from './foreign/running-text.ts';
import type { PlacedWidget } from './foreign/translate-text.ts';
import { mendText, withHead } from './mend.ts';
import type { Mend, MendOptions } from './mend.ts';
import { momentIn } from './own-form.ts';
import { postOf } from './old-addresses.ts';
import type { OldPost } from './old-addresses.ts';
import { createPosts } from './post-names.ts';

/**
 * A file of the new folder. Without `text`, the file is copied unchanged. `lines` maps each line of the text to a line
 * of the old file.
 */
export type PlannedFile = Move & {
  readonly text?: string;
  readonly lines?: readonly number[];
  /** Unknown shortcodes, at their old places. A build does not report them, because the copy shows them as text. */
  readonly strays?: readonly Finding[];
  /** The widgets of the old page that cannot be kept, with their lines in the old file. */
  readonly widgets?: readonly PlacedWidget[];
};

/** An article in the new folder. */
export type Taken = PlannedFile & {
  readonly mends: readonly Mend[];
  /** The front matter as the old engine read it. */
  readonly attributes?: OldPost['attributes'];
};

export type MendContext = {
  readonly blog: Blog;
  readonly site: Site;
  readonly moves: readonly (Move & { renamed: boolean })[];
  readonly attachments: readonly Move[];
  readonly pictureAt: (name: string, from: Move) => string | undefined;
};

export function createMend(
  folder: Folder,
  { blog, site, moves, attachments, pictureAt }: MendContext,
): (move: Move & { renamed: boolean }) => Taken {
  const drafts = new Set([...blog.drafts.map(({ from }) => from), ...(blog.unpublished ?? [])]);
  const published = moves.filter(({ from }) => !drafts.has(from));
  const textOf = (from: string): string | undefined => {
    const text = folder.text(from);
    return text === undefined || !blog.isWiki ? text : withHead(withoutComments(text), { blog, from });
  };
  const postsFrom = createPosts([...published, ...attachments], textOf);
  const code = (name: string): string | undefined =>
    blog.codeFolder === undefined ? undefined : folder.text(path.posix.join(blog.codeFolder, name));
  const byFrom = new Map([...moves, ...attachments].map((move) => [move.from, move]));
  const byAddress = inContent(attachments);
  const staticAt = new Map(blog.statics.map(({ from, to }) => [from, `/${to}`]));
  const atOld = createOld(folder, blog);
  let oldest: number | undefined;
  return ({ from, to: plannedPath, renamed }) => {
    const bytes = folder.read(from) ?? Buffer.alloc(0);
    const options: MendOptions = {
      blog,
      from,
      timezone: site.timezone,
      emoji: blog.emoji === true,
      lookups: { post: postsFrom(plannedPath), code, setting: blog.setting },
      pictureAt: (name) => pictureAt(name, { from, to: plannedPath }),
      fileTime() {
        if (plannedPath.startsWith('pages/')) return undefined;
        oldest ??= oldestDate(published, { folder, timezone: site.timezone });
        const latest = drafts.has(from) ? Infinity : oldest;
        return atInstant(Math.min(folder.changed(from), latest), site.timezone).text;
      },
    };
    const mended = mendText(bytes, options);
    // A text with an error does not get `draft: true`, so a folder that no build reads keeps it unpublished.
    const isUnmarked = blog.unpublished?.has(from) && !mended?.translation;
    const to = isUnmarked ? `_drafts/${plannedPath}` : plannedPath;
    if (!mended) return { from, to, mends: renamed ? ['renamed'] : [] };
    const { translation } = mended;
    // The front matter of a text that could not be read is unknown.
    const body = translation?.frontMatter.raw ?? mended.text;
    const head = mended.text.slice(0, mended.text.length - body.length);
    const relinked = relink(body, (href, name) => {
      const neighbour = path.posix.join(path.posix.dirname(from), name);
      const near =
        byFrom.get(neighbour) ??
        byFrom.get(path.posix.join(neighbour, 'index.md')) ??
        byFrom.get(atOld(from, href) ?? '');
      const move = href.startsWith('/') ? byAddress.get(name) : near;
      const folder = path.posix.dirname(to);
      if (move) return path.posix.join(folder, name) === move.to ? undefined : path.posix.relative(folder, move.to);
      // A page moves to another folder, but the files beside the page do not.
      return to.startsWith('pages/') && !href.startsWith('/') ? staticAt.get(neighbour) : undefined;
    });
    const text = head + relinked;
    for (const [name] of text.matchAll(/(?<=\]\(|\ssrc=["'])\/[^\s()<>"']+/g)) pictureAt(name, { from, to });
    const old = decodeUtf8(bytes);
    return {
      from,
      to,
      text,
      ...(old === undefined || old === text ? {} : { lines: mapLines(old, text, 1) }),
      mends: [
        ...mended.mends,
        ...(text !== mended.text && !mended.mends.includes('body') ? ['body' as const] : []),
        ...(renamed ? ['renamed' as const] : []),
      ],
      ...(translation && {
        attributes: translation.frontMatter.attributes,
        strays: translation.findings.filter(({ rule }) => rule === 'template-tags'),
        widgets: translation.widgets,
      }),
    };
  };
}

/**
 * One second before the oldest date, in milliseconds. A published text without a date gets this time or an earlier one,
 * so it is older than every dated text.
 */
function oldestDate(moves: readonly Move[], { folder, timezone }: { folder: Folder; timezone: string }): number {
  const epochs = moves.flatMap(({ from }) => momentIn(headOf(folder, from), { from, timezone })?.epoch ?? []);
  return epochs.reduce((least, epoch) => Math.min(least, epoch), Infinity) - secondMs;
}

const secondMs = 1000;

/** The targets in `](name(1).png)`, `](<a name.png>)`, `src="it's.png"` and `](../other/)`. */
const fileLink =
  /(?<=\]\()(?:<[^<>\n]+>|(?:[^()\s<>#?]|\([^()\s<>]*\))+)(?=[#?)\s])|(?<=\ssrc=")[^"<>#?\n]+|(?<=\ssrc=')[^'<>#?\n]+/g;

/** Replaces the target of each link for which `find` returns a new target. Links in code are examples and stay. */
function relink(raw: string, find: (href: string, name: string) => string | undefined): string {
  const change = (text: string): string =>
    text.replace(fileLink, (link) => {
      const href = link.replace(/^<|>$/g, '');
      const target = find(href, decodeWhole(href));
      return target === undefined ? link : address(encodeURI(target));
    });
  return mapProse(raw, change, (part) => (/^(?:[`~]|<(?:pre|code|textarea)\b)/i.test(part) ? part : change(part)));
}

/** Finds the article that a relative link such as `../other/` leads to from the old address of its article. */
function createOld(folder: Folder, blog: Blog): (from: string, href: string) => string | undefined {
  const addressOf = (move: Move): string | undefined =>
    blog.addressOf(postOf(nameIn(blog, move), headOf(folder, move.from)));
  let byAddress: ReadonlyMap<string, string> | undefined;
  return (from, href) => {
    const move = blog.articles.find((article) => article.from === from);
    if (!move || !/^\.\.?\//.test(href)) return undefined;
    byAddress ??= new Map(blog.articles.flatMap((article) => [[addressOf(article) ?? '', article.from] as const]));
    const target = path.posix.join(path.posix.dirname(`${addressOf(move) ?? ''}.`), decodeWhole(href));
    return byAddress.get(target) ?? byAddress.get(`${target}/`);
  };
}

/** The path below the folder of articles, without the extension. Address patterns use this path. */
export function nameIn({ root = '' }: Blog, { from }: Move): string {
  return (from.startsWith(root) ? from.slice(root.length) : from).replace(/\.\w+$/, '').normalize('NFC');
}
