// The shapes of the machine channel's JSON, for the checks of the build, for TypeScript, and for `/api/schema/`.
import { z } from 'zod';
import type { Output } from '../text/document.ts';
import { schemaPath, toAbsolute } from './paths.ts';
import type { Site } from './site.ts';

const Day = z.iso.date().describe('YYYY-MM-DD in the site’s time zone');
const Address = z.url({ protocol: /^https?$/ });
const Slug = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .describe('ASCII; the last segment of the article’s addresses');
const Count = z.int().min(0);

const entryHead = {
  title: z.string(),
  slug: Slug,
  date: Day,
};
const entryTail = {
  categories: z.array(z.string()).describe('Major, then minor'),
  tags: z.array(z.string()),
  description: z.string(),
  url: Address.describe('The page for people'),
  api_json_url: Address,
  api_md_url: Address,
  encrypted: z.boolean().describe('The body is withheld from the machine channel'),
};

export const Entry = z.strictObject({ ...entryHead, ...entryTail });
export type Entry = z.infer<typeof Entry>;

export const Index = z.strictObject({
  site: z.string(),
  description: z.string(),
  url: Address,
  post_count: Count,
  posts: z.array(Entry).describe('Newest first'),
});

const PromptArg = z.strictObject({
  name: z.string().min(1),
  description: z.string().optional(),
  required: z.boolean(),
  example: z.string().optional(),
});

const Series = z
  .strictObject({ name: z.string().min(1), part: z.int().min(1), of: z.int().min(1) })
  .describe('The series that the article belongs to; parts count from 1, the oldest first');

export const Post = z.strictObject({
  ...entryHead,
  updated: Day,
  ...entryTail,
  mathjax: z.boolean().optional(),
  cover: Address.optional(),
  prompt_args: z.array(PromptArg).optional(),
  series: Series.optional(),
  content: z.string().describe('The original Markdown body, byte for byte; empty when encrypted'),
});
export type Post = z.infer<typeof Post>;

export const Category = z.strictObject({
  category: z.string(),
  slug: Slug,
  post_count: Count,
  posts: z.array(Entry).describe('Newest first'),
});
export type Category = z.infer<typeof Category>;

export const Digest = z.strictObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: Count,
  tokens: Count.describe('An estimate'),
});
export type Digest = z.infer<typeof Digest>;

export const Digests = z.record(z.string().regex(/^\//), Digest).describe('By site path');

const Order = z
  .string()
  .describe('A digest of which article has which number: files of different orders do not belong together');

export const SearchFile = z.strictObject({
  version: z.literal(1),
  order: Order,
  posts: Count.describe('Articles, numbered from 0 by date, the oldest first'),
  pieces: Count.describe(
    'Files /api/search/terms/<n>.txt: the order, then a line a term. It is a term, a space and its postings: in base 62 how many articles lie between, then a sign for how much the term says of the article. A term stands in the piece of its first Han character or its first two letters: FNV-1a (32 bits), xor itself shifted right by 15, modulo pieces',
  ),
  per_piece: Count.describe('Articles in each /api/search/posts/<n>.json'),
  dates: z.array(Day).describe('Of the first article of each of these'),
  variants: z.string().describe('Traditional and simplified forms that a query may have: "from to|from to"'),
});
export type SearchFile = z.infer<typeof SearchFile>;

const SearchName = z.strictObject({
  name: z.string(),
  slug: Slug,
  post_count: Count,
  posts: z.string().describe('Postings'),
});

export const SearchNames = z.strictObject({ order: Order, categories: z.array(SearchName), tags: z.array(SearchName) });
export type SearchNames = z.infer<typeof SearchNames>;

const SearchPosts = z.strictObject({ order: Order, posts: z.array(Entry) });

const Annotations = z.strictObject({
  audience: z.array(z.enum(['user', 'assistant'])),
  priority: z.number().min(0).max(1),
  lastModified: z.iso.datetime({ offset: true }).optional(),
});

export const Resource = z.strictObject({
  uri: Address,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  mimeType: z.string(),
  size: Count.describe('Bytes'),
  annotations: Annotations,
  _meta: z.strictObject({ encrypted: z.literal(true) }).optional(),
});
export type Resource = z.infer<typeof Resource>;

const ResourceTemplate = z.strictObject({
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  mimeType: z.string(),
});

const JsonSchema = z.looseObject({ type: z.literal('object') }).describe('A JSON Schema');

const Tool = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  inputSchema: JsonSchema,
  annotations: z.strictObject({
    readOnlyHint: z.boolean(),
    destructiveHint: z.boolean(),
    idempotentHint: z.boolean(),
    openWorldHint: z.boolean(),
  }),
});
export type Tool = z.infer<typeof Tool>;

export const Prompt = z.strictObject({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  arguments: z.array(z.strictObject({ name: z.string(), description: z.string().optional(), required: z.boolean() })),
});

export const Manifest = z.strictObject({
  protocolVersion: z.string(),
  serverInfo: z.strictObject({ name: z.string(), title: z.string(), version: z.string() }),
  capabilities: z.record(z.string(), z.looseObject({})),
  resources: z.array(Resource),
  resourceTemplates: z.array(ResourceTemplate),
  tools: z.array(Tool),
  prompts: z.array(Prompt),
});
export type Manifest = z.infer<typeof Manifest>;

/** The shape of every JSON endpoint, by the name of the schema file. */
export const schemas = {
  index: Index,
  post: Post,
  category: Category,
  mcp: Manifest,
  search: SearchFile,
  'search-names': SearchNames,
  'search-posts': SearchPosts,
  digests: Digests,
} as const;
export type SchemaName = keyof typeof schemas;

/** The JSON Schema (2020-12) of one endpoint, under its public address. */
function toJsonSchema(name: SchemaName, site: Site): Record<string, unknown> {
  const { $schema, ...schema } = describe(schemas[name], 'output');
  return { $schema, $id: toAbsolute(site, schemaPath(name)), ...schema };
}

/** A type as JSON Schema 2020-12, without patterns that a format implies and without the largest safe integer. */
export function describe(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  return z.toJSONSchema(type, {
    target: 'draft-2020-12',
    io,
    override: ({ jsonSchema }) => {
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
}

export function schemaFiles(site: Site): Output[] {
  return (Object.keys(schemas) as SchemaName[]).map((name) => ({
    path: schemaPath(name),
    contents: `${JSON.stringify(toJsonSchema(name, site))}\n`,
  }));
}

/** The schema that a machine file must satisfy; undefined for schemas, and for files that are not JSON. */
export function schemaOf(path: string): SchemaName | undefined {
  const table: readonly [RegExp, SchemaName][] = [
    [/^\/api\/index\.json$/, 'index'],
    [/^\/api\/posts\/[^/]+\.json$/, 'post'],
    [/^\/api\/categories\/[^/]+\.json$/, 'category'],
    [/^\/api\/mcp\.json$/, 'mcp'],
    [/^\/api\/search\/index\.json$/, 'search'],
    [/^\/api\/search\/names\.json$/, 'search-names'],
    [/^\/api\/search\/posts\/\d+\.json$/, 'search-posts'],
    [/^\/api\/digests\.json$/, 'digests'],
  ];
  return table.find(([pattern]) => pattern.test(path))?.[1];
}
