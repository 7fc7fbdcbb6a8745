// A second publisher, written only from the protocol and its appendix, in few lines. The numbers in the comments are
// sections of both documents.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Temporal } from 'temporal-polyfill';
import { parse } from 'yaml';

export type PromptArg = {
  name: string;
  description?: string;
  required?: boolean;
  example?: string;
};

type Meta = {
  title: string;
  date: string;
  updated?: string;
  categories: string[];
  tags: string[];
  description: string;
  mathjax?: boolean;
  cover?: string;
  password?: string;
  prompt_args?: PromptArg[];
  series?: string;
  draft?: boolean;
};

type Site = {
  title: string;
  description: string;
  permalink?: string;
  timezone?: string;
  category_map?: Names;
  tag_map?: Names;
};

type Names = Record<string, string>;
type Entry = ReturnType<typeof entryOf>;
type Post = {
  meta: Meta;
  body: string;
  entry: Entry;
};

// 10.1
const encryptedNote = '<!-- This post is encrypted. Content is not available. -->';

const { defaultCategories, defaultTags } = parse(
  readFileSync(new URL('stranger.yml', import.meta.url), 'utf8'),
) as Record<'defaultCategories' | 'defaultTags', Names>;

/** 4.1 and 4.3: the front matter, and the body byte for byte from its first line with text. */
export function readArticle(source: string): { meta: Meta; body: string } {
  const parts = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(source);
  if (!parts) throw new Error('no front matter');
  const rest = source.slice(parts[0].length);
  const body = /\S/.test(rest) ? rest.replace(/^(?:[^\S\n]*\n)+/, '') : '';
  return { meta: parse(parts[1] ?? '') as Meta, body };
}

/** 5.4: names that differ only in case, width or white space are one name. */
const fold = (name: string): string => name.normalize('NFKC').toLowerCase().trim().replace(/\s+/g, ' ');

function slugOf(name: string, map: Names): string {
  const listed = Object.keys(map).find((key) => fold(key) === fold(name));
  if (listed !== undefined) return map[listed] ?? '';
  return fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** 5.4: the site's own entries come first, and win. */
const mapOf = (own: Names | undefined, defaults: Names): Names => ({ ...own, ...defaults, ...own });

/**
 * 5.4: the name of a slug is the first name that the map lists for it. If no listed name is in use, it is the name in
 * the newest article.
 */
function namesOf(names: string[], { map, used }: { map: Names; used: string[] }): string[] {
  const inUse = new Set(used.map(fold));
  const nameOf = (slug: string): string | undefined => {
    const listed = Object.keys(map).filter((name) => slugOf(name, map) === slug);
    const own = used.find((name) => slugOf(name, map) === slug)?.trim();
    return listed.some((name) => inUse.has(fold(name))) ? listed[0] : own;
  };
  return [...new Set(names.map((name) => nameOf(slugOf(name, map)) ?? name))];
}

/** 7: the ten keys of an Entry. */
function entryOf(slug: string, meta: Meta, base: string, permalink: string) {
  const date = meta.date.slice(0, 10);
  const [year = '', month = '', day = ''] = date.split('-');
  const values: Names = { ':slug': slug, ':year': year, ':month': month, ':day': day };
  return {
    title: meta.title,
    slug,
    date,
    categories: meta.categories,
    tags: meta.tags,
    description: meta.description,
    url: base + permalink.replace(/:(?:slug|year|month|day)/g, (token) => values[token] ?? ''),
    api_json_url: `${base}/api/posts/${slug}.json`,
    api_md_url: `${base}/api/posts/${slug}.md`,
    encrypted: meta.password !== undefined,
  };
}

/** 8.5: site paths become absolute and percent-encoded, other addresses stay. */
function coverOf(cover: string | undefined, base: string): string | undefined {
  if (cover === undefined || (/^https?:/.test(cover) && !cover.startsWith(`${base}/`))) return cover;
  const path = cover.replace(`${base}/`, '').replace(/^\//, '');
  return `${base}/${encodeURI(decodeURIComponent(path)).replace(/[?#]/g, encodeURIComponent)}`;
}

/** 8.5: one article; optional keys appear only where the article has them, `content` is last. */
function postJson(post: Post, { base, posts }: { base: string; posts: Post[] }): string {
  const { meta, body, entry } = post;
  const { title, slug, date, ...rest } = entry;
  return `${JSON.stringify({
    title,
    slug,
    date,
    updated: (meta.updated ?? meta.date).slice(0, 10),
    ...rest,
    mathjax: meta.mathjax,
    cover: coverOf(meta.cover, base),
    prompt_args: meta.prompt_args?.map(({ name, description, required = false, example }) => ({
      name,
      description,
      required,
      example,
    })),
    series: seriesOf(post, posts),
    content: entry.encrypted ? '' : body,
  })}\n`;
}

/** 7: one element per line, no indentation; an empty list is `[]`. */
function listJson(head: object, posts: Post[]): string {
  const lines = posts.map(({ entry }) => JSON.stringify(entry)).join(',\n');
  const list = posts.length === 0 ? '[]' : `[\n${lines}\n]`;
  return `${JSON.stringify(head).slice(0, -1)},"posts":${list}}\n`;
}

/** 8.6: exactly the body, or exactly the note. */
const postMarkdown = ({ body, entry }: Post): string => (entry.encrypted ? encryptedNote : body);

/** 8.1 and 8.3: line breaks and control characters in a title, a name or a description become one space. */
const oneLine = (text: string): string => text.replace(/\s*\p{Cc}+\s*/gu, ' ').trim();

/** 8.3 and 8.8: the head, then every article, with one empty line between blocks. */
function collection(head: string[], posts: Post[]): string {
  const blocks = posts.map((post) => {
    const { title, date, tags, url } = post.entry;
    const text = postMarkdown(post);
    const body = text.endsWith('\n') ? text : `${text}\n`;
    return `---\n\n# ${oneLine(title)}\n\nDate: ${date} | Tags: ${tags.map(oneLine).join(', ')} | URL: ${url}\n\n${body}`;
  });
  return [...head.map((line) => `${oneLine(line)}\n`), ...blocks].join('\n');
}

/** 7: an article's creation time as an instant. */
const instantOf = (date: string, timezone: string): number =>
  Temporal.PlainDateTime.from(date.replace(' ', 'T')).toZonedDateTime(timezone).epochMilliseconds;

/** 8.4: one line per article; characters with a meaning in Markdown are escaped. */
function indexMarkdown(title: string, { posts, map }: { posts: Post[]; map: Names }): string {
  const lines = posts.map(({ entry }) => {
    const name = oneLine(entry.title).replace(/[\\`*_~[\]<&]/g, '\\$&');
    const url = entry.api_md_url.replaceAll('(', '%28').replaceAll(')', '%29');
    const category = entry.categories.at(-1);
    const notes = [category === undefined ? '' : slugOf(category, map), entry.encrypted ? 'encrypted' : ''];
    const note = notes.filter((text) => text !== '').join('; ');
    return `- ${entry.date} [${name}](${url})${note === '' ? '' : ` (${note})`}\n`;
  });
  return `# ${oneLine(title)}\n${lines.length === 0 ? '' : '\n'}${lines.join('')}`;
}

/** 8.5: the place in a series, the oldest first. */
function seriesOf({ meta: { series: name }, entry }: Post, posts: Post[]) {
  if (name === undefined) return undefined;
  const parts = posts.filter(({ meta }) => meta.series === name).toReversed();
  return { name, part: parts.findIndex((part) => part.entry.slug === entry.slug) + 1, of: parts.length };
}

/** The files of 8.3 to 8.8, by their paths on the site. */
export function publish(content: string, base: string): Map<string, string> {
  const site = parse(readFileSync(join(content, '_site.yml'), 'utf8')) as Site;
  const { title, description, permalink = '/posts/:slug/', timezone = 'Asia/Shanghai' } = site;
  const sources = readdirSync(content, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !/(?:^|[\\/])[_.]/.test(path))
    .filter((path) => !/^pages[\\/][^\\/]+$/.test(path))
    .map((path) => ({ slug: basename(path, '.md'), ...readArticle(readFileSync(join(content, path), 'utf8')) }))
    .filter(({ meta }) => meta.draft !== true)
    .map((source) => ({ ...source, instant: instantOf(source.meta.date, timezone) }))
    .sort((a, b) => b.instant - a.instant || (a.slug < b.slug ? -1 : 1));

  const map = mapOf(site.category_map, defaultCategories);
  const categories = { map, used: sources.flatMap(({ meta }) => meta.categories) };
  const tags = { map: mapOf(site.tag_map, defaultTags), used: sources.flatMap(({ meta }) => meta.tags) };
  const posts = sources.map(({ slug, meta: written, body }): Post => {
    const names = { categories: namesOf(written.categories, categories), tags: namesOf(written.tags, tags) };
    const meta = { ...written, ...names };
    return { meta, body, entry: entryOf(slug, meta, base, permalink) };
  });

  const files = new Map<string, string>();
  files.set('/api/index.json', listJson({ site: title, description, url: base, post_count: posts.length }, posts));
  files.set('/api/index.md', indexMarkdown(title, { posts, map }));
  files.set('/llms-full.txt', collection([`# ${title}`, `> ${description}`], posts));
  for (const post of posts) {
    files.set(`/api/posts/${post.entry.slug}.json`, postJson(post, { base, posts }));
    files.set(`/api/posts/${post.entry.slug}.md`, postMarkdown(post));
  }
  for (const name of new Set(posts.flatMap(({ meta }) => meta.categories))) {
    const slug = slugOf(name, map);
    const own = posts.filter(({ meta }) => meta.categories.includes(name));
    const path = `/api/categories/${slug}`;
    files.set(`${path}.json`, listJson({ category: name, slug, post_count: own.length }, own));
    files.set(`${path}.md`, collection([`# 分类：${name}`, `共 ${own.length} 篇文章`], own));
  }
  return files;
}

/** 11: the first whole prompt element; a tag opens or ends a line; pairs within a line are mentions. */
export function extractPrompt(body: string): string | undefined {
  let depth = 0;
  let start = 0;
  let mentioned = 0;
  for (const { 0: found, index } of body.matchAll(/\n|<\/?prompt>/g)) {
    const end = index + found.length;
    if (found === '\n') {
      mentioned = 0;
    } else if (found === '<prompt>') {
      if (!/(?:^|\n)[ \t]*$/.test(body.slice(0, index))) mentioned += 1;
      else if (depth++ === 0) start = end;
    } else if (mentioned > 0 || !/^[ \t]*(?:$|\r?\n)/.test(body.slice(end))) {
      mentioned = Math.max(0, mentioned - 1);
    } else if (depth > 0 && --depth === 0) {
      return body.slice(start, index).replace(/^(?:\r?\n)+|(?:\r?\n)+$/g, '');
    }
  }
  return undefined;
}

/** 11: one pass; values are plain text, unknown placeholders stay. */
export function fillPrompt(prompt: string, args: PromptArg[], values: Names): string {
  const given = new Map(Object.entries(values).map(([name, value]) => [name.toLowerCase(), value]));
  const known = new Map<string, string>();
  for (const { name, required } of args) {
    const value = given.get(name.toLowerCase()) ?? '';
    if (required === true && value.trim() === '') throw new Error(`missing argument: ${name}`);
    known.set(name.toLowerCase(), value);
  }
  return prompt.replace(
    /\{\{([^{}\n]+)\}\}/g,
    (all, name: string) => known.get(name.replace(/^[ \t]+|[ \t]+$/g, '').toLowerCase()) ?? all,
  );
}
