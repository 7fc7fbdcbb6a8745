// Publishes files unchanged: the static files, and the files that formulas and diagrams need.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import Vinyl from 'vinyl';
import { holdsDiagrams } from '#pdc/library/diagrams';
import { cardsOf } from '#pdc/library/cards';
import { aiContextPath, formulaStylePath, scriptPath } from '#pdc/site/paths';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import type { Edition } from '../edition.ts';
import { toRow } from '../rows.ts';
import type { Branch, OutputRow, Row } from '../rows.ts';
import { staticDocuments, toStatic } from '../statics.ts';

/** The stylesheet and fonts of KaTeX, in the one font format that all current browsers read. */
export function formulaAssets(): Vinyl[] {
  const folder = path.dirname(createRequire(import.meta.url).resolve('katex/dist/katex.min.css'));
  const style = readFileSync(path.join(folder, 'katex.min.css'), 'utf8').replace(
    /,url\([^)]*\) format\("(?:woff|truetype)"\)/g,
    '',
  );
  const fonts = [...style.matchAll(/url\((fonts\/[\w-]+\.woff2)\)/g)].map(([, font = '']) => font);
  return [
    new Vinyl({ cwd: '/', base: '/', path: formulaStylePath, contents: Buffer.from(style) }),
    ...[...new Set(fonts)].map((font) =>
      toStatic(path.posix.join(path.posix.dirname(formulaStylePath), font), path.join(folder, font)),
    ),
  ];
}

/**
 * Mermaid as one file, built by its authors. A page loads it when the reader scrolls near a diagram. This build lacks
 * mind maps, architecture diagrams and formulas. The package `mermaid` has them, but takes 154 MB, and its version 12
 * needs Node 22.
 */
const diagramAssets = (): Vinyl[] => [
  toStatic(scriptPath('mermaid'), createRequire(import.meta.url).resolve('@mermaid-js/tiny')),
];

/** The static files of an edition, and what its formulas and diagrams need. */
export function assets({ library, statics }: Pick<Edition, 'library' | 'statics'>): Branch<Row> {
  const hasFormulas = [...library.articles, ...library.pages].some(({ mathjax }) => mathjax);
  const hasDiagrams = holdsDiagrams(library);
  const row: Row = { name: 'assets', args: { statics, hasFormulas, hasDiagrams }, isPublic: true };
  return {
    rows: [row],
    make: () =>
      [
        ...statics.filter((file) => !staticDocuments.includes(file.path)),
        ...(hasFormulas ? formulaAssets() : []),
        ...(hasDiagrams ? diagramAssets() : []),
      ].map((file) => Object.assign(file, { row })),
  };
}

/** The static documents for machines, byte for byte, and a generated `ai-context.md` if the author wrote none. */
export function documents({ library, statics }: Pick<Edition, 'library' | 'statics'>): OutputRow[] {
  const { site, articles, categories } = cardsOf(library.listed);
  const files = statics.filter((file) => staticDocuments.includes(file.path));
  const copies = toRow('documents', { files }, (args) =>
    args.files.map((file) => ({ path: file.path, contents: readFileSync(file.source as string) })),
  );
  const hasContext = files.some((file) => file.path === aiContextPath);
  const context = toRow('ai-context', { site, articles, categories }, (args) => ({
    path: aiContextPath,
    contents: aiContext(args),
  }));
  return hasContext ? [copies] : [copies, context];
}
