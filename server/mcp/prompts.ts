// prompts/list and prompts/get: the `<prompt>` elements of the site's articles, filled in.
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { GetPromptResult, ListPromptsResult } from '@modelcontextprotocol/server';
import { postMdPath } from '#pdc/paths';
import { extractPrompt, fillPrompt } from '#pdc/prompt';
import type { Manifest } from '#pdc/schema';
import { pageOf } from './pages.ts';
import type { Site } from './site.ts';

type Prompt = Manifest['prompts'][number];
type Values = Readonly<Record<string, string>>;

export async function listPrompts(site: Site, cursor: string | undefined): Promise<ListPromptsResult> {
  const { manifest } = await site.catalogue();
  const list = { method: 'prompts', items: manifest.prompts, keyOf: ({ name }: Prompt) => name };
  const { items, ...next } = pageOf(list, cursor);
  return { prompts: items as ListPromptsResult['prompts'], ...next };
}

export async function getPrompt(site: Site, request: { name: string; values: Values }): Promise<GetPromptResult> {
  const { manifest } = await site.catalogue();
  // Encrypted articles are not among them: the manifest lists none.
  const prompt = manifest.prompts.find(({ name }) => name === request.name);
  if (!prompt) throw invalid(`Unknown prompt: ${shorten(request.name)}. prompts/list names them all`);
  const missing = prompt.arguments.filter(({ name, required }) => required && isBlank(request.values, name));
  if (missing.length > 0) throw invalid(`Missing required arguments: ${missing.map(({ name }) => name).join(', ')}`);
  const text = extractPrompt((await site.file(postMdPath(prompt.name))) ?? '');
  if (text === undefined) throw invalid(`The prompt ${prompt.name} is gone: list the prompts again`);
  const names = prompt.arguments.map(({ name }) => name);
  const filled = fillPrompt(text, { names, values: request.values });
  // A value stands wherever the author put its placeholder: a small request could ask for a large answer.
  if (filled.length > mostFilled)
    throw invalid(`The filled prompt is longer than ${mostFilled} characters: shorten the values`);
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: filled } }],
  };
}

const mostFilled = 4 * 1024 * 1024;

const isBlank = (values: Values, name: string): boolean => !Object.hasOwn(values, name) || values[name]!.trim() === '';

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

const shorten = (text: string): string => text.slice(0, 100);
