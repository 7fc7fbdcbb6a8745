// Schemas of a site's JSON, by the keys of the protocol (`static/pdc-protocol.md`). Other publishers may have only paths
// and an article's fields: where a site says no more, an article's slug and addresses follow from the paths.
import { z } from 'zod';
import { encodePath, postJsonPath, postMdPath } from '#pdc/paths';
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

const Head = z.looseObject({ site: text, description: text, url: text });

const Item = z.looseObject({
  slug: text,
  title: text,
  date: text,
  categories: texts,
  tags: texts,
  description: text,
  url: text,
  encrypted: z.boolean().catch(false),
});
type Item = z.infer<typeof Item>;

/** Reads `/api/index.json`: an object with a list of articles, or the list. `base` is where the site is read from. */
export function readIndex(json: string, base: string): Index {
  const value = parse(json, 'index.json');
  const head = Head.safeParse(value).data;
  const list: unknown = Array.isArray(value) ? value : Object.values(head ?? {}).find(Array.isArray);
  if (!Array.isArray(list)) throw new Unavailable('index.json holds no list of articles');
  const items = list.flatMap((item) => Item.safeParse(item).data ?? []);
  const named = [head?.url, ...items.map((item) => addressIn(item)?.[1])].find((url) =>
    /^https?:\/\/./.test(url ?? ''),
  );
  const url = (named ?? base).replace(/\/+$/, '');
  return {
    site: head?.site || new URL(url).host,
    description: head?.description ?? '',
    url,
    posts: items.flatMap((item) => toEntry(item, url)),
  };
}

function toEntry(item: Item, base: string): Entry[] {
  const { title, date, categories, tags, description, url, encrypted } = item;
  const slug = item.slug || addressIn(item)?.[2];
  if (!slug) return [];
  const [api_json_url, api_md_url] = [postJsonPath(slug), postMdPath(slug)].map((path) => base + encodePath(path)) as [
    string,
    string,
  ];
  return [
    {
      title: title || slug,
      slug,
      date: date.slice(0, 10),
      categories,
      tags,
      description,
      url: url || api_md_url,
      api_json_url,
      api_md_url,
      encrypted,
    },
  ];
}

/** The base URL and the slug in the first address of a machine file that an item names, under whatever key. */
const addressIn = (item: Item): RegExpExecArray | undefined =>
  Object.values(item)
    .map((value) => (typeof value === 'string' ? /^(.*)\/api\/posts\/([^/?#]+)\.(?:json|md)$/.exec(value) : null))
    .find((found) => found !== null);

/** The lists that a manifest must have; an empty one where one is missing. Prompts may be none, or left out. */
export type Listed = Pick<Manifest, 'resources' | 'resourceTemplates' | 'tools' | 'serverInfo'> &
  Partial<Pick<Manifest, 'prompts'>> &
  Pick<z.infer<typeof ListedFile>, 'capabilities'>;

const ListedFile = z.object({
  capabilities: z
    .object({ experimental: z.object({ site: z.object({ language: z.string() }) }) })
    .optional()
    .catch(undefined),
  serverInfo: z.looseObject({ name: z.string(), version: z.string() }).catch({ name: 'duplex', version: '0' }),
  resources: z.array(z.looseObject({ uri: z.string(), name: z.string() })).catch([]),
  resourceTemplates: z.array(z.looseObject({ uriTemplate: z.string(), name: z.string() })).catch([]),
  tools: z.array(z.looseObject({ name: z.string(), inputSchema: z.looseObject({}) })).catch([]),
  prompts: z.array(z.looseObject({ name: z.string() })).optional(),
});

/** Reads `/api/mcp.json`: every member as it stands, where it is of the form that clients need. */
export function readManifest(json: string): Listed {
  const { data } = ListedFile.safeParse(parse(json, 'mcp.json'));
  if (!data) throw new Unavailable('mcp.json is no manifest');
  return data as unknown as Listed;
}

const Body = z.object({
  content: z.string(),
  encrypted: z.boolean().catch(false),
  mathjax: z.boolean().catch(false),
  prompt_args: z
    .array(
      z.object({
        name: z.string(),
        description: z.string().optional(),
        required: z.boolean().default(false),
        example: z.string().optional(),
      }),
    )
    .catch([]),
});
export type Body = z.infer<typeof Body>;

/** Reads `/api/posts/<slug>.json`. */
export function readPost(json: string): Body {
  const { data } = Body.safeParse(parse(json, 'the article'));
  if (!data) throw new Unavailable('the JSON of an article holds no content');
  return data;
}

function parse(json: string, what: string): unknown {
  try {
    return JSON.parse(json.replace(/^\ufeff/, ''));
  } catch {
    throw new Unavailable(`${what} is no JSON`);
  }
}
