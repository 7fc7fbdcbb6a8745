// Reading again: what did not change since the last time is not parsed again, and keeps its frozen object.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Vinyl from 'vinyl';
import type { Defect } from '#pdc/defect';
import type { Site } from '#pdc/site';
import { fromDisk, nameOf, read } from '../read.ts';
import type { Edition, ReadOptions } from '../read.ts';
import type { Settings } from '../settings.ts';
import { parse } from '../stages/parse.ts';
import type { Parsed } from '../stages/parse.ts';
import { chain } from '../streams.ts';
import { localSite } from './address.ts';
import type { Breath } from './breath.ts';
import { hashOf } from './hash.ts';
import { stampOf } from './stamp.ts';
import { walk } from './tree.ts';

export type Reading = {
  readonly edition: Edition;
  /** All that the edition was made from: two readings with the same inputs are the same. */
  readonly inputs: readonly unknown[];
};

export type Sources = { readonly read: () => Promise<Reading> };

type SourcesOptions = Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient' | 'port'> & {
  readonly breath: Breath;
};

/** Drafts are read too: whoever watches writes them. */
export function createSources(options: SourcesOptions): Sources {
  const sites = rememberSite(options);
  const articles = rememberArticles(options.breath);
  const sources = { readSiteFile: sites.read, readArticles: articles.read };
  return {
    read: () =>
      patiently(async () => {
        const edition = await read({ ...options, drafts: true }, sources);
        return { edition, inputs: [sites.text(), ...articles.parsed(), ...stampsOf(edition.statics)] };
      }),
  };
}

function rememberSite(options: SourcesOptions) {
  let last: { text: string | undefined; site: Site; defects: readonly Defect[] } | undefined;
  return {
    text: () => last?.text,
    read(): { site: Site; defects: readonly Defect[] } {
      const file = path.join(options.content, '_site.yml');
      const text = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
      if (last && last.text === text) return last;
      const { site: written, defects } = fromDisk.readSiteFile({ ...options, drafts: true });
      const site = localSite(written, options);
      // A comment makes no other site: what was made under the old object still stands.
      last = { text, site: last && isSameSite(site, last.site) ? last.site : site, defects };
      return last;
    },
  };
}

const isSameSite = (a: Site, b: Site): boolean => JSON.stringify(a) === JSON.stringify(b);

type Remembered = { readonly stamp: string | undefined; readonly hash: string; readonly parsed: Parsed };

function rememberArticles(breath: Breath) {
  let site: Site | undefined;
  let remembered = new Map<string, Remembered>();
  return {
    parsed: () => [...remembered.values()].map(({ parsed }) => parsed),
    async read({ content, lenient }: ReadOptions, of: Site): Promise<readonly Parsed[]> {
      // The prefixes, the time zone and the rules are the site's.
      if (site !== of) remembered.clear();
      site = of;
      const files: Found[] = [];
      for (const file of listArticles(content)) {
        await breath();
        files.push(readArticle(file, { content, known: remembered.get(file) }));
      }
      const changed = files.flatMap(({ vinyl }) => vinyl ?? []);
      const parsed = chain(changed, parse({ site, lenient, nameOf: (file) => nameOf(file.path) }))[
        Symbol.asyncIterator
      ]();
      const next = new Map<string, Remembered>();
      for (const { file, stamp, hash, known } of files) {
        await breath();
        next.set(file, { stamp, hash, parsed: known ?? ((await parsed.next()).value as Parsed) });
      }
      remembered = next;
      return [...next.values()].map((one) => one.parsed);
    },
  };
}

type Found = {
  readonly file: string;
  readonly stamp: string | undefined;
  readonly hash: string;
  /** What is known of a file that did not change; otherwise its bytes, to be parsed. */
  readonly known?: Parsed;
  readonly vinyl?: Vinyl;
};

function readArticle(file: string, { content, known }: { content: string; known: Remembered | undefined }): Found {
  // Before the bytes: whatever is written after this changes the stamp.
  const stamp = stampOf(file);
  if (known && stamp !== undefined && known.stamp === stamp)
    return { file, stamp, hash: known.hash, known: known.parsed };
  const contents = readFileSync(file);
  const hash = hashOf(contents);
  if (known?.hash === hash) return { file, stamp, hash, known: known.parsed };
  return { file, stamp, hash, vinyl: new Vinyl({ cwd: content, base: content, path: file, contents }) };
}

/** The files that `fromDisk` reads: every `*.md` but those of which a name, the file's or a folder's, begins with "_" or ".". */
export function listArticles(content: string): string[] {
  const files: string[] = [];
  walk(content, { file: (file) => void files.push(file) });
  return files.filter((file) => {
    const names = path.relative(content, file).split(path.sep);
    return file.endsWith('.md') && names.every((name) => !/^[._]/.test(name));
  });
}

/** Of each static file; of one too young for a stamp something that equals nothing. */
const stampsOf = (statics: readonly Vinyl[]): unknown[] =>
  statics.flatMap(({ path: sitePath, source }) => [sitePath, stampOf(source as string) ?? {}]);

/** A file may vanish between listing and reading, as editors save. Then what is there now is read. */
async function patiently<T>(work: () => Promise<T>, attempts = 3): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempts <= 1) throw error;
    await sleep(20);
    return patiently(work, attempts - 1);
  }
}
