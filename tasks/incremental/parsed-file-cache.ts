// The cache of parsed Markdown files: a file with the same bytes is not parsed again, and keeps its frozen object.
import path from 'node:path';
import type Vinyl from 'vinyl';
import { freeze, isLocked } from '#pdc/article/article';
import type { Open, Page } from '#pdc/article/article';
import { isError, top } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import { decodeUtf8 } from '#pdc/text/utf8';
import { hashOf } from '../files/hash.ts';
import type { Parsed, ParseCache } from '../stages/parse.ts';

/** An entry without its text, and the defects of its file. The text is the end of the file, so its length is enough. */
type ArticleRecord = {
  readonly hash: string;
  /** The length of the text in UTF-16 units. */
  readonly length: number;
  readonly entry: Omit<Open, 'raw'> | Omit<Page, 'raw'>;
  readonly defects: readonly Defect[];
};

export type ParsedFilesRecord = {
  /** Everything that affects parsing, except the files. */
  readonly parseKey: string;
  readonly articles: Readonly<Record<string, ArticleRecord>>;
};

export type ParsedFileCache = {
  /** The cache for reading the folder once. If `parseKey` differs from the previous one, the cache is emptied. */
  readonly parseCache: (parseKey: string) => ParseCache;
  readonly record: () => ParsedFilesRecord;
};

export function createParsedFileCache(
  previousRecord: ParsedFilesRecord = { parseKey: '', articles: {} },
): ParsedFileCache {
  let { parseKey } = previousRecord;
  let records = previousRecord.articles;
  const parsedFiles = new Map<string, { readonly hash: string; readonly parsed: Parsed }>();
  return {
    parseCache(newKey) {
      if (newKey !== parseKey) {
        records = {};
        parsedFiles.clear();
      }
      parseKey = newKey;
      return (file, parseNow) => {
        const hash = hashOf(file.contents);
        const cached = parsedFiles.get(file.path);
        if (cached?.hash === hash) return cached.parsed;
        const source = sourceOf(file);
        const record = Object.hasOwn(records, source) ? records[source] : undefined;
        const parsed = record?.hash === hash ? toParsed(record, file.contents) : parseNow();
        if (parsed.isTranslated) parsedFiles.delete(file.path);
        else parsedFiles.set(file.path, { hash, parsed });
        return parsed;
      };
    },
    record: () => ({
      parseKey,
      articles: Object.fromEntries([...parsedFiles.values()].flatMap(({ parsed, hash }) => toRecord(parsed, hash))),
    }),
  };
}

const sourceOf = (file: Vinyl): string => file.relative.replaceAll(path.sep, '/');

/** Leaves out files with errors, and locked articles, because even a hash could help to guess the text. */
function toRecord({ candidate, defects }: Parsed, hash: string): readonly (readonly [string, ArticleRecord])[] {
  if (!candidate || defects.length > 0 || candidate.defects.some(isError) || isLocked(candidate.entry)) return [];
  const { raw, ...entry } = candidate.entry;
  return [[entry.source, { hash, length: raw.length, entry, defects: candidate.defects }]];
}

function toParsed({ entry, length, defects }: ArticleRecord, contents: Uint8Array): Parsed {
  const text = decodeUtf8(contents)!;
  const raw = text.slice(text.length - length);
  let frontMatter: FrontMatter | undefined;
  // Finds places only when a defect needs one, because most articles are free of defects.
  const placeOf: FrontMatter['placeOf'] = (...keys) => {
    frontMatter ??= readFrontMatter(text) as FrontMatter;
    return 'attributes' in frontMatter ? frontMatter.placeOf(...keys) : top;
  };
  return { candidate: { entry: freeze({ ...entry, raw }), defects, placeOf }, defects: [] };
}
