// Finds scripts in `head[]` that the content security policy of the pages blocks.
import { changeTags } from '../text/html.ts';
import type { Tag } from '../text/html.ts';
import type { Script } from './site-keys.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';

type Head = { readonly head: readonly string[] };
type Scripts = { readonly scripts: readonly Script[] };

/** Whether the author set a content security policy, which replaces ours. */
export function hasOwnPolicy({ head }: Head): boolean {
  let hasPolicy = false;
  for (const tags of head)
    changeTags(tags, ({ name, attributes }) => {
      const directive = attributes.get('http-equiv')?.trim().toLowerCase();
      if (name === 'meta' && directive === 'content-security-policy') hasPolicy = true;
      return {};
    });
  return hasPolicy;
}

/** The other hosts from which scripts in `scripts[]` come. */
export const scriptHosts = ({ scripts }: Scripts): string[] => [
  ...new Set(scripts.flatMap(({ src }) => (isAway(src) ? new URL(src).origin : []))),
];

/** Whether an address leads to another host. */
const isAway = (address: string): boolean => /^(?:https?:)?\/\//i.test(address);

type HeadContext = {
  readonly site: Head & Scripts & { readonly url: string };
  /** The place of the tags, as messages name it. */
  readonly where: string;
};

/** The faults of scripts that would not run, among tags in a part of a page's head. Each script is reported once. */
export function blockedScripts(tags: string, { site, where }: HeadContext): Message[] {
  if (hasOwnPolicy({ head: [...site.head, tags] })) return [];
  const admitted = [...scriptHosts(site), new URL(site.url).origin];
  const sources = new Set<string | undefined>();
  changeTags(tags, (tag) => {
    if (isBlocked(tag, admitted)) sources.add(sourceOf(tag));
    return {};
  });
  return [...sources].map((src) =>
    src === undefined ? message('scriptInline', { where }) : message('scriptAway', { where, src }),
  );
}

const sourceOf = ({ attributes }: Tag): string | undefined => attributes.get('src')?.trim();

function isBlocked(tag: Tag, admitted: readonly string[]): boolean {
  const type = tag.attributes.get('type') ?? '';
  if (tag.name !== 'script' || !/^(?:module|(?:text|application)\/(?:java|ecma)script)?$/i.test(type)) return false;
  const src = sourceOf(tag);
  if (src === undefined) return true;
  const address = src.startsWith('//') ? `https:${src}` : src;
  return isAway(src) && !(URL.canParse(address) && admitted.includes(new URL(address).origin));
}
