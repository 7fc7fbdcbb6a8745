// The end of the machine branch: files pass while their sizes and digests are noted, then the manifest and the digests follow.
import { objectTransform } from 'through2';
import type Vinyl from 'vinyl';
import type { Output } from '#pdc/document';
import { digests } from '#pdc/endpoints/digests.json';
import type { Digest } from '#pdc/schema';
import { estimateTokensIn } from '#pdc/tokens';
import { toOutputFile } from './vinyl.ts';
import type { OutputFile } from './vinyl.ts';

export type DigestOptions = {
  /** Lower-case hex. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** Makes the manifest, given the bytes of every machine file by site path. */
  readonly manifest: (sizeOf: (path: string) => number) => Output;
  /** Those of the machine files that stand and do not pass, by site path. Gets those of all that pass. */
  readonly known: Map<string, Digest>;
};

export function digest({ sha256, manifest, known }: DigestOptions): NodeJS.ReadWriteStream {
  return objectTransform(async function* digest(files: AsyncIterable<OutputFile>): AsyncGenerator<Vinyl> {
    const note = (file: OutputFile): Vinyl => {
      // The digest of a reused file was taken when it was made.
      file.digest ??= {
        sha256: sha256(file.contents),
        bytes: file.contents.length,
        tokens: file.tokens ?? estimateTokensIn(file.contents),
      };
      known.set(file.path, file.digest);
      return file;
    };
    for await (const file of files) yield note(file);
    yield note(toOutputFile(manifest((path) => sizeIn(known, path))));
    yield toOutputFile(digests(known));
  });
}

function sizeIn(known: ReadonlyMap<string, Digest>, path: string): number {
  const entry = known.get(path);
  if (!entry) throw new Error(`the manifest lists ${path}, which the machine branch did not emit`);
  return entry.bytes;
}
