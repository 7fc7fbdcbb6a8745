// The end of the machine branch: what its files weigh is noted as they pass, then the manifest and the digests follow.
import type Vinyl from 'vinyl';
import { digests } from '#pdc/endpoints/digests.json';
import { manifest } from '#pdc/endpoints/mcp.json';
import type { Library } from '#pdc/library/library';
import { listed } from '#pdc/library/listed';
import { digestsPath } from '#pdc/paths';
import type { Digest } from '#pdc/schema';
import { estimateTokensIn } from '#pdc/tokens';
import { digestOf } from '../files/hash.ts';
import type { OutputFile } from '../stages/vinyl.ts';
import { version } from './machine.ts';
import { makeOutputs } from './reuse.ts';
import type { Branch, OutputRow } from './reuse.ts';

export type Accounts = {
  /** Hears of every machine file. */
  readonly note: (file: Vinyl) => void;
  /** To be asked when all others have passed. */
  readonly branch: Branch<OutputRow>;
};

/** `known` are the digests by site path: of the files that stand and do not pass, and in the end of all. */
export function createAccounts(library: Library, known: Map<string, Digest>): Accounts {
  const sizeOf = (path: string): number => {
    const entry = known.get(path);
    if (!entry) throw new Error(`the manifest lists ${path}, which the machine branch did not emit`);
    return entry.bytes;
  };
  const row: OutputRow = {
    name: 'accounts',
    key: () => undefined,
    *make() {
      yield manifest(listed(library), { sizeOf, version });
      yield digests(known);
    },
  };
  return {
    note(file) {
      if (file.path === digestsPath) return;
      const machineFile = file as OutputFile;
      // The digest of a reused file was taken when it was made.
      machineFile.digest ??= weigh(machineFile);
      known.set(file.path, machineFile.digest);
    },
    branch: { rows: [row], make: makeOutputs },
  };
}

const weigh = ({ contents, tokens = estimateTokensIn(contents) }: OutputFile): Digest => ({
  sha256: digestOf(contents).toString('hex'),
  bytes: contents.length,
  tokens,
});
