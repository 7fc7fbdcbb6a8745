// completion/complete: slugs for resource templates, and the author's examples for arguments of prompts.
import type { CompleteResult } from '@modelcontextprotocol/server';
import { categoryMdPath, postJsonPath, postMdPath } from '#pdc/site/paths';
import { invalidParams } from './method-params.ts';
import type { CompletionParams } from './method-params.ts';
import { postJsonPathIn } from '../site/open-site.ts';
import type { Site } from '../site/open-site.ts';

/** The maximum number of values in a response. */
const maxValues = 100;

export async function complete(site: Site, { ref, argument }: CompletionParams): Promise<CompleteResult> {
  const candidates =
    ref.type === 'ref/resource'
      ? await slugsFor(site, { template: ref.uri, variable: argument.name })
      : await examplesFor(site, { prompt: ref.name, argument: argument.name });
  const values = matching(candidates, argument.value);
  return {
    completion: { values: values.slice(0, maxValues), total: values.length, hasMore: values.length > maxValues },
  };
}

async function slugsFor(site: Site, { template, variable }: { template: string; variable: string }): Promise<string[]> {
  const { lists, index, entries, categories } = await site.catalogue();
  const isListed = lists.resourceTemplates.some(({ uriTemplate }) => uriTemplate === template);
  if (!isListed || variable !== 'slug')
    throw invalidParams('Unknown template or variable: see resources/templates/list');
  const path = template.slice(index.url.length);
  const posts = [postMdPath('{slug}'), postJsonPath('{slug}')];
  if (posts.includes(path)) return [...entries.keys()];
  return path === categoryMdPath('{slug}') ? categories.flatMap(({ slug }) => slug ?? []) : [];
}

async function examplesFor(site: Site, { prompt, argument }: { prompt: string; argument: string }): Promise<string[]> {
  const listedPrompt = (await site.catalogue()).lists.prompts.find(({ name }) => name === prompt);
  if (!listedPrompt?.arguments?.some(({ name }) => name === argument))
    throw invalidParams('Unknown prompt or argument: see prompts/list');
  const args = (await site.post(postJsonPathIn(await site.catalogue(), prompt)))?.prompt_args ?? [];
  return args.flatMap(({ name, example }) => (name === argument && example !== undefined ? [example] : []));
}

/** Candidates that start with the value, followed by those that contain it. */
function matching(candidates: readonly string[], value: string): string[] {
  const lowerValue = value.toLowerCase();
  const begins = candidates.filter((candidate) => candidate.toLowerCase().startsWith(lowerValue));
  const holds = candidates.filter((candidate) => candidate.toLowerCase().indexOf(lowerValue) > 0);
  return [...begins, ...holds];
}
