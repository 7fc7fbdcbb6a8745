// What the adapter makes of a site's JSON. The specification fixes paths and not keys: other publishers name theirs
// otherwise, leave some out and add some, and their sites are read all the same.
import { decodeWhole } from '#pdc/decode';
import { encodePath, postJsonPath, postMdPath } from '#pdc/paths';
import { fold } from '#pdc/fold';
import type { Entry, Manifest } from '#pdc/schema';
import { Unavailable } from '../failure.ts';

export type Index = {
  readonly site: string;
  readonly description: string;
  /** The base URL, without a trailing slash. */
  readonly url: string;
  readonly posts: readonly Entry[];
};

/** What a manifest of the seed must have; an empty list where one is missing or of another form. Prompts may be none, or not told. */
export type Listed = Pick<Manifest, 'resources' | 'resourceTemplates' | 'tools' | 'serverInfo'> &
  Partial<Pick<Manifest, 'prompts'>>;

export type Value = Readonly<Record<string, unknown>>;

/** Reads `/api/index.json`. `base` is where the site is read from, for an index that names no address. */
export function readIndex(text: string, base: string): Index {
  const value = parse(text, 'index.json');
  const head: Value = isObject(value) ? value : {};
  const list = Array.isArray(value) ? value : listIn(head, ['posts', 'articles', 'items', 'entries']);
  if (!list) throw new Unavailable('index.json holds no list of articles');
  const items = list.filter(isObject);
  const url = baseOf(head, items) ?? base;
  const site = firstText(head, ['site', 'title', 'name']) ?? (isObject(head.site) ? firstText(head.site, names) : '');
  return {
    site: site || new URL(url).host,
    description: firstText(head, ['description']) ?? '',
    url,
    posts: items.flatMap((item) => toEntry(item, url)),
  };
}

const names = ['title', 'name'];

/** Reads `/api/mcp.json`: every member as it stands, where it is of the form that clients need. */
export function readManifest(text: string): Listed {
  const value = parse(text, 'mcp.json');
  if (!isObject(value)) throw new Unavailable('mcp.json is no JSON object');
  const { serverInfo } = value;
  return {
    serverInfo: (isObject(serverInfo) && isText(serverInfo.name) && isText(serverInfo.version)
      ? serverInfo
      : { name: 'duplex', version: '0' }) as Listed['serverInfo'],
    resources: named(value.resources, 'uri') as Listed['resources'],
    resourceTemplates: named(value.resourceTemplates, 'uriTemplate') as Listed['resourceTemplates'],
    tools: named(value.tools, 'inputSchema') as Listed['tools'],
    ...(Array.isArray(value.prompts) && { prompts: named(value.prompts, 'name') as Manifest['prompts'] }),
  };
}

const named = (list: unknown, key: string): unknown[] =>
  Array.isArray(list) ? list.filter((item) => isObject(item) && isText(item.name) && item[key] !== undefined) : [];

export type Body = {
  readonly content: string;
  readonly encrypted: boolean;
  readonly math: boolean;
  readonly args: Value[];
};

/** Reads an article's JSON; nothing where it holds no body. */
export function readPost(text: string): Body | undefined {
  const value = parse(text, 'the article');
  if (!isObject(value) || !isText(value.content)) return undefined;
  const { content, encrypted, mathjax, prompt_args: args } = value;
  return {
    content,
    encrypted: encrypted === true,
    math: mathjax === true,
    args: Array.isArray(args) ? args.filter((arg): arg is Value => isObject(arg) && isText(arg.name)) : [],
  };
}

/** The seed's sign of a body that is withheld: a single HTML comment which says so. */
export const isWithheld = (markdown: string): boolean => {
  const text = markdown.trim();
  const isOneComment = text.startsWith('<!--') && text.indexOf('-->', 4) === text.length - 3;
  return isOneComment && /encrypted|加密/i.test(text);
};

// --- entries

function toEntry(item: Value, base: string): Entry[] {
  const slug = slugOf(item);
  if (slug === undefined) return [];
  const page = firstText(item, ['url', 'permalink', 'link', 'html_url', 'path']);
  return [
    {
      title: firstText(item, names) ?? slug,
      slug,
      date: /^\d{4}-\d\d-\d\d/.exec(firstText(item, ['date', 'created', 'created_at', 'published']) ?? '')?.[0] ?? '',
      categories: textsIn(item.categories ?? item.category),
      tags: textsIn(item.tags ?? item.tag),
      description: firstText(item, ['description', 'summary', 'excerpt']) ?? '',
      url: page === undefined ? toAddress(base, postMdPath(slug)) : toAddress(base, page),
      api_json_url: ownAddress(item, /\.json$/, base) ?? toAddress(base, postJsonPath(slug)),
      api_md_url: ownAddress(item, /\.md$/, base) ?? toAddress(base, postMdPath(slug)),
      encrypted: item.encrypted === true || item.locked === true,
    },
  ];
}

const postAddress = /\/api\/posts\/([^/?#]+)\.(?:json|md)$/;

/** The article's own, or that of its machine files. */
function slugOf(item: Value): string | undefined {
  const own = firstText(item, ['slug', 'id']);
  if (own !== undefined) return own;
  const address = textsBelow(item).find((text) => postAddress.test(text));
  return address === undefined ? undefined : decodeWhole(postAddress.exec(address)![1]!);
}

const ownAddress = (item: Value, ending: RegExp, base: string): string | undefined => {
  const found = textsBelow(item).find((text) => postAddress.test(text) && ending.test(text));
  return found === undefined ? undefined : toAddress(base, found);
};

/** The base URL that an index names, or that its machine files stand under. */
function baseOf(head: Value, items: readonly Value[]): string | undefined {
  const own =
    firstText(head, ['url', 'base_url', 'baseUrl']) ??
    (isObject(head.site) ? firstText(head.site, ['url']) : undefined);
  const found = own ?? items.flatMap(textsBelow).find((text) => /^https?:/.test(text) && postAddress.test(text));
  if (found === undefined || !/^https?:\/\//.test(found) || !URL.canParse(found)) return undefined;
  return found.replace(postAddress, '').replace(/\/+$/, '');
}

/** Names in whatever nesting: a text, a list of texts, of lists (Hexo), or of objects with a name. */
function textsIn(value: unknown): string[] {
  if (isText(value)) return value.trim() === '' ? [] : [value];
  if (Array.isArray(value)) {
    const all = value.flatMap(textsIn);
    return all.filter((name, at) => all.findIndex((other) => fold(other) === fold(name)) === at);
  }
  return isObject(value) ? textsIn(firstText(value, ['name', 'title'])) : [];
}

/** The texts of an object, and of the objects in it. */
const textsBelow = (item: Value): string[] =>
  Object.values(item).flatMap((value) => (isText(value) ? [value] : isObject(value) ? textsBelow(value) : []));

/** An address that a site names: absolute, or of a path on it. */
function toAddress(base: string, address: string): string {
  if (/^https?:\/\//.test(address)) return address;
  const { origin, pathname } = new URL(base);
  const path = address.startsWith('/') ? address : `/${address}`;
  const root = pathname.replace(/\/+$/, '');
  return path.startsWith(`${root}/`) && root !== ''
    ? origin + encodePath(decodeWhole(path))
    : base + encodePath(decodeWhole(path));
}

// --- JSON

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    throw new Unavailable(`${what} is no JSON`);
  }
}

const listIn = (value: Value, keys: readonly string[]): unknown[] | undefined =>
  [...keys, ...Object.keys(value)]
    .map((key) => value[key])
    .find((member): member is unknown[] => Array.isArray(member));

const firstText = (value: Value, keys: readonly string[]): string | undefined =>
  keys.map((key) => value[key]).find((member): member is string => isText(member) && member.trim() !== '');

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
