// Bytes that ship as they are: the static folder, what every site needs of ours, and the theme's stylesheet and icon.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import gulp from 'gulp';
import Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import { mayHoldDiagram } from '#pdc/code';
import type { Library } from '#pdc/library';
import {
  aiContextPath,
  formulaStylePath,
  nojekyllPath,
  protocolAppendixPath,
  protocolPath,
  scriptPath,
} from '#pdc/paths';
import { Failure } from './failure.ts';
import { ownStatics, root } from './settings.ts';

/** Every site has these: a static folder without them gets the product's own. */
const required = [aiContextPath, protocolPath, '/css/custom.css'];

/** Site documents of the machine channel that are static files. */
export const staticDocuments: readonly string[] = [aiContextPath, protocolPath];

/**
 * The files of the static folder, not read yet: `path` is the site path, `source` the file to copy. The theme's
 * own files and the required files are among them.
 */
export async function listStatics(folder: string): Promise<Vinyl[]> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Failure(`there is no static folder ${folder}: create it, or name another with --static`);
  }
  const patterns = ['**/*', '!**/.git/**', '!**/.DS_Store', '!**/Thumbs.db', '!**/.#*', `!${nojekyllPath.slice(1)}`];
  const files: Vinyl[] = [];
  for await (const file of gulp.src(patterns, {
    cwd: folder,
    base: folder,
    read: false,
    dot: true,
    allowEmpty: true,
  })) {
    const { path: source, relative, stat } = file as unknown as Vinyl;
    if (stat?.isDirectory()) continue;
    files.push(toStatic(`/${relative.replaceAll('\\', '/')}`, source));
  }
  const present = new Set(files.map((file) => file.path));
  // The appendix is that of our protocol: a site with a document of its own says there where the rest stands.
  const ours = present.has(protocolPath) ? required : [...required, protocolAppendixPath];
  const missing = ours.filter((sitePath) => !present.has(sitePath));
  return [
    ...files,
    ...missing.map((sitePath) => toStatic(sitePath, path.join(ownStatics, sitePath))),
    ...themeFiles.map((name) => toStatic(`/css/${name}`, path.join(root, 'tasks/theme', name))),
  ];
}

const themeFiles = ['theme.css', 'icon.svg'];

const toStatic = (sitePath: string, source: string): Vinyl =>
  new Vinyl({ cwd: '/', base: '/', path: sitePath, source });

/** KaTeX's stylesheet and fonts, for a site that has formulas: one font format, which every browser of today reads. */
export function formulaAssets(): Vinyl[] {
  const folder = path.dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
  const style = readFileSync(path.join(folder, 'katex.min.css'), 'utf8').replace(
    /,url\([^)]*\) format\("(?:woff|truetype)"\)/g,
    '',
  );
  const fonts = [...style.matchAll(/url\((fonts\/[\w-]+\.woff2)\)/g)].map((match) => match[1]!);
  return [
    new Vinyl({ cwd: '/', base: '/', path: formulaStylePath, contents: Buffer.from(style) }),
    ...[...new Set(fonts)].map((font) =>
      toStatic(path.posix.join(path.posix.dirname(formulaStylePath), font), path.join(folder, font)),
    ),
  ];
}

/** Whether some text of a library may have a diagram. */
export const holdsDiagrams = ({ articles, pages }: Pick<Library, 'articles' | 'pages'>): boolean =>
  articles.some(holdsDiagram) || pages.some(holdsDiagram);

// A watcher asks with every save, and few of its entries are new.
const known = new WeakMap<Article | Page, boolean>();

function holdsDiagram(entry: Article | Page): boolean {
  const holds = known.get(entry) ?? mayHoldDiagram(entry.raw);
  known.set(entry, holds);
  return holds;
}

/** Mermaid in one file, as its authors build it: a reader loads it when a diagram comes near. */
export const diagramAssets = (): Vinyl[] => [
  toStatic(scriptPath('mermaid'), createRequire(import.meta.url).resolve('@mermaid-js/tiny')),
];

/** The static files of an edition, but for the documents that the machine branch sends, and what its formulas and diagrams need. */
export function assets({ library, statics }: { library: Library; statics: readonly Vinyl[] }): Readable {
  const formulas = library.articles.some(({ mathjax }) => mathjax) ? formulaAssets() : [];
  const diagrams = holdsDiagrams(library) ? diagramAssets() : [];
  const files = statics.filter((file) => !staticDocuments.includes(file.path));
  return Readable.from([...files, ...formulas, ...diagrams]);
}

/** The static files that are text. A file that is none holds nothing that anybody reads as such. */
export function readStaticTexts(statics: readonly Vinyl[]): string[] {
  return statics
    .map((file) => readFileSync(file.source as string))
    .flatMap((bytes) => (isUtf8(bytes) ? [bytes.toString()] : []));
}

/** The static documents of the machine channel, byte for byte. */
export function readDocuments(statics: readonly Vinyl[]): Vinyl.BufferFile[] {
  return statics
    .filter((file) => staticDocuments.includes(file.path))
    .map(
      (file) =>
        new Vinyl({
          cwd: '/',
          base: '/',
          path: file.path,
          contents: readFileSync(file.source as string),
        }) as Vinyl.BufferFile,
    );
}
