// The addresses that Hexo gives to posts and pages, according to its settings and the front matter.
import { toMoment, toMomentLeniently } from '#pdc/text/moment';
import { asMd, headOf, tableOf, textOf, wordOf, zoneOf } from '../blog.ts';
import type { Config } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { hexoSlug, partsOf } from './hexo-files.ts';
import { datesOf, fill, lastOf, toPath } from '../old-addresses.ts';
import type { OldPost } from '../old-addresses.ts';

/** `about/index.md` was `/about/` and `notes.md` was `/notes.html`. A `permalink` without extension gets `.html`. */
export function oldPageAddress(folder: Folder, file: string): string {
  const permalink = textOf(headOf(folder, `source/${file}`).permalink);
  if (permalink === undefined) return toPath(asMd(file).replace(/\.md$/, '.html'));
  return toPath(/\/$|\.[^/]+$/.test(permalink) ? permalink : `${permalink}.html`);
}

/** Hexo publishes all posts except those with `published: false` and, if `future` is `false`, with a future date. */
export const wasPublished = (post: OldPost, { future }: Config): boolean =>
  post.attributes.published !== false && (future !== false || timeOf(post, {}).epoch <= Date.now());

export function oldAddress(post: OldPost, pattern: string, config: Config): string | undefined {
  const { name, attributes } = post;
  const permalink = textOf(attributes.permalink);
  if (permalink !== undefined) return toPath(inAssetFolder(permalink, config));
  const map = tableOf(config.category_map);
  const category = categoryPaths(attributes.categories)
    .at(-1)
    ?.split('\n')
    .map((name) => hexoSlug(textOf(map[name]) ?? name, config.filename_case))
    .join('/');
  const { title: slug, date: named } = partsOf(name, config);
  const date = timeOf(post, config).date ?? named;
  const filled = fill(pattern, {
    ...wordsOf(tableOf(config.permalink_defaults)),
    ...wordsOf(attributes),
    ...(date !== undefined && datesOf({ date })),
    ...{ title: slug, slug },
    name: lastOf(slug),
    post_title: hexoSlug(textOf(attributes.title) ?? '', 1),
    category: category ?? textOf(config.default_category) ?? 'uncategorized',
  });
  return filled === undefined ? undefined : inAssetFolder(filled, config);
}

/**
 * The time that Hexo uses in addresses: the time as written, or in UTC if a zone is written. For a post without a date,
 * Hexo used the time of the file on the machine that built the site, which is unknown here.
 */
export function timeOf({ attributes, epoch }: OldPost, config: Config): { date?: string; epoch: number } {
  const { date } = attributes;
  const clock = toMomentLeniently(date, 'UTC');
  if (clock === undefined) return { epoch };
  const isZoned = typeof date === 'string' && /:\d\d(?:\.\d+)?\s*(?:Z|[+-]\d)/i.test(date);
  const inZone = isZoned ? toMoment(clock.text, zoneOf(config)) : undefined;
  return { date: clock.text, epoch: inZone?.epoch ?? epoch };
}

/** The paths of categories, with a name per line. In `[A, B]`, B is below A. In `[[A, B], C]`, C is beside A. */
export function categoryPaths(value: unknown): string[] {
  const list = [value].flat();
  const chains = list.some(Array.isArray) ? list.map((chain) => [chain].flat()) : [list];
  return chains.flatMap((chain) => {
    const names = chain.filter((name) => name !== null && name !== undefined).map((name) => String(name).trim());
    return names.map((_, index) => names.slice(0, index + 1).join('\n'));
  });
}

/** With `post_asset_folder`, the address of a post is a folder. */
const inAssetFolder = (path: string, { post_asset_folder: hasFolder }: Config): string =>
  hasFolder === true && !/\/$|\.html$/.test(path) ? `${path}/` : path;

const wordsOf = (table: Config): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(table).map(([key, value]) => [key, wordOf(value)]));

/**
 * An article as Hexo read it. The parts of its file name that `new_post_name` defines, except title and date, are added
 * to its front matter.
 */
export function withKeys(post: OldPost, config: Config): OldPost {
  const attributes: Config = { ...post.attributes, ...partsOf(post.name, config).keys };
  return { ...post, attributes: { ...attributes, categories: attributes.categories ?? attributes.category } };
}
