// A blog of another engine: where its texts and files are, what its settings are, and how its addresses were made.
import path from 'node:path';
import { toPlainText } from '#pdc/text/html';
import { archivesPath, categoriesPath, notFoundPath, tagsPath } from '#pdc/site/paths';
import { readYaml } from '#pdc/text/yaml';
import type { YamlFault } from '#pdc/text/yaml';
import { Failure } from '../settings/failure.ts';
import { nameOf } from '../settings/settings.ts';
import type { Folder } from './blog-folder.ts';
import type { Old, OldPost } from './old-addresses.ts';
import { readForeignHead } from './foreign/foreign-head.ts';
import { readToml } from './foreign/toml.ts';
import { message } from '#pdc/words/message';
import { isTimezone } from '#pdc/text/moment';
import type { Message, MessageValue } from '#pdc/words/message';

export type Move = {
  /** Path below the blog's folder. */
  readonly from: string;
  /** Path below the new `content/` or `static/`. */
  readonly to: string;
};

/** A file or a setting that is not taken over, and why. */
export type LeftOut = { readonly file: string; readonly why: Message };

export type Link = { readonly label: string; readonly url: string };

/**
 * The settings besides facts such as the title: keys for `_site.yml`, and settings that are only reported (`named`).
 */
export type Configured = {
  /** Values for `_site.yml` by key, and the author's `bio`. Links still lead to old addresses. */
  readonly keys: Readonly<Record<string, unknown>> & Readonly<Partial<Record<'nav' | 'social', readonly Link[]>>>;
  /** The paths that the configuration states for the pictures of the site and of its author. */
  readonly pictures: Readonly<Partial<Record<'icon' | 'avatar', string>>>;
  readonly friends?: unknown;
  readonly named: readonly LeftOut[];
};

export type Blog = {
  readonly engine: 'Hexo' | 'Hugo' | 'Jekyll' | 'Markdown' | 'Obsidian' | 'Notion';
  /** The folder of the articles. Address patterns use paths below this folder. */
  readonly root?: string;
  /** The settings that `_site.yml` can take over. */
  readonly facts: SiteFacts;
  readonly configured?: Configured;
  readonly articles: readonly Move[];
  readonly drafts: readonly Move[];
  /** Files beside articles. They move together with the articles. */
  readonly attachments: readonly Move[];
  readonly pages: readonly Move[];
  readonly statics: readonly Move[];
  /**
   * New files for the list of friends. A file with a title is a page. If a page of that name exists, the text is
   * appended to that page.
   */
  readonly newFiles?: readonly { readonly to: string; readonly title?: string; readonly body: string }[];
  readonly leftOut: readonly LeftOut[];
  /** The old paths of articles that translate an article in the main language of the site. */
  readonly translations?: ReadonlySet<string>;
  /** The old paths of articles and pages that the engine did not publish, although they are not marked as drafts. */
  readonly unpublished?: ReadonlySet<string>;
  /** The output folder that the settings name, relative to the folder of the blog. */
  readonly output?: string | undefined;
  /** The address pattern for `_site.yml` that keeps the old addresses, if there is such a pattern. */
  readonly permalink?: string;
  /** The key of front matter whose value is the last part of old addresses. */
  readonly slugKey?: string;
  /** Whether the engine turned `:smile:` into an emoji. */
  readonly emoji?: true;
  /** Whether the engine turned every line end within a paragraph into a line break. */
  readonly breaksLines?: boolean;
  /** Whether the engine read fences as code before it parsed the Markdown around them. */
  readonly fencesFirst?: boolean;
  /** The anchor that the engine gave to a heading. Missing if the engine made the same anchors as GitHub. */
  readonly toAnchor?: (title: string) => string;
  /** The delimiters of formulas that the engine knew in all texts: `single` for `\(` and `\)`, `dollars` for `$`. */
  readonly formulas?: { readonly single: boolean; readonly dollars: boolean } | undefined;
  /** Returns the value of a key of the configuration, for texts that show this value. */
  readonly setting?: (key: string) => string | undefined;
  /** The password for each tag, if a plugin locks articles by tag. */
  readonly passwordByTag?: ReadonlyMap<string, unknown>;
  /** The folder of the code files that articles include by path. */
  readonly codeFolder?: string;
  /** The picture folders of the themes. Pictures that articles show are copied from these folders. */
  readonly themeFolders?: readonly string[];
  /** Whether the texts are notes, with links, callouts and comments in the form of Obsidian. */
  readonly isWiki?: true;
  /** Whether a string of tags or categories is a list of words. */
  readonly splitsWords?: true;
  /** Whether the engine published an article, or a page of Hexo or Hugo. An unpublished text had no address. */
  readonly wasPublished?: (post: OldPost) => boolean;
  /** The decoded path at which an article was published; undefined if the files of the blog do not determine it. */
  readonly addressOf: (post: OldPost) => string | undefined;
  /** Returns the path of an article's alias. If this function is missing, the alias itself is the path. */
  readonly aliasOf?: (alias: string, post: OldPost) => string | undefined;
  /** The addresses of all other pages and feeds that were published. */
  readonly othersOf: (posts: readonly OldPost[]) => readonly Old[];
};

export type SiteFacts = Partial<Record<'title' | 'description' | 'url' | 'author' | 'language' | 'timezone', string>>;

export type Config = Readonly<Record<string, unknown>>;

/**
 * Reads the first configuration file that exists, or an empty table. If a key is repeated, the last one wins, as in the
 * engines. Throws a Failure if the file cannot be read, because all addresses depend on it.
 */
export function readConfig({ root, read, isThere, refused }: Folder, names: readonly string[]): Config {
  const name = names.find(isThere);
  if (name === undefined) return {};
  const file = path.join(root, name);
  const text = read(name)
    ?.toString()
    .replace(/^\ufeff/, '');
  if (text === undefined) return fail(nameOf(file), refused.get(name)!);
  if (name.endsWith('.toml')) return readToml(text) ?? fail(nameOf(file), message('notToml'));
  // JSON is YAML.
  const yaml = readYaml(text, { lenient: true });
  if (!('faults' in yaml)) return tableOf(yaml.data);
  const [{ reason, place }] = yaml.faults as [YamlFault];
  return fail(`${nameOf(file)}:${place.line}:${place.column}`, reason);
}

function fail(place: string, reason: MessageValue): never {
  throw new Failure(message('configUnreadable', { place, reason }));
}

/** The time zone of a configuration. Every engine uses UTC for an unknown zone, such as a placeholder. */
export function zoneOf({ timezone }: Config): string {
  const zone = textOf(timezone);
  return zone !== undefined && isTimezone(zone) ? zone : 'UTC';
}

/** The data of a file in YAML, JSON or TOML. If YAML or JSON is broken, returns the part that can be read. */
export function dataOf({ text }: Folder, file: string): unknown {
  const source = text(file)?.replace(/^\ufeff/, '') ?? '';
  if (file.endsWith('.toml')) return readToml(source);
  const yaml = readYaml(source, { lenient: true });
  return 'faults' in yaml ? yaml.recovered : yaml.data;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A text or a number, as text. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** The names of terms, from one value or a list. */
export const namesOf = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((name) => name !== null && name !== undefined && name !== '' && typeof name !== 'object')
    .map((name) => String(name));

export const tableOf = (value: unknown): Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};

/** The facts that have a value. HTML in them becomes plain text. */
export function factsOf(facts: { readonly [K in keyof SiteFacts]: string | undefined }): SiteFacts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, toPlainText(value).replace(/\s+/g, ' ')]],
    ),
  );
}

export const isMarkdown = (file: string): boolean => /\.(?:md|markdown|mdown|mkdn?)$/i.test(file);

/** The name of a Markdown file with the ending `.md`. */
export const asMd = (file: string): string => file.replace(/\.(?:md|markdown|mdown|mkdn?)$/i, '.md');

/** A page, with its path below the folder of the old pages (`file`). */
type PageMove = Move & { readonly file: string };

/**
 * Names each page by the last part of its stated path or of its file, because the address of a page has only one part
 * here. If two pages have the same last part, the name of the page with the longer path begins with its folder.
 */
export function toPages(folder: Folder, files: readonly string[], below: string): PageMove[] {
  const names = new Set<string>();
  const partsOf = (file: string): string[] => {
    const { permalink, url } = headOf(folder, `${below}${file}`);
    const stated = [permalink, url].find((path) => typeof path === 'string' && /^[\w./-]*\w\/?$/.test(path));
    return (stated === undefined ? asMd(file) : String(stated).replace(/^\/|\/$/g, ''))
      .replace(/(?:^|\/)_?index(?:\.[a-z]{2,3}(?:-\w+)?)?\.(?:md|html)$|\.(?:md|html)$/i, '')
      .split('/');
  };
  const byDepth = files.map((file) => ({ file, parts: partsOf(file) })).sort((a, b) => a.parts.length - b.parts.length);
  return byDepth.map(({ file, parts }) => {
    const proposals = parts.map((_, index) => parts.slice(-index - 1).join('-') || 'index');
    const numbers = files.map((_, index) => `${proposals.at(-1)!}-${index + 2}`);
    const name = [...proposals, ...numbers].find((proposal) => !names.has(proposal.toLowerCase()))!;
    names.add(name.toLowerCase());
    return { file, from: `${below}${file}`, to: `pages/${name}.md` };
  });
}

const heads = new WeakMap<Folder, Map<string, Config>>();

/** The unchanged front matter of a file; empty if it is missing or cannot be read. */
export function headOf(folder: Folder, file: string): Config {
  const ofFolder = heads.get(folder) ?? new Map<string, Config>();
  heads.set(folder, ofFolder);
  let head = ofFolder.get(file);
  if (head === undefined) {
    const parsed = readForeignHead(folder.text(file) ?? '');
    head = 'frontMatter' in parsed ? parsed.frontMatter.attributes : {};
    ofFolder.set(file, head);
  }
  return head;
}

/** The text of a file below its front matter. */
export function bodyOf({ text }: Folder, file: string): string {
  const head = readForeignHead(text(file) ?? '');
  return 'frontMatter' in head ? head.frontMatter.raw : '';
}

/** Whether the blog is a folder of notes that no engine published. Such notes had no addresses. */
export const isFolder = ({ engine }: Blog): boolean => !['Hexo', 'Hugo', 'Jekyll'].includes(engine);

export const htmlReason = message('writtenInHtml');

export const isHidden = (file: string): boolean => /(?:^|\/)_/.test(file);

/** A path pattern as a regular expression. With the default `end`, as in Jekyll, it also matches everything below. */
export function globOf(pattern: string, end = '(?:/|$)'): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (sign) => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^${source}${end}`);
}

/** Files that every site generates: no static file may have one of these paths. */
export const ownFile =
  /^(?:robots\.txt|sitemap\.xml|atom\.xml|404\.html|index\.html|llms\.txt|llms-full\.txt)$|^(?:api|categories|tags|archives|page|js|login)\//;
export const ownFileReason = message('siteMakesIt');

/** Why a file cannot be copied; undefined if it can. */
export function whyNotCopied(file: string): Message | undefined {
  if (/^(?:api|js|login)\//.test(file)) return message('folderReserved');
  return ownFile.test(file) ? ownFileReason : undefined;
}

/** The path of our page that replaces a list or the 404 page of the old theme; undefined for other pages. */
export function listPageOf(file: string, head: Config): string | undefined {
  if (file === 'index.md') return '/';
  const kind = [head.layout, head.type, head.permalink, file]
    .map((value) => (textOf(value) ?? '').replace(/(?:\/(?:index)?)?(?:\.[a-z]{2}(?:-\w+)?)?(?:\.\w+)?$/i, ''))
    .map((name) => name.replace(/^.*\//, ''))
    .find((name) => /^(?:tags?|categor(?:y|ies)|archives?|search|404)$/i.test(name));
  if (kind === undefined) return undefined;
  if (/^tag/i.test(kind)) return tagsPath;
  return /^cat/i.test(kind) ? categoriesPath : kind === '404' ? notFoundPath : archivesPath;
}

/** Separates pages from listings, which the site generates itself. */
export function splitPages(folder: Folder, files: readonly string[], below: string) {
  const listings = files.flatMap((file) => {
    const path = listPageOf(file, headOf(folder, `${below}${file}`));
    return path === undefined ? [] : [{ file, path }];
  });
  const texts = files.filter((file) => !listings.some((listing) => listing.file === file));
  return { listings, pages: toPages(folder, texts, below) };
}
