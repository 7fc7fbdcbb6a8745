// What is told of a site whose manifest leaves it out, or that has none: the same lists, from its index and its files.
import { defaultCategoryMap } from '#pdc/defaults';
import { fold } from '#pdc/fold';
import * as paths from '#pdc/paths';
import { extractPrompt, toPromptArgument } from '#pdc/markdown/prompt';
import type { PromptArg } from '#pdc/markdown/prompt';
import type { Entry, Manifest } from '#pdc/schema';
import { tools as ownTools } from '#pdc/endpoints/tools';
import type { Body, Index, Listed, Value } from './shapes.ts';

/** The manifest's tools where they describe what this adapter does; ours for all others. */
export const toTools = (listed: Listed['tools']): Listed['tools'] =>
  ownTools.map((own) => {
    const given = listed.find(({ name }) => name === own.name);
    if (!given) return own;
    const accepted = Object.keys(propertiesOf(own.inputSchema));
    const asked = Object.keys(propertiesOf(given.inputSchema));
    // A client checks answers by the schema that it was given: another publisher's says nothing of ours.
    const isOurs =
      (given.outputSchema as unknown) === undefined ||
      JSON.stringify(given.outputSchema) === JSON.stringify(own.outputSchema);
    return isOurs && asked.every((name) => accepted.includes(name)) ? given : own;
  });

const propertiesOf = (schema: Value): object => (schema.properties ?? {}) as object;

/** Every article as a resource, and the documents that the specification names. */
export function toResources({ url, posts }: Index): Listed['resources'] {
  const resource = (path: string, facts: { name: string; title: string; description: string }, uri = url + path) => ({
    uri,
    ...facts,
    mimeType: path.endsWith('.md') ? 'text/markdown' : 'text/plain',
  });
  return [
    ...posts.map(({ slug, title, description, encrypted, api_md_url: uri }) => ({
      ...resource(paths.postMdPath(slug), { name: slug, title, description }, uri),
      ...(encrypted ? { _meta: { encrypted: true } } : {}),
    })),
    ...[paths.llmsPath, paths.aiContextPath, paths.protocolPath].map((path) =>
      resource(path, { name: path.slice(1), title: path.slice(1), description: '' }),
    ),
  ] as unknown as Listed['resources'];
}

export const toTemplates = ({ url }: Index): Listed['resourceTemplates'] =>
  [
    { path: paths.postMdPath('{slug}'), name: 'post-md', title: '文章 Markdown', mimeType: 'text/markdown' },
    { path: paths.postJsonPath('{slug}'), name: 'post-json', title: '文章 JSON', mimeType: 'application/json' },
    { path: paths.categoryMdPath('{slug}'), name: 'category-md', title: '分类 Markdown', mimeType: 'text/markdown' },
  ].map(({ path, ...facts }) => ({ uriTemplate: url + path, ...facts, description: facts.title }));

/** A `prompt-` article that holds a whole prompt. */
export function toPrompt({ slug, title, description }: Entry, { content, args }: Body): Manifest['prompts'] {
  if (extractPrompt(content) === undefined) return [];
  const known = args.map(({ name, description: told, required, example }): PromptArg => ({
    name: name as string,
    ...(typeof told === 'string' ? { description: told } : {}),
    required: required === true,
    ...(typeof example === 'string' ? { example } : {}),
  }));
  return [{ name: slug, title, description, arguments: known.map(toPromptArgument) }] as Manifest['prompts'];
}

export const isPromptArticle = ({ slug, categories, encrypted }: Entry): boolean =>
  !encrypted && (slug.startsWith('prompt-') || categories.includes('提示词'));

export type CategoryName = { readonly name: string; readonly posts: readonly Entry[] };

/** Every category that an article names, in the order in which they first come. */
export function namesOf(posts: readonly Entry[], kind: 'categories' | 'tags'): CategoryName[] {
  const groups = new Map<string, { name: string; posts: Entry[] }>();
  for (const post of posts) {
    for (const name of post[kind]) {
      const group = groups.get(fold(name)) ?? { name, posts: [] };
      group.posts.push(post);
      groups.set(fold(name), group);
    }
  }
  return [...groups.values()];
}

/**
 * Slugs that a name may have, where nobody tells: by the default table, by itself, by the prefixes of its articles' names
 * (specification: they align), and by what the entry document links to. Whether one exists, its file says.
 */
export function slugsFor({ name, posts }: CategoryName, linked: readonly string[]): string[] {
  const prefixes = new Set(
    posts.flatMap(({ slug }) => [1, 2].map((words) => slug.split('-').slice(0, words).join('-'))),
  );
  const all = [defaultCategoryMap[name] ?? '', slugify(name), ...[...prefixes].slice(0, mostPrefixes), ...linked];
  return [...new Set(all)].filter((slug) => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug));
}

const mostPrefixes = 6;

/** What an ASCII name makes of itself (specification: every path is ASCII). */
export const slugify = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
