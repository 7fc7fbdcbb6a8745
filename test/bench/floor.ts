// The benchmark's yardstick: a plain blog builder that neither validates nor encrypts nor scans nor minifies; `node floor.ts CONTENT DEST BASE_URL`.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
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
};
type Entry = {
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
type Post = { entry: Entry; created: string; updated: string; promptArgs: Argument[] | undefined; body: string };

const [content = '', dest = '', base = ''] = process.argv.slice(2);
if (base === '') {
  console.error('usage: node floor.ts CONTENT DEST BASE_URL');
  process.exit(1);
}
const site = { title: '基准博客', description: '一份由程序写成的语料，用来测量构建的快慢' };

const markdown = new MarkdownIt({
  html: true,
  highlight: (code, language) => (hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : ''),
}).use(anchor);

const made = new Set<string>();
function write(path: string, text: string): void {
  const file = join(dest, path);
  const folder = dirname(file);
  if (!made.has(folder)) {
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  }
  writeFileSync(file, text);
}

// --- reading: front matter as the corpus writes it, one `key: value` a line, lists in brackets, prompt_args as a block

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
  const { title, date, updated = date, categories, tags, description, prompt_args } = readFrontMatter(head);
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
  };
}

const posts = readdirSync(content, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .map(readPost)
  .sort((a, b) => (a.created < b.created ? 1 : -1));

const byName = (namesOf: (entry: Entry) => string[]): Map<string, Post[]> => {
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

for (const { entry, body } of posts) {
  const main = `<article>
<h1>${escape(entry.title)}</h1>
<p><time>${entry.date}</time> ${names('categories', entry.categories)} ${names('tags', entry.tags)}</p>
<p><a href="${entry.api_json_url}">JSON</a> <a href="${entry.api_md_url}">Markdown</a></p>
${markdown.render(body)}</article>`;
  write(`posts/${entry.slug}/index.html`, page(entry.title, entry.description, main));
}

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

// --- machines

const lines = (entries: Entry[]): string => `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`;
const entriesOf = (some: Post[]): Entry[] => some.map(({ entry }) => entry);
const fullText = ({ entry, body }: Post): string =>
  `\n---\n\n# ${entry.title}\n\nDate: ${entry.date} | Tags: ${entry.tags.join(', ')} | URL: ${entry.url}\n\n${body}`;
const link = ({ entry }: Post): string => `- [${entry.title}](${entry.api_md_url}): ${entry.description}`;

for (const { entry, updated, promptArgs, body } of posts) {
  write(`api/posts/${entry.slug}.json`, JSON.stringify({ ...entry, updated, prompt_args: promptArgs, content: body }));
  write(`api/posts/${entry.slug}.md`, body);
}
write(
  'api/index.json',
  `{"site":"${site.title}","description":"${site.description}","url":"${base}","post_count":${posts.length},"posts":${lines(entriesOf(posts))}}`,
);
for (const [name, group] of categories) {
  const slug = slugOf(name);
  write(
    `api/categories/${slug}.json`,
    `{"category":"${name}","slug":"${slug}","post_count":${group.length},"posts":${lines(entriesOf(group))}}`,
  );
  write(`api/categories/${slug}.md`, `# 分类：${name}\n\n共 ${group.length} 篇文章\n${group.map(fullText).join('')}`);
}
write(
  'llms.txt',
  `# ${site.title}\n\n> ${site.description}\n\n## 文章\n\n${posts.slice(0, 20).map(link).join('\n')}\n`,
);
write('llms-full.txt', `# ${site.title}\n\n> ${site.description}\n${posts.map(fullText).join('')}`);

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
write(
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
