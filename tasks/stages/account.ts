// The end of the machine branch: files pass while their sizes and digests are noted, then the manifest and the digests follow.
import { objectTransform } from 'through2';
import type Vinyl from 'vinyl';
import type { Output } from '#pdc/document';
import { digests } from '#pdc/digests';
import type { Digest } from '#pdc/schema';
import { estimateTokensIn } from '#pdc/tokens';
import { toOutputFile } from './vinyl.ts';
import type { KeptFile, OutputFile } from './vinyl.ts';

export type AccountOptions = {
  /** Lower-case hex. */
  readonly sha256: (bytes: Uint8Array) => string;
  /** Makes the manifest, given the bytes of every machine file by site path. */
  readonly manifest: (sizeOf: (path: string) => number) => Output;
};

type MachineFile = OutputFile & Pick<KeptFile, 'digest'>;

export function account({ sha256, manifest }: AccountOptions): NodeJS.ReadWriteStream {
  return objectTransform(async function* account(files: AsyncIterable<MachineFile>): AsyncGenerator<Vinyl> {
    const entries = new Map<string, Digest>();
    const digestOf = ({ contents, tokens }: MachineFile): Digest => ({
      sha256: sha256(contents),
      bytes: contents.length,
      tokens: tokens ?? estimateTokensIn(contents),
    });
    const note = (file: MachineFile): Vinyl => {
      // That of a file which stands was taken when it was made.
      file.digest ??= digestOf(file);
      entries.set(file.path, file.digest);
      return file;
    };
    for await (const file of files) yield note(file);
    yield note(toOutputFile(manifest((path) => sizeIn(entries, path))));
    yield toOutputFile(digests(entries));
  });
}

function sizeIn(entries: ReadonlyMap<string, Digest>, path: string): number {
  const entry = entries.get(path);
  if (!entry) throw new Error(`the manifest lists ${path}, which the machine branch did not emit`);
  return entry.bytes;
}
