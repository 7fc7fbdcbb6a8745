// What was read of the Markdown files last time: a file that did not change is not parsed again.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import { top } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { readFrontMatter } from '#pdc/front-matter';
import type { FrontMatter } from '#pdc/front-matter';
import { decodeUtf8 } from '#pdc/utf8';
import { fromDisk, nameOf } from '../read.ts';
import type { ReadOptions, Sources } from '../read.ts';
import { here } from '../settings.ts';
import { parseFile } from '../stages/parse.ts';
import type { Parsed } from '../stages/parse.ts';
import { listArticles } from '../watch/sources.ts';
import { isLocked } from './keys.ts';

/** An entry without its text, which stands at the end of its file, and the defects of its own. */
type ArticleRecord = {
  readonly hash: string;
  /** Of the text, in UTF-16 units. */
  readonly length: number;
  readonly entry: Omit<Article, 'raw' | 'placeOf'> | Omit<Page, 'raw'>;
  readonly defects: readonly Defect[];
};

export type ArticlesRecord = {
  /** What articles are read by besides their files. */
  readonly reading: string;
  readonly articles: Readonly<Record<string, ArticleRecord>>;
};

export type RememberedSources = Sources & { readonly record: () => ArticlesRecord };

export function rememberArticles(before: ArticlesRecord | undefined): RememberedSources {
  let record: ArticlesRecord = { reading: '', articles: {} };
  return {
    readSiteFile: fromDisk.readSiteFile,
    record: () => record,
    readArticles(options, site) {
      const reading = JSON.stringify([site, options.lenient, options.content, here]);
      const known = before?.reading === reading ? before.articles : {};
      const parsing = { site, lenient: options.lenient, nameOf: (file: Vinyl) => nameOf(file.path) };
      const articles: Record<string, ArticleRecord> = {};
      // One at a time: the bytes of all of them need not be in memory together.
      const all = listArticles(options.content).map((file): Parsed => {
        const { source, hash, vinyl, parsed } = readFile(file, { ...options, known });
        const one = parsed ?? parseFile(vinyl, parsing);
        const kept = toRecord(one, hash);
        if (kept) articles[source] = kept;
        return one;
      });
      record = { reading, articles };
      return Promise.resolve(all);
    },
  };
}

type Known = Pick<ReadOptions, 'content'> & { readonly known: ArticlesRecord['articles'] };

function readFile(file: string, { content, known }: Known) {
  const contents = readFileSync(file);
  const hash = createHash('sha256').update(contents).digest('base64');
  const vinyl = new Vinyl({ cwd: content, base: content, path: file, contents });
  const source = path.relative(content, file).replaceAll('\\', '/');
  const record = Object.hasOwn(known, source) ? known[source]! : undefined;
  const parsed = record?.hash === hash ? toParsed(record, contents) : undefined;
  return { source, hash, vinyl, parsed };
}

/** Nothing of a locked article, not even a hash by which its text could be guessed; and nothing of what is broken. */
function toRecord({ candidate, defects }: Parsed, hash: string): ArticleRecord | undefined {
  if (!candidate || defects.length > 0 || isLocked(candidate.entry)) return undefined;
  const { raw, placeOf: _, ...entry } = { placeOf: undefined, ...candidate.entry };
  return { hash, length: raw.length, entry, defects: candidate.defects };
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
  const whole = entry.layout === 'post' ? { ...entry, raw, placeOf } : { ...entry, raw };
  return { candidate: { entry: deepFreeze(whole), defects }, defects: [] };
}

function deepFreeze<T extends object>(value: T): T {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part as object);
  return Object.freeze(value);
}
