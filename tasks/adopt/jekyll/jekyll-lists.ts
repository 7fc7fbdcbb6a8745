// The feed and the lists that plugins of Jekyll make.
import { archivesPath, feedPath } from '#pdc/site/paths';
import { namesOf, tableOf, textOf } from '../blog.ts';
import type { Config } from '../blog.ts';
import type { Old, OldPost } from '../old-addresses.ts';
import { toPath } from '../old-addresses.ts';

export const pluginsOf = ({ plugins, gems }: Config): string[] => [...namesOf(plugins), ...namesOf(gems)];

/** The feed of jekyll-feed and the lists of jekyll-archives, if the configuration has these plugins. */
export function listsOf(posts: readonly OldPost[], config: Config): Old[] {
  const plugins = pluginsOf(config);
  const feed = toPath(textOf(tableOf(config.feed).path) ?? 'feed.xml');
  return [
    ...(plugins.includes('jekyll-feed') ? [{ from: feed, to: { path: feedPath } }] : []),
    ...(plugins.includes('jekyll-archives') ? archivesOf(posts, tableOf(config['jekyll-archives'])) : []),
  ];
}

function archivesOf(posts: readonly OldPost[], config: Config): Old[] {
  const enabled = [config.enabled].flat().map(String);
  const has = (kind: string): boolean => enabled.includes(kind) || enabled.includes('all');
  const patterns = {
    tag: '/tag/:name/',
    category: '/category/:name/',
    year: '/:year/',
    month: '/:year/:month/',
    ...tableOf(config.permalinks),
  };
  const termsOf = (key: 'categories' | 'tags', pattern: string): Old[] =>
    [...new Set(posts.flatMap((post) => post[key]))].map((name) => ({
      from: toPath(pattern.replace(':name', jekyllSlug(name))),
      to: { term: key, name },
    }));
  const dates = new Set(
    posts.flatMap(({ date }) => [
      ...(has('year') ? [patterns.year.replace(':year', date.slice(0, 4))] : []),
      ...(has('month') ? [patterns.month.replace(':year', date.slice(0, 4)).replace(':month', date.slice(5, 7))] : []),
    ]),
  );
  return [
    ...(has('tags') ? termsOf('tags', patterns.tag) : []),
    ...(has('categories') ? termsOf('categories', patterns.category) : []),
    ...[...dates].map((from) => ({ from, to: { path: archivesPath } })),
  ];
}

/** Makes a title like Jekyll: signs that an address may not contain become a hyphen, and the case stays. */
export const jekyllTitle = (text: string): string => hyphened(text, /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu);

/** Makes a slug like Jekyll: in lowercase, with a hyphen for everything except letters and digits. */
export const jekyllSlug = (text: string): string => hyphened(text, /[^\p{M}\p{L}\p{Nd}]+/gu).toLowerCase();

const hyphened = (text: string, separators: RegExp): string => text.replace(separators, '-').replace(/^-|-$/g, '');
