// Bytes that ship as they are: the static files of an edition, and what its formulas and diagrams need.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import Vinyl from 'vinyl';
import { holdsDiagrams } from '#pdc/library/diagrams';
import { cardsOf } from '#pdc/library/cards';
import { aiContextPath, formulaStylePath, scriptPath } from '#pdc/site/paths';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import type { Edition } from '../read.ts';
import { toRow } from '../rows.ts';
import type { Branch, OutputRow, Row } from '../rows.ts';
import { staticDocuments, toStatic } from '../statics.ts';

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

/**
 * Mermaid in one file, as its authors build it: a reader loads it when a diagram comes near. It lacks mind maps, architecture
 * diagrams and formulas; `mermaid` itself installs 154 MB, and version 12 needs Node 22.
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

/** The static documents of the machine channel, byte for byte, and the one that is made where its author wrote none. */
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
