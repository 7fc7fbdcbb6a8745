// A blog of another engine: where its texts and files are, what it says of itself, and how its addresses were made.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readYaml } from '#pdc/yaml';
import { walk } from '../files/tree.ts';
import type { OldPost } from './permalink.ts';
import { readToml } from './toml.ts';

export type Move = {
  /** Path below the blog's folder. */
  readonly from: string;
  /** Path below the new `content/` or `static/`. */
  readonly to: string;
};

export type Blog = {
  readonly engine: 'Hexo' | 'Hugo' | 'Jekyll' | 'Markdown';
  /** What `_site.yml` can take over. */
  readonly facts: Facts;
  readonly articles: readonly Move[];
  readonly drafts: readonly Move[];
  /** Files beside articles, which go where the articles go. */
  readonly attachments: readonly Move[];
  readonly pages: readonly Move[];
  readonly statics: readonly Move[];
  readonly leftOut: readonly { readonly file: string; readonly why: string }[];
  /** The pattern that keeps most addresses; nothing where none of ours does. */
  readonly permalink?: string;
  /** Its tags and categories may be words between blanks. */
  readonly splitsWords?: true;
  /** The path at which an article was published, decoded; nothing where that cannot be known. */
  readonly addressOf: (post: OldPost) => string | undefined;
};

export type Facts = Partial<Record<'title' | 'description' | 'url' | 'author' | 'language' | 'timezone', string>>;

export type Config = Readonly<Record<string, unknown>>;

/** Every file of a blog, by path from its folder, but for those of tools: what begins with "." and node_modules. */
export function listFiles(folder: string): string[] {
  const files: string[] = [];
  walk(folder, { file: (file) => void files.push(path.relative(folder, file).replaceAll('\\', '/')) });
  return files.filter((file) => !/(?:^|\/)(?:\.|node_modules\/)/.test(file)).sort();
}

/** The first of some configuration files that is there; an empty one where none is, or where it cannot be read. */
export function readConfig(folder: string, names: readonly string[]): Config {
  const name = names.find((each) => existsSync(path.join(folder, each)));
  if (name === undefined) return {};
  const text = readFileSync(path.join(folder, name), 'utf8').replace(/^\ufeff/, '');
  if (name.endsWith('.toml')) return readToml(text) ?? {};
  // JSON is YAML.
  const yaml = readYaml(text);
  return 'faults' in yaml || typeof yaml.data !== 'object' ? {} : ((yaml.data ?? {}) as Config);
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

export const tableOf = (value: unknown): Config =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Config) : {};

/** Facts without those that are not there. */
export function factsOf(facts: { readonly [K in keyof Facts]: string | undefined }): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as Facts;
}

export const isMarkdown = (file: string): boolean => /\.(?:md|markdown|mdown|mkdn?)$/i.test(file);

/** The name of a Markdown file with the ending that is read here. */
export const asMd = (file: string): string => file.replace(/\.(?:md|markdown|mdown|mkdn?)$/i, '.md');

export const isHidden = (file: string): boolean => /(?:^|\/)_/.test(file);

/** What every site makes itself: a static file there would be in its way. */
export const ownFile =
  /^(?:robots\.txt|sitemap\.xml|atom\.xml|404\.html|index\.html|llms\.txt|llms-full\.txt)$|^(?:api|categories|tags|archives|page|js|login)\//;
export const ownFileReason = 'the site makes its own';
