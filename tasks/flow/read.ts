// The front half of every command: `_site.yml`, the static folder and the Markdown files become one library.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import gulp from 'gulp';
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import { parsingSettings } from '#pdc/article/fields';
import { toDefects, top } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { rejoin } from '#pdc/library/rejoin';
import type { Reread } from '#pdc/library/rejoin';
import { publishedIn, toLibrary } from '#pdc/library/library';
import type { Candidate, Library } from '#pdc/library/library';
import { checkAiContext } from '#pdc/endpoints/ai-context.md';
import { checkSkills } from '#pdc/endpoints/skills';
import { aiContextPath } from '#pdc/site/paths';
import { friendsFile, isFriendsPage, readFriends } from '#pdc/site/friends';
import { readRedirects, redirectsFile } from '#pdc/library/redirects-file';
import type { Redirect } from '#pdc/library/redirects-file';
import { defaultSite, readSite, withUrl } from '#pdc/site/site';
import { siteLinkDefects } from '#pdc/site/site-links';
import type { Site } from '#pdc/site/site';
import { checkPasswords, publicTexts } from '#pdc/library/public-texts';
import { partDefects } from '../theme/parts/own-parts.ts';
import { loadFunctions } from './site-functions.ts';
import { listContent } from './content-files.ts';
import type { ContentFiles } from './content-files.ts';
import { listStatics, readStaticTexts } from './statics.ts';
import { Failure } from '../settings/failure.ts';
import { here, nameOf } from '../settings/settings.ts';
import type { Settings } from '../settings/settings.ts';
import { parse } from '../stages/parse.ts';
import type { Parsed, Recall, SourceFile, Translate } from '../stages/parse.ts';
import { chain } from '../stages/chain.ts';
import { timed } from '../stages/timing.ts';
import { stampOf } from '../files/stamp.ts';
import { reachOf } from '../files/reach.ts';
import { tellsCaseApart } from '../files/tree.ts';
import type { Reach } from '../files/reach.ts';
import { message } from '#pdc/words/message';

/** Everything that the author gave, read and checked as a whole; links are checked when the output is known. */
export type Edition = {
  readonly library: Library;
  readonly statics: readonly Vinyl[];
  readonly defects: readonly Defect[];
  /** Articles found, those left out included. */
  readonly found: number;
  readonly lenient: boolean;
  /** Old addresses of the site, and the path of their file as messages name it. */
  readonly redirects?: readonly Redirect[];
  readonly redirectsName?: string;
  /** The output folder takes names that differ in case alone for one. */
  readonly oneCase?: boolean;
  /** Links of `_site.yml` that lead nowhere, where only the output tells: the owner's functions add files to it. */
  readonly deadLinks?: (leads: (path: string) => boolean) => readonly Defect[];
  /** Every parsed Markdown file, by its path on the disk. */
  readonly sources: ReadonlyMap<string, Parsed>;
  /** When the files of locked articles were written, by source; without those that were written just now. */
  readonly stamps?: ReadonlyMap<string, string>;
};

export type ReadOptions = Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient'> & {
  readonly drafts: boolean;
  /** Where the output will stand, if anywhere. */
  readonly dest?: string;
  /** Where links of both folders may lead besides. */
  readonly follow?: Settings['follow'];
  /** Off where the folder is a stranger's: then no code of it runs. */
  readonly functions?: 'off';
  /** Where the site stands while it is watched. */
  readonly localSite?: (site: Site) => Site;
  /** A cache of parsed files. `parseKey` is everything besides the file that affects parsing. */
  readonly recall?: (parseKey: string) => Recall;
  /** What counts in the place of some files of the content folder, by path; undefined leaves the file out. */
  readonly instead?: ReadonlyMap<string, Parsed | undefined>;
  /** An edition of the same folder, and the Markdown files that may differ from it: the others are not read again. */
  readonly since?: { readonly edition: Edition; readonly changed: ReadonlySet<string> };
  /** Makes the function that translates other engines' files in a lenient build; called for each reading of the folder. */
  readonly translate?: ((content: string, follow?: readonly string[]) => Translate) | undefined;
};

/** Reads the content folder. Throws a Failure when there is nothing to publish from. */
export async function read(options: ReadOptions): Promise<Edition> {
  if (!isFolder(options.content)) throw new Failure(message('noContentFolder', { folder: nameOf(options.content) }));
  const files = listContent(options.content, options.follow);
  const { reach } = files;
  const { site, defects: siteDefects } = await readSiteFiles({ ...options, reach });
  const { files: statics, findings } = listStatics(options.statics, site, options.follow);
  const sources = await readSources(files, { ...options, site, reach });
  for (const [file, other] of options.instead ?? []) {
    if (other) sources.set(file, other);
    else sources.delete(file);
  }
  const parsed = [...sources.values()];

  const candidates = parsed.flatMap(({ candidate }) =>
    candidate && (options.drafts || !candidate.entry.draft) ? [candidate] : [],
  );
  const nameOfSource = (source: string): string => nameOf(path.join(options.content, source));
  const redirectsRead = readRedirectsFile(options.content, { site, reach });
  const { library, defects } = timed(
    'library',
    toLibrary,
  )({
    candidates: withoutPublicPasswords(candidates, { site, statics, nameOf: nameOfSource, lenient: options.lenient }),
    site,
    statics: new Set(statics.map((file) => file.path)),
    files: files.others,
    nameOf: nameOfSource,
    lenient: options.lenient,
  });
  const unread = parsed.filter(({ candidate }) => !candidate).length + files.unread;
  const found = candidates.filter(isPost).length + unread;
  if (found === 0) {
    const drafts = parsed.filter(({ candidate }) => candidate && isPost(candidate)).length;
    throw new Failure(message(drafts > 0 ? 'onlyDrafts' : 'noArticle', { folder: nameOf(options.content) }));
  }
  const answers = publishedIn(library, new Set(statics.map((file) => file.path)));
  const redirectedFrom = new Set(redirectsRead.redirects.map(({ from }) => from));
  const leads = (link: string): boolean => answers(link) || redirectedFrom.has(link) || redirectedFrom.has(`${link}/`);
  // Where old addresses are planned, or the owner's functions add files, the output alone tells.
  const isLate = site.functions?.files !== undefined || options.functions === 'off';
  const dead: Edition['deadLinks'] = (isThere) => deadLinks(options.content, { site, reach, leads: isThere });
  return {
    library,
    statics: [
      ...statics,
      ...library.attachments.map((file) => {
        return new Vinyl({ cwd: '/', base: '/', path: file.path, source: path.join(options.content, file.source) });
      }),
    ],
    defects: [
      ...siteDefects,
      ...unshownFriends(options.content, library),
      ...(isLate ? [] : dead(leads)),
      ...redirectsRead.defects,
      ...parsed.flatMap((one) => one.defects),
      ...[...files.findings, ...findings].flatMap(([file, finding]) =>
        toDefects([finding], { file: nameOf(file), settings: site.rules, lenient: options.lenient }),
      ),
      ...defects,
      ...checkAgents(statics, library),
      ...partDefects(library),
      ...checkSkills(library),
    ],
    found,
    lenient: options.lenient,
    redirects: redirectsRead.redirects,
    redirectsName: redirectsRead.file,
    oneCase: options.dest !== undefined && !tellsCaseApart(options.dest),
    ...(isLate && { deadLinks: dead }),
    sources,
    stamps: new Map(
      parsed.flatMap(({ candidate, stamp }) => (candidate && stamp ? [[candidate.entry.source, stamp]] : [])),
    ),
  };
}

/**
 * Reads saved Markdown files alone and gives the edition with them. Undefined where their edits affect more than these
 * files: then everything must be read.
 */
export async function readAgain(
  edition: Edition,
  { files, ...options }: ReadOptions & { readonly files: readonly string[] },
): Promise<Edition | undefined> {
  const names = files.map((file) => path.relative(options.content, file).split(path.sep).join('/'));
  const { library, sources } = edition;
  const { site } = library;
  const reach = reachOf(options.content, options);
  const read = await parseFiles(named(names, options), { ...options, site, reach });
  const reread: Reread[] = [];
  for (const file of files) {
    const [before, after] = [sources.get(file), read.get(file)];
    if (before === after) continue;
    if (!before?.candidate || !after?.candidate || !hasSameDefects(before.candidate, after.candidate)) return undefined;
    reread.push({ before: before.candidate.entry, after: after.candidate.entry });
  }
  const joined = rejoin(library, reread);
  if (!joined) return undefined;
  // A translated text may show the titles of others.
  const isNamed = (): boolean => [...sources.values()].some(({ isTranslated }) => isTranslated);
  if (joined.outline !== library.outline && isNamed()) return undefined;
  // Defects of the owner's `parts` are counted over all articles: one edit may change the defect of another.
  if ([library, joined].some((one) => partDefects(one).length > 0)) return undefined;
  const locked = [...sources.values()].flatMap(({ candidate }) =>
    candidate && isLocked(candidate.entry) ? candidate : [],
  );
  const texts = publicTexts(
    reread.map(({ after }) => after),
    site,
  );
  const checked = checkPasswords(locked, { texts, site, nameOf: library.nameOf, lenient: edition.lenient });
  if (checked.some((candidate, index) => candidate !== locked[index])) return undefined;
  return { ...edition, library: joined, sources: new Map([...sources, ...read]) };
}

/** Whether two readings of a file have the same defects of its own. */
const hasSameDefects = (before: Candidate, after: Candidate): boolean =>
  JSON.stringify(before.defects) === JSON.stringify(after.defects);

/** Passwords are looked for in all that the author publishes in clear; most sites have none, and read nothing for it. */
function withoutPublicPasswords(
  candidates: readonly Candidate[],
  { statics, ...options }: { site: Site; statics: readonly Vinyl[]; nameOf: Library['nameOf']; lenient: boolean },
): readonly Candidate[] {
  const entries = candidates.map(({ entry }) => entry);
  if (!entries.some(isLocked)) return candidates;
  const texts = function* (): Generator<string> {
    yield* publicTexts(entries, options.site);
    yield* readStaticTexts(statics);
  };
  return checkPasswords(candidates, { texts: texts(), ...options });
}

/** Checks the author's `ai-context.md` against the site. */
function checkAgents(statics: readonly Vinyl[], library: Library): Defect[] {
  const own = statics.find((file) => file.path === aiContextPath);
  if (!own) return [];
  const file = own.source as string;
  return checkAiContext(readFileSync(file, 'utf8'), { ...library, file: nameOf(file) });
}

const isPost = ({ entry }: Candidate): boolean => entry.layout === 'post';

type WithReach = { readonly reach: Reach };

/** `_site.yml`, and the functions of `_site.js`. */
async function readSiteFiles({
  content,
  baseUrl,
  reach,
  functions: mode,
  localSite = (site) => site,
}: ReadOptions & WithReach): Promise<{ site: Site; defects: Defect[] }> {
  const file = path.join(content, '_site.yml');
  const bytes = reach.readIfThere(file);
  const { site, defects } = bytes ? readSite(bytes, nameOf(file)) : { site: defaultSite, defects: [] };
  const { functions, defects: faults } = mode === 'off' ? { defects: [] } : await loadFunctions(content, reach);
  const friends = readFriendsFile(content, reach);
  const whole = {
    ...(baseUrl === undefined ? site : withUrl(site, baseUrl)),
    ...(friends && { friends: friends.friends }),
    ...(functions && { functions }),
  };
  return { site: Object.freeze(localSite(whole)), defects: [...defects, ...(friends?.defects ?? []), ...faults] };
}

function readFriendsFile(content: string, reach: Reach): ReturnType<typeof readFriends> | undefined {
  const file = path.join(content, friendsFile);
  const bytes = reach.readIfThere(file);
  return bytes && readFriends(bytes, nameOf(file));
}

/** Friends whom no page shows are a mistake that nobody would see. */
function unshownFriends(content: string, { site, pages }: Library): Defect[] {
  if (!site.friends || pages.some(({ slug }) => isFriendsPage(slug))) return [];
  const file = nameOf(path.join(content, friendsFile));
  return [{ file, ...top, severity: 'warn', rule: 'site', message: message('friendsUnshown') }];
}

/** Defects for the paths in `_site.yml` that lead nowhere. */
function deadLinks(
  content: string,
  { site, leads, reach }: WithReach & { site: Site; leads: (path: string) => boolean },
): Defect[] {
  const file = path.join(content, '_site.yml');
  const bytes = reach.readIfThere(file);
  return bytes ? siteLinkDefects(bytes, { site, leads, file: nameOf(file) }) : [];
}

function readRedirectsFile(
  content: string,
  { site, reach }: WithReach & { site: Site },
): { file: string; redirects: readonly Redirect[]; defects: Defect[] } {
  const file = path.join(content, redirectsFile);
  const name = nameOf(file);
  const bytes = reach.readIfThere(file);
  if (!bytes) return { file: name, redirects: [], defects: [] };
  return { file: name, ...readRedirects(bytes.toString(), { file: name, site }) };
}

/** Every `*.md` but those of which a name, the file's or a folder's, begins with "_" or ".". */
const articleFiles = ['**/*.md', '!**/_*', '!**/_*/**'];

/** Found here and read by the stage, through links too: gulp takes a relative one from where the command was called. */
const find = (patterns: readonly string[], { content }: ReadOptions): NodeJS.ReadWriteStream =>
  gulp.src([...patterns], { cwd: content, base: content, read: false, resolveSymlinks: false, allowEmpty: true });

/** The named files, by gulp.src unless a name has a sign of its patterns. */
const named = (names: readonly string[], options: ReadOptions): NodeJS.ReadableStream =>
  names.length > 0 && !names.some((name) => patternSigns.test(name)) ? find(names, options) : filesAt(names, options);

const patternSigns = /[*?![\]{}()\\]/;

/** gulp.src would enter a link that leads away, and end at one that leads nowhere: then it is given no folder to look through. */
function articlesOf({ isOpen, articles }: ContentFiles, options: ReadOptions): NodeJS.ReadableStream {
  return isOpen ? find(articleFiles, options) : filesAt(articles, options);
}

const filesAt = (names: readonly string[], { content }: ReadOptions): NodeJS.ReadableStream =>
  Readable.from(names.map((name) => new Vinyl({ cwd: content, base: content, path: path.join(content, name) })));

type ParseOptions = ReadOptions & { readonly site: Site; readonly reach: Reach };

/** Every article of the folder, by its path; those that did not change since the last edition as they were. */
async function readSources(files: ContentFiles, options: ParseOptions): Promise<Map<string, Parsed>> {
  const { since, site, content } = options;
  // Other settings may read the same file in another way.
  const isReadAlike = since && parseKeyOf(since.edition.library.site, options) === parseKeyOf(site, options);
  if (!isReadAlike) return parseFiles(articlesOf(files, options), options);
  const previousSources = since.edition.sources;
  const keptAt = (file: string): Parsed | undefined => {
    const parsed = since.changed.has(file) ? undefined : previousSources.get(file);
    // A translated text may show the titles of others.
    return parsed?.isTranslated ? undefined : parsed;
  };
  const paths = files.articles.map((name) => path.join(content, name));
  const stale = files.articles.filter((_name, index) => !keptAt(paths[index]!));
  const read = await parseFiles(named(stale, options), options);
  return new Map(
    paths.flatMap((file) => {
      const parsed = read.get(file) ?? keptAt(file);
      return parsed ? [[file, parsed]] : [];
    }),
  );
}

/** Everything besides a file that affects how it is parsed. */
function parseKeyOf(site: Site, { lenient, content }: Pick<ReadOptions, 'lenient' | 'content'>): string {
  const settings = Object.fromEntries(parsingSettings.map((name) => [name, site[name]]));
  return JSON.stringify([settings, lenient, content, here]);
}

async function parseFiles(
  files: NodeJS.ReadableStream,
  { content, lenient, site, recall, follow, translate, reach }: ParseOptions,
): Promise<Map<string, Parsed>> {
  const stage = parse({
    site,
    lenient,
    read: reach.read,
    stampOf,
    nameOf: (file) => nameOf(file.path),
    recall: recall?.(parseKeyOf(site, { lenient, content })),
    translate: translate?.(content, follow),
  });
  const sources = new Map<string, Parsed>();
  for await (const file of chain(files, stage)) {
    const { path: name, parsed } = file as SourceFile;
    if (parsed) sources.set(name, parsed);
  }
  return sources;
}

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
