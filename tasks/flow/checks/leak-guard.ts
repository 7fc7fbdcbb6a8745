// Searches every output file for leaks: no password and no text of a locked body may be in it.
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Locked, Open } from '#pdc/article/article';
import { createLeakSearch, createPasswordCheck } from '#pdc/locked/leaks';
import type { FindLeaks, Leak, SearchedSecret } from '#pdc/locked/leaks';
import { secretOf } from '#pdc/locked/secret';
import { collapseContent } from '#pdc/markdown/white-space';
import { postJsonPath } from '#pdc/site/paths';
import { remember } from '#pdc/remember';
import { Failure } from '../../settings/failure.ts';
import { createPublicTexts } from './public.ts';
import type { GuardedFile } from './public.ts';
import type { Edition } from '../edition.ts';
import { message } from '#pdc/words/message';

export type Guard = {
  /** Whether an output file is free of leaks. A file without contents is a copy of a public static file. */
  readonly passes: (file: Vinyl) => boolean;
  /** Throws a Failure that names the files with leaks, and does not quote the leaks. */
  readonly throwIfLeaked: () => void;
};

/** A guard for sites without locked articles. */
export const openGuard: Guard = { passes: () => true, throwIfLeaked: () => {} };

/** Creates the guard for the locked articles. Existing files are searched only for the texts of `unsearched`. */
export function createGuard(edition: Pick<Edition, 'library' | 'statics'>, unsearched: readonly Locked[] = []): Guard {
  const locked = edition.library.articles.filter(isLocked);
  if (locked.length === 0) return openGuard;
  const [findLeaks, findNewLeaks] = [searchFor(locked), searchFor(unsearched)];
  const publicTextsOf = createPublicTexts(edition);
  const withoutBodies = createBodyRemoval(edition.library, createPasswordCheck(locked.map(toSecret)));
  const leaks: { path: string; leak: Leak }[] = [];
  return {
    passes(file: GuardedFile) {
      if (!file.isBuffer()) return true;
      const search = file.isReread ? findNewLeaks : findLeaks;
      const leaksInFile = search(withoutBodies(file).toString(), publicTextsOf(file));
      leaks.push(...leaksInFile.map((leak) => ({ path: file.path, leak })));
      return leaksInFile.length === 0;
    },
    throwIfLeaked() {
      if (leaks.length === 0) return;
      const lines = leaks.map(({ path, leak: { kind, source } }) =>
        message(kind === 'password' ? 'holdsPassword' : 'holdsBody', { path, article: edition.library.nameOf(source) }),
      );
      throw new Failure(message('lockedTextFound'), lines);
    },
  };
}

/**
 * Cuts the bodies of open articles, except for their ends, out of a file before it is searched. These bodies are
 * public, and most of the output consists of them.
 */
function createBodyRemoval(
  { articles, site }: Edition['library'],
  holdsPassword: (text: string) => boolean,
): (file: GuardedFile & { contents: Buffer }) => Buffer {
  const open = articles.filter((article) => !isLocked(article));
  const bodies = new Map(open.flatMap((article) => bodyOf(article)));
  const byJson = new Map(open.map((article) => [postJsonPath(article.slug), article.raw]));
  /** The body of the article to which a file belongs, in the form that the article's page or JSON contains. */
  const ownBodyOf = ({ path, openHtml }: GuardedFile): string | undefined => {
    const raw = byJson.get(path);
    if (raw !== undefined) return JSON.stringify(raw);
    // The owner's functions may have put any text into the rendered body.
    if (openHtml === undefined || site.functions) return undefined;
    // Parsing searched the Markdown source for passwords. Rendering removes Markdown characters, so the page may
    // contain a password that the source does not.
    return holdsPassword(openHtml) ? undefined : collapseContent(openHtml);
  };
  return (file) => {
    const { contents } = file;
    const ownBody = ownBodyOf(file);
    if (ownBody !== undefined) {
      const body = Buffer.from(ownBody).subarray(endBytes, -endBytes);
      const start = body.length === 0 ? -1 : contents.indexOf(body);
      return start < 0 ? contents : cutOut(contents, [{ start, end: start + body.length }]);
    }
    const ranges: { start: number; end: number }[] = [];
    // A body begins at the start of a document or after an empty line.
    for (let start = 0; start >= 0;) {
      const body = bodies.get(contents.toString('latin1', start, start + endBytes));
      if (body?.equals(contents.subarray(start, start + body.length))) {
        ranges.push({ start: start + endBytes, end: start + body.length - endBytes });
        start += body.length - endBytes;
      }
      const next = contents.indexOf('\n\n', start);
      start = next < 0 ? next : next + 2;
    }
    return cutOut(contents, ranges);
  };
}

/** Replaces each range by a NUL, so that the texts before and after it are not joined. */
function cutOut(contents: Buffer, ranges: readonly { start: number; end: number }[]): Buffer {
  if (ranges.length === 0) return contents;
  const between = ranges.map(({ start }, index) => contents.subarray(ranges[index - 1]?.end ?? 0, start));
  return Buffer.concat([
    ...between.flatMap((piece) => [piece, Buffer.alloc(1)]),
    contents.subarray(ranges.at(-1)?.end),
  ]);
}

/** The number of bytes at each end of a body that are not cut out, so that a leak across the end is noticed. */
const endBytes = 200;

/** The first bytes of an open body, and the body. Empty if the body is shorter than four times `endBytes`. */
const bodyOf = remember((article: Open): readonly (readonly [string, Buffer])[] => {
  const body = Buffer.from(article.raw);
  return body.length < 4 * endBytes ? [] : [[body.toString('latin1', 0, endBytes), body]];
});

const searchFor = ([firstArticle, ...moreArticles]: readonly Locked[]): FindLeaks =>
  firstArticle ? searchForAll(firstArticle, ...moreArticles) : () => [];

/**
 * The search for the texts of these articles. A watcher uses the tables of the search again while the locked articles
 * stay the same.
 */
const searchForAll = remember((...locked: Locked[]): FindLeaks => createLeakSearch(locked.map(toSecret)));

function toSecret(article: Locked): SearchedSecret {
  const { raw, visibleText, password = '' } = secretOf(article);
  return { source: article.source, password, texts: [raw, visibleText] };
}
