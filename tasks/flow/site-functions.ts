// Finds, bundles and loads `_site.js`, `_site.mjs` or `_site.ts`. A watcher loads it again when its code, or the code
// that it imports, changes.
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

/** Loads the owner's functions. Without a module, both lists are empty. */
export async function loadFunctions(content: string, { faultOf }: Reach): Promise<Loaded> {
  const files = ['js', 'mjs', 'ts'].map((end) => path.join(content, `_site.${end}`));
  const [file, second] = files.filter((name) => existsSync(name) && faultOf(name) === undefined);
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
    const { own: functionsOfModule, faults } = readFunctions((await import(url)) as Record<string, unknown>);
    const functions = { ...base, ...functionsOfModule };
    const { fault } = renderMarkdown('', { resolve: (target) => target, math: true, extend: functions.markdown });
    if (fault) return { defects: [thrown(functions, { name: 'markdown', ...fault })] };
    return { functions, defects: faults.map((fault) => toDefect(base, fault)) };
  } catch (error) {
    const fault = message('moduleNotLoaded', { reason: describe(error) });
    return { defects: [{ ...toDefect(base, fault), ...placeOf(error) }] };
  }
}

type Bundle = { readonly code: Buffer; readonly placeOf: SiteFunctions['placeOf'] };

/** Joins the module and its imports from the same folder into one text. Packages are imported when the text runs. */
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
      // Ignore the owner's tsconfig.json: it is meant for other tools.
      tsconfigRaw: {},
      // Leave out the default condition "module": bundlers use it, Node does not.
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

// Marks the calls of `resolve` below. esbuild passes them to this plugin again.
const innerCall = 'innerCall';

/**
 * Leaves packages out of the bundle. The cache key includes packages (by the lock file) and this folder. Code from
 * elsewhere could change without notice, so importing it is an error.
 */
function keepPackages(of: PluginBuild, folder: string): void {
  of.onResolve({ filter: /./ }, async ({ path: target, kind, importer, resolveDir, pluginData }) => {
    if (kind === 'entry-point' || pluginData === innerCall || isBuiltin(target)) return undefined;
    const resolved = await of.resolve(target, { kind, importer, resolveDir, pluginData: innerCall });
    if (resolved.errors.length > 0) return { errors: resolved.errors };
    if (!/^\.{0,2}\//.test(target)) return { path: pathToFileURL(resolved.path).href, external: true };
    // Reading a pipe would wait for its writer.
    if (!statOf(resolved.path)?.isFile()) return { errors: [{ detail: message('importIsNoFile', { target }) }] };
    if (!path.relative(folder, resolved.path).startsWith('..')) return resolved;
    return { errors: [{ detail: message('importOutside', { target, folder: nameOf(folder) }) }] };
  });
}
