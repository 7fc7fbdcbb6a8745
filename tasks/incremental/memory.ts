// What a build remembers for the next of the same output folder: what it read, what it made, and what it saw in each text.
import { createHash } from 'node:crypto';
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Link } from '#pdc/markdown/render';
import { analysisOf, knowAnalysis } from '#pdc/endpoints/search';
import type { Analysed } from '#pdc/endpoints/search';
import { createKeys } from '../flow/keys.ts';
import type { Seen } from '../flow/link-check.ts';
import type { Publication } from '../flow/publish.ts';
import type { Edition } from '../flow/read.ts';
import type { Settings } from '../settings/settings.ts';
import { createReuse } from './reuse.ts';
import type { Reusing, RowRecord } from './reuse.ts';
import { createSources } from './sources.ts';
import type { Sources, SourcesRecord } from './sources.ts';
import { createStore } from './store.ts';
import { stampOfWritten } from '../files/stamp.ts';

type TextRecord = { readonly links: readonly Link[]; readonly anchors: readonly string[] };

type MemoryRecord = {
  readonly read: SourcesRecord;
  readonly rows: readonly (readonly [string, RowRecord])[];
  /** By source: what was seen of the texts whose pages stand. */
  readonly texts: Readonly<Record<string, TextRecord>>;
  /** By slug: what the search index says of each article, under the key of what it is made of. */
  readonly terms: Readonly<Record<string, Analysed & { readonly key: string }>>;
};

export type Memory = {
  readonly recall: Sources['recall'];
  /** For an edition that was read with that. */
  readonly open: (edition: Edition) => { readonly reuse: Reusing; readonly seen: Seen };
  /** The output is in place: what was made of the edition may be kept. */
  readonly save: (edition: Edition, made: { publication: Publication; reuse: Reusing }) => void;
};

export function openMemory({ dest }: Pick<Settings, 'dest'>, code: string): Memory {
  const store = createStore<MemoryRecord>(`${nameOfFolder(dest)}.memory.json`, code);
  const before = store.load();
  const sources = createSources(before?.read);
  return {
    recall: sources.recall,
    open(edition) {
      knowTerms(edition, before?.terms ?? {});
      return {
        reuse: createReuse({
          dest,
          before: new Map(before?.rows),
          isGuarded: edition.library.articles.some(isLocked),
          stampOf: stampOfWritten,
        }),
        seen(entry) {
          const text = own(before?.texts, entry.source);
          return text && { links: text.links, anchors: new Set(text.anchors) };
        },
      };
    },
    save(edition, { publication: { links, guard }, reuse }) {
      const { articles, pages } = edition.library;
      const keys = createKeys(edition);
      const pieces = store.toPieces({
        read: sources.record(),
        rows: [...reuse.records()].filter(([, { key }]) => key !== undefined),
        texts: Object.fromEntries(
          [...articles, ...pages].flatMap((entry) => {
            const seen = isLocked(entry) ? undefined : links.seen(entry);
            return seen ? [[entry.source, { links: seen.links, anchors: [...seen.anchors] }]] : [];
          }),
        ),
        terms: Object.fromEntries(
          articles.flatMap((article) => {
            const known = analysisOf(article);
            return known ? [[article.slug, { ...known, key: keys.ofArticle(article) }]] : [];
          }),
        ),
      });
      if (!pieces) return;
      // Nothing of it is made of a locked text; should that ever change, the cache does without rather than tell.
      const toFile = (contents: Buffer): Vinyl =>
        new Vinyl({ cwd: '/', base: '/', path: '/.cache/memory.json', contents });
      if (!articles.some(isLocked) || guard.passes(toFile(Buffer.concat(pieces)))) store.save(pieces);
    },
  };
}

function knowTerms(edition: Edition, terms: MemoryRecord['terms']): void {
  const keys = createKeys(edition);
  for (const article of edition.library.articles) {
    const known = own(terms, article.slug);
    if (known?.key === keys.ofArticle(article)) knowAnalysis(article, known);
  }
}

const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/** Two output folders never share a file of the cache; of one only one command at a time writes it. */
export const nameOfFolder = (dest: string): string => createHash('sha256').update(dest).digest('hex').slice(0, 16);
