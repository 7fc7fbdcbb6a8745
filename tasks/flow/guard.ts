// The last look at everything a build emits: no password and no word of a locked body may be in it.
import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, unzipSync } from 'node:zlib';
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { createScanner } from '#pdc/locked/leaks';
import type { Leak, Secret, Unpack } from '#pdc/locked/leaks';
import { secretOf } from '#pdc/locked/secret';
import { Failure } from '../settings/failure.ts';
import { createPublicTexts } from './public.ts';
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
  const locked = edition.library.articles.filter(isLocked);
  if (locked.length === 0) return openGuard;
  const { ofFile, all } = createPublicTexts(edition);
  const scan = createScanner(locked.map(toSecret), { publicTexts: all, unpack });
  const found: { path: string; leak: Leak }[] = [];
  return {
    passes: (file) => {
      const leaks = file.isBuffer() ? scan(file.contents, ofFile(file.path)) : [];
      found.push(...leaks.map((leak) => ({ path: file.path, leak })));
      return leaks.length === 0;
    },
    conclude: () => {
      if (found.length === 0) return;
      const lines = found.map(
        ({ path, leak }) => `${path} holds ${tell[leak.what]} of ${edition.library.nameOf(leak.source)}`,
      );
      throw new Failure(`nothing was written: what must stay locked was found in the output\n  ${lines.join('\n  ')}`);
    },
  };
}

const tell: Readonly<Record<Leak['what'], string>> = {
  password: 'the password',
  body: 'at least 24 characters of the body',
};

function toSecret(locked: Locked): Secret {
  const { raw, shown, password = '' } = secretOf(locked);
  return { source: locked.source, password, texts: [raw, shown] };
}

const unpack: Unpack = (bytes) => {
  try {
    if (bytes[0] === 0x1f || bytes[0] === 0x78) return unzipSync(bytes);
    return isUtf8(bytes) ? undefined : brotliDecompressSync(bytes);
  } catch {
    return undefined; // it only looked compressed
  }
};
