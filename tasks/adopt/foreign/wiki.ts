// Translates notes of Obsidian and Notion to Markdown: links and embeds in double brackets, callouts, tags within the
// text, properties. The syntax is documented at help.obsidian.md.
import { slug as toAnchor } from 'github-slugger';
import type { FrontMatter } from '#pdc/article/front-matter';
import { decodeWhole } from '#pdc/text/decode';
import { atInstant, toMomentLeniently } from '#pdc/text/moment';
import { findSection, sectionsOf } from '#pdc/markdown/sections';
import { callout, details, escapeText, file, link, picture, quote } from './markdown.ts';
import { mapProse, proseLines } from './running-text.ts';
import { calloutKinds } from './tag-templates.ts';
import type { Lookups } from './tag-templates.ts';

type Notes = Lookups['post'];

/** `[[name#heading|shown]]`; in a table the bar is escaped. */
const wikiLink = /(!?)\[\[([^[\]\n|#\\]*)(#[^[\]\n|\\]*)?(?:\\?\|([^[\]\n]*))?\]\]/g;

/** Whether a text contains a link in double brackets to an existing file. */
export function isWiki(text: string, isThere: (name: string) => boolean): boolean {
  let isLinked = false;
  if (text.includes('[[')) mapProse(text, (prose) => ((isLinked ||= holdsLink(prose, isThere)), prose));
  return isLinked;
}

const holdsLink = (prose: string, isThere: (name: string) => boolean): boolean =>
  [...prose.matchAll(wikiLink)].some(([, , name]) => name !== '' && isThere(name!.trim()));

/** Translates a note to our own form. */
export function translateNote(note: FrontMatter, post: Notes): FrontMatter {
  const body = note.raw.replaceAll('\r\n', '\n');
  const { text, attributes } = withProperties(body, note.attributes);
  const tags = new Set<string>();
  const tagged = mapProse(text, (prose) => withoutTags(withoutAsides(prose), tags));
  const heading = /^\s*# +([^\n[\]<>`*]+?)[ #]*(?:\n|$)/.exec(text)?.[1];
  const raw = withCallouts(withNotes(tagged, post).split('\n')).join('\n');
  const { aliases, ...properties } = attributes;
  return {
    ...note,
    raw: raw === body ? note.raw : raw,
    attributes: {
      ...properties,
      ...(properties.title === undefined && heading !== undefined && { title: heading }),
      // In Obsidian, aliases are other names of a note, not addresses.
      ...(aliases !== undefined && { names: aliases }),
      ...(tags.size > 0 && { tags: [...new Set([...tagsOf(attributes.tags), ...tags])] }),
    },
  };
}

/** Turns Notion's boxes into callouts. */
const withoutAsides = (prose: string): string =>
  prose.replace(/^<aside>\n([^]{0,5000}?)\n<\/aside>$/gm, (_, inside: string) =>
    callout('NOTE', '', inside.trim().split('\n')).join('\n'),
  );

const tagsOf = (value: unknown): string[] =>
  [value]
    .flat()
    .flatMap((tag) => (typeof tag === 'string' || typeof tag === 'number' ? String(tag).split(/[,，\s]+/) : []))
    .map((tag) => tag.replace(/^#/, ''))
    .filter((tag) => tag !== '');

/** Collects the tags of a text. Every tag contains a letter. Lines that contain only tags are removed. */
function withoutTags(prose: string, tags: Set<string>): string {
  const tag = /(?<!\S)#((?=[\p{N}_/-]*\p{L})[\p{L}\p{N}\p{M}_/-]+)/gu;
  for (const [, name = ''] of prose.matchAll(tag)) tags.add(name.replace(/\/$/, ''));
  return prose.replace(/^.*#.*$/gm, (line) => (line.replace(tag, '').trim() === '' ? '' : line));
}

/** Moves properties to the front matter. Notion writes the properties below the title, one on each line. */
function withProperties(
  text: string,
  attributes: FrontMatter['attributes'],
): { text: string; attributes: FrontMatter['attributes'] } {
  const block = /^\s*((?:[^\s:#>|[*-][^:\n]{0,30}: [^\n]*\n)+)(?=\n|$)/.exec(`${text}\n`)?.[1] ?? '';
  const values = new Map(
    [...block.matchAll(/^(.+?): (.*)$/gm)].map(([, key = '', value = '']) => [key.toLowerCase(), value]),
  );
  const of = (names: string): string | undefined => names.split('|').flatMap((name) => values.get(name) ?? [])[0];
  const created = of('created|created time|date|创建时间|创建日期|日期');
  const tags = of('tags|标签');
  if (created === undefined && tags === undefined) return { text, attributes };
  const date = toDate(created ?? '');
  return {
    text: text
      .trimStart()
      .replace(/^(?:created(?: time)?|date|创建时间|创建日期|日期|tags|标签): .*\n/gim, (line, at: number) =>
        at < block.length && (date !== undefined || /^(?:tags|标签)/i.test(line)) ? '' : line,
      ),
    attributes: {
      ...(date !== undefined && { date }),
      ...(tags !== undefined && { tags: tagsOf(tags) }),
      ...attributes,
    },
  };
}

/** Parses `2024-01-02`, `January 2, 2024 10:00 AM` and `2024年1月2日 10:00`, on machines in any time zone. */
function toDate(text: string): string | undefined {
  const dashed = text.replace(/(\d+)年(\d+)月(\d+)日/, '$1-$2-$3').trim();
  if (toMomentLeniently(dashed, 'UTC')) return dashed;
  const time = new Date(`${dashed} UTC`);
  return Number.isNaN(time.getTime()) ? undefined : atInstant(time.getTime(), 'UTC').text;
}

/**
 * Translates links and embeds. An embed on its own line becomes a quotation of the note, with a link to the note. An
 * embed within a quoted note becomes a link.
 */
function withNotes(text: string, post: Notes, isWithin = false): string {
  const lines = text.split('\n');
  const isProse = proseLines(lines);
  const quoted = lines.map((line, at) => {
    const [, indent = '', name = '', heading = ''] =
      (isProse[at] && !isWithin && /^([ \t>]*)!\[\[([^[\]|#]+)(#[^[\]|]*)?(?:\|[^[\]]*)?\]\][ \t]*$/.exec(line)) || [];
    const note = name === '' ? undefined : post(name.trim());
    if (note?.body === undefined) return line;
    const part = withNotes(partOf(note.body, heading), post, true).trim();
    return quote([...withCallouts(part.split('\n')), '', toLink('', { name, heading, post })])
      .map((quotedLine) => `${indent}${quotedLine}`)
      .join('\n');
  });
  return mapProse(quoted.join('\n'), (prose) =>
    prose
      .replace(wikiLink, (_, bang: string, name: string, heading = '', label = '') =>
        toLink(bang, { name, heading, label: label, post }),
      )
      .replace(
        /(?<=!?\[[^\]\n]*\]\()<?((?![a-z]+:|[/#<])[^()<>\n#]+\.\w+)(#[^()<>\s]*)?>?(?=\))/gi,
        (link, name: string, hash = '') => {
          const note = post(decodeWhole(name));
          return note ? `${note.href}${String(hash)}` : link;
        },
      )
      .replace(
        /!\[([^\]|\n]*)\|?(?<=[|[])(\d+)(?:x(\d+))?\]\(([^()\s]+)\)/g,
        (_, alt: string, width: string, height: string | undefined, src: string) =>
          picture({ src, alt, width, height }),
      )
      // Links can lead to the ID of a block.
      .replace(/(^|[ \t])\^(?=[\w-]*[a-z])([\w-]+)[ \t]*$/gm, isWithin ? '' : '$1<a id="$2"></a>'),
  );
}

type WikiLink = { readonly name: string; readonly heading: string; readonly label?: string; readonly post: Notes };

/** Translates a link or an embed. If its target does not exist, only its text stays. */
function toLink(bang: string, { name, heading, label = '', post }: WikiLink): string {
  const last = heading.split('#').at(-1)!.trim();
  const anchor = last === '' ? '' : `#${last.startsWith('^') ? last.slice(1) : toAnchor(last)}`;
  if (name.trim() === '') return `[${escapeText(label || last)}](${anchor})`;
  const note = post(name.trim());
  if (!note) return escapeText(label || name.trim());
  const { href, title, body } = note;
  if (body !== undefined || !/\.\w+$/.test(title)) return `[${escapeText(label || title)}](${href}${anchor})`;
  if (bang === '') return link(label || title, `${href}${heading}`);
  const [, alt = '', width, height] = /^(?:(.*?)\|?)?(?:(?<![^|])(\d+)(?:x(\d+))?)?$/.exec(label) ?? [];
  if (/\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(href)) return picture({ src: href, alt, width, height });
  return file(
    /\.(?:mp4|webm|ogv|mov|mkv)$/i.test(href) ? '▶ ' : /\.(?:mp3|wav|m4a|ogg|flac|3gp)$/i.test(href) ? '♪ ' : '',
    `${href}${heading}`,
  );
}

/** The section with this heading, or the block with this ID. */
function partOf(body: string, heading: string): string {
  const last = heading.split('#').at(-1)!.trim();
  if (last === '') return body;
  if (last.startsWith('^')) {
    const blocks = body.split(/\n{2,}/);
    const at = blocks.findIndex((block) => block.trimEnd().endsWith(last));
    return (blocks[at]?.trim() === last ? blocks[at - 1] : blocks[at]) ?? '';
  }
  const section = findSection(sectionsOf(body, { math: false }), { name: last });
  return section ? body.slice(section.start, section.end) : '';
}

/** The text is read again at each depth. */
const maxDepth = 20;

const nestedQuote = /^ {0,3}> {0,4}>/;

/** Translates callouts of every kind, in any case, including collapsible ones and those in other quotations. */
function withCallouts(lines: readonly string[], depth = 0): string[] {
  if (depth > maxDepth) return [...lines];
  const isProse = proseLines(lines);
  const out: string[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const [, kind, fold, title = ''] =
      (isProse[at] && /^ {0,3}> ?\[!([\w-]+)(?:\|[^\]]*)?\]([+-]?)[ \t]*(.*)$/.exec(line)) || [];
    const isNested = isProse[at] && kind === undefined && nestedQuote.test(line);
    if (kind === undefined && !isNested) {
      out.push(line);
      continue;
    }
    const continues = isNested ? nestedQuote : /^ {0,3}>/;
    let end = at + 1;
    while (end < lines.length && continues.test(lines[end]!)) end += 1;
    if (kind === undefined) {
      const original = lines.slice(at, end);
      const outer = original.map((line) => line.replace(/^ {0,3}> ?/, ''));
      const translated = withCallouts(outer, depth + 1);
      out.push(...(translated.join('\n') === outer.join('\n') ? original : quote(translated)));
      at = end - 1;
      continue;
    }
    const inside = withCallouts(
      lines.slice(at + 1, end).map((line) => line.replace(/^ {0,3}> ?/, '')),
      depth + 1,
    );
    const ours = calloutKinds[kind.toLowerCase()] ?? 'NOTE';
    const defaultTitle = kind.replace(/^./, (sign) => sign.toUpperCase());
    out.push(
      ...(fold === ''
        ? callout(ours, title.trim() || (kind.toUpperCase() === ours ? '' : defaultTitle), inside)
        : details(title.trim() || defaultTitle, inside.join('\n'), fold === '+' ? ' open' : '')),
    );
    at = end - 1;
  }
  return out;
}
