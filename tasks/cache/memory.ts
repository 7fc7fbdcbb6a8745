// What a build remembers for the next of the same output folder: what it read, what it made, and what it saw in each text.
import { createHash } from 'node:crypto';
import Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import type { Library } from '#pdc/library';
import type { Link } from '#pdc/markdown';
import { analysisOf, knowAnalysis } from '#pdc/search-index';
import type { Analysed } from '#pdc/search-index';
import type { Guard } from '../guard.ts';
import type { Observation } from '../publish.ts';
import type { Edition } from '../read.ts';
import type { Settings } from '../settings.ts';
import { rememberArticles } from './articles.ts';
import type { ArticlesRecord, RememberedSources } from './articles.ts';
import { createKept } from './kept.ts';
import type { GroupRecord, Keeping } from './kept.ts';
import { createKeys, isLocked } from './keys.ts';
import type { Keys } from './keys.ts';
import { createStore } from './store.ts';

type TextRecord = { readonly links: readonly Link[]; readonly anchors: readonly string[] };

type MemoryRecord = {
  readonly read: ArticlesRecord;
  readonly groups: Readonly<Record<string, GroupRecord>>;
  /** By source: what was seen of the texts whose pages stand. */
  readonly texts: Readonly<Record<string, TextRecord>>;
  /** By slug: what the search index says of each article, under the key of what it is made of. */
  readonly terms: Readonly<Record<string, Analysed & { readonly key: string }>>;
};

export type Memory = {
  readonly sources: RememberedSources;
  /** For an edition that was read from these sources. */
  readonly open: (edition: Edition) => Keeping & { readonly seen: (entry: Article | Page) => Observation | undefined };
  /** The output is in place: what was made of the edition may be kept. */
  readonly save: (
    edition: Edition,
    made: { observations: readonly Observation[]; keeping: Keeping; guard: Guard },
  ) => void;
};

export function openMemory({ dest }: Pick<Settings, 'dest'>, code: string): Memory {
  const store = createStore<MemoryRecord>(`${nameOfFolder(dest)}.memory.json`, code);
  const before = store.load();
  const sources = rememberArticles(before?.read);
  return {
    sources,
    open(edition) {
      const { library } = edition;
      const keys = createKeys(edition);
      knowTerms(library, { keys, terms: before?.terms ?? {} });
      const isGuarded = library.articles.some(isLocked);
      return {
        keys,
        kept: createKept({ dest, before: before?.groups ?? {}, isGuarded }),
        seen(entry) {
          const text = own(before?.texts, entry.source);
          return text && { entry, links: text.links, anchors: new Set(text.anchors) };
        },
      };
    },
    save({ library }, { observations, keeping: { kept, keys }, guard }) {
      const open = observations.filter(({ entry }) => !isLocked(entry));
      const bytes = store.toBytes({
        read: sources.record(),
        groups: kept.groups(),
        texts: Object.fromEntries(
          open.map(({ entry, links, anchors }) => [entry.source, { links, anchors: [...anchors] }]),
        ),
        terms: Object.fromEntries(
          library.articles.flatMap((article) => {
            const known = analysisOf(article);
            return known ? [[article.slug, { ...known, key: keys.ofArticle(article) }]] : [];
          }),
        ),
      });
      if (!bytes) return;
      // Nothing of it is made of a locked text; should that ever change, the cache does without rather than tell.
      const file = new Vinyl({ cwd: '/', base: '/', path: '/.cache/memory.json', contents: bytes });
      if (guard.passes(file)) store.save(bytes);
    },
  };
}

function knowTerms({ articles }: Library, { keys, terms }: { keys: Keys; terms: MemoryRecord['terms'] }): void {
  for (const article of articles) {
    const known = own(terms, article.slug);
    if (known?.key === keys.ofArticle(article)) knowAnalysis(article, known);
  }
}

const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/** Two output folders never share a file of the cache; of one only one command at a time writes it. */
export const nameOfFolder = (dest: string): string => createHash('sha256').update(dest).digest('hex').slice(0, 16);
