// Makes the manifest and the digests when all other machine files are made.
import type Vinyl from 'vinyl';
import { digests } from '#pdc/endpoints/digests.json';
import { manifest, promptsOf } from '#pdc/endpoints/mcp.json';
import { skillsIndex } from '#pdc/endpoints/skills';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { digestsPath } from '#pdc/site/paths';
import type { Digest } from '#pdc/site/schema';
import { estimateTokens } from '#pdc/text/tokens';
import { digestOf } from '../../files/hash.ts';
import type { OutputFile, Result } from '../../stages/vinyl.ts';
import { version } from '../../settings/product.ts';
import type { OutputRow } from '../rows.ts';

export type ManifestBranch = {
  /** Call it with every machine file that is made. */
  readonly note: (file: Vinyl) => void;
  /** Call it with every kept result of the machine branches. */
  readonly noteKept: (result: Result) => void;
  /** The rows to make after all other machine files were noted. */
  readonly rows: readonly OutputRow[];
};

export function createManifest(library: Library): ManifestBranch {
  const byPath = new Map<string, Digest>();
  const digestAt = (path: string): Digest => {
    const digest = byPath.get(path);
    if (!digest) throw new Error(`the manifest lists ${path}, which the machine branch did not emit`);
    return digest;
  };
  const row: OutputRow = {
    name: 'manifest',
    args: undefined,
    *make() {
      const prompts = promptsOf(library.listed);
      const sizeOf = (path: string): number => digestAt(path).bytes;
      yield manifest({ ...cardsOf(library.listed), sizeOf, prompts, version });
      if (library.site.skills) yield skillsIndex(library.listed, (path) => digestAt(path).sha256);
      yield digests(byPath);
    },
  };
  return {
    note(file) {
      if (file.path === digestsPath) return;
      const machineFile = file as OutputFile;
      // A file that is read again already has its digest.
      machineFile.digest ??= toDigest(machineFile);
      byPath.set(file.path, machineFile.digest);
    },
    noteKept: ({ files }) => files.forEach(({ path, digest }) => digest && byPath.set(path, digest)),
    rows: [row],
  };
}

const toDigest = ({ contents, tokens = estimateTokens(contents.toString()) }: OutputFile): Digest => ({
  sha256: digestOf(contents).toString('hex'),
  bytes: contents.length,
  tokens,
});
