// `/llms.txt`: the entry for machines, in the llms.txt format: one H1, one quote, one paragraph, then lists of links.
import type { Article } from './article.ts';
import { joinSegments, oneLine } from './document.ts';
import type { Output } from './document.ts';
import type { Library } from './library.ts';
import { countParts, longestPart } from './parts.ts';
import * as paths from './paths.ts';

/** From so many articles on, reading everything at once is the wrong way in (seed: limits). */
const manyArticles = 50;
const newestInFull = 5;
const newestWhenMany = 20;

export function llms({ site, articles, categories }: Library): Output {
  const at = (path: string): string => paths.toAbsolute(site, path);
  const open = articles.filter(({ encrypted }) => !encrypted);
  const locked = articles.filter(({ encrypted }) => encrypted);
  const many = articles.length >= manyArticles;
  const listed = articles.length > manyArticles ? open.slice(0, newestWhenMany) : open;
  const fullText = `全部 ${articles.length} 篇合并${many ? '；篇数较多，建议改用 index.json' : ''}`;

  const resources = [
    item('index.json', at(paths.indexJsonPath), '全部文章的元数据与地址'),
    item('ai-context.md', at(paths.aiContextPath), '写作规范与分类体系'),
    item('llms-full.txt', at(paths.llmsFullPath), fullText),
    item('pdc-protocol.md', at(paths.protocolPath), '协议全文'),
    item('mcp.json', at(paths.manifestPath), 'MCP 清单'),
    ...(site.mcp === undefined ? [] : [item('MCP', site.mcp, '可直接连接的服务')]),
  ];
  const posts = listed.map((article, index) => postItem(article, at, index < newestInFull ? article.description : ''));
  if (listed.length < open.length) {
    posts.push(item('更多文章', at(paths.indexJsonPath), `其余 ${open.length - listed.length} 篇见索引`));
  }
  const parts = countParts(articles, site);
  const optional = [
    item('全文', at(paths.llmsFullPath), `${articles.length} 篇`),
    ...(parts === 0
      ? []
      : [
          item(
            '全文第 1 部分',
            at(paths.partPath(paths.llmsFullPath, 1)),
            `共 ${parts} 部分，每部分至多 ${longestPart} 字符，各自给出下一部分的地址`,
          ),
        ]),
    ...locked.map((article) => postItem(article, at, '已加密，正文不可用')),
  ];
  const sections = [
    section('资源', resources),
    section(
      '分类',
      categories.map((group) => item(group.name, at(paths.categoryMdPath(group.slug)), `${group.articles.length} 篇`)),
    ),
    section('文章', posts),
    section('Optional', optional),
  ];
  return {
    path: paths.llmsPath,
    contents: joinSegments([
      `# ${oneLine(site.title)}`,
      `> ${oneLine(site.description)}`,
      '先读本页；再取单篇 Markdown，或按索引、分类筛选后再取。单篇另有同名 .json，含元数据与原文。',
      ...sections.filter((text) => text !== ''),
    ]),
  };
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? '' : `## ${title}\n\n${items.join('\n')}`;

const postItem = (article: Article, at: (path: string) => string, note: string): string =>
  item(article.title, at(paths.postMdPath(article.slug)), note);

/** `- [name](url): note`. Parsers of the format end a name at the first "]" and an address at the first ")", but Markdown not behind "\". */
function item(name: string, url: string, note = ''): string {
  const safeName = oneLine(name).replaceAll('[', '［').replaceAll(']', '］').replace(/\\$/, '＼');
  const safeUrl = url.replaceAll('(', '%28').replaceAll(')', '%29');
  return `- [${safeName}](${safeUrl})${note === '' ? '' : `: ${oneLine(note)}`}`;
}
