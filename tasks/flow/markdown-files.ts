// Finds the Markdown files of the content folder and parses them, or takes them from a cache or an earlier edition.
import path from 'node:path';
import { Readable } from 'node:stream';
import gulp from 'gulp';
import Vinyl from 'vinyl';
import { parsingSettings } from '#pdc/article/fields';
import type { Site } from '#pdc/site/site';
import type { Reach } from '../files/reach.ts';
import { stampOf } from '../files/stamp.ts';
import { here, nameOf } from '../settings/settings.ts';
import { chain } from '../stages/chain.ts';
import { parse } from '../stages/parse.ts';
import type { Parsed, SourceFile } from '../stages/parse.ts';
import type { ContentFiles } from './content-files.ts';
import type { ReadOptions } from './edition.ts';

type ParseOptions = ReadOptions & { readonly site: Site; readonly reach: Reach };

/** Parses all articles of the folder, by path. Unchanged files are taken from the previous edition. */
export async function readSources(files: ContentFiles, options: ParseOptions): Promise<Map<string, Parsed>> {
  const { previous, site, content } = options;
  // With other settings the same file may be parsed differently.
  const hasSameKey = previous && parseKeyOf(previous.edition.library.site, options) === parseKeyOf(site, options);
  if (!hasSameKey) return parseFiles(articleStream(files, options), options);
  const previousSources = previous.edition.sources;
  const previousAt = (file: string): Parsed | undefined => {
    const parsed = previous.changedFiles.has(file) ? undefined : previousSources.get(file);
    // A translated text may contain the titles of other articles, which may have changed.
    return parsed?.isTranslated ? undefined : parsed;
  };
  const paths = files.articles.map((name) => path.join(content, name));
  const changedNames = files.articles.filter((name) => !previousAt(path.join(content, name)));
  const parsedFiles = await readNamedSources(changedNames, options);
  return new Map(
    paths.flatMap((file) => {
      const parsed = parsedFiles.get(file) ?? previousAt(file);
      return parsed ? [[file, parsed]] : [];
    }),
  );
}

/** Parses the files of the folder that have these relative paths. */
export function readNamedSources(names: readonly string[], options: ParseOptions): Promise<Map<string, Parsed>> {
  const isPlain = names.length > 0 && !names.some((name) => patternSigns.test(name));
  return parseFiles(isPlain ? find(names, options) : filesAt(names, options), options);
}

/** Characters that have a meaning in the patterns of gulp.src. */
const patternSigns = /[*?![\]{}()\\]/;

/**
 * The files of all articles. gulp.src follows every link, even out of the folder, and stops at a broken one. So it
 * searches the folder only if no link is broken or leads out of it.
 */
function articleStream({ isOpen, articles }: ContentFiles, options: ReadOptions): NodeJS.ReadableStream {
  return isOpen ? find(articlePatterns, options) : filesAt(articles, options);
}

/** All `*.md` files, except those whose name, or the name of a folder above, begins with "_" or ".". */
const articlePatterns = ['**/*.md', '!**/_*', '!**/_*/**'];

/** Only lists the files; the stage reads them. gulp must not resolve links: it does so from the current directory. */
const find = (patterns: readonly string[], { content }: ReadOptions): NodeJS.ReadWriteStream =>
  gulp.src([...patterns], { cwd: content, base: content, read: false, resolveSymlinks: false, allowEmpty: true });

const filesAt = (names: readonly string[], { content }: ReadOptions): NodeJS.ReadableStream =>
  Readable.from(names.map((name) => new Vinyl({ cwd: content, base: content, path: path.join(content, name) })));

/** Everything that affects how a file is parsed, except the file itself. */
function parseKeyOf(site: Site, { lenient, content }: Pick<ReadOptions, 'lenient' | 'content'>): string {
  const settings = Object.fromEntries(parsingSettings.map((name) => [name, site[name]]));
  return JSON.stringify([settings, lenient, content, here]);
}

async function parseFiles(
  files: NodeJS.ReadableStream,
  { content, lenient, site, parseCache, follow, translate, reach }: ParseOptions,
): Promise<Map<string, Parsed>> {
  const stage = parse({
    site,
    lenient,
    read: reach.read,
    stampOf,
    nameOf: (file) => nameOf(file.path),
    cache: parseCache?.(parseKeyOf(site, { lenient, content })),
    translate: translate?.(content, follow),
  });
  const sources = new Map<string, Parsed>();
  for await (const file of chain(files, stage)) {
    const { path: name, parsed } = file as SourceFile;
    if (parsed) sources.set(name, parsed);
  }
  return sources;
}
