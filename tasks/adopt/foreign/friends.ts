// Friends and their sites, as Butterfly, NexT and others list them in YAML.
import { toFriend } from '#pdc/friends';
import type { Friend } from '#pdc/friends';
import { readYaml } from '#pdc/yaml';
import { tableOf, textOf } from '../blog.ts';

/** A group of them: what stands above it, and those whose name and address can be read. */
export type Friends = { readonly about?: string | undefined; readonly friends: readonly Friend[] };

/** Groups that hold somebody; none where the text is no YAML. */
export function readFriends(text: string): Friends[] {
  const yaml = readYaml(text.replace(/^\ufeff/, ''), { lenient: true });
  if ('faults' in yaml) return [];
  const groups = Array.isArray(yaml.data) ? yaml.data.map(tableOf) : Object.values(tableOf(yaml.data)).map(tableOf);
  return groups
    .map((group) => ({
      about: textOf(group.class_desc) ?? textOf(group.description),
      friends: [group.link_list ?? group.items ?? group.links ?? []]
        .flat()
        .map(tableOf)
        .flatMap((one) => friendOf(one, textOf(group.class_name) ?? textOf(group.title)) ?? []),
    }))
    .filter(({ friends }) => friends.length > 0);
}

/** An address without a scheme is meant to have one; a picture that is none is left out. */
function friendOf(one: ReturnType<typeof tableOf>, group: string | undefined): Friend | undefined {
  const named = {
    name: textOf(one.name) ?? textOf(one.title),
    url: (textOf(one.link) ?? textOf(one.url))?.replace(/^(?:\/\/)?(?=[\w-]+\.[\w.-]+)/, 'https://'),
    about: textOf(one.descr) ?? textOf(one.desc) ?? textOf(one.description),
    group,
  };
  return toFriend({ ...named, avatar: textOf(one.avatar) ?? textOf(one.image) ?? textOf(one.img) }) ?? toFriend(named);
}
