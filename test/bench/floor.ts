// The benchmark's yardstick: a plain blog builder without validation, encryption, scanning and minifying. Usage: `node
// floor.ts CONTENT DEST BASE_URL`. With `whole` as another argument, it also writes digests, merged documents in parts
// and a search index. Like the product with --verbose, it prints the time of each part.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import hljs from 'highlight.js/lib/common';
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import type { MarkdownIt as Parser } from 'markdown-it';
import anchor from 'markdown-it-anchor';

type Argument = Record<string, unknown>;
type FrontMatter = {
  title: string;
  date: string;
  updated?: string;
  categories: string[];
  tags: string[];
  description: string;
  prompt_args?: Argument[];
  mathjax?: boolean;
};
type FloorEntry = {
  title: string;
  slug: string;
  date: string;
  categories: string[];
  tags: string[];
  description: string;
  url: string;
  api_json_url: string;
  api_md_url: string;
  encrypted: boolean;
};
type Post = {
  entry: FloorEntry;
  created: string;
  updated: string;
  promptArgs: Argument[] | undefined;
  body: string;
  hasFormulas: boolean;
};

const [content = '', dest = '', base = '', work = ''] = process.argv.slice(2);
const isWhole = work === 'whole';
if (base === '') {
  console.error('usage: node floor.ts CONTENT DEST BASE_URL [whole]');
  process.exit(1);
}
const site = { title: '基准博客', description: '一份由程序写成的语料，用来测量构建的快慢' };

const createMarkdown = (): Parser =>
  new MarkdownIt({
    html: true,
    highlight: (code, language) => (hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''),
  }).use(anchor);

const markdown = createMarkdown();
const markdownWithFormulas = createMarkdown().use(formulas);

/** Parses formulas in `$...$` and `$$...$$`, only in the forms that the corpus has. */
function formulas(md: Parser): void {
  md.inline.ruler.after('escape', 'formula', (state, isSilent) => {
    const [text, dollars, latex] = /^(\$\$?)([^$]+)\1/.exec(state.src.slice(state.pos)) ?? [];
    if (text === undefined) return false;
    if (!isSilent) Object.assign(state.push('formula', '', 0), { content: latex, markup: dollars });
    state.pos += text.length;
    return true;
  });
  md.renderer.rules.formula = (tokens, index) => {
    const { content: latex, markup } = tokens[index]!;
    return katex.renderToString(latex, { throwOnError: false, displayMode: markup === '$$' });
  };
}

const cpuNow = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
/** Milliseconds of CPU, by part of the work. */
const parts = new Map<string, number>();
let marked = 0;

/** Ends a part of the work, and keeps its time. */
function endPart(name: string): void {
  const now = cpuNow();
  parts.set(name, now - marked);
  marked = now;
}
endPart('start');

let rendering = 0;
function render({ body, hasFormulas }: Post): string {
  const before = cpuNow();
  const html = (hasFormulas ? markdownWithFormulas : markdown).render(body);
  rendering += cpuNow() - before;
  return html;
}

const made = new Set<string>();
function write(path: string, contents: string | Buffer): void {
  const file = join(dest, path);
  const folder = dirname(file);
  if (!made.has(folder)) {
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  }
  writeFileSync(file, contents);
}

// --- reading: front matter as the corpus writes it, one `key: value` per line, lists in brackets, prompt_args as a block

function readValue(text: string): unknown {
  if (text.startsWith('"')) return JSON.parse(text);
  if (text.startsWith('[')) return text.slice(1, -1).split(', ');
  return text === 'true' ? true : text === 'false' ? false : text;
}

function readFrontMatter(head: string): FrontMatter {
  const fields: Record<string, unknown> = {};
  const promptArgs: Argument[] = [];
  for (const line of head.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon < 0) continue;
    const value = readValue(line.slice(colon + 2));
    if (line.startsWith('  - ')) promptArgs.push({ [line.slice(4, colon)]: value });
    else if (line.startsWith('    ')) Object.assign(promptArgs.at(-1) ?? {}, { [line.slice(4, colon)]: value });
    else fields[line.slice(0, colon)] = value;
  }
  return { ...fields, ...(promptArgs.length > 0 && { prompt_args: promptArgs }) } as FrontMatter;
}

function readPost(name: string): Post {
  const source = readFileSync(join(content, name), 'utf8');
  const [, head = '', body = ''] = /^---\n([^]*?)\n---\n+([^]*)$/.exec(source) ?? [];
  const { title, date, updated = date, categories, tags, description, prompt_args, mathjax } = readFrontMatter(head);
  const slug = name.replace(/^.*\/|\.md$/g, '');
  return {
    entry: {
      title,
      slug,
      date: date.slice(0, 10),
      categories,
      tags,
      description,
      url: `${base}/posts/${slug}/`,
      api_json_url: `${base}/api/posts/${slug}.json`,
      api_md_url: `${base}/api/posts/${slug}.md`,
      encrypted: false,
    },
    created: date,
    updated: updated.slice(0, 10),
    promptArgs: prompt_args,
    body,
    hasFormulas: mathjax === true,
  };
}

const posts = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map(readPost)
  .sort((a, b) => (a.created < b.created ? 1 : -1));
endPart('read');

const byName = (namesOf: (entry: FloorEntry) => string[]): Map<string, Post[]> => {
  const groups = new Map<string, Post[]>();
  for (const post of posts) {
    for (const name of namesOf(post.entry)) {
      const group = groups.get(name);
      if (group) group.push(post);
      else groups.set(name, [post]);
    }
  }
  return groups;
};
const categories = byName((entry) => entry.categories);
const tags = byName((entry) => entry.tags);
const slugOf = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');

// --- people: a page per post, home in pages of ten, archives, categories, tags

const escape = (text: string): string => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

function page(title: string, description: string, main: string): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} - ${site.title}</title>
<meta name="description" content="${escape(description)}">
<link rel="stylesheet" href="/css/site.css">
<link rel="alternate" type="application/atom+xml" href="/atom.xml">
</head>
<body>
<header><a href="/">${site.title}</a> <nav><a href="/archives/">归档</a> <a href="/categories/">分类</a> <a href="/tags/">标签</a></nav></header>
<main>
${main}
</main>
<footer>${site.description}</footer>
</body>
</html>
`;
}

const names = (kind: string, list: string[]): string =>
  list.map((name) => `<a href="/${kind}/${encodeURIComponent(slugOf(name))}/">${escape(name)}</a>`).join(' ');
const list = (some: Post[]): string =>
  `<ul>\n${some.map(({ entry }) => `<li><time>${entry.date}</time> <a href="/posts/${entry.slug}/">${escape(entry.title)}</a></li>`).join('\n')}\n</ul>`;

for (const post of posts) {
  const { entry } = post;
  const main = `<article>
<h1>${escape(entry.title)}</h1>
<p><time>${entry.date}</time> ${names('categories', entry.categories)} ${names('tags', entry.tags)}</p>
<p><a href="${entry.api_json_url}">JSON</a> <a href="${entry.api_md_url}">Markdown</a></p>
${render(post)}</article>`;
  write(`posts/${entry.slug}/index.html`, page(entry.title, entry.description, main));
}

endPart('pages');
parts.set('  render', rendering);

const perPage = 10;
for (let at = 0; at * perPage < posts.length; at += 1) {
  const cards = posts
    .slice(at * perPage, (at + 1) * perPage)
    .map(
      ({ entry }) =>
        `<section><h2><a href="/posts/${entry.slug}/">${escape(entry.title)}</a></h2><p>${escape(entry.description)}</p></section>`,
    );
  const main = `${cards.join('\n')}\n<nav><a href="/page/${at + 2}/">下一页</a></nav>`;
  write(at === 0 ? 'index.html' : `page/${at + 1}/index.html`, page(site.title, site.description, main));
}
write('archives/index.html', page('归档', site.description, list(posts)));
for (const [kind, groups] of Object.entries({ categories, tags })) {
  write(`${kind}/index.html`, page(kind, site.description, names(kind, [...groups.keys()])));
  for (const [name, group] of groups)
    write(`${kind}/${slugOf(name)}/index.html`, page(name, site.description, list(group)));
}

endPart('lists');

// --- machines

const digests: string[] = [];

/** Writes a file for machines. With `whole`, also keeps its digest. */
function publish(path: string, text: string): void {
  if (!isWhole) return write(path, text);
  const bytes = Buffer.from(text);
  write(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  digests.push(`"/${path}":${JSON.stringify({ sha256, bytes: bytes.length, tokens: countTokens(text) })}`);
}

/** Estimates the tokens by the product's rule: a wide character costs more than any other character. */
function countTokens(text: string): number {
  let wide = 0;
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) >= 0x2e80) wide += 1;
  return Math.ceil(wide * 0.84 + (text.length - wide) * 0.31);
}

const longestPart = 50_000;

/** Writes the texts of many articles into one file. With `whole`, writes a long file also in parts. */
function publishMerged(path: string, head: string, some: Post[]): void {
  const texts = some.map(fullText);
  publish(path, `${head}\n${texts.join('')}`);
  if (!isWhole) return;
  const parts: string[] = [];
  for (const text of texts) {
    const last = parts.at(-1);
    if (last === undefined || last.length + text.length > longestPart - head.length) parts.push(text);
    else parts[parts.length - 1] = last + text;
  }
  if (parts.length < 2) return;
  for (const [at, part] of parts.entries()) {
    const place = `第 ${at + 1} 部分，共 ${parts.length} 部分`;
    publish(path.replace(/^(?:api\/)?(.+)(\.\w+)$/, `api/parts/$1/${at + 1}$2`), `${head}\n${place}\n${part}`);
  }
}

const lines = (entries: FloorEntry[]): string => `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
const entriesOf = (some: Post[]): FloorEntry[] => some.map(({ entry }) => entry);
const fullText = ({ entry, body }: Post): string =>
  `\n---\n\n# ${entry.title}\n\nDate: ${entry.date} | Tags: ${entry.tags.join(', ')} | URL: ${entry.url}\n\n${body}`;
const link = ({ entry }: Post): string => `- [${entry.title}](${entry.api_md_url}): ${entry.description}`;

for (const { entry, updated, promptArgs, body } of posts) {
  publish(
    `api/posts/${entry.slug}.json`,
    JSON.stringify({ ...entry, updated, prompt_args: promptArgs, content: body }),
  );
  publish(`api/posts/${entry.slug}.md`, body);
}
publish(
  'api/index.json',
  `{"site":"${site.title}","description":"${site.description}","url":"${base}","post_count":${posts.length},"posts":${lines(entriesOf(posts))}}`,
);
for (const [name, group] of categories) {
  const slug = slugOf(name);
  publish(
    `api/categories/${slug}.json`,
    `{"category":"${name}","slug":"${slug}","post_count":${group.length},"posts":${lines(entriesOf(group))}}`,
  );
  publishMerged(`api/categories/${slug}.md`, `# 分类：${name}\n\n共 ${group.length} 篇文章`, group);
}
publish(
  'llms.txt',
  `# ${site.title}\n\n> ${site.description}\n\n## 文章\n\n${posts.slice(0, 20).map(link).join('\n')}\n`,
);
publishMerged('llms-full.txt', `# ${site.title}\n\n> ${site.description}`, posts);

const resource = ({ entry, body }: Post): string =>
  JSON.stringify({
    uri: entry.api_md_url,
    name: entry.slug,
    title: entry.title,
    description: entry.description,
    mimeType: 'text/markdown',
    size: Buffer.byteLength(body),
  });
const prompts = posts.filter(({ promptArgs }) => promptArgs);
publish(
  'api/mcp.json',
  `{"serverInfo":{"name":"${site.title}","version":"1.0.0"},"resources":[
${posts.map(resource).join(',\n')}
],"resourceTemplates":[{"uriTemplate":"${base}/api/posts/{slug}.md","name":"post"}],"tools":[{"name":"search_posts"},{"name":"get_post"},{"name":"list_categories"}],"prompts":${JSON.stringify(
    prompts.map(({ entry, promptArgs }) => ({
      name: entry.slug,
      description: entry.description,
      arguments: promptArgs,
    })),
  )}}`,
);

/**
 * Counts each pair of Han characters and each Latin word of a text. Returns JSON, because an object would cost ten
 * times as much.
 */
function countTerms(text: string): string {
  const counts = new Map<string, number>();
  const add = (term: string): unknown => counts.set(term, (counts.get(term) ?? 0) + 1);
  for (const [run] of text.toLowerCase().matchAll(/[a-z0-9]+|[\u4e00-\u9fff]+/g)) {
    if (run < '\u4e00') add(run);
    else for (let at = 1; at < run.length; at += 1) add(run.slice(at - 1, at + 1));
  }
  return [...counts].map(([term, times]) => `"${term}":${times}`).join(',');
}
const searched = ({ entry, body }: Post): string =>
  [entry.title, entry.description, ...entry.categories, ...entry.tags, body].join('\n');

if (isWhole) {
  const rows = posts.map((post) => `"${post.entry.slug}":{${countTerms(searched(post))}}`);
  publish('api/search-index.json', `{\n${rows.join(',\n')}\n}`);
  write('api/digests.json', `{\n${digests.join(',\n')}\n}`);
}

endPart('machine');

// --- crawlers

const feedEntry = ({ entry, updated }: Post): string =>
  `<entry><title>${escape(entry.title)}</title><link href="${entry.url}"/><id>${entry.url}</id><updated>${updated}T00:00:00Z</updated><summary>${escape(entry.description)}</summary></entry>`;
write(
  'atom.xml',
  `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><title>${site.title}</title><id>${base}/</id>\n${posts.slice(0, 20).map(feedEntry).join('\n')}\n</feed>\n`,
);
write(
  'sitemap.xml',
  `<?xml version="1.0" encoding="utf-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${posts.map(({ entry, updated }) => `<url><loc>${entry.url}</loc><lastmod>${updated}</lastmod></url>`).join('\n')}\n</urlset>\n`,
);
endPart('crawlers');
// In the format of the product.
for (const [name, cpu] of parts) console.log(`${name.padEnd(20)}  ${cpu.toFixed(0)} 0 %`);
