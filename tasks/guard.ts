// The last look at everything a build emits: no password and no word of a locked body may be in it.
import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type Vinyl from 'vinyl';
import type { Article } from '#pdc/article';
import { createScanner, toPlainText } from '#pdc/leaks';
import type { Leak, Secret, Unpack } from '#pdc/leaks';
import { toLibrary } from '#pdc/library';
import type { Library } from '#pdc/library';
import { renderMarkdown } from '#pdc/markdown';
import { publicTexts } from '#pdc/sources';
import { readStaticTexts } from './assets.ts';
import { Failure } from './failure.ts';
import { listOutputs } from './human.ts';
import { aggregates } from './machine.ts';
import type { Edition } from './read.ts';

export type Guard = {
  /** Whether a file that the build is about to emit is clean. Static files are public sources themselves. */
  readonly passes: (file: Vinyl) => boolean;
  /** Throws a Failure that names every leak, and tells nothing of it. */
  readonly conclude: () => void;
};

/** A guard that has nothing to look for. */
export const openGuard: Guard = { passes: () => true, conclude: () => {} };

/** A guard over an edition's locked articles; without any it has nothing to do. */
export function createGuard(edition: Pick<Edition, 'library' | 'statics'>): Guard {
  const locked = edition.library.articles.filter(({ encrypted }) => encrypted);
  if (locked.length === 0) return openGuard;
  const scan = createScanner(locked.map(toSecret), { isPublic: publicly(edition), unpack });
  const found: { path: string; leak: Leak }[] = [];
  return {
    passes: (file) => {
      const leaks = file.isBuffer() ? scan(file.contents) : [];
      found.push(...leaks.map((leak) => ({ path: file.path, leak })));
      return leaks.length === 0;
    },
    conclude: () => {
      if (found.length === 0) return;
      const lines = found.map(({ path, leak }) => `${path} holds ${tell[leak.what]} of ${leak.file}`);
      throw new Failure(`nothing was written: what must stay locked was found in the output\n  ${lines.join('\n  ')}`);
    },
  };
}

const tell: Readonly<Record<Leak['what'], string>> = {
  password: 'the password',
  body: 'at least 24 characters of the body',
};

function toSecret({ file, password, raw, mathjax }: Article): Secret {
  const { html } = renderMarkdown(raw, { resolve: (target) => target, math: mathjax === true });
  return { file, password: password!, texts: [raw, toPlainText(html)] };
}

/** Whether a text stands in a public source: what the author says in clear, and what every site of this theme says. */
function publicly({ library, statics }: Pick<Edition, 'library' | 'statics'>): (text: string) => boolean {
  let texts: string[] | undefined;
  return (text) => {
    texts ??= [
      ...publicTexts([...library.articles, ...library.pages], library.site),
      ...readStaticTexts(statics),
      ...blankSite(library),
      // Merged documents put blank lines around a body.
    ].flatMap((one) => [`\n\n${one}\n\n`, ` ${one.replace(/\s+/g, ' ')} `]);
    return texts.some((one) => one.includes(text));
  };
}

/** The site as it would be without any article: its own words, markup and schemas. */
function blankSite({ site }: Library): string[] {
  const { library } = toLibrary({ candidates: [], site, statics: new Set(), lenient: true });
  return [...listOutputs(library), ...aggregates(library)].map((file) => file.contents!.toString());
}

const unpack: Unpack = (bytes) => {
  try {
    if (bytes[0] === 0x1f || bytes[0] === 0x78) return unzipSync(bytes);
    return isUtf8(bytes) ? undefined : brotliDecompressSync(bytes);
  } catch {
    return undefined; // it only looked compressed
  }
};
