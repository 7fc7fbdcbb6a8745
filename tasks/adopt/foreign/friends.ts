// Friends and their sites, as Butterfly, NexT and others list them in YAML.
import { readYaml } from '#pdc/yaml';
import { tableOf, textOf } from '../blog.ts';
import { linkItem } from './markdown.ts';

/** A group of them: what stands above it, and an item of a list for each friend. */
export type Friends = {
  readonly title?: string | undefined;
  readonly about?: string | undefined;
  readonly items: readonly string[];
};

/** Groups that hold somebody; none where the text is no YAML. */
export function readFriends(text: string): Friends[] {
  const yaml = readYaml(text.replace(/^\ufeff/, ''), { lenient: true });
  if ('faults' in yaml) return [];
  const groups = Array.isArray(yaml.data) ? yaml.data.map(tableOf) : Object.values(tableOf(yaml.data)).map(tableOf);
  return groups
    .map((group) => ({
      title: textOf(group.class_name) ?? textOf(group.title),
      about: textOf(group.class_desc) ?? textOf(group.description),
      items: [group.link_list ?? group.items ?? group.links ?? []].flat().map(tableOf).flatMap(itemOf),
    }))
    .filter(({ items }) => items.length > 0);
}

function itemOf({ name, title, link, url, descr, desc, description }: ReturnType<typeof tableOf>): string[] {
  const [text, target] = [textOf(name) ?? textOf(title), textOf(link) ?? textOf(url)];
  const note = textOf(descr) ?? textOf(desc) ?? textOf(description) ?? '';
  return text === undefined || target === undefined ? [] : [linkItem(text, target, note)];
}
