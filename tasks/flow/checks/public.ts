// Yields the public texts of a site for the leak guard. They are made only if the guard finds text of a locked body.
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { withoutPauses, wholePage } from '#pdc/text/document';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { feed } from '#pdc/endpoints/atom.xml';
import { digests } from '#pdc/endpoints/digests.json';
import { manifest, promptsOf } from '#pdc/endpoints/mcp.json';
import { robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { toLibrary } from '#pdc/library/library';
import { cardsOf } from '#pdc/library/cards';
import type { Library } from '#pdc/library/library';
import { withListed } from '#pdc/library/listed-library';
import { newOutline } from '#pdc/library/outline';
import { openBodies, publicMetadata } from '#pdc/library/public-texts';
import type { Envelope } from '#pdc/locked/encryption';
import type { NextText } from '#pdc/locked/leaks';
import type { Rendered } from '#pdc/markdown/render';
import { postJsonPath, postMdPath } from '#pdc/site/paths';
import { renderEntry } from '../../stages/render.ts';
import type { EntryFile, RowFile } from '../../stages/vinyl.ts';
import { contents } from '../../theme/parts/contents.ts';
import { lockedForm } from '../../theme/parts/locked.ts';
import { promptBlock } from '../../theme/parts/prompt.ts';
import { themeLabelsOf } from '../../theme/labels/theme-labels.ts';
import { formulaAssets } from '../branches/assets.ts';
import { listFiles } from '../branches/lists.ts';
import { categories } from '../branches/categories.ts';
import { jsonLists } from '../branches/json.ts';
import { llms, llmsFullRow } from '../branches/llms.ts';
import { indexMdRow } from '../branches/md.ts';
import { search } from '../branches/search.ts';
import { version } from '../../settings/product.ts';
import { createPageArgs, pageParts } from '../branches/human.ts';
import type { Edition } from '../edition.ts';
import { aliasRow } from '../branches/redirects.ts';
import { outputsOf } from '../rows.ts';
import type { OutputRow } from '../rows.ts';
import { themeTexts } from '../branches/scripts.ts';
import { readStaticTexts } from '../statics.ts';

/** An output file. The file of an article or page has its entry. */
export type GuardedFile = Vinyl &
  Partial<Pick<EntryFile, 'entry' | 'openHtml' | 'rendered'> & Pick<RowFile, 'isReread'>>;

/**
 * Returns the public texts of an edition in the best order for a file: its own body, then all sources, then the other
 * open bodies as their pages show them, rendered one by one.
 */
export function createPublicTexts({
  library: fullLibrary,
  statics,
}: Pick<Edition, 'library' | 'statics'>): (file: GuardedFile) => NextText {
  // The leak may come from the owner's functions, so their output does not count as public.
  const { functions, ...site } = fullLibrary.site;
  const library = withListed({ ...fullLibrary, site, outline: newOutline() });
  const entries = [...library.articles, ...library.pages];
  const sources = sourcesOf(library, { entries, statics });
  const yielded = new Set<Article | Page>();

  /**
   * A rendered text with and without the line breaks between blocks, and its table of contents. Each text is returned
   * once.
   */
  const renderedTextOf = (entry: Article | Page | undefined, rendered?: RenderedText): string | undefined => {
    if (entry === undefined || isLocked(entry) || yielded.has(entry)) return undefined;
    yielded.add(entry);
    const { html, headings } = rendered ?? renderEntry(entry, { library, showPrompt: promptBlock(site) });
    const list = contents(headings, themeLabelsOf(site)) ?? '';
    return `${html}\n${html.replaceAll(/>\s+</g, '><')}\n${list}`;
  };
  function* allRenderedTexts(): Generator<string> {
    for (const entry of entries) {
      const text = renderedTextOf(entry);
      if (text !== undefined) yield text;
    }
  }
  const renderedTexts = allRenderedTexts();
  const bodies = new Map(
    library.articles.flatMap((article) =>
      isLocked(article) ? [] : [postMdPath, postJsonPath].map((toPath) => [toPath(article.slug), article.raw] as const),
    ),
  );
  const takeBody = (path: string): string | undefined => {
    const body = bodies.get(path);
    bodies.delete(path);
    return body;
  };

  return ({ entry, path, openHtml, rendered }) =>
    () => {
      const isRendered = openHtml !== undefined && rendered && !functions;
      const ownText = isRendered ? renderedTextOf(entry, { html: openHtml, headings: rendered.headings }) : undefined;
      return ownText ?? takeBody(path) ?? next(sources) ?? renderedTextOf(entry) ?? next(renderedTexts);
    };
}

type RenderedText = Pick<Rendered, 'html' | 'headings'>;

const next = (texts: Iterator<string, void>): string | undefined => texts.next().value ?? undefined;

/** The public sources, the shortest first, because most texts that the guard finds are titles and addresses. */
function* sourcesOf(
  library: Library,
  { entries, statics }: { entries: readonly (Article | Page)[]; statics: Edition['statics'] },
): Generator<string> {
  yield* publicMetadata(entries, library.site);
  yield* listings(library);
  yield* theme(library);
  yield* readStaticTexts(statics);
  yield* openBodies(entries);
}

/** The lists for machines: the metadata of all articles, and every address with and without its host. */
function* listings(library: Library): Generator<string> {
  const emptyDigest = { sha256: '0'.repeat(64), bytes: 0, tokens: 0 };
  const paths = library.articles.flatMap(({ slug }) => [postMdPath(slug), postJsonPath(slug)]);
  yield* textsOf(machineRows(library));
  const prompts = promptsOf(library);
  yield String(manifest({ ...cardsOf(library), sizeOf: () => 0, prompts, version }).contents);
  yield String(digests(new Map(paths.map((path) => [path, emptyDigest]))).contents);
}

/** The labels, markup, schemas and scripts of the theme, from a site without articles. */
function* theme(fullLibrary: Library): Generator<string> {
  const { library } = toLibrary({ candidates: [], site: fullLibrary.site, statics: new Set(), lenient: true });
  const cards = cardsOf(library);
  yield* textsOf([...machineRows(library), llmsFullRow(library), ...search(library), aliasRow([], library.site)]);
  for (const { contents } of [robots(library.site), feed(cards), ...sitemap({ ...cards, pages: [] })])
    yield String(contents);
  for (const { parts } of listFiles(library)) yield wholePage(parts!);
  yield aiContext(cards);
  yield lockedPage(fullLibrary);
  for (const { contents } of formulaAssets()) if (contents) yield String(contents);
  yield* themeTexts();
}

/** The rows that list articles. */
const machineRows = (library: Library): OutputRow[] => [
  ...jsonLists(library),
  indexMdRow(library),
  ...categories(library),
  ...llms(library),
];

function* textsOf(rows: Iterable<OutputRow>): Generator<string> {
  for (const row of rows)
    for (const { contents } of withoutPauses(outputsOf(row))) yield Buffer.from(contents).toString();
}

/** The page of a locked article without its encrypted text. */
function lockedPage(library: Library): string {
  const entry = library.articles.find(isLocked)!;
  const rendered = { headings: [], links: [], flaws: [], words: 0 };
  return wholePage(pageParts(createPageArgs(library)(entry), { rendered, content: lockedForm(noEnvelope, library) }));
}

const noEnvelope: Envelope = { version: 1, slug: '', iterations: 0, salt: '', nonce: '', ciphertext: '' };
