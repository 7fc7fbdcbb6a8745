// The theme's browser code, bundled: one module per entry of tasks/theme/client/.
import path from 'node:path';
import { build } from 'esbuild';
import type Vinyl from 'vinyl';
import type { Library } from '#pdc/library';
import { unlockScriptPath } from '#pdc/paths';
import { root } from './settings.ts';
import { toOutputFile } from './stages/vinyl.ts';

/** The scripts that a library's pages ask for: the one that unlocks, where there is something to unlock. */
export async function* scripts({ articles }: Library): AsyncGenerator<Vinyl> {
  if (!articles.some(({ encrypted }) => encrypted)) return;
  const { outputFiles } = await build({
    entryPoints: [path.join(root, 'tasks/theme/client/unlock.ts')],
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    charset: 'utf8',
    legalComments: 'none',
    write: false,
  });
  yield toOutputFile({ path: unlockScriptPath, contents: outputFiles[0]!.contents });
}
