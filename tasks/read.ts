// The front half of every command: `_site.yml`, the static folder and the Markdown files become one library.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import gulp from 'gulp';
import Vinyl from 'vinyl';
import { toDefects, top } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { toLibrary } from '#pdc/library';
import type { Candidate, Library } from '#pdc/library';
import { defaultSite, readSite, withUrl } from '#pdc/site';
import type { Site } from '#pdc/site';
import { checkPasswords, publicTexts } from '#pdc/sources';
import { listStatics, readStaticTexts } from './assets.ts';
import { Failure } from './failure.ts';
import { here } from './settings.ts';
import type { Settings } from './settings.ts';
import { parse } from './stages/parse.ts';
import type { Parsed } from './stages/parse.ts';
import { chain } from './streams.ts';
import { walk } from './tree.ts';

/** What the author gave, read and checked as a whole; links are checked when the output is known. */
export type Edition = {
  readonly library: Library;
  readonly statics: readonly Vinyl[];
  readonly defects: readonly Defect[];
  /** Articles found, those left out included. */
  readonly found: number;
  readonly lenient: boolean;
};

export type ReadOptions = Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient'> & { readonly drafts: boolean };

/** Where `read` has its texts from: a command that reads again and again may remember what did not change. */
export type Sources = {
  readonly readSiteFile: (options: ReadOptions) => { readonly site: Site; readonly defects: readonly Defect[] };
  readonly readArticles: (options: ReadOptions, site: Site) => Promise<readonly Parsed[]>;
};

export const fromDisk: Sources = { readSiteFile, readArticles };

/** Reads the content folder. Throws a Failure when there is nothing to publish from. */
export async function read(options: ReadOptions, { readSiteFile, readArticles }: Sources = fromDisk): Promise<Edition> {
  if (!isFolder(options.content))
    throw new Failure(
      `there is no content folder ${nameOf(options.content)}: create it, or name another with --content`,
    );
  const { site, defects: siteDefects } = readSiteFile(options);
  const statics = await listStatics(options.statics);
  const parsed = await readArticles(options, site);

  const candidates = parsed.flatMap(({ candidate }) =>
    candidate && (options.drafts || !candidate.entry.draft) ? [candidate] : [],
  );
  const others = listOthers(options.content);
  const { library, defects } = toLibrary({
    candidates: withoutPublicPasswords(candidates, { site, statics, lenient: options.lenient }),
    site,
    statics: new Set(statics.map((file) => file.path)),
    files: others.files,
    lenient: options.lenient,
  });
  const unread = parsed.filter(({ candidate }) => !candidate).length + others.misnamed.length;
  const found = candidates.filter(isPost).length + unread;
  if (found === 0)
    throw new Failure(
      `${nameOf(options.content)} holds no article (*.md): write one with "npm run new -- SLUG", or name another folder with --content`,
    );
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
      ...parsed.flatMap((one) => one.defects),
      ...others.misnamed.flatMap((file) => misnamed(nameOf(path.join(options.content, file)), { site, ...options })),
      ...defects,
    ],
    found,
    lenient: options.lenient,
  };
}

/** Passwords are looked for in all that the author publishes in clear; most sites have none, and read nothing for it. */
function withoutPublicPasswords(
  candidates: readonly Candidate[],
  { site, statics, lenient }: { site: Site; statics: readonly Vinyl[]; lenient: boolean },
): readonly Candidate[] {
  const entries = candidates.map(({ entry }) => entry);
  if (!entries.some((entry) => entry.layout === 'post' && entry.encrypted)) return candidates;
  return checkPasswords(candidates, {
    texts: [...publicTexts(entries, site), ...readStaticTexts(statics)],
    site,
    lenient,
  });
}

const isPost = ({ entry }: Candidate): boolean => entry.layout === 'post';

function readSiteFile({ content, baseUrl }: ReadOptions): { site: Site; defects: Defect[] } {
  const file = path.join(content, '_site.yml');
  const { site, defects } = existsSync(file)
    ? readSite(readFileSync(file), nameOf(file))
    : { site: defaultSite, defects: [] };
  return { site: baseUrl === undefined ? site : withUrl(site, baseUrl), defects };
}

async function readArticles({ content, lenient }: ReadOptions, site: Site): Promise<Parsed[]> {
  // Bytes, not text: gulp would decode a BOM away and guess at what is not UTF-8.
  const files = gulp.src(['**/*.md', '!**/_*', '!**/_*/**'], {
    cwd: content,
    base: content,
    encoding: false,
    allowEmpty: true,
  });
  const stage = parse({ site, lenient, nameOf: (file) => nameOf(file.path) });
  const parsed: Parsed[] = [];
  for await (const one of chain(files, stage)) parsed.push(one as Parsed);
  return parsed;
}

/** The files of the content folder beside `*.md`: what articles may show, and articles that no command would read. */
function listOthers(content: string): { files: string[]; misnamed: string[] } {
  const files: string[] = [];
  walk(content, { file: (file) => void files.push(path.relative(content, file).replaceAll('\\', '/')) });
  const others = files.filter((file) => !file.endsWith('.md') && !/(?:^|\/)[._]/.test(file));
  const isText = (file: string): boolean => /\.(?:md|markdown|mdown|mkdn?|mdx)$/i.test(file);
  return { files: others.filter((file) => !isText(file)), misnamed: others.filter(isText) };
}

/** An article by another ending is left out, and never in silence. */
function misnamed(file: string, { site, lenient }: { site: Site; lenient: boolean }): Defect[] {
  const message = 'this is not read: the name of an article ends in ".md"';
  const finding = { rule: 'filename', place: top, message, always: 'warn' } as const;
  return toDefects([finding], { file, settings: site.rules, lenient });
}

/** A path as messages name it: from where the user stands. */
export function nameOf(file: string): string {
  const relative = path.relative(here, file);
  return (relative === '' ? '.' : relative).replaceAll('\\', '/');
}

const isFolder = (folder: string): boolean => statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
