// prompts/list and prompts/get: the `<prompt>` elements of articles, with values filled in.
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { oneLine } from '#pdc/text/document';
import { extractPrompt, fillPrompt } from '#pdc/markdown/prompt';
import type { Manifest } from '#pdc/site/schema';
import { pageOf } from './list-pages.ts';
import { invalidParams } from './method-params.ts';
import { postJsonPathIn } from '../site/open-site.ts';
import type { Site } from '../site/open-site.ts';

type Prompt = Manifest['prompts'][number];
type PromptValues = Readonly<Record<string, string>>;

const maxPromptLength = 4 * 1024 * 1024;

export async function listPrompts(site: Site, cursor: string | undefined): Promise<ListPromptsResult> {
  const { lists } = await site.catalogue();
  const list = { method: 'prompts', items: lists.prompts, keyOf: ({ name }: Prompt) => name };
  const { items, ...next } = pageOf(list, cursor);
  return { prompts: items, ...next };
}

export async function getPrompt(site: Site, request: { name: string; values: PromptValues }): Promise<GetPromptResult> {
  const catalogue = await site.catalogue();
  const { lists, entries } = catalogue;
  const prompt = lists.prompts.find(({ name }) => name === request.name);
  if (!prompt || entries.get(prompt.name)?.encrypted)
    throw invalidParams(`Unknown prompt: ${request.name}. See prompts/list`);
  // Our manifests always have `arguments`, but those of other publishers may omit it.
  const { arguments: args = [] } = prompt as Partial<Prompt>;
  const missing = args.filter(({ name, required }) => required && isBlank(request.values, name));
  if (missing.length > 0)
    throw invalidParams(
      oneLine(`Missing required arguments: ${missing.map(({ name }) => name).join(', ')}. ${describeArguments(args)}`),
    );
  const post = await site.post(postJsonPathIn(catalogue, prompt.name));
  const text = post && !post.encrypted ? extractPrompt(post.content) : undefined;
  if (text === undefined) throw invalidParams(`The prompt ${prompt.name} no longer exists: list the prompts again`);
  const names = args.map(({ name }) => name);
  const filledPrompt = fillPrompt(text, { names, values: request.values });
  // A placeholder may occur many times, so a small request could produce a large response.
  if (filledPrompt.length > maxPromptLength)
    throw invalidParams(`The filled prompt is longer than ${maxPromptLength} characters: shorten the values`);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: filledPrompt } }],
  };
}

const describeArguments = (args: Prompt['arguments']): string =>
  `Its arguments are ${args.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ')}`;

const isBlank = (values: PromptValues, name: string): boolean =>
  !Object.hasOwn(values, name) || values[name]?.trim() === '';
