// What anybody may read of a site: whatever it would emit if its locked bodies were empty.
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { catalog } from '#pdc/endpoints/index.json';
import { feed } from '#pdc/endpoints/atom.xml';
import { robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { digests } from '#pdc/endpoints/digests.json';
import { made, wholePage } from '#pdc/document';
import type { Envelope } from '#pdc/locked/encryption';
import { inject } from '#pdc/endpoints/injection';
import type { PublicText } from '#pdc/locked/leaks';
import { pathOf } from '#pdc/library/addresses';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { manifest } from '#pdc/endpoints/mcp.json';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { postJsonPath, postMdPath } from '#pdc/paths';
import { createPostLookup } from '#pdc/library/post-names';
import { publicTexts } from '#pdc/library/public-texts';
import { collapseContent } from '#pdc/markdown/white-space';
import { renderEntry } from '../stages/render.ts';
import { lockedForm } from '../theme/locked.ts';
import { promptBlock } from '../theme/prompt.ts';
import { formulaAssets } from './assets.ts';
import { createKeys } from './keys.ts';
import { listFiles } from './lists.ts';
import { indexRows, mergedRows, version } from './machine.ts';
import { fileOf, layoutOf } from './pages.ts';
import type { Edition } from './read.ts';
import { outputsOf } from './reuse.ts';
import { themeTexts } from './scripts.ts';
import { aliasRows } from './redirects.ts';
import { readStaticTexts } from './statics.ts';

export type PublicTexts = {
  /** What the file at a path shares with a locked body is likely to be its own entry's. */
  readonly ofFile: (path: string) => Iterable<PublicText>;
  /** The rest, what is most often asked for first. Each is made when it is reached. */
  readonly all: Iterable<PublicText>;
};

export function createPublicTexts(edition: Pick<Edition, 'library' | 'statics'>): PublicTexts {
  let opened: Opened | undefined;
  const open = (): Opened => (opened ??= withoutSecrets(edition.library));
  return {
    *ofFile(path) {
      const { entryAt, pageOf } = open();
      const entry = entryAt.get(path);
      if (!entry) return;
      if (!isLocked(entry)) yield entry.raw;
      yield* pageOf(entry);
    },
    all: allTexts(open, edition.statics),
  };
}

function* allTexts(open: () => Opened, statics: Edition['statics']): Generator<PublicText> {
  const { library, entries, pageOf } = open();
  const { site } = library;
  yield* addresses(library);
  yield* theme(library);
  yield* publicTexts(entries, site);
  yield* readStaticTexts(statics);
  yield aiContext(library);
  yield* listsOf(library);
  for (const { contents } of [robots(site), feed(library), ...sitemap(library)]) yield contents;
  for (const entry of entries) yield* pageOf(entry);
}

type Opened = {
  readonly library: Library;
  readonly entries: readonly (Article | Page)[];
  /** By the paths of an entry's own files. */
  readonly entryAt: ReadonlyMap<string, Article | Page>;
  readonly pageOf: (entry: Article | Page) => readonly string[];
};

function withoutSecrets(whole: Library): Opened {
  // What functions of the owner's make may be the very leak: nothing of it is taken for public.
  const { functions: _, ...site } = whole.site;
  const library = { ...whole, site };
  const entries = [...library.articles, ...library.pages];
  const pathsOf = (entry: Article | Page): string[] => [
    fileOf(pathOf(library.site, entry)),
    ...(entry.layout === 'page' ? [] : [postMdPath(entry.slug), postJsonPath(entry.slug)]),
  ];
  const entryAt = new Map(entries.flatMap((entry) => pathsOf(entry).map((path) => [path, entry] as const)));
  return { library, entries, entryAt, pageOf: createPages(library) };
}

/** Every address that the machine channel tells, whole and without its host. */
function addresses(library: Library): (string | Uint8Array)[] {
  const nothing = { sha256: '0'.repeat(64), bytes: 0, tokens: 0 };
  const paths = library.articles.flatMap(({ slug }) => [postMdPath(slug), postJsonPath(slug)]);
  return [
    catalog(library),
    manifest(library, { sizeOf: () => 0, version }),
    digests(new Map(paths.map((path) => [path, nothing]))),
  ].map(({ contents }) => contents);
}

/** What every site of this theme says: its own words, markup, schemas and scripts. */
function* theme({ site }: Library): Generator<PublicText> {
  const { library } = toLibrary({ candidates: [], site, statics: new Set(), lenient: true });
  yield* listsOf(library);
  for (const { contents } of formulaAssets()) if (contents) yield contents as Buffer;
  yield* themeTexts();
}

function* listsOf(library: Library): Generator<PublicText> {
  const keys = createKeys({ library, statics: [] });
  const rows = [...indexRows(library, keys), ...mergedRows(library, keys), ...aliasRows(library, keys)];
  for (const output of rows.flatMap((row) => made(outputsOf(row)))) yield output.contents;
  for (const { parts } of listFiles(library, keys)) yield wholePage(parts!);
}

const noEnvelope: Envelope = { version: 1, slug: '', iterations: 0, salt: '', nonce: '', ciphertext: '' };

/** The human branch for one page at a time: the page, and what a minifier leaves of its main part. */
function createPages(library: Library): (entry: Article | Page) => readonly string[] {
  let toPage: ReturnType<typeof layoutOf> | undefined;
  const lookups = { post: createPostLookup(library) };
  return (entry) => {
    toPage ??= layoutOf(library);
    const { html: own, ...rendered } = isLocked(entry)
      ? { html: lockedForm(noEnvelope, { library }), headings: [], links: [], words: 0 }
      : renderEntry(entry, { library, lookups, showPrompt: promptBlock(library.site) });
    const content = entry.layout === 'post' ? inject(own, entry, library.site) : own;
    const parts = toPage({ entry, rendered, content });
    return [wholePage(parts), collapseContent(parts.main) ?? ''];
  };
}
