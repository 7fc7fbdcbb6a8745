// `content/_friends.yml`: other blogs, which the page named `links`, `flink` or `friends` shows as cards.
import { z } from 'zod';
import { top } from '../words/defect.ts';
import type { Defect, Place } from '../words/defect.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';
import { file, target, words } from './site-keys.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { readYaml } from '../text/yaml.ts';

export const friendsFile = '_friends.yml';

/** Whether a page shows the friends, by its slug. The text of the page is above the cards. */
export const isFriendsPage = (slug: string): boolean => /^(?:f?links?|friends?)$/i.test(slug);

const Friend = z.strictObject({
  name: words,
  url: target,
  avatar: file.optional(),
  about: words.optional(),
  /** The heading above all friends of one group. */
  group: words.optional(),
});

export type Friend = z.infer<typeof Friend>;

/** Undefined if the value is not a friend. */
export const toFriend = (value: unknown): Friend | undefined => Friend.safeParse(value).data;

/** Reads the file. An invalid entry is left out and reported as an error. */
export function readFriends(bytes: Uint8Array, name: string): { friends: Friend[]; defects: Defect[] } {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse(top, message('notUtf8'));
  const yaml = readYaml(text.replace(/^\ufeff/, ''));
  if ('faults' in yaml) {
    const { place, reason } = yaml.faults[0]!;
    return refuse(place, message('notYaml', { reason }));
  }
  if (!Array.isArray(yaml.data)) return refuse(top, message('friendsNotAList'));
  const results = yaml.data.map((entry) => Friend.safeParse(entry));
  const defects = results.flatMap(({ error }, index) => {
    if (!error) return [];
    const path = [index, ...error.issues[0]!.path];
    const fault = message('friendMalformed', { key: path.join('.') });
    return [defect(yaml.placeOf(path) ?? yaml.placeOf([index]) ?? top, fault)];
  });
  return { friends: results.flatMap(({ data }) => data ?? []), defects };

  function refuse(place: Place, fault: Message): { friends: Friend[]; defects: Defect[] } {
    return { friends: [], defects: [defect(place, fault)] };
  }
  function defect(place: Place, fault: Message): Defect {
    return { file: name, ...place, severity: 'error', rule: 'site', message: fault };
  }
}
