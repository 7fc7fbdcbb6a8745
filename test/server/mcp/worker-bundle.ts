// Bundles the Worker as Cloudflare's own tool does: with esbuild, the conditions of the runtime, and no Node modules.
import path from 'node:path';
import { build } from 'esbuild';
import type { Metafile } from 'esbuild';
import { repository } from '../../support/command.ts';

export type Bundle = { readonly text: string; readonly inputs: Metafile['inputs'] };

/** Bundles entrances. Throws if one of them imports something that the runtime lacks. */
export async function bundle(entrances: readonly string[], options: { packages?: 'external' } = {}): Promise<Bundle> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: repository,
    entryPoints: [...entrances],
    outdir: path.join(repository, 'unwritten'),
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    platform: 'browser',
    conditions: ['workerd', 'worker', 'browser'],
    logLevel: 'silent',
    ...options,
  });
  return { text: outputFiles[0]!.text, inputs: metafile.inputs };
}
