// `content/_friends.yml`: other blogs, which the page that is named for them shows as cards.
import { z } from 'zod';
import { top } from './defect.ts';
import type { Defect, Place } from './defect.ts';
import { file, target, words } from './site-keys.ts';
import { decodeUtf8, notUtf8 } from './utf8.ts';
import { readYaml } from './yaml.ts';

export const friendsFile = '_friends.yml';

/** By its slug. Its own words stand above the cards. */
export const isFriendsPage = (slug: string): boolean => /^(?:f?links?|friends?)$/i.test(slug);

const Friend = z.strictObject({
  name: words,
  url: target,
  avatar: file.optional(),
  about: words.optional(),
  /** What stands above those of one kind. */
  group: words.optional(),
});

export type Friend = z.infer<typeof Friend>;

/** Undefined where it is none. */
export const toFriend = (value: unknown): Friend | undefined => Friend.safeParse(value).data;

/** Reads the file. An entry that is wrong is left out, with a defect, which is an error. */
export function readFriends(bytes: Uint8Array, name: string): { friends: Friend[]; defects: Defect[] } {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse(top, notUtf8);
  const yaml = readYaml(text.replace(/^\ufeff/, ''));
  if ('faults' in yaml) return refuse(yaml.faults[0]!.place, `not valid YAML: ${yaml.faults[0]!.message}`);
  if (!Array.isArray(yaml.data)) return refuse(top, 'must be a list of friends, each with name and url');
  const read = yaml.data.map((entry) => Friend.safeParse(entry));
  const defects = read.flatMap(({ error }, index) => {
    if (!error) return [];
    const path = [index, ...error.issues[0]!.path];
    const message = `${path.join('.')} is wrong: a friend has name and url, and may have avatar, about and group; url and avatar are addresses or paths of this site`;
    return [defect(yaml.placeOf(path) ?? yaml.placeOf([index]) ?? top, message)];
  });
  return { friends: read.flatMap(({ data }) => data ?? []), defects };

  function refuse(place: Place, message: string): { friends: Friend[]; defects: Defect[] } {
    return { friends: [], defects: [defect(place, message)] };
  }
  function defect(place: Place, message: string): Defect {
    return { file: name, ...place, severity: 'error', rule: 'site', message };
  }
}
