// Scripts that an author puts into `head[]`, and that the policy of the pages would keep from running.
import { changeTags } from './html.ts';
import type { Tag } from './html.ts';
import type { Script } from './site-keys.ts';

type Head = { readonly head: readonly string[] };
type Scripts = { readonly scripts: readonly Script[] };

/** A policy of the author's own stands instead of ours: then the author decides. */
export function hasOwnPolicy({ head }: Head): boolean {
  let found = false;
  for (const tags of head)
    changeTags(tags, ({ name, attributes }) => {
      const directive = attributes.get('http-equiv')?.trim().toLowerCase();
      if (name === 'meta' && directive === 'content-security-policy') found = true;
      return {};
    });
  return found;
}

/** The hosts whose scripts `scripts[]` names. */
export const scriptHosts = ({ scripts }: Scripts): string[] => [
  ...new Set(scripts.flatMap(({ src }) => (isAway(src) ? new URL(src).origin : []))),
];

/** Whether an address leads to another host. */
const isAway = (address: string): boolean => /^(?:https?:)?\/\//i.test(address);

/** Each script of `head[]` that would not run, by the index of its tags, with the remedy. */
export function blockedScripts(
  site: Head & Scripts & { readonly url: string },
): { readonly index: number; readonly message: string }[] {
  if (hasOwnPolicy(site)) return [];
  const admitted = [...scriptHosts(site), new URL(site.url).origin];
  return site.head.flatMap((tags, index) => {
    const messages = new Set<string>();
    changeTags(tags, (tag) => {
      const fault = faultOf(tag, admitted);
      if (fault !== undefined) messages.add(fault);
      return {};
    });
    return [...messages].map((message) => ({ index, message }));
  });
}

function faultOf({ name, attributes }: Tag, admitted: readonly string[]): string | undefined {
  if (
    name !== 'script' ||
    !/^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i.test(attributes.get('type') ?? '')
  )
    return undefined;
  const src = attributes.get('src')?.trim();
  if (src === undefined)
    return 'holds a script that the policy of the pages keeps from running: put it into a file under the static folder and name that by src';
  const address = src.startsWith('//') ? `https:${src}` : src;
  if (!isAway(src) || (URL.canParse(address) && admitted.includes(new URL(address).origin))) return undefined;
  return `names the script ${src}, which the policy of the pages keeps from running: name it in scripts instead`;
}
