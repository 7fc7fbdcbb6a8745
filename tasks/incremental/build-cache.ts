// The cache that a build leaves for the next one with the same output folder: parsed sources, files made, links of each text.
import { createHash } from 'node:crypto';
import path from 'node:path';
import Vinyl from 'vinyl';
import { isLocked, toPublicArticle } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { analysisOf, knowAnalysis } from '#pdc/endpoints/search';
import type { Analysed } from '#pdc/endpoints/search';
import { byDigest, digestOf } from './argument-digest.ts';
import type { Publication } from '../flow/publish.ts';
import type { Edition } from '../flow/read.ts';
import type { Settings } from '../settings/settings.ts';
import { createCache } from './recording-cache.ts';
import type { RecordingCache, RowRecord } from './recording-cache.ts';
import { createSourceCache } from './sources.ts';
import type { SourceCache, SourcesRecord } from './sources.ts';
import { createStore } from './store.ts';
import type { Piece } from './store.ts';
import { stampOfWritten } from '../files/stamp.ts';

type MemoryRecord = {
  /** The locked articles whose texts the guard searched the files for, by source, with the stamp of each that has one. */
  readonly lockedStamps: Readonly<Record<string, string>>;
  readonly read: SourcesRecord;
  readonly rows: readonly (readonly [string, RowRecord<string>])[];
  /** The search analysis of each article, with the article's cache key, by slug. */
  readonly terms: Readonly<Record<string, Analysed & { readonly key: string | undefined }>>;
};

export type Memory = {
  readonly recall: SourceCache['recall'];
  /** Call it with the edition that was read through `recall`. */
  readonly open: (edition: Edition) => RecordingCache<string>;
  /** To be called when the output is in place. */
  readonly save: (
    edition: Edition,
    made: { publication: Pick<Publication, 'guard'>; cache: RecordingCache<string> },
  ) => void;
};

export function openMemory({ dest }: Pick<Settings, 'dest'>, code: string): Memory {
  const store = createStore<MemoryRecord>(`${nameOfFolder(dest)}.memory.json`, code);
  const before = store.load();
  const sources = createSourceCache(before?.read);
  const unsearchedIn = ({ library, stamps }: Edition): Locked[] =>
    library.articles.filter(isLocked).filter(({ source }) => {
      const stamp = stamps?.get(source);
      return stamp === undefined || own(before?.lockedStamps, source) !== stamp;
    });
  return {
    recall: sources.recall,
    open(edition) {
      const { articles, site } = edition.library;
      restoreAnalyses(edition, before?.terms ?? {});
      return createCache({
        dest,
        before: new Map(before?.rows),
        // A function of the owner's may have printed what was public then and is not any more.
        unsearched: site.functions ? articles.filter(isLocked) : unsearchedIn(edition),
        comparison: byDigest(edition.stamps),
        stampOf: (folder, sitePath) => stampOfWritten(path.join(folder, sitePath)),
        maxTextLength: 0,
      });
    },
    save(edition, { publication: { guard }, cache }) {
      const { articles } = edition.library;
      const pieces = store.toPieces({
        lockedStamps: lockedStampsOf(edition),
        read: sources.record(),
        rows: [...cache.records()].filter(([, { key }]) => key !== undefined).map(withoutFault),
        terms: Object.fromEntries(
          articles.flatMap((article) => {
            const analysis = analysisOf(toPublicArticle(article));
            return analysis ? [[article.slug, { ...analysis, key: digestOf(toPublicArticle(article)) }]] : [];
          }),
        ),
      });
      if (!pieces) return;
      // No piece is made of a locked text. Should one ever be, no cache is written.
      const isKnown = unsearchedIn(edition).length === 0;
      const passes = ({ bytes }: Piece, index: number): boolean =>
        guard.passes(toFile(bytes, pieces[index - 1]?.bytes));
      const isClean = (piece: Piece, index: number): boolean =>
        (isKnown && piece.isKnown && (pieces[index - 1]?.isKnown ?? true)) || passes(piece, index);
      if (!articles.some(isLocked) || pieces.every(isClean)) store.save(pieces);
    },
  };
}

/** A piece of the cache with the end of the one before it, because a leak may lie across both. */
const toFile = (piece: Buffer, before: Buffer = Buffer.alloc(0)): Vinyl =>
  new Vinyl({
    cwd: '/',
    base: '/',
    path: '/.cache/memory.json',
    contents: Buffer.concat([before.subarray(-overlap), piece]),
  });

/** Bytes: more than any 24 characters and any password take, escapes among them. */
const overlap = 4096;

const lockedStampsOf = ({ library, stamps }: Edition): Readonly<Record<string, string>> =>
  Object.fromEntries(
    library.articles.filter(isLocked).flatMap(({ source }) => {
      const stamp = stamps?.get(source);
      return stamp === undefined ? [] : [[source, stamp]];
    }),
  );

function restoreAnalyses({ library }: Edition, terms: MemoryRecord['terms']): void {
  for (const article of library.articles.map(toPublicArticle)) {
    const known = own(terms, article.slug);
    if (known && known.key === digestOf(article)) knowAnalysis(article, known);
  }
}

/** An error of the owner's code may quote anything. */
const withoutFault = ([name, { text, ...record }]: readonly [string, RowRecord<string>]): readonly [
  string,
  RowRecord<string>,
] => {
  if (!text) return [name, record];
  const { links, flaws, anchors } = text;
  return [name, { ...record, text: { links, flaws, anchors } }];
};

const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/** A cache file belongs to one output folder, which only one command at a time writes. */
export const nameOfFolder = (dest: string): string => createHash('sha256').update(dest).digest('hex').slice(0, 16);
