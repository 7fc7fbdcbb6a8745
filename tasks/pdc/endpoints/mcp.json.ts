// `/api/mcp.json`: the MCP manifest, computed once at build time (seed: MCP manifest; contract section 5).
import type { Article, Open } from '../article/article.ts';
import { toJson, toRows } from '../document.ts';
import type { Output } from '../document.ts';
import type { Group } from '../library/terms.ts';
import type { Library } from '../library/library.ts';
import * as paths from '../paths.ts';
import { extractPrompt, toPromptArgument } from '../markdown/prompt.ts';
import { Manifest, Prompt, Resource } from '../schema.ts';
import type { Site } from '../site.ts';
import { tools } from './tools.ts';

/** The newest revision of the Model Context Protocol that the adapter speaks. */
export const protocolVersion = '2026-07-28';

const capabilities = { resources: {}, tools: {}, prompts: {}, completions: {} };
const audience: Resource['annotations']['audience'] = ['user', 'assistant'];

/** `sizeOf` gives the bytes of a machine file that the build emits, by site path. */
export function manifest(
  library: Library,
  { sizeOf, version }: { sizeOf: (path: string) => number; version: string },
): Output {
  const { site } = library;
  const {
    resourceTemplates,
    tools: own,
    ...head
  } = Manifest.parse({
    protocolVersion,
    serverInfo: { name: 'duplex', title: site.title, version },
    capabilities,
    resources: [],
    resourceTemplates: toTemplates(site),
    tools,
    prompts: [],
  });
  return {
    path: paths.manifestPath,
    contents: toJson(head, {
      resources: toResources(library, sizeOf),
      resourceTemplates: toRows(resourceTemplates),
      tools: toRows(own),
      prompts: toPrompts(library),
    }),
  };
}

type Facts = Omit<Resource, 'uri' | 'size' | 'mimeType'>;
type Row = { readonly site: Site; readonly path: string; readonly size: number; readonly row: string };

// A watcher makes the manifest with every save: a resource is checked and written out once.
const rows = new WeakMap<Article | Group['articles'], Row>();

/** Articles newest first, then categories by slug, then the site's documents: JSON, one each. */
function toResources({ site, articles, categories }: Library, sizeOf: (path: string) => number): string[] {
  const toRow = (path: string, { size, _meta, ...facts }: Facts & Pick<Resource, 'size'>): string =>
    JSON.stringify(
      Resource.parse({
        uri: paths.toAbsolute(site, path),
        ...facts,
        mimeType: path.endsWith('.md') ? 'text/markdown' : 'text/plain',
        size,
        ...(_meta ? { _meta } : {}),
      }),
    );
  const known = (subject: Article | Group['articles'], pathOf: () => string, factsOf: () => Facts): string => {
    const before = rows.get(subject);
    const path = before?.path ?? pathOf();
    const size = sizeOf(path);
    if (before?.site === site && before.size === size) return before.row;
    const row = toRow(path, { ...factsOf(), size });
    rows.set(subject, { site, path, size, row });
    return row;
  };
  const documents = [
    { path: paths.llmsPath, title: '站点入口', description: '站点概览、资源地址与文章索引', priority: 1 },
    {
      path: paths.aiContextPath,
      title: '写作规范与分类体系',
      description: '文章格式、命名、前缀与分类的规则',
      priority: 0.6,
    },
    { path: paths.protocolPath, title: 'PDC 协议', description: '平行数据通道协议全文', priority: 0.3 },
  ];
  return [
    ...articles.map((article) =>
      known(
        article,
        () => paths.postMdPath(article.slug),
        () => articleFacts(article),
      ),
    ),
    // The articles of a group are a list of its own, and no other group has it.
    ...categories.map((group) =>
      known(
        group.articles,
        () => paths.categoryMdPath(group.slug),
        () => categoryFacts(group),
      ),
    ),
    ...documents.map(({ path, title, description, priority }) =>
      toRow(path, { name: path.slice(1), title, description, annotations: { audience, priority }, size: sizeOf(path) }),
    ),
  ];
}

function articleFacts(article: Article): Facts {
  const lastModified = (article.updated ?? article.date).iso;
  const annotations = { audience, priority: article.encrypted ? 0.1 : 0.8, lastModified };
  const facts = { name: article.slug, title: article.title };
  if (!article.encrypted) return { ...facts, description: article.description, annotations };
  const description = `${article.description}（已加密：正文须在网页上输入密码阅读，此处不提供。）`;
  return { ...facts, description, annotations, _meta: { encrypted: true } };
}

function categoryFacts({ name, slug, articles }: Group): Facts {
  const newest = articles.map(({ updated, date }) => updated ?? date).reduce((a, b) => (b.epoch > a.epoch ? b : a));
  return {
    name: slug,
    title: `分类：${name}`,
    description: `分类“${name}”的 ${articles.length} 篇文章全文合并`,
    annotations: { audience, priority: 0.5, lastModified: newest.iso },
  };
}

function toTemplates(site: Site): Manifest['resourceTemplates'] {
  // A template's braces are no part of an address: only what stands around them is encoded.
  const template = (path: (slug: string) => string): string =>
    `${paths.toAbsolute(site, path('SLUG')).replace(/SLUG(?=\.\w+$)/, '{slug}')}`;
  return [
    {
      uriTemplate: template(paths.postMdPath),
      name: 'post-md',
      title: '文章 Markdown',
      description: '按 slug 取一篇文章的 Markdown 原文',
      mimeType: 'text/markdown',
    },
    {
      uriTemplate: template(paths.postJsonPath),
      name: 'post-json',
      title: '文章 JSON',
      description: '按 slug 取一篇文章的元数据与原文',
      mimeType: 'application/json',
    },
    {
      uriTemplate: template(paths.categoryMdPath),
      name: 'category-md',
      title: '分类 Markdown',
      description: '按 slug 取一个分类的全文合并',
      mimeType: 'text/markdown',
    },
  ];
}

const prompts = new WeakMap<Open, string | undefined>();

/** Every `prompt-` article that is not encrypted and holds a whole prompt, by slug: JSON, one each. */
function toPrompts({ articles }: Library): string[] {
  return articles
    .filter((article): article is Open => article.prefix === 'prompt' && !article.encrypted)
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
    .flatMap((article) => {
      if (!prompts.has(article)) prompts.set(article, toPromptRow(article));
      return prompts.get(article) ?? [];
    });
}

function toPromptRow({ slug, title, description, raw, prompt_args: args = [] }: Open): string | undefined {
  if (extractPrompt(raw) === undefined) return undefined;
  const prompt = Prompt.parse({
    name: slug,
    title,
    description,
    arguments: args.map(toPromptArgument),
  });
  return JSON.stringify(prompt);
}
