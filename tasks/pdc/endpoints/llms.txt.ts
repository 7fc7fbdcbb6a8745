// `/llms.txt`: the entry for machines, in the llms.txt format: one H1, one quote, one paragraph, then lists of links. It is
// small, however many articles there are (seed: progressive disclosure).
import type { Article } from '../article/article.ts';
import { joinSegments, oneLine } from '../document.ts';
import type { Output } from '../document.ts';
import type { Library } from '../library/library.ts';
import { countParts } from './parts.ts';
import * as paths from '../paths.ts';
import type { Site } from '../site.ts';
import { estimateTokens } from '../tokens.ts';

/** From so many articles on, reading everything at once is the wrong way in (seed: limits). */
const manyArticles = 50;
/** However little room there is, so many of the newest are named. */
const fewest = 5;

export function llms({ site, articles }: Library): Output {
  const head = headOf(site, articles);
  const titles = articles.map((article) => postItem(article, site));
  // A page that names all of them says nothing of a rest: it may be the shorter one.
  const all = join(head, titles, titles.length);
  const contents = fits(all, site) ? all : join(head, titles, mostThatFit({ head, titles, site }));
  return { path: paths.llmsPath, contents };
}

const fits = (text: string, { llms_budget: budget }: Site): boolean =>
  budget === 'off' || estimateTokens(text) <= budget;

/** How many of the newest fit into the budget, found by halving: one title more never costs less. */
function mostThatFit({ head, titles, site }: { head: Head; titles: readonly string[]; site: Site }): number {
  let most = Math.min(fewest, titles.length);
  let beyond = titles.length;
  while (beyond - most > 1) {
    const middle = Math.floor((most + beyond) / 2);
    if (fits(join(head, titles, middle), site)) most = middle;
    else beyond = middle;
  }
  return most;
}

type Head = readonly string[];

/** What this is, the retrieval flow (seed: standard retrieval flow), and the resources, once each. */
function headOf(site: Site, articles: readonly Article[]): Head {
  const at = (path: string): string => paths.toAbsolute(site, path);
  const here = (path: string): string => paths.toHref(site, path);
  // A template's braces are no part of an address, and stand for themselves.
  const postMd = paths.postMdPath('<slug>');
  const categoryMd = paths.categoryMdPath('<slug>');
  const base = paths.basePath(site);
  const advice = articles.length < manyArticles ? '推荐' : '篇数较多，建议改用 index.json';
  return [
    `# ${oneLine(site.title)}`,
    `> ${oneLine(site.description)}`,
    `取用：1. 本页 ${here(paths.llmsPath)}；2. ${here(paths.aiContextPath)}（含分类的 slug）；3. 三选一：${here(paths.llmsFullPath)}；或 ${here(paths.indexJsonPath)} 筛选后取 ${base}${postMd}；或 ${base}${categoryMd}。加密文章的 .md 没有正文，摘要在 index.json。`,
    section('资源', [
      item('ai-context.md', at(paths.aiContextPath), '写作规则与分类'),
      item(
        'llms-full.txt',
        at(paths.llmsFullPath),
        `全部 ${articles.length} 篇合并，${advice}${partsNote(articles, site)}`,
      ),
      item('index.json', at(paths.indexJsonPath), '全部文章的摘要与地址'),
      item('mcp.json', at(paths.manifestPath), 'MCP 清单'),
      item('pdc-protocol.md', at(paths.protocolPath), '协议'),
      ...(site.mcp === undefined ? [] : [item('MCP', site.mcp, '可直接连接')]),
    ]),
  ];
}

function partsNote(articles: readonly Article[], site: Site): string {
  const parts = countParts(articles, site);
  return parts === 0 ? '' : `；另分 ${parts} 部分：${paths.toHref(site, paths.partPath(paths.llmsFullPath, 1))} 起`;
}

function join(head: Head, titles: readonly string[], listed: number): string {
  const rest = listed < titles.length ? `（最新 ${listed} 篇，共 ${titles.length} 篇；其余见 index.json）` : '';
  return joinSegments([...head, section(`文章${rest}`, titles.slice(0, listed))].filter((text) => text !== ''));
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `## ${title}\n\n${items.join('\n')}`;

const postItem = ({ title, slug, encrypted }: Article, site: Site): string =>
  item(title, paths.toAbsolute(site, paths.postMdPath(slug)), encrypted ? '已加密' : '');

/** `- [name](url): note`. Parsers of the format end a name at the first "]" and an address at the first ")", but Markdown not behind "\". */
function item(name: string, url: string, note = ''): string {
  const safeName = oneLine(name).replaceAll('[', '［').replaceAll(']', '］').replace(/\\$/, '＼');
  const safeUrl = url.replaceAll('(', '%28').replaceAll(')', '%29');
  return `- [${safeName}](${safeUrl})${note === '' ? '' : `: ${oneLine(note)}`}`;
}
