// The three tools of the MCP manifest: names and arguments (protocol section 13). All tools return text.
import { z } from 'zod';
import type { Prose } from '../words/prose.ts';
import { describe } from '../site/schema.ts';
import type { Tool } from '../site/schema.ts';
import { alternativesOf, maxAlternative, maxQuery } from '../search/alternatives.ts';

/** The name of a text. Descriptions, titles and errors are names until texts in a language replace them. */
const named = (name: keyof Prose['tools']): string => name;

/** Returns the text with this name. If no text has this name, the argument is already a text and is returned. */
export const textOf = (name: string, texts: Readonly<Record<string, string>>): string => texts[name] ?? name;

const day = (error: 'badSince' | 'badUntil'): z.ZodISODate => z.iso.date({ error: named(error) });

/** A character is a code point, as in JSON Schema. */
const hasAtMost = (text: string, max: number): boolean => text.length <= max || [...text].length <= max;

/** A text of at most 200 characters. Names are never longer, and longer texts would take the adapter too long. */
const words = z
  .string({ error: named('badText') })
  .refine((text) => hasAtMost(text, 200), { error: named('atMost200') })
  .meta({ maxLength: 200 });

const query = z
  .string({ error: named('badText') })
  .refine(
    (text) => hasAtMost(text, maxQuery) && alternativesOf(text).every((part) => hasAtMost(part, maxAlternative)),
    { error: named('badQuery') },
  )
  .meta({ maxLength: maxQuery });

const integer = ({ least, error }: { least: 0 | 1; error: keyof Prose['tools'] }): z.ZodInt =>
  z.int({ error: named(error) }).min(least, { error: named(error) });

const input = <Shape extends z.core.$ZodLooseShape>(shape: Shape): z.ZodObject<Shape, z.core.$strict> =>
  z.strictObject(shape, { error: named('unknownArgument') });

export const SearchPostsInput = input({
  query: query.optional().describe(named('query')),
  category: words.optional().describe(named('category')),
  tag: words.optional().describe(named('tag')),
  since: day('badSince').optional().describe(named('since')),
  until: day('badUntil').optional().describe(named('until')),
  limit: integer({ least: 1, error: 'badLimit' })
    .max(200, { error: named('badLimit') })
    .default(10)
    .describe(named('limit')),
  offset: integer({ least: 0, error: 'badOffset' }).default(0).describe(named('offset')),
});

export const GetPostInput = input({
  slug: words.describe(named('slug')),
  section: words.optional().describe(named('section')),
  max_tokens: integer({ least: 1, error: 'badMaxTokens' }).default(20_000).describe(named('maxTokens')),
  offset: integer({ least: 0, error: 'badOffset' }).default(0).describe(named('firstCharacter')),
});

export const ListCategoriesInput = input({});

const tools = [
  toTool('search_posts', { text: 'searchPosts', input: SearchPostsInput }),
  toTool('get_post', { text: 'getPost', input: GetPostInput }),
  toTool('list_categories', { text: 'listCategories', input: ListCategoriesInput }),
];

export const toolNames = tools.map(({ name }) => name);

export const toolsIn = ({ tools: texts }: Prose): readonly Tool[] =>
  JSON.parse(JSON.stringify(tools), (key, value: unknown) =>
    /^(?:title|description)$/.test(key) && typeof value === 'string' ? textOf(value, texts) : value,
  ) as readonly Tool[];

type ToolParts = { text: 'searchPosts' | 'getPost' | 'listCategories'; input: z.ZodType };

function toTool(name: string, { text, input }: ToolParts): Tool {
  const [title, description] = [named(`${text}Title`), named(text)];
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const { $schema: _dialect, ...inputSchema } = describe(input, 'input');
  return { name, title, description, inputSchema: inputSchema as Tool['inputSchema'], annotations };
}
