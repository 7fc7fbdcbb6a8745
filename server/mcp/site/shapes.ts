// Schemas of a site's JSON, as the protocol has it (`static/pdc-protocol.md`). Keys that only some publishers have are passed
// over, and facts of an article that one leaves out are empty.
import { z } from 'zod';
import type { Entry, Manifest } from '#pdc/schema';
import { Unavailable } from '../failure.ts';

export type Index = {
  readonly site: string;
  readonly description: string;
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly posts: readonly Entry[];
};

const text = z.string().catch('');
const texts = z.array(z.string()).catch([]);
const isEncrypted = z.boolean().catch(false);

const IndexFile = z.object({
  site: text,
  description: text,
  url: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
  posts: z.array(
    z.object({
      title: text,
      slug: z.string().min(1),
      date: text,
      categories: texts,
      tags: texts,
      description: text,
      url: text,
      api_json_url: z.string(),
      api_md_url: z.string(),
      encrypted: isEncrypted,
    }),
  ),
});

/** Reads `/api/index.json`. */
export const readIndex = (json: string): Index => parse(json, { form: IndexFile, name: 'index.json' });

/** The lists of a manifest, and who publishes it. */
export type Listed = Pick<Manifest, 'resources' | 'resourceTemplates' | 'tools' | 'prompts' | 'serverInfo'> &
  Pick<z.infer<typeof ManifestFile>, 'capabilities'>;

const ManifestFile = z.object({
  capabilities: z
    .object({ experimental: z.object({ site: z.object({ language: z.string() }) }) })
    .optional()
    .catch(undefined),
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }).catch({ name: 'duplex', version: '0' }),
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string() })),
  resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string(), name: z.string() })),
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.looseObject({}) })),
  prompts: z.array(z.looseObject({ name: z.string() })),
});

/** Reads `/api/mcp.json`: every member as it stands, where it is of the form that clients need. */
export const readManifest = (json: string): Listed =>
  parse(json, { form: ManifestFile, name: 'mcp.json' }) as unknown as Listed;

const PostFile = z.object({
  content: z.string(),
  encrypted: isEncrypted,
  mathjax: z.boolean().catch(false),
  prompt_args: z.array(z.object({ name: z.string(), example: z.string().optional() })).catch([]),
});
export type Post = z.infer<typeof PostFile>;

/** Reads `/api/posts/<slug>.json`. */
export const readPost = (json: string): Post => parse(json, { form: PostFile, name: 'the JSON of an article' });

function parse<Form extends z.ZodType>(json: string, { form, name }: { form: Form; name: string }): z.output<Form> {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    throw new Unavailable(`${name} is no JSON`);
  }
  const { data, error } = form.safeParse(value);
  if (!error) return data;
  const { path, message } = error.issues[0]!;
  throw new Unavailable(`${name} is not as the protocol has it: ${[...path, message].join(': ')}`);
}
