// Reads friends and their sites from the lists of Butterfly, NexT, Fluid, Stack and other themes.
import { friendsFile, isFriendsPage, toFriend } from '#pdc/site/friends';
import type { Friend } from '#pdc/site/friends';
import { readYaml } from '#pdc/text/yaml';
import { headOf, tableOf, textOf } from '../blog.ts';
import type { Blog, Config, Move } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';

/** A group of friends: its description, and the friends whose name and address can be read. */
export type Friends = { readonly about?: string | undefined; readonly friends: readonly Friend[] };

/** The groups that contain at least one friend; an empty list if the text is not YAML. */
export function readFriends(text: string): Friends[] {
  const yaml = readYaml(text.replace(/^\ufeff/, ''), { lenient: true });
  return 'faults' in yaml ? [] : groupsOf(yaml.data);
}

/** Reads a list of groups, or a list of friends. */
function groupsOf(data: unknown): Friends[] {
  const groups = Array.isArray(data) ? data.map(tableOf) : Object.values(tableOf(data)).map(tableOf);
  return groups
    .map((group): Friends => {
      const list = group.link_list ?? group.items ?? group.links ?? group.list;
      const { class_desc, description, class_name, title } = list === undefined ? {} : group;
      const friends = [list ?? group].flat().map(tableOf);
      return {
        about: textOf(class_desc) ?? textOf(description),
        friends: friends.flatMap((friend) => friendOf(friend, textOf(class_name) ?? textOf(title)) ?? []),
      };
    })
    .filter(({ friends }) => friends.length > 0);
}

/** An address without a scheme gets `https://`. An avatar that is not an address is left out. */
function friendOf(data: Config, group: string | undefined): Friend | undefined {
  const first = (...keys: readonly string[]): string | undefined => keys.flatMap((key) => textOf(data[key]) ?? [])[0];
  const named = {
    name: first('name', 'title'),
    url: first('link', 'url', 'site', 'website')?.replace(/^(?:\/\/)?(?=[\w-]+\.[\w.-]+)/, 'https://'),
    about: first('descr', 'desc', 'description', 'intro', 'info'),
    group,
  };
  return toFriend({ ...named, avatar: first('avatar', 'image', 'img') }) ?? toFriend(named);
}

/**
 * New files for the friends, from the first source that lists any: a data file, the theme's configuration, or the front
 * matter of the friends page. The descriptions of the groups are added to the friends page, because the theme showed
 * the list there.
 */
export function friendsOf(
  folder: Folder,
  { pages, data, configured }: { pages: readonly Move[]; data: string; configured?: unknown },
): NonNullable<Blog['newFiles']> {
  const page = pages.find(({ to }) => isFriendsPage(/^pages\/([^/]+)\.md$/.exec(to)?.[1] ?? ''));
  const file = ['link', 'links', 'friends'].map((name) => `${data}/${name}.yml`).find(folder.has);
  const sources = [
    readFriends((file && folder.text(file)) ?? ''),
    groupsOf(configured),
    groupsOf(page && headOf(folder, page.from).links),
  ];
  const groups = sources.find(({ length }) => length > 0) ?? [];
  if (groups.length === 0) return [];
  const list = groups.flatMap(({ friends }) => friends).map((friend) => `- ${JSON.stringify(friend)}\n`);
  const about = groups.flatMap((group) => group.about ?? []).join('\n\n');
  return [
    { to: friendsFile, body: list.join('') },
    { to: page?.to ?? `pages/${file ? 'link' : 'links'}.md`, title: '友情链接', body: about },
  ];
}
