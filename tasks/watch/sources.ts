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
import { statOf, walk } from '../tree.ts';

export type Reading = {
  readonly edition: Edition;
  /** All that the edition was made from: two readings with the same inputs are the same. */
  readonly inputs: readonly unknown[];
  /** Those that are no articles and no pages. */
  readonly surroundings: readonly unknown[];
};

/** What was read of one article's file. */
export type Source = { readonly hash: string; readonly parsed: Parsed };

export type Sources = {
  /** Looks at everything. */
  readonly read: () => Promise<Reading>;
  /**
   * Looks at the files that changed and at no others. Gives the articles and pages among them; nothing when one is new or
   * gone, or when something else changed: then only looking at everything tells.
   */
  readonly look: (paths: ReadonlySet<string>) => Promise<readonly string[] | undefined>;
  /** What is known of every article and page, by file. */
  readonly known: () => ReadonlyMap<string, Source>;
  /** A file that was changed and changed back is what it was, to the object. */
  readonly restore: (file: string, source: Source) => void;
};

type SourcesOptions = Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient' | 'port'> & {
  readonly breath: Breath;
};

/** Drafts are read too: whoever watches writes them. */
export function createSources(options: SourcesOptions): Sources {
  const sites = rememberSite(options);
  const articles = rememberArticles(options.breath);
  const sources = { readSiteFile: sites.read, readArticles: articles.read };
  let used: ReadonlySet<string> = new Set();
  return {
    read: () =>
      patiently(async () => {
        const edition = await read({ ...options, drafts: true }, sources);
        used = new Set(edition.statics.map((file) => file.source as string));
        const surroundings = [sites.text(), ...stampsOf(edition.statics)];
        return { edition, inputs: [...surroundings, ...articles.parsed()], surroundings };
      }),
    look: (paths) => patiently(() => articles.look(paths, { ...options, used })),
    known: articles.known,
    restore: articles.restore,
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

type Remembered = Source & { readonly stamp: string | undefined };

function rememberArticles(breath: Breath) {
  let site: Site | undefined;
  let remembered = new Map<string, Remembered>();

  async function parseAll(
    files: readonly Found[],
    { lenient }: Pick<ReadOptions, 'lenient'>,
  ): Promise<Map<string, Remembered>> {
    const changed = files.flatMap(({ vinyl }) => vinyl ?? []);
    const parsed = chain(changed, parse({ site: site!, lenient, nameOf: (file) => nameOf(file.path) }))[
      Symbol.asyncIterator
    ]();
    const next = new Map<string, Remembered>();
    for (const { file, stamp, hash, known } of files) {
      await breath();
      next.set(file, { stamp, hash, parsed: known ?? ((await parsed.next()).value as Parsed) });
    }
    return next;
  }

  return {
    known: () => remembered,
    parsed: () => [...remembered.values()].map(({ parsed }) => parsed),
    restore(file: string, { hash, parsed }: Source): void {
      remembered.set(file, { stamp: undefined, hash, parsed });
    },
    async read({ content, lenient }: ReadOptions, of: Site): Promise<readonly Parsed[]> {
      // The prefixes, the time zone and the rules are the site's.
      if (site !== of) remembered.clear();
      site = of;
      const files: Found[] = [];
      for (const file of listArticles(content)) {
        await breath();
        files.push(readArticle(file, { content, known: remembered.get(file) }));
      }
      remembered = await parseAll(files, { lenient });
      return [...remembered.values()].map((one) => one.parsed);
    },
    async look(
      paths: ReadonlySet<string>,
      { content, lenient, used }: Pick<ReadOptions, 'content' | 'lenient'> & Pick<Surroundings, 'used'>,
    ): Promise<readonly string[] | undefined> {
      const files: Found[] = [];
      for (const file of paths) {
        const known = remembered.get(file);
        if (known) {
          if (!(await isWritten(file))) return undefined;
          files.push(readArticle(file, { content, known }));
        } else if (concernsSite(file, { content, files: remembered, used })) return undefined;
      }
      for (const [file, source] of await parseAll(files, { lenient })) remembered.set(file, source);
      return files.map(({ file }) => file);
    },
  };
}

/** Some editors write a file anew at its place: for a moment it is gone, or empty. */
async function isWritten(file: string): Promise<boolean> {
  for (const patience of [10, 40, 0]) {
    if ((statOf(file)?.size ?? 0) > 0) return true;
    await sleep(patience);
  }
  return false;
}

type Surroundings = {
  readonly content: string;
  readonly files: ReadonlyMap<string, unknown>;
  /** Other files that the site shows. */
  readonly used: ReadonlySet<string>;
};

const anyBelow = (folder: string, files: Surroundings['files']): boolean =>
  [...files.keys()].some((file) => file.startsWith(`${folder}${path.sep}`));

/** Whether a path that is no article may have to do with the site: the temporary files of editors have not. */
function concernsSite(changed: string, { content, files, used }: Surroundings): boolean {
  const names = path.relative(content, changed).split(path.sep);
  if (names[0] === '..' || names.join('/') === '_site.yml') return true;
  if (names.some((name) => /^[._]/.test(name))) return false;
  if (existsSync(changed)) return !changed.endsWith('.md~');
  return used.has(changed) || /\.m[a-z]+$/i.test(changed) || anyBelow(changed, files);
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
