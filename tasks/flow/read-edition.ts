// Reads `_site.yml`, the static folder and the Markdown files, and joins them into one edition. All commands begin
// here.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import { checkAiContext } from '#pdc/endpoints/ai-context.md';
import { checkSkills } from '#pdc/endpoints/skills';
import { publishedIn, toLibrary } from '#pdc/library/library';
import type { Candidate, Library } from '#pdc/library/library';
import { checkPasswords, publicTexts } from '#pdc/library/public-texts';
import { aiContextPath } from '#pdc/site/paths';
import type { Site } from '#pdc/site/site';
import { toDefects } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { message } from '#pdc/words/message';
import { distinguishesCase } from '../files/tree.ts';
import { Failure } from '../settings/failure.ts';
import { nameOf } from '../settings/settings.ts';
import type { Parsed } from '../stages/parse.ts';
import { timed } from '../stages/timing.ts';
import { partDefects } from '../theme/parts/own-parts.ts';
import { listContent } from './content-files.ts';
import type { Edition, ReadOptions } from './edition.ts';
import { readSources } from './markdown-files.ts';
import { checkFriendsShown, checkSiteLinks, readRedirectsFile, readSiteFiles } from './site-files.ts';
import { listStatics, readStaticTexts } from './statics.ts';

/** Reads the content folder. Throws a Failure if the folder is missing or does not contain an article to publish. */
export async function readEdition(options: ReadOptions): Promise<Edition> {
  if (!isFolder(options.content)) throw new Failure(message('noContentFolder', { folder: nameOf(options.content) }));
  const { content, lenient } = options;
  const files = listContent(content, options.follow);
  const { reach } = files;
  const { site, defects: siteDefects } = await readSiteFiles({ ...options, reach });
  const { files: statics, findings: staticFindings } = listStatics(options.statics, site, options.follow);
  const parsed = withReplacements(await readSources(files, { ...options, site, reach }), options.replacements);
  const parsedFiles = [...parsed.values()];
  const candidates = candidatesOf(parsedFiles, options);
  const articlesFound = countArticles(parsedFiles, candidates) + files.unread;
  const nameOfSource = (source: string): string => nameOf(path.join(content, source));
  const redirects = readRedirectsFile(content, { site, reach });
  const { library, defects } = timed(
    'library',
    toLibrary,
  )({
    candidates: checkPublicPasswords(candidates, { site, statics, nameOf: nameOfSource, lenient }),
    site,
    statics: new Set(statics.map((file) => file.path)),
    files: files.others,
    nameOf: nameOfSource,
    lenient,
  });
  if (articlesFound === 0) throw nothingToPublish(parsedFiles, content);
  const siteLinkDefects = (isReachable: (path: string) => boolean): Defect[] =>
    checkSiteLinks(content, { site, reach, isReachable });
  // More addresses may be added later, by the owner's functions or by an import that plans redirects.
  const mayAddFiles = site.functions?.files !== undefined || options.functions === 'off';
  return {
    library,
    statics: [...statics, ...attachmentFiles(library, content)],
    defects: [
      ...siteDefects,
      ...checkFriendsShown(content, library),
      ...(mayAddFiles ? [] : siteLinkDefects(reachableIn(library, statics, redirects))),
      ...redirects.defects,
      ...parsedFiles.flatMap((file) => file.defects),
      ...[...files.findings, ...staticFindings].flatMap(([file, finding]) =>
        toDefects([finding], { file: nameOf(file), settings: site.rules, lenient }),
      ),
      ...defects,
      ...checkContextFile(statics, library),
      ...partDefects(library),
      ...checkSkills(library),
    ],
    articlesFound,
    lenient,
    redirects: redirects.redirects,
    redirectsName: redirects.file,
    ignoresCase: options.dest !== undefined && !distinguishesCase(options.dest),
    ...(mayAddFiles && { siteLinkDefects }),
    sources: parsed,
    stamps: stampsOf(parsedFiles),
  };
}

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

function withReplacements(
  sources: Map<string, Parsed>,
  replacements: ReadOptions['replacements'] = new Map(),
): Map<string, Parsed> {
  for (const [file, replacement] of replacements) {
    if (replacement) sources.set(file, replacement);
    else sources.delete(file);
  }
  return sources;
}

const candidatesOf = (files: readonly Parsed[], { drafts }: Pick<ReadOptions, 'drafts'>): Candidate[] =>
  files.flatMap(({ candidate }) => (candidate && (drafts || !candidate.entry.draft) ? [candidate] : []));

/** Counts articles, and files that could not be parsed. */
const countArticles = (files: readonly Parsed[], candidates: readonly Candidate[]): number =>
  candidates.filter(isPost).length + files.filter(({ candidate }) => !candidate).length;

const isPost = ({ entry }: Candidate): boolean => entry.layout === 'post';

function nothingToPublish(files: readonly Parsed[], content: string): Failure {
  const hasDrafts = files.some(({ candidate }) => candidate && isPost(candidate));
  return new Failure(message(hasDrafts ? 'onlyDrafts' : 'noArticle', { folder: nameOf(content) }));
}

/** Searches public texts for the passwords of locked articles. A site that locks nothing reads no static file here. */
function checkPublicPasswords(
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

/** Whether a link of `_site.yml` leads to a page, a file or a redirect. */
function reachableIn(
  library: Library,
  statics: readonly Vinyl[],
  { redirects }: ReturnType<typeof readRedirectsFile>,
): (link: string) => boolean {
  const isPublished = publishedIn(library, new Set(statics.map((file) => file.path)));
  const redirectedFrom = new Set(redirects.map(({ from }) => from));
  return (link) => isPublished(link) || redirectedFrom.has(link) || redirectedFrom.has(`${link}/`);
}

const attachmentFiles = ({ attachments }: Library, content: string): Vinyl[] =>
  attachments.map((file) => {
    return new Vinyl({ cwd: '/', base: '/', path: file.path, source: path.join(content, file.source) });
  });

/** Checks the author's `ai-context.md` against the site. */
function checkContextFile(statics: readonly Vinyl[], library: Library): Defect[] {
  const contextFile = statics.find((file) => file.path === aiContextPath);
  if (!contextFile) return [];
  const file = contextFile.source as string;
  return checkAiContext(readFileSync(file, 'utf8'), { ...library, file: nameOf(file) });
}

const stampsOf = (files: readonly Parsed[]): ReadonlyMap<string, string> =>
  new Map(files.flatMap(({ candidate, stamp }) => (candidate && stamp ? [[candidate.entry.source, stamp]] : [])));
