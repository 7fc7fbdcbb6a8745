// A blog of another engine: where its texts and files are, what it says of itself, and how its addresses were made.
import path from 'node:path';
import { toPlainText } from '#pdc/text/html';
import { archivesPath, categoriesPath, notFoundPath, tagsPath } from '#pdc/site/paths';
import { readYaml } from '#pdc/text/yaml';
import type { YamlFault } from '#pdc/text/yaml';
import { Failure } from '../settings/failure.ts';
import { nameOf } from '../settings/settings.ts';
import type { Folder } from './folder.ts';
import type { Old } from './old-lists.ts';
import type { OldPost } from './permalink.ts';
import { readForeignHead } from './foreign/front-matter.ts';
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

/** What is not taken over, be it a file or a setting, and why. */
export type LeftOut = { readonly file: string; readonly why: Message };

export type Link = { readonly label: string; readonly url: string };

/** What a configuration says beside its title, in keys of ours, and what it says that is no key. */
export type Configured = {
  /** Values of `_site.yml`, by key, and the author's `bio`; links as the old site had them. */
  readonly keys: Readonly<Record<string, unknown>> & Readonly<Partial<Record<'nav' | 'social', readonly Link[]>>>;
  /** Pictures of the site and of its author, as they are named. */
  readonly pictures: Readonly<Partial<Record<'icon' | 'avatar', string>>>;
  readonly friends?: unknown;
  readonly named: readonly LeftOut[];
};

export type Blog = {
  readonly engine: 'Hexo' | 'Hugo' | 'Jekyll' | 'Markdown' | 'Obsidian' | 'Notion';
  /** What comes before the names of articles, in the patterns of their addresses. */
  readonly root?: string;
  /** The settings that `_site.yml` can take over. */
  readonly facts: SiteFacts;
  /** And what else its configuration says of the site. */
  readonly configured?: Configured;
  readonly articles: readonly Move[];
  readonly drafts: readonly Move[];
  /** Files beside articles, which go where the articles go. */
  readonly attachments: readonly Move[];
  readonly pages: readonly Move[];
  readonly statics: readonly Move[];
  /** Files that were none, of the friends: one with a title is a page, below the text of that name where there is one. */
  readonly made?: readonly { readonly to: string; readonly title?: string; readonly body: string }[];
  readonly leftOut: readonly LeftOut[];
  /** Articles in another language of the site that say what one in its main language says. */
  readonly translations?: ReadonlySet<string>;
  /** The folder below the blog's into which its settings say that the engine publishes. */
  readonly output?: string | undefined;
  /** The pattern that keeps most addresses; nothing where none of ours does. */
  readonly permalink?: string;
  /** The key of a head that gave an article its last name in old addresses. */
  readonly slugKey?: string;
  /** The engine made emoji of `:smile:`. */
  readonly emoji?: true;
  /** The engine began a new line for every line of a paragraph. */
  readonly breaksLines?: boolean;
  /** The engine took fences for code before it read the Markdown around them. */
  readonly fencesFirst?: boolean;
  /** The anchor that the engine made of the text of a heading, where it differs from GitHub's. */
  readonly toAnchor?: (title: string) => string;
  /** Formulas that the engine drew without a word in a text: between `\(` and `\)`, and between dollars. */
  readonly formulas?: { readonly single: boolean; readonly dollars: boolean } | undefined;
  /** What a key of the configuration says, in texts that may name one. */
  readonly setting?: (key: string) => string | undefined;
  /** A plugin's configuration may lock by tag: the password of every article that carries the tag. */
  readonly passwordByTag?: ReadonlyMap<string, unknown>;
  /** Where code stands that articles include by its path. */
  readonly codeFolder?: string;
  /** Folders of pictures that are the theme's: what of them articles show is taken along. */
  readonly themeFolders?: readonly string[];
  /** Its texts are notes, with links, callouts and comments as Obsidian has them. */
  readonly isWiki?: true;
  /** Its tags and categories may be words between blanks. */
  readonly splitsWords?: true;
  /** Whether the engine gave an article out; what it held back had no address. */
  readonly gaveOut?: (post: OldPost) => boolean;
  /** The path at which an article was published, decoded; nothing where that cannot be known. */
  readonly addressOf: (post: OldPost) => string | undefined;
  /** Where the engine put an alias of an article; at its own path, where this is not said. */
  readonly aliasOf?: (alias: string, post: OldPost) => string | undefined;
  /** Every other page and feed that was published, given all articles. */
  readonly othersOf: (posts: readonly OldPost[]) => readonly Old[];
};

export type SiteFacts = Partial<Record<'title' | 'description' | 'url' | 'author' | 'language' | 'timezone', string>>;

export type Config = Readonly<Record<string, unknown>>;

/**
 * The first of some configuration files that is there; an empty one where none is. As the engines read it: of a key that
 * stands twice the last. Throws a Failure where it cannot be read: addresses would be guessed, and lost.
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

/** The zone of a configuration's clock: one that nobody knows, such as a template's placeholder, is UTC to every engine. */
export function zoneOf({ timezone }: Config): string {
  const zone = textOf(timezone);
  return zone !== undefined && isTimezone(zone) ? zone : 'UTC';
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** A text or a number, as text. */
export const wordOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

/** Names of terms as they stand, be it one or a list. */
export const namesOf = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((name) => name !== null && name !== undefined && name !== '' && typeof name !== 'object')
    .map((name) => String(name));

export const tableOf = (value: unknown): Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};

/** Facts without those that are not there. Some authors write HTML, which is their words here. */
export function factsOf(facts: { readonly [K in keyof SiteFacts]: string | undefined }): SiteFacts {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, toPlainText(value).replace(/\s+/g, ' ')]],
    ),
  );
}

export const isMarkdown = (file: string): boolean => /\.(?:md|markdown|mdown|mkdn?)$/i.test(file);

/** The name of a Markdown file with the ending that is read here. */
export const asMd = (file: string): string => file.replace(/\.(?:md|markdown|mdown|mkdn?)$/i, '.md');

/** A page that is taken over, and its path below the folder of pages. */
export type PageMove = Move & { readonly file: string };

/**
 * Pages by the last part of the paths that they had, or of their files, because an address of ours has one part. Where two
 * would have the same, the one further up keeps it, and the other has its folder's name before its own.
 */
export function toPages(folder: Folder, files: readonly string[], below: string): PageMove[] {
  const taken = new Set<string>();
  const partsOf = (file: string): string[] => {
    const { permalink, url } = headOf(folder, `${below}${file}`);
    const own = [permalink, url].find((path) => typeof path === 'string' && /^[\w./-]*\w\/?$/.test(path));
    return (own === undefined ? asMd(file) : String(own).replace(/^\/|\/$/g, ''))
      .replace(/(?:^|\/)_?index\.(?:md|html)$|\.(?:md|html)$/, '')
      .split('/');
  };
  const byDepth = files.map((file) => ({ file, parts: partsOf(file) })).sort((a, b) => a.parts.length - b.parts.length);
  return byDepth.map(({ file, parts }) => {
    const proposals = parts.map((_, index) => parts.slice(-index - 1).join('-') || 'index');
    const numbers = files.map((_, index) => `${proposals.at(-1)!}-${index + 2}`);
    const name = [...proposals, ...numbers].find((each) => !taken.has(each.toLowerCase()))!;
    taken.add(name.toLowerCase());
    return { file, from: `${below}${file}`, to: `pages/${name}.md` };
  });
}

/** The front matter of a file as it stands; empty where it has none that can be read. */
export function headOf({ text }: Folder, file: string): Config {
  const head = readForeignHead(text(file) ?? '');
  return 'frontMatter' in head ? head.frontMatter.attributes : {};
}

/** The text of a file below its front matter. */
export function bodyOf({ text }: Folder, file: string): string {
  const head = readForeignHead(text(file) ?? '');
  return 'frontMatter' in head ? head.frontMatter.raw : '';
}

/** A folder of texts that no engine published: it had no addresses. */
export const isFolder = ({ engine }: Blog): boolean => !['Hexo', 'Hugo', 'Jekyll'].includes(engine);

export const htmlReason = message('writtenInHtml');

export const isHidden = (file: string): boolean => /(?:^|\/)_/.test(file);

/** A pattern of paths; Jekyll's hold for all that is below them too. */
export function globOf(pattern: string, end = '(?:/|$)'): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*\*\/?|\*|\?/g, (sign) => (sign === '?' ? '[^/]' : sign === '*' ? '[^/]*' : '.*'));
  return new RegExp(`^${source}${end}`);
}

/** Every site makes these itself: a static file there would be in its way. */
export const ownFile =
  /^(?:robots\.txt|sitemap\.xml|atom\.xml|404\.html|index\.html|llms\.txt|llms-full\.txt)$|^(?:api|categories|tags|archives|page|js|login)\//;
export const ownFileReason = message('siteMakesIt');

/** Why a file cannot be taken over as it is; undefined where it can. */
export function faultOfFile(file: string): Message | undefined {
  if (/^(?:api|js|login)\//.test(file)) return message('folderReserved');
  return ownFile.test(file) ? ownFileReason : undefined;
}

/** A page on which a theme lists all posts: the site makes its own, at an address of its own. */
export function listPageOf(file: string, head: Config): string | undefined {
  if (file === 'index.md') return '/';
  const kind = [head.layout, head.type, head.permalink, file]
    .map((each) => (textOf(each) ?? '').replace(/(?:\/(?:index)?)?(?:\.[a-z]{2}(?:-\w+)?)?(?:\.\w+)?$/i, ''))
    .map((each) => each.replace(/^.*\//, ''))
    .find((each) => /^(?:tags?|categor(?:y|ies)|archives?|search|404)$/i.test(each));
  if (kind === undefined) return undefined;
  if (/^tag/i.test(kind)) return tagsPath;
  return /^cat/i.test(kind) ? categoriesPath : kind === '404' ? notFoundPath : archivesPath;
}

/** Texts as pages, apart from those in whose place the site has a list of its own. */
export function splitPages(folder: Folder, files: readonly string[], below: string) {
  const listings = files.flatMap((file) => {
    const path = listPageOf(file, headOf(folder, `${below}${file}`));
    return path === undefined ? [] : [{ file, path }];
  });
  const others = files.filter((file) => !listings.some((listing) => listing.file === file));
  return { listings, pages: toPages(folder, others, below) };
}
