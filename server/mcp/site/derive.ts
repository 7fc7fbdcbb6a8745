// Derives the lists of a site whose manifest lacks them, or that has none, from its index and its files.
import { fold } from '#pdc/fold';
import * as paths from '#pdc/paths';
import { extractPrompt, toPromptArgument } from '#pdc/markdown/prompt';
import type { PromptArg } from '#pdc/markdown/prompt';
import type { Entry, Manifest } from '#pdc/schema';
import { toolsIn } from '#pdc/endpoints/tools';
import type { Prose } from '#pdc/prose';
import type { Body, Index, Listed } from './shapes.ts';

const markdown = 'text/markdown';

/** The manifest's tools where they describe what this adapter does; ours for all others. */
export const toTools = (listed: Listed['tools'], prose: Prose): Listed['tools'] =>
  toolsIn(prose).map((own) => {
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

const propertiesOf = (schema: Readonly<Record<string, unknown>>): object => (schema.properties ?? {}) as object;

/** Every article as a resource, and the documents that the specification names. */
export function toResources({ url, posts }: Index): Listed['resources'] {
  const documents = [paths.llmsPath, paths.aiContextPath, paths.protocolPath];
  return [
    ...posts.map(({ slug, title, description, encrypted, api_md_url: uri }) => ({
      uri,
      name: slug,
      title,
      description,
      mimeType: markdown,
      ...(encrypted ? { _meta: { encrypted: true } } : {}),
    })),
    ...documents.map((path) => ({
      uri: url + path,
      name: path.slice(1),
      title: path.slice(1),
      mimeType: path.endsWith('.md') ? markdown : 'text/plain',
    })),
  ] as Listed['resources'];
}

export const toTemplates = ({ url }: Index, { manifest: texts }: Prose): Listed['resourceTemplates'] =>
  [
    { path: paths.postMdPath('{slug}'), name: 'post-md', title: texts.postMdTitle, mimeType: markdown },
    { path: paths.postJsonPath('{slug}'), name: 'post-json', title: texts.postJsonTitle, mimeType: 'application/json' },
    { path: paths.categoryMdPath('{slug}'), name: 'category-md', title: texts.categoryMdTitle, mimeType: markdown },
  ].map(({ path, ...facts }) => ({ uriTemplate: url + path, ...facts, description: facts.title }));

/** A `prompt-` article that holds a whole prompt. */
export function toPrompt(
  { slug, title, description }: Entry,
  { body: { content, prompt_args: args }, prose }: { body: Body; prose: Prose },
): Manifest['prompts'] {
  if (extractPrompt(content) === undefined) return [];
  return [{ name: slug, title, description, arguments: args.map((arg) => toPromptArgument(arg as PromptArg, prose)) }];
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

/** The slug of an ASCII name (protocol section 5). */
export const slugify = (name: string): string =>
  fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
