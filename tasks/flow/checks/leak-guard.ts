// The last look at everything a build emits: no password and no word of a locked body may be in it.
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
import type { Edition } from '../read.ts';
import { message } from '#pdc/words/message';

export type Guard = {
  /** Whether a file that the build is about to emit is clean. One without contents is copied: static files are public sources. */
  readonly passes: (file: Vinyl) => boolean;
  /** Throws a Failure that names every leak and quotes none. */
  readonly conclude: () => void;
};

/** A guard that has nothing to look for. */
export const openGuard: Guard = { passes: () => true, conclude: () => {} };

/**
 * A guard over an edition's locked articles; without any it has nothing to do. Files in place are searched only for the texts of
 * `unsearched`.
 */
export function createGuard(edition: Pick<Edition, 'library' | 'statics'>, unsearched: readonly Locked[] = []): Guard {
  const locked = edition.library.articles.filter(isLocked);
  if (locked.length === 0) return openGuard;
  const [findLeaks, findNewLeaks] = [searchFor(locked), searchFor(unsearched)];
  const publicTextsOf = createPublicTexts(edition);
  const withoutBodies = createBodyRemoval(edition.library, createPasswordCheck(locked.map(toSecret)));
  const found: { path: string; leak: Leak }[] = [];
  return {
    passes(file: GuardedFile) {
      if (!file.isBuffer()) return true;
      const find = file.isReread ? findNewLeaks : findLeaks;
      const leaks = find(withoutBodies(file).toString(), publicTextsOf(file));
      found.push(...leaks.map((leak) => ({ path: file.path, leak })));
      return leaks.length === 0;
    },
    conclude() {
      if (found.length === 0) return;
      const lines = found.map(({ path, leak: { what, source } }) =>
        message(what === 'password' ? 'holdsPassword' : 'holdsBody', { path, article: edition.library.nameOf(source) }),
      );
      throw new Failure(message('lockedTextFound'), lines);
    },
  };
}

/**
 * Leaves out what open articles wrote, where it stands in a file byte for byte, but for the ends: it is a public source, and
 * most of what a build emits.
 */
function createBodyRemoval(
  { articles, site }: Edition['library'],
  holdsPassword: (text: string) => boolean,
): (file: GuardedFile & { contents: Buffer }) => Buffer {
  const open = articles.filter((article) => !isLocked(article));
  const bodies = new Map(open.flatMap((article) => bodyOf(article)));
  const byJson = new Map(open.map((article) => [postJsonPath(article.slug), article.raw]));
  /** The text that a file is likely to hold once: its own body, as its page or its JSON has it. */
  const ownOf = ({ path, shown }: GuardedFile): string | undefined => {
    const raw = byJson.get(path);
    if (raw !== undefined) return JSON.stringify(raw);
    // A function of the owner's may have put anything into what was rendered.
    if (shown === undefined || site.functions) return undefined;
    // Parsing looked for a password as it is written; a page shows it without the signs of Markdown too.
    return holdsPassword(shown) ? undefined : collapseContent(shown);
  };
  return (file) => {
    const { contents } = file;
    const own = ownOf(file);
    if (own !== undefined) {
      const body = Buffer.from(own).subarray(endBytes, -endBytes);
      const start = body.length === 0 ? -1 : contents.indexOf(body);
      return start < 0 ? contents : without(contents, [{ start, end: start + body.length }]);
    }
    const found: { start: number; end: number }[] = [];
    // A body begins a document, or follows an empty line.
    for (let start = 0; start >= 0;) {
      const body = bodies.get(contents.toString('latin1', start, start + endBytes));
      if (body?.equals(contents.subarray(start, start + body.length))) {
        found.push({ start: start + endBytes, end: start + body.length - endBytes });
        start += body.length - endBytes;
      }
      const next = contents.indexOf('\n\n', start);
      start = next < 0 ? next : next + 2;
    }
    return without(contents, found);
  };
}

/** Replaces each stretch by a NUL, so that no texts meet that were apart. */
function without(contents: Buffer, stretches: readonly { start: number; end: number }[]): Buffer {
  if (stretches.length === 0) return contents;
  const between = stretches.map(({ start }, index) => contents.subarray(stretches[index - 1]?.end ?? 0, start));
  return Buffer.concat([
    ...between.flatMap((piece) => [piece, Buffer.alloc(1)]),
    contents.subarray(stretches.at(-1)!.end),
  ]);
}

/** Bytes at each end of a body that stay: a leak across the end of a body lies within them. */
const endBytes = 200;

/** The body of an open article by its first bytes; empty for a body that is shorter than four times `endBytes`. */
const bodyOf = remember((article: Open): readonly (readonly [string, Buffer])[] => {
  const body = Buffer.from(article.raw);
  return body.length < 4 * endBytes ? [] : [[body.toString('latin1', 0, endBytes), body]];
});

/** The search for the texts of these articles. A watcher that publishes the same ones again gets the same tables. */
const searchFor = ([first, ...others]: readonly Locked[]): FindLeaks =>
  first ? searchForAll(first, ...others) : () => [];

const searchForAll = remember((...locked: Locked[]): FindLeaks => createLeakSearch(locked.map(toSecret)));

function toSecret(one: Locked): SearchedSecret {
  const { raw, shown, password = '' } = secretOf(one);
  return { source: one.source, password, texts: [raw, shown] };
}
