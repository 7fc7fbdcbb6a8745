// The cache that a build leaves for the next build with the same output folder: parsed sources, results of rows, search
// terms.
import { createHash } from 'node:crypto';
import path from 'node:path';
import Vinyl from 'vinyl';
import { isLocked, toPublicArticle } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { analysisOf, restoreAnalysis } from '#pdc/endpoints/search';
import type { Analysed } from '#pdc/endpoints/search';
import { byDigest, digestOf } from './argument-digest.ts';
import type { Publication } from '../flow/publish.ts';
import type { Edition } from '../flow/edition.ts';
import type { Settings } from '../settings/settings.ts';
import { createCache } from './recording-cache.ts';
import type { RecordingCache, RowRecord } from './recording-cache.ts';
import { createParsedFileCache } from './parsed-file-cache.ts';
import type { ParsedFileCache, ParsedFilesRecord } from './parsed-file-cache.ts';
import { openCacheFile } from './cache-file.ts';
import type { Piece } from './cache-file.ts';
import { stampOfWritten } from '../files/stamp.ts';

type BuildCacheRecord = {
  /** The locked articles for whose texts the guard has searched the files: the stamp of each, by source. */
  readonly lockedStamps: Readonly<Record<string, string>>;
  readonly read: ParsedFilesRecord;
  readonly rows: readonly (readonly [string, RowRecord<string>])[];
  /** The search analysis of each article, with the article's cache key, by slug. */
  readonly terms: Readonly<Record<string, Analysed & { readonly key: string | undefined }>>;
};

export type BuildCache = {
  readonly parseCache: ParsedFileCache['parseCache'];
  /** Opens the cache of rows. Call it with the edition that was read through `parseCache`. */
  readonly openRows: (edition: Edition) => RecordingCache<string>;
  /** Call it when the output is in place. */
  readonly save: (
    edition: Edition,
    result: { publication: Pick<Publication, 'guard'>; cache: RecordingCache<string> },
  ) => void;
};

export function openBuildCache({ dest }: Pick<Settings, 'dest'>, code: string): BuildCache {
  const store = openCacheFile<BuildCacheRecord>(`${nameOfFolder(dest)}.memory.json`, code);
  const previous = store.load();
  const sources = createParsedFileCache(previous?.read);
  const unsearchedIn = ({ library, stamps }: Edition): Locked[] =>
    library.articles.filter(isLocked).filter(({ source }) => {
      const stamp = stamps?.get(source);
      return stamp === undefined || lookUp(previous?.lockedStamps, source) !== stamp;
    });
  return {
    parseCache: sources.parseCache,
    openRows(edition) {
      const { articles, site } = edition.library;
      restoreAnalyses(edition, previous?.terms ?? {});
      return createCache({
        dest,
        previousRecords: new Map(previous?.rows),
        // In the previous build, the owner's functions may have printed text that was public and is now locked.
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
        rows: [...cache.records()].filter(([, { key }]) => key !== undefined).map(withoutError),
        terms: Object.fromEntries(
          articles.flatMap((article) => {
            const analysis = analysisOf(toPublicArticle(article));
            return analysis ? [[article.slug, { ...analysis, key: digestOf(toPublicArticle(article)) }]] : [];
          }),
        ),
      });
      if (!pieces) return;
      // No piece should contain a locked text. If one does, no cache is written. A piece that was searched for the same
      // locked texts before is not searched again.
      const hasSameSecrets = unsearchedIn(edition).length === 0;
      const passes = ({ bytes }: Piece, index: number): boolean =>
        guard.passes(toFile(bytes, pieces[index - 1]?.bytes));
      const isClean = (piece: Piece, index: number): boolean =>
        (hasSameSecrets && piece.wasLoaded && (pieces[index - 1]?.wasLoaded ?? true)) || passes(piece, index);
      if (!articles.some(isLocked) || pieces.every(isClean)) store.save(pieces);
    },
  };
}

/** A piece of the cache with the end of the previous piece, because a leak may lie across both. */
const toFile = (piece: Buffer, previousPiece: Buffer = Buffer.alloc(0)): Vinyl =>
  new Vinyl({
    cwd: '/',
    base: '/',
    path: '/.cache/memory.json',
    contents: Buffer.concat([previousPiece.subarray(-overlap), piece]),
  });

/** In bytes. This is longer than 24 characters or a password, even with escapes. */
const overlap = 4096;

const lockedStampsOf = ({ library, stamps }: Edition): Readonly<Record<string, string>> =>
  Object.fromEntries(
    library.articles.filter(isLocked).flatMap(({ source }) => {
      const stamp = stamps?.get(source);
      return stamp === undefined ? [] : [[source, stamp]];
    }),
  );

function restoreAnalyses({ library }: Edition, terms: BuildCacheRecord['terms']): void {
  for (const article of library.articles.map(toPublicArticle)) {
    const analysis = lookUp(terms, article.slug);
    if (analysis && analysis.key === digestOf(article)) restoreAnalysis(article, analysis);
  }
}

/** Leaves out the error that the owner's Markdown rule threw, because it may quote anything. */
const withoutError = ([name, { text, ...record }]: readonly [string, RowRecord<string>]): readonly [
  string,
  RowRecord<string>,
] => {
  if (!text) return [name, record];
  const { links, flaws, anchors } = text;
  return [name, { ...record, text: { links, flaws, anchors } }];
};

const lookUp = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record && Object.hasOwn(record, name) ? record[name] : undefined;

/** A name for the cache of an output folder. It needs no lock, because only one command at a time writes there. */
export const nameOfFolder = (dest: string): string => createHash('sha256').update(dest).digest('hex').slice(0, 16);
