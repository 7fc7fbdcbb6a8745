// Schemas of the site's JSON files, as the protocol defines them (`static/pdc-protocol.md`). Unknown keys are ignored,
// and missing facts of an article are empty.
import { z } from 'zod';
import { cut, oneLine } from '#pdc/text/document';
import { isSkillName } from '#pdc/endpoints/skills';
import type { Entry, Manifest } from '#pdc/site/schema';
import { Unavailable } from '../adapter-failures.ts';

export type Index = {
  readonly site: string;
  readonly description: string;
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly posts: readonly Entry[];
};

/** A text on one line and with a maximum length, so that it cannot add lines to a result. */
const line = z.string().transform((text) => oneLine(cut(text, 2000)));
const text = line.catch('');
const texts = z.array(text).catch([]);
const isEncrypted = z.boolean().catch(false);

const EntrySchema = z.object({
  title: text,
  slug: line.pipe(z.string().min(1).max(200)),
  date: text,
  categories: texts,
  tags: texts,
  description: text,
  url: text,
  api_json_url: text,
  api_md_url: text,
  encrypted: isEncrypted,
});

/** The valid entries of a list. */
export const readEntries = (list: readonly unknown[]): Entry[] =>
  list.flatMap((item) => EntrySchema.safeParse(item).data ?? []);

const IndexSchema = z.object({
  site: text,
  description: text,
  url: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/(?<!\/)\/+$/, '')),
  posts: z.array(z.unknown()).transform(readEntries),
});

/** Reads `/api/index.json`. */
export const readIndex = (json: string): Index => parse(json, { schema: IndexSchema, name: 'index.json' });

/** The lists of a manifest, and the server's name. */
export type ManifestLists = Pick<Manifest, 'resources' | 'resourceTemplates' | 'tools' | 'prompts' | 'serverInfo'> &
  Pick<z.infer<typeof ManifestSchema>, 'capabilities'>;

const optionalText = z.string().optional();

const ManifestSchema = z.object({
  capabilities: z
    .object({ experimental: z.object({ site: z.object({ language: z.string() }) }) })
    .optional()
    .catch(undefined),
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }).catch({ name: 'duplex', version: '0' }),
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string(), title: optionalText, mimeType: optionalText })),
  resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string(), name: z.string() })),
  // Older sites have output schemas, but the tools no longer return structured content.
  tools: z.array(
    z
      .looseObject({ name: z.string(), inputSchema: z.looseObject({}) })
      .transform(({ outputSchema: _, ...tool }) => tool),
  ),
  prompts: z.array(
    z.looseObject({ name: z.string(), arguments: z.array(z.looseObject({ name: z.string() })).optional() }),
  ),
});

/** Reads `/api/mcp.json`. Validates its members without changing them, but removes the output schemas of tools. */
export function readManifest(json: string): ManifestLists {
  const lists = parse(json, { schema: ManifestSchema, name: 'mcp.json' }) as unknown as ManifestLists;
  if (isDeeperThan(lists, 50)) throw new Unavailable('mcp.json is nested too deeply');
  return lists;
}

function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let values = [value];
  for (let depth = 0; depth < maxDepth && values.length > 0; depth += 1)
    values = values.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  return values.length > 0;
}

const PostSchema = z.object({
  content: z.string(),
  encrypted: isEncrypted,
  mathjax: z.boolean().catch(false),
  prompt_args: z.array(z.object({ name: z.string(), example: z.string().optional() })).catch([]),
  series: z.object({ name: line, part: z.int(), of: z.int() }).optional().catch(undefined),
});
export type Post = z.infer<typeof PostSchema>;

/** Reads `/api/posts/<slug>.json`. */
export const readPost = (json: string): Post => parse(json, { schema: PostSchema, name: 'the JSON of an article' });

const SkillSchema = z.object({
  name: z.string().refine(isSkillName),
  type: z.literal('skill-md'),
  url: z.string().max(2000),
});
export type SkillRow = z.infer<typeof SkillSchema>;

const SkillsSchema = z.object({
  skills: z
    .array(z.unknown())
    .transform((rows) => rows.slice(0, 1000).flatMap((row) => SkillSchema.safeParse(row).data ?? [])),
});

/** Reads `/.well-known/agent-skills/index.json`: the first thousand skills with a single file. */
export const readSkills = (json: string): readonly SkillRow[] =>
  parse(json, { schema: SkillsSchema, name: 'the index of Agent Skills' }).skills;

function parse<Schema extends z.ZodType>(
  json: string,
  { schema, name }: { schema: Schema; name: string },
): z.output<Schema> {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    throw new Unavailable(`${name} is not JSON`);
  }
  const { data, error } = schema.safeParse(value);
  if (!error) return data;
  const [reason] = error.issues.map(({ path, message }) => [...path, message].join(': '));
  throw new Unavailable(`${name} does not match the protocol: ${reason}`);
}
