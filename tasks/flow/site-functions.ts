// `_site.js`, `_site.mjs` or `_site.ts` beside `_site.yml`: found, bundled with what it imports, and loaded. The same code is
// the same module, and other code another: a watcher loads it again.
import { existsSync, realpathSync } from 'node:fs';
import { isBuiltin, SourceMap } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFailure, PluginBuild } from 'esbuild';
import { top } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { renderMarkdown } from '#pdc/markdown/render';
import { describe, readFunctions, thrown, toDefect } from '#pdc/site/owner-functions';
import type { SiteFunctions } from '#pdc/site/owner-functions';
import { hashOf } from '../files/hash.ts';
import type { Reach } from '../files/reach.ts';
import { statOf } from '../files/tree.ts';
import { nameOf } from '../settings/settings.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

type Loaded = { readonly functions?: SiteFunctions; readonly defects: readonly Defect[] };

/** The functions of a content folder's site; without a module, neither functions nor defects. */
export async function loadFunctions(content: string, { faultOf }: Reach): Promise<Loaded> {
  const files = ['js', 'mjs', 'ts'].map((end) => path.join(content, `_site.${end}`));
  const [file, second] = files.filter((each) => existsSync(each) && faultOf(each) === undefined);
  if (file === undefined) return { defects: [] };
  const name = nameOf(file);
  if (second !== undefined)
    return { defects: [toDefect({ file: name }, message('secondModule', { file: nameOf(second) }))] };

  const bundled = await bundle(file);
  if ('defects' in bundled) return bundled;
  const { code, placeOf } = bundled;
  const base = { file: name, made: hashOf(code), placeOf };
  try {
    const url = `data:text/javascript;base64,${code.toString('base64')}`;
    const { own, faults } = readFunctions((await import(url)) as Record<string, unknown>);
    const functions = { ...base, ...own };
    const { fault } = renderMarkdown('', { resolve: (target) => target, math: true, extend: functions.markdown });
    if (fault) return { defects: [thrown(functions, { name: 'markdown', ...fault })] };
    return { functions, defects: faults.map((fault) => toDefect(base, fault)) };
  } catch (error) {
    const fault = message('moduleNotLoaded', { reason: describe(error) });
    return { defects: [{ ...toDefect(base, fault), ...placeOf(error) }] };
  }
}

type Bundle = { readonly code: Buffer; readonly placeOf: SiteFunctions['placeOf'] };

/** The module and what it imports of its folder, as one text: packages stay where they are installed. */
async function bundle(file: string): Promise<Bundle | { readonly defects: readonly Defect[] }> {
  const { build } = await import('esbuild');
  const name = nameOf(file);
  const folder = realpathSync(path.dirname(file));
  const nameIn = (source: string): string => nameOf(path.join(path.dirname(file), source));
  try {
    const { outputFiles } = await build({
      entryPoints: [path.join(folder, path.basename(file))],
      outfile: path.join(folder, '_site.bundle.js'),
      absWorkingDir: folder,
      bundle: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      charset: 'utf8',
      sourcemap: 'external',
      write: false,
      logLevel: 'silent',
      // Not the owner's: it would say how his own tools read the file.
      tsconfigRaw: {},
      // Without "module", which is for bundlers, and which Node does not read.
      conditions: [],
      plugins: [{ name: 'imports', setup: (of) => keepPackages(of, folder) }],
    });
    const [map, code] = outputFiles.map(({ contents }) => Buffer.from(contents)) as [Buffer, Buffer];
    const source = new SourceMap(JSON.parse(map.toString()) as ConstructorParameters<typeof SourceMap>[0]);
    return {
      code,
      placeOf(error) {
        const [, line, column] =
          /data:text\/javascript[^\s)]*:(\d+):(\d+)/.exec((error as Partial<Error> | undefined)?.stack ?? '') ?? [];
        const place = source.findEntry(Number(line) - 1, Number(column) - 1);
        if (line === undefined || !('originalSource' in place)) return { file: name, ...top };
        return { file: nameIn(place.originalSource), line: place.originalLine + 1, column: place.originalColumn + 1 };
      },
    };
  } catch (error) {
    const { errors } = error as Partial<BuildFailure>;
    if (!errors) throw error;
    return {
      defects: errors.map(({ text, detail, location }) => ({
        ...toDefect({ file: name }, message('moduleUnreadable', { reason: (detail as Message | undefined) ?? text })),
        ...(location && { file: nameIn(location.file), line: location.line, column: location.column + 1 }),
      })),
    };
  }
}

// Marks the calls of `resolve` below, which come back to this plugin.
const ownCall = 'ownCall';

/** The cache key covers packages (by the lock file) and this folder. Code from elsewhere could change unnoticed, so importing it is an error. */
function keepPackages(of: PluginBuild, folder: string): void {
  of.onResolve({ filter: /./ }, async ({ path: target, kind, importer, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === ownCall || isBuiltin(target)) return undefined;
    const found = await of.resolve(target, { kind, importer, resolveDir, pluginData: ownCall });
    if (found.errors.length > 0) return { errors: found.errors };
    if (!/^\.{0,2}\//.test(target)) return { path: pathToFileURL(found.path).href, external: true };
    // To read a pipe would wait for its writer.
    if (!statOf(found.path)?.isFile()) return { errors: [{ detail: message('importIsNoFile', { target }) }] };
    if (!path.relative(folder, found.path).startsWith('..')) return found;
    return { errors: [{ detail: message('importOutside', { target, folder: nameOf(folder) }) }] };
  });
}
