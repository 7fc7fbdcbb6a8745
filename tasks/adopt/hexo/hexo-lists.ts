// The lists and feeds of Hexo: home, archives, categories, tags.
import { feedPath, tagsPath } from '#pdc/site/paths';
import { namesOf, tableOf, textOf } from '../blog.ts';
import type { Config } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { archive, toPath } from '../old-addresses.ts';
import type { Old, OldPost } from '../old-addresses.ts';
import { hexoSlug, packageOf, partsOf } from './hexo-files.ts';
import { categoryPaths, timeOf, withKeys } from './hexo-addresses.ts';

/**
 * Home, archives by year and month, categories with their subcategories, and tags. Further pages of a list are not
 * included, because no setting states their addresses.
 */
export function listsOf(all: readonly OldPost[], config: Config): Old[] {
  const posts = all.map((post) => withKeys(post, config));
  const home = toPath(`${textOf(tableOf(config.index_generator).path) ?? ''}/`);
  const [archiveDir, categoryDir, tagDir] = ['archive', 'category', 'tag'].map((kind) => textOf(config[`${kind}_dir`]));
  const slugOf = (map: unknown, name: string): string =>
    hexoSlug(textOf(tableOf(map)[name]) ?? name, config.filename_case);
  const toCategory = (path: string): Old => {
    const names = path.split('\n');
    const slugs = names.map((name) => slugOf(config.category_map, name)).join('/');
    const from = toPath(`${categoryDir ?? 'categories'}/${slugs}/`);
    return { from, to: { term: 'categories', name: names.at(-1)! } };
  };
  return [
    ...(home === '/' ? [] : [{ from: home, to: archive }]),
    ...monthsOf(posts, config).map((month) => ({ from: toPath(`${archiveDir ?? 'archives'}/${month}`), to: archive })),
    ...namesIn(posts, ({ attributes }) => categoryPaths(attributes.categories)).map(toCategory),
    ...(tableOf(config.tag_generator).enable_index_page === true
      ? [{ from: toPath(`${tagDir ?? 'tags'}/`), to: { path: tagsPath } }]
      : []),
    ...namesIn(posts, ({ attributes }) => namesOf(attributes.tags)).map((name) => ({
      from: toPath(`${tagDir ?? 'tags'}/${slugOf(config.tag_map, name)}/`),
      to: { term: 'tags' as const, name },
    })),
  ];
}

/** The periods that have a list in the archive, as parts of its address. */
function monthsOf(posts: readonly OldPost[], config: Config): string[] {
  const { enabled, yearly, monthly, daily } = tableOf(config.archive_generator);
  if (enabled === false) return [];
  return namesIn(posts, (post) => {
    const date = timeOf(post, config).date ?? partsOf(post.name, config).date;
    if (date === undefined || yearly === false) return [''];
    const [year, month, day] = date.slice(0, 10).split('-');
    return [
      ...['', `${year}/`],
      ...(monthly === false ? [] : [`${year}/${month}/`]),
      ...(daily === true ? [`${year}/${month}/${day}/`] : []),
    ];
  });
}

const namesIn = (posts: readonly OldPost[], namesOf: (post: OldPost) => readonly string[]): string[] => [
  ...new Set(posts.flatMap(namesOf)),
];

/** The feeds of hexo-generator-feed, if the blog has this plugin. By default, a feed is named after its type. */
export function feedsOf(folder: Folder, config: Config): Old[] {
  const isThere = packageOf(folder)?.includes('hexo-generator-feed') ?? config.feed !== undefined;
  if (!isThere) return [];
  const { type, path } = tableOf(config.feed);
  return namesOf(path ?? type ?? 'atom').map((name) => ({
    from: toPath(/\.\w+$/.test(name) ? name : `${name}.xml`),
    to: { path: feedPath },
  }));
}
