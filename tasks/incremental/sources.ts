// The cache of parsed Markdown files: unchanged bytes are not parsed again, and give the same frozen object.
import path from 'node:path';
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { Open, Page } from '#pdc/article/article';
import { isError, top } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { decodeUtf8 } from '#pdc/text/utf8';
import { hashOf } from '../files/hash.ts';
import type { Parsed, Recall } from '../stages/parse.ts';

/** An entry without its text, which is the end of its file, and its own defects. */
type ArticleRecord = {
  readonly hash: string;
  /** The length of the text in UTF-16 units. */
  readonly length: number;
  readonly entry: Omit<Open, 'raw'> | Omit<Page, 'raw'>;
  readonly defects: readonly Defect[];
};

export type SourcesRecord = {
  /** Everything besides the files that affects parsing. */
  readonly parseKey: string;
  readonly articles: Readonly<Record<string, ArticleRecord>>;
};

export type SourceCache = {
  /** The cache for one reading of the folder. It is emptied where `parseKey` differs from the last one. */
  readonly recall: (parseKey: string) => Recall;
  readonly record: () => SourcesRecord;
};

export function createSourceCache(before: SourcesRecord = { parseKey: '', articles: {} }): SourceCache {
  let { parseKey } = before;
  let known = before.articles;
  const read = new Map<string, { readonly hash: string; readonly parsed: Parsed }>();
  return {
    recall(now) {
      if (now !== parseKey) {
        known = {};
        read.clear();
      }
      parseKey = now;
      return (file, parseNow) => {
        const hash = hashOf(file.contents);
        const same = read.get(file.path);
        if (same?.hash === hash) return same.parsed;
        const source = sourceOf(file);
        const record = Object.hasOwn(known, source) ? known[source]! : undefined;
        const parsed = record?.hash === hash ? toParsed(record, file.contents) : parseNow();
        if (parsed.isTranslated) read.delete(file.path);
        else read.set(file.path, { hash, parsed });
        return parsed;
      };
    },
    record: () => ({
      parseKey,
      articles: Object.fromEntries([...read.values()].flatMap(({ parsed, hash }) => toRecord(parsed, hash))),
    }),
  };
}

const sourceOf = (file: Vinyl): string => file.relative.replaceAll(path.sep, '/');

/** Leaves out locked articles, because even a hash could help to guess the text, and files with errors. */
function toRecord({ candidate, defects }: Parsed, hash: string): readonly (readonly [string, ArticleRecord])[] {
  if (!candidate || defects.length > 0 || candidate.defects.some(isError) || isLocked(candidate.entry)) return [];
  const { raw, ...entry } = candidate.entry;
  return [[entry.source, { hash, length: raw.length, entry, defects: candidate.defects }]];
}

function toParsed({ entry, length, defects }: ArticleRecord, contents: Uint8Array): Parsed {
  const text = decodeUtf8(contents)!;
  const raw = text.slice(text.length - length);
  let frontMatter: FrontMatter | undefined;
  // Only a defect asks where something stands, and most articles have none.
  const placeOf: FrontMatter['placeOf'] = (...keys) => {
    const read = (frontMatter ??= readFrontMatter(text) as FrontMatter);
    return 'attributes' in read ? read.placeOf(...keys) : top;
  };
  return { candidate: { entry: deepFreeze({ ...entry, raw }), defects, placeOf }, defects: [] };
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
