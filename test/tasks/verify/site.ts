// A small valid site in memory that tests can break. The build's own functions make its files, but its pages are very
// simple.
import { createHash } from 'node:crypto';
import { top } from '#pdc/words/defect';
import { toArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { catalog } from '#pdc/endpoints/index.json';
import { catalogText } from '#pdc/endpoints/index.md';
import { categoryJson, categoryMd } from '#pdc/endpoints/categories';
import { feed } from '#pdc/endpoints/atom.xml';
import { nojekyll, robots } from '#pdc/endpoints/robots.txt';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import { digests } from '#pdc/endpoints/digests.json';
import { withoutPauses } from '#pdc/text/document';
import type { Output } from '#pdc/text/document';
import { seal } from '#pdc/locked/encryption';
import type { Envelope } from '#pdc/locked/encryption';
import { readFrontMatter } from '#pdc/article/front-matter';
import { inject } from '#pdc/endpoints/injection';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { llms } from '#pdc/endpoints/llms.txt';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { renderMarkdown } from '#pdc/markdown/render';
import { manifest, promptsOf } from '#pdc/endpoints/mcp.json';
import { countParts } from '#pdc/endpoints/parts';
import { cardsOf } from '#pdc/library/cards';
import * as paths from '#pdc/site/paths';
import { postJson, postMd } from '#pdc/endpoints/posts';
import { isSkill, skillMd, skillsIndex } from '#pdc/endpoints/skills';
import { schemaFiles } from '#pdc/site/schema';
import { searchFiles } from '#pdc/endpoints/search';
import type { Digest } from '#pdc/site/schema';
import { defaultSite, withUrl } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { estimateTokens } from '#pdc/text/tokens';
import { placeInSeries } from '#pdc/library/series';
import { articleText } from '../../support/articles.ts';
import type { Fields } from '../../support/articles.ts';
import { lockedForm } from '../../../tasks/theme/parts/locked.ts';
import { verify } from '../../../tasks/verify.ts';
import type { VerifyOptions } from '../../../tasks/verify.ts';
import type { Finding } from '../../../tasks/verify/site/finding.ts';
import type { FileSource } from '../../../tasks/verify/site/source.ts';

export type Files = Map<string, Uint8Array>;

/** The text of an article's file, in the category 人工智能 unless `fields` say otherwise. */
export const toText = (fields: Fields = {}, body = '正文。\n'): string =>
  articleText({ title: '"测试：一篇 [文章]"', categories: '[技术, 人工智能]', tags: '[AI, 测试]', ...fields }, body);

const promptArgs =
  '\n  - name: language\n    description: "语言"\n    required: true\n  - name: style\n    required: false';
const promptBody =
  '| 变量 | 说明 |\n|---|---|\n| language | 语言 |\n\n<prompt>\n用 {{LANGUAGE}} 评审，{{STYLE}}。\n</prompt>\n';

/** Four articles: one with CRLF and a horizontal rule, one with a prompt, one with a single category, one encrypted. */
export const articles: Readonly<Record<string, string>> = {
  'ai-first-steps': toText({}, '第一段。\r\n\r\n---\r\n\r\n# 一个标题\r\n\r\n第二段，见[本节](#一个标题)。'),
  'prompt-reviewer': toText(
    { date: '2026-05-01 08:00:00', categories: '[技术, 提示词]', tags: '[Prompt, 测试]', prompt_args: promptArgs },
    promptBody,
  ),
  'reading-a-book': toText({ date: '2026-04-01 08:00:00', categories: '[读书]', tags: '[读书, 测试]' }),
  'skill-locked': toText(
    { date: '2026-02-01 08:00:00', categories: '[技术, Skill]', tags: '[Skill, 测试]', password: '"correct horse"' },
    '只有知道密码的人能读。\n',
  ),
};

export function toSite(url = 'https://duplex.test'): Site {
  return withUrl(
    {
      ...defaultSite,
      skills: true,
      title: '测试站',
      description: '一个用来测试的站点。',
      tag_map: { ...defaultSite.tag_map, 测试: 'test' },
    },
    url,
  );
}

export function library(site: Site, sources: Readonly<Record<string, string>>): Library {
  const candidates = Object.entries(sources).map(([name, text]) => {
    const frontMatter = readFrontMatter(text);
    if ('findings' in frontMatter) throw new Error(JSON.stringify(frontMatter.findings));
    const { article, findings } = toArticle({ source: `${name}.md`, frontMatter, site });
    if (findings.some(({ always }) => always === 'error')) throw new Error(JSON.stringify(findings));
    return { entry: article, defects: [], placeOf: () => top };
  });
  return toLibrary({ candidates, site, statics: new Set(), lenient: true }).library;
}

/** All files of the site, by site path. The map is a copy, so a test may change it. */
export function publish(sources = articles, site?: Site): Files {
  const made = (!site && published.get(sources)) || build(sources, site ?? toSite());
  if (!site) published.set(sources, made);
  return new Map(made);
}

const published = new Map<typeof articles, Files>();

function build(sources: typeof articles, site: Site): Files {
  const lib = library(site, sources);
  const machine = [
    ...lib.articles.flatMap((article) => [
      postMd(article),
      postJson(article, { site: lib.site, series: placeInSeries(article, lib) }),
      ...(isSkill(article, site) ? [skillMd(article, site)] : []),
    ]),
    catalog(lib),
    catalogText(cardsOf(lib)),
    ...lib.categories.flatMap((group) => [categoryJson(group, site), ...withoutPauses(categoryMd(group, site))]),
    llms({ site, articles: lib.articles, parts: countParts(lib.articles, site) }),
    ...withoutPauses(llmsFull(lib)),
    ...withoutPauses(searchFiles(lib)),
    ...schemaFiles(site),
    { path: paths.aiContextPath, contents: '# 写作规范\n' },
    { path: paths.protocolPath, contents: '# PDC 协议\n' },
  ];
  const sizes = new Map(machine.map(({ path, contents }) => [path, Buffer.from(contents).length]));
  const others = [
    manifest({ ...lib, sizeOf: (path) => sizes.get(path)!, prompts: promptsOf(lib), version: '0.0.0' }),
    skillsIndex(lib, (path) => sha256Of(machine.find((file) => file.path === path)!.contents)),
    robots(site),
    ...sitemap(lib),
    feed(lib),
    nojekyll(),
    ...pages(lib),
    { path: '/js/theme.js', contents: '// the theme\n' },
    { path: paths.unlockScriptPath, contents: '// unlocks\n' },
    { path: '/css/custom.css', contents: '.pdc-links { font-size: smaller; }\n' },
  ];
  const files: Files = new Map([...machine, ...others].map(({ path, contents }) => [path, Buffer.from(contents)]));
  return sealDigests(files);
}

function pages(lib: Library): Output[] {
  const { site, categories, tags } = lib;
  const plain = [
    paths.homePath(1),
    paths.archivesPath,
    paths.categoriesPath,
    paths.tagsPath,
    paths.notFoundPath,
    ...categories.map(({ slug }) => paths.categoryPath(slug)),
    ...tags.map(({ slug }) => paths.tagPath(slug)),
  ];
  const links = lib.articles
    .map((article) => `<a href="${paths.toHref(site, paths.postPath(site, article))}">${article.slug}</a>`)
    .join(' ');
  return [
    ...plain.map((path) => ({ path, contents: page(site, '', `<main>${links}</main>`) })),
    ...lib.articles.map((article) => postPage(site, article)),
  ];
}

// Every locked post has the same sealed text, because its words do not matter here. Salt and nonce differ between
// posts.
const sealed = await seal('<p>只有知道密码的人能读。</p>', { password: 'correct horse', slug: 'any', origin: 'any' });
const toBase64 = (text: string, length: number): string =>
  createHash('sha256').update(text).digest().subarray(0, length).toString('base64');
const envelopeOf = (slug: string): Envelope => ({
  ...sealed,
  slug,
  salt: toBase64(`salt ${slug}`, 16),
  nonce: toBase64(`nonce ${slug}`, 12),
});

function postPage(site: Site, article: Article): Output {
  const path = paths.postPath(site, article);
  const head = `<link rel="canonical" href="${paths.toAbsolute(site, path)}"><link rel="alternate" type="text/markdown" href="${paths.toAbsolute(site, paths.postMdPath(article.slug))}"><link rel="alternate" type="application/json" href="${paths.toAbsolute(site, paths.postJsonPath(article.slug))}">`;
  const text = article.encrypted
    ? lockedForm(envelopeOf(article.slug), { site })
    : renderMarkdown(article.raw, { resolve: (target) => target, math: false }).html;
  const content = inject(text, article, site);
  return {
    path,
    contents: page(site, head, `<article><h1>标题</h1><div class="content">\n${content}</div></article>`),
  };
}

const page = (site: Site, head: string, body: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'self'"><title>页</title><script type="module" src="${paths.toHref(site, '/js/theme.js')}"></script><link rel="stylesheet" href="${paths.toHref(site, '/css/custom.css')}">${head}</head><body><a href="${paths.toHref(site, '/')}">首页</a>${body}</body></html>\n`;

/** Updates the sizes in the manifest and the digests after a file was broken, so that one break is one fault. */
export function reseal(files: Files): Files {
  const text = files.get(paths.manifestPath)?.toString();
  const { url = 'https://duplex.test' } = JSON.parse(files.get(paths.indexJsonPath)?.toString() ?? '{}') as {
    url?: string;
  };
  if (text !== undefined) {
    files.set(
      paths.manifestPath,
      Buffer.from(
        text.replace(/"uri":"([^"]+)"(.*?)"size":\d+/g, (whole, uri: string, between: string) => {
          const file = files.get(uri.slice(url.length));
          return file ? `"uri":"${uri}"${between}"size":${file.length}` : whole;
        }),
      ),
    );
  }
  return sealDigests(files);
}

/** Computes the digests of the current files. */
export function sealDigests(files: Files): Files {
  const documents: readonly string[] = [paths.llmsPath, paths.llmsFullPath, paths.aiContextPath, paths.protocolPath];
  const isMachine = (path: string): boolean =>
    (/^\/(?:api|\.well-known)\//.test(path) || documents.includes(path)) && path !== paths.digestsPath;
  const entries = [...files]
    .filter(([path]) => isMachine(path))
    .map(([path, bytes]): [string, Digest] => [path, toDigest(bytes)]);
  const { path, contents } = digests(new Map(entries));
  return files.set(path, Buffer.from(contents));
}

const sha256Of = (contents: string | Uint8Array): string => createHash('sha256').update(contents).digest('hex');

const toDigest = (bytes: Uint8Array): Digest => ({
  sha256: sha256Of(bytes),
  bytes: bytes.length,
  tokens: estimateTokens(bytes.toString()),
});

/** Verifies a site in memory. */
export const verifyFiles = (files: Files, options: VerifyOptions = { kind: 'folder' }): Promise<readonly Finding[]> =>
  findingsOf(async (path) => {
    const bytes = files.get(path);
    return bytes && { bytes };
  }, options);

/** Returns the findings in English, whatever the language of the site. */
export async function findingsOf(read: FileSource, options: VerifyOptions): Promise<readonly Finding[]> {
  return (await verify(read, { language: 'en', ...options })).findings;
}

/** Changes the text of a file. Throws if nothing changes, because that is a mistake in the test. */
export function edit(files: Files, path: string, change: (text: string) => string): void {
  const before = files.get(path)?.toString();
  if (before === undefined) throw new Error(`${path} is missing`);
  const after = change(before);
  if (after === before) throw new Error(`nothing changed in ${path}`);
  files.set(path, Buffer.from(after));
}
