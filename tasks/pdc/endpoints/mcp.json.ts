// `/api/mcp.json`: the MCP manifest, computed once at build time (protocol section 13).
import type { Open, PublicArticle } from '../article/article.ts';
import { toJson, toRows } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import type { Card } from '../library/cards.ts';
import type { Term } from '../library/taxonomy.ts';
import * as paths from '../site/paths.ts';
import { extractPrompt, toPromptArgument } from '../markdown/prompt.ts';
import { isChinese } from '../words/language.ts';
import { proseOf } from '../words/prose.ts';
import type { Prose } from '../words/prose.ts';
import { remember } from '../remember.ts';
import { Manifest, Prompt, Resource } from '../site/schema.ts';
import type { Site } from '../site/site.ts';
import { toolsIn } from './tools.ts';
import { newest } from './xml.ts';

/** The newest revision of the Model Context Protocol that the adapter supports. */
export const protocolVersion = '2026-07-28';

const capabilities = { resources: {}, tools: {}, prompts: {}, completions: {} };
const audience: Resource['annotations']['audience'] = ['user', 'assistant'];

type ResourceCard = Pick<Card, 'slug' | 'title' | 'description' | 'date' | 'updated' | 'encrypted'>;
type ResourceGroup = Term & { readonly articles: readonly ResourceCard[] };

export type ManifestInput = {
  readonly site: Site;
  readonly articles: readonly ResourceCard[];
  readonly categories: readonly ResourceGroup[];
  /** Returns the size in bytes of a machine file that the build writes, by its site path. */
  readonly sizeOf: (path: string) => number;
  /** The result of `promptsOf` for the articles. */
  readonly prompts: readonly string[];
  readonly version: string;
};

export function manifest({ site, articles, categories, sizeOf, prompts, version }: ManifestInput): Output {
  const {
    resourceTemplates,
    tools: parsedTools,
    ...head
  } = Manifest.parse({
    protocolVersion,
    serverInfo: { name: 'duplex', title: site.title, version },
    capabilities: isChinese(site)
      ? capabilities
      : { ...capabilities, experimental: { site: { language: site.language } } },
    resources: [],
    resourceTemplates: toTemplates(site),
    tools: toolsIn(proseOf(site)),
    prompts: [],
  });
  return {
    path: paths.manifestPath,
    contents: toJson(head, {
      resources: toResources({ site, articles, categories, sizeOf }),
      resourceTemplates: toRows(resourceTemplates),
      tools: toRows(parsedTools),
      prompts,
    }),
  };
}

type ResourceFacts = Omit<Resource, 'uri' | 'size' | 'mimeType'>;
type Located = { readonly site: Site; readonly path: string; readonly size: number };

const toResource = ({ _meta, ...facts }: ResourceFacts, { site, path, size }: Located): string =>
  JSON.stringify(
    Resource.parse({
      uri: paths.toAbsolute(site, path),
      ...facts,
      mimeType: path.endsWith('.md') ? 'text/markdown' : 'text/plain',
      size,
      ...(_meta ? { _meta } : {}),
    }),
  );

// Cached, because a watcher makes the manifest after every save. An unchanged resource or prompt is checked only once.
const toArticleResource = remember((article: ResourceCard, site: Site, size: number): string =>
  toResource(articleFacts(article, proseOf(site)), { site, path: paths.postMdPath(article.slug), size }),
);
const toCategoryResource = remember((group: ResourceGroup, site: Site, size: number): string =>
  toResource(categoryFacts(group, proseOf(site)), { site, path: paths.categoryMdPath(group.slug), size }),
);

type Listed = Pick<ManifestInput, 'site' | 'articles' | 'categories' | 'sizeOf'>;

/** Articles newest first, then categories by slug, then the site's documents. Each resource is a JSON text. */
function toResources({ site, articles, categories, sizeOf }: Listed): string[] {
  const { manifest: texts } = proseOf(site);
  const documents = [
    { path: paths.llmsPath, title: texts.entryTitle, description: texts.entry, priority: 1 },
    { path: paths.aiContextPath, title: texts.contextTitle, description: texts.context, priority: 0.6 },
    { path: paths.protocolPath, title: texts.protocolTitle, description: texts.protocol, priority: 0.3 },
  ];
  return [
    ...articles.map((article) => toArticleResource(article, site, sizeOf(paths.postMdPath(article.slug)))),
    ...categories.map((group) => toCategoryResource(group, site, sizeOf(paths.categoryMdPath(group.slug)))),
    ...documents.map(({ path, title, description, priority }) =>
      toResource(
        { name: path.slice(1), title, description, annotations: { audience, priority } },
        { site, path, size: sizeOf(path) },
      ),
    ),
  ];
}

function articleFacts(article: ResourceCard, prose: Prose): ResourceFacts {
  const lastModified = (article.updated ?? article.date).iso;
  const annotations = { audience, priority: article.encrypted ? 0.1 : 0.8, lastModified };
  const facts = { name: article.slug, title: article.title };
  if (!article.encrypted) return { ...facts, description: article.description, annotations };
  const description = prose.manifest.locked({ description: article.description });
  return { ...facts, description, annotations, _meta: { encrypted: true } };
}

function categoryFacts({ name, slug, articles }: ResourceGroup, { merged, manifest: texts }: Prose): ResourceFacts {
  return {
    name: slug,
    title: merged.category({ name }),
    description: texts.category({ name, count: articles.length }),
    annotations: { audience, priority: 0.5, lastModified: newest(articles)!.iso },
  };
}

function toTemplates(site: Site): Manifest['resourceTemplates'] {
  // The braces of a template are not encoded, only the text around them.
  const template = (path: (slug: string) => string): string =>
    `${paths.toAbsolute(site, path('SLUG')).replace(/SLUG(?=\.\w+$)/, '{slug}')}`;
  const { manifest: texts } = proseOf(site);
  const markdown = { mimeType: 'text/markdown' };
  const post = { name: 'post-md', title: texts.postMdTitle, description: texts.postMd, ...markdown };
  const json = { name: 'post-json', title: texts.postJsonTitle, description: texts.postJson };
  const category = { name: 'category-md', title: texts.categoryMdTitle, description: texts.categoryMd, ...markdown };
  return [
    { uriTemplate: template(paths.postMdPath), ...post },
    { uriTemplate: template(paths.postJsonPath), ...json, mimeType: 'application/json' },
    { uriTemplate: template(paths.categoryMdPath), ...category },
  ];
}

/**
 * The prompts of all `prompt-` articles that are not encrypted and have a complete prompt, sorted by slug. Each prompt
 * is a JSON text.
 */
export function promptsOf({ articles, site }: { articles: readonly PublicArticle[]; site: Site }): string[] {
  return articles
    .filter((article): article is Open => article.prefix === 'prompt' && !article.encrypted)
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
    .flatMap((article) => toPrompt(article, site) ?? []);
}

const toPrompt = remember((article: Open, site: Site): string | undefined => {
  const { slug, title, description, raw, prompt_args: args = [] } = article;
  if (extractPrompt(raw) === undefined) return undefined;
  const named = args.map((arg) => toPromptArgument(arg, proseOf(site)));
  return JSON.stringify(Prompt.parse({ name: slug, title, description, arguments: named }));
});
