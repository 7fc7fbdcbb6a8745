// The three tools of the MCP manifest: names, arguments and answers (protocol section 13).
import { z } from 'zod';
import type { Prose } from '../prose.ts';
import { describe, Entry } from '../schema.ts';
import type { Tool } from '../schema.ts';

/** Descriptions, titles and errors are written as the names of texts, which are put in for a language. */
const named = (name: keyof Prose['tools']): string => name;

/** The text of that name; what is no name is a text itself. */
export const textOf = (name: string, texts: Readonly<Record<string, string>>): string => texts[name] ?? name;

/** An article in the adapter's answers: another publisher's site may give no date, and write addresses as it likes. */
const ToolPost = Entry.extend({
  slug: z.string(),
  date: z.string().describe(named('date')),
  url: z.string().describe(named('url')),
  api_json_url: z.string(),
  api_md_url: z.string(),
});

const Section = z.strictObject({
  title: z.string().describe(named('sectionTitle')),
  anchor: z.string().describe(named('sectionAnchor')),
  text: z.string().describe(named('sectionText')),
});

const Hit = ToolPost.extend({
  match: z.enum(['strong', 'near']).describe(named('match')),
  score: z.number().min(0).describe(named('score')),
  section: Section.describe(named('bestSection')),
}).partial({ match: true, score: true, section: true });

const day = (error: 'badSince' | 'badUntil'): z.ZodISODate => z.iso.date({ error: named(error) });

/** No name is longer, and a longer text would keep the adapter busy. A character is a code point, as in JSON Schema. */
const words = (most: 200 | 300): z.ZodString =>
  z
    .string()
    .refine((text) => text.length <= most || [...text].length <= most, { error: named(`atMost${most}`) })
    .meta({ maxLength: most });

export const SearchPostsInput = z.strictObject({
  query: words(300).optional().describe(named('query')),
  category: words(200).optional().describe(named('category')),
  tag: words(200).optional().describe(named('tag')),
  since: day('badSince').optional().describe(named('since')),
  until: day('badUntil').optional().describe(named('until')),
  limit: z.int().min(1).max(50).default(10).describe(named('limit')),
  offset: z.int().min(0).default(0).describe(named('offset')),
});

export const SearchPostsOutput = z.strictObject({
  total: z.int().min(0).describe(named('total')),
  posts: z.array(Hit),
  next_offset: z.int().min(0).nullable().describe(named('nextOffset')),
});

export const GetPostInput = z.strictObject({
  slug: words(200).min(1).describe(named('slug')),
  section: words(200).optional().describe(named('section')),
  max_tokens: z.int().min(1).default(20_000).describe(named('maxTokens')),
  offset: z.int().min(0).default(0).describe(named('firstCharacter')),
});

export const GetPostOutput = z.strictObject({
  ...ToolPost.shape,
  sections: z
    .array(z.strictObject({ anchor: z.string(), title: z.string(), level: z.int().min(1).max(6) }))
    .describe(named('sections')),
  offset: z.int().min(0),
  next_offset: z.int().min(0).nullable().describe(named('nextCharacter')),
  more: z.boolean(),
});

export const ListCategoriesInput = z.strictObject({});

export const ListCategoriesOutput = z.strictObject({
  categories: z.array(
    z.strictObject({
      name: z.string(),
      post_count: z.int().min(0),
      slug: z.string().optional().describe(named('categorySlug')),
      api_json_url: z.string().optional(),
      api_md_url: z.string().optional(),
    }),
  ),
  tags: z.array(z.strictObject({ name: z.string(), post_count: z.int().min(0), slug: z.string().optional() })),
});

const tools = [
  toTool('search_posts', { text: 'searchPosts', input: SearchPostsInput, output: SearchPostsOutput }),
  toTool('get_post', { text: 'getPost', input: GetPostInput, output: GetPostOutput }),
  toTool('list_categories', { text: 'listCategories', input: ListCategoriesInput, output: ListCategoriesOutput }),
];

export const toolNames = tools.map(({ name }) => name);

export const toolsIn = ({ tools: texts }: Prose): readonly Tool[] =>
  JSON.parse(JSON.stringify(tools), (key, value: unknown) =>
    /^(?:title|description)$/.test(key) && typeof value === 'string' ? textOf(value, texts) : value,
  ) as readonly Tool[];

type ToolParts = { text: 'searchPosts' | 'getPost' | 'listCategories'; input: z.ZodType; output: z.ZodType };

function toTool(name: string, { text, input, output }: ToolParts): Tool {
  const [title, description] = [named(`${text}Title`), named(text)];
  const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
  const [inputSchema, outputSchema] = [toSchema(input, 'input'), toSchema(output, 'output')];
  return { name, title, description, inputSchema, outputSchema, annotations };
}

function toSchema(type: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _dialect, ...schema } = describe(type, io);
  return schema as Tool['inputSchema'];
}
