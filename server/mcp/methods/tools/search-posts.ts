// search_posts: filters and ranks the articles by the site's search index, or by the list of articles where it has none.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { SearchPostsInput } from '#pdc/endpoints/tools';
import { fold } from '#pdc/fold';
import { passageIn, toFinding } from '#pdc/search/passage';
import { OutdatedIndex, UnknownName } from '#pdc/search/search';
import type { Hit as Found, Search, SearchRequest, SearchResult } from '#pdc/search/search';
import { Unavailable } from '../../failure.ts';
import { searchEntries } from '../../site/entries.ts';
import type { Site } from '../../site/site.ts';
import { Remedy } from './answer.ts';
import type { Tool, ToolContext } from './answer.ts';
import { readInput } from './input.ts';
import { nearest } from '#pdc/near';

type Section = { readonly title: string; readonly anchor: string; readonly text: string };
type Hit = Found & { readonly section?: Section };
type Input = z.output<typeof SearchPostsInput>;

export const searchPosts: Tool = async (input, context) => {
  const request = readInput(SearchPostsInput, input);
  const { site } = context;
  const index = await site.search();
  const { total, posts } = await find(site, { index, request });
  const hits = await withSections(site, { index, query: request.query ?? '', posts });
  const end = request.offset + hits.length;
  const next = end < total && hits.length > 0 ? end : null;
  const notes = [index ? '' : withoutBodies, index ? toNames(await index.names(), request.query ?? '') : ''];
  return {
    content: [
      { type: 'text', text: toText({ total, hits, offset: request.offset, next }, notes) },
      ...linksTo(hits, context),
    ],
    structuredContent: { total, posts: hits, next_offset: next },
  };
};

async function find(
  site: Site,
  { index, request }: { index: Search | undefined; request: Input },
): Promise<SearchResult> {
  try {
    const asked = request as SearchRequest;
    return index ? await index.search(asked) : searchEntries((await site.catalogue()).index.posts, asked);
  } catch (error) {
    if (error instanceof UnknownName) throw unknownName(error, request[error.kind] ?? '');
    if (error instanceof OutdatedIndex) throw new Unavailable(error.message);
    throw error;
  }
}

function unknownName({ kind, names }: UnknownName, wanted: string): Remedy {
  const near = nearest(new Set(names), { asked: wanted, limit: 3 });
  const hint = near.length === 0 ? '' : `相近的有：${near.join('、')}。`;
  const label = kind === 'category' ? '分类' : '标签';
  return new Remedy(
    `没有叫“${wanted.slice(0, 100)}”的${label}。${hint}用 list_categories 查看分类与标签，或者去掉这个条件。`,
  );
}

const withoutBodies = '这个站点没有检索索引：只查了标题、摘要、分类与标签，没有查正文。';

// --- places

/** More bodies than these are not read: whoever asks for many articles looks for titles and days. */
const mostPlaced = 10;

/** The first hits with the section that fits best. */
async function withSections(
  site: Site,
  { index, query, posts }: { index: Search | undefined; query: string; posts: readonly Found[] },
): Promise<readonly Hit[]> {
  const finding = query.trim() === '' || !index ? undefined : toFinding([query, ...index.formsOf(query)]);
  if (!finding) return posts;
  const placed = posts
    .slice(0, mostPlaced)
    .map(async (post) => ({ ...post, ...(await sectionOf(site, { post, finding })) }));
  return [...(await Promise.all(placed)), ...posts.slice(mostPlaced)];
}

async function sectionOf(
  site: Site,
  { post, finding }: { post: Found; finding: RegExp },
): Promise<{ section?: Section }> {
  if (post.encrypted) return {};
  // A body that cannot be read now takes nothing from the hit.
  const body = await site.post(post.slug).catch(() => undefined);
  const passage = body && !body.encrypted ? passageIn(body.content, finding) : undefined;
  if (!passage || passage.anchor === '') return {};
  return { section: { title: passage.trail.at(-1)!, anchor: passage.anchor, text: passage.text } };
}

// --- the answer

type Answer = {
  readonly total: number;
  readonly hits: readonly Hit[];
  readonly offset: number;
  readonly next: number | null;
};

function toText({ total, hits, offset, next }: Answer, notes: readonly string[]): string {
  const tail = notes.filter((note) => note !== '');
  if (hits.length === 0) {
    const why = offset > 0 && total > 0 ? `一共只有 ${total} 篇，请用更小的 offset。` : nothingFits;
    return [why, ...tail].join('\n\n');
  }
  const range = hits.length < total ? `，下面是第 ${offset + 1} 到 ${offset + hits.length} 篇` : '';
  const head = `共 ${total} 篇${range}：`;
  const strong = hits.filter((hit) => !isNear(hit));
  const near = hits.filter(isNear);
  // Below what answers, what is only near costs its reader a line each.
  const lines =
    strong.length > 0
      ? [head, ...toList(strong), ...(near.length === 0 ? [] : [['相近的：', ...near.map(toLine)].join('\n')])]
      : [onlyNear, head, ...toList(near)];
  const rest = next === null ? [] : [`还有：用 offset=${next} 继续。`];
  return [...lines, ...rest, '用 get_post 按 slug 读取正文，给出 section 就只读那一节。', ...tail].join('\n\n');
}

const nothingFits = '没有合适的文章。可以换一种说法、去掉分类或标签条件，或者用 list_categories 看看这里写哪些主题。';
const onlyNear = '没有切题的文章，下面只是相近的。请先换一种说法再查：用文章里可能出现的术语、同义词或英文。';

/** A word that is also a name here: how many bear it is not how many mention it. */
function toNames({ categories, tags }: Awaited<ReturnType<Search['names']>>, query: string): string {
  const asked = fold(query);
  const kinds = [
    { label: '分类', argument: 'category', name: categories.find(({ name }) => fold(name) === asked) },
    { label: '标签', argument: 'tag', name: tags.find(({ name }) => fold(name) === asked) },
  ].flatMap(({ label, argument, name }) =>
    name ? [`${label}（${name.post_count} 篇，用 ${argument} 只看它们）`] : [],
  );
  return kinds.length === 0 ? '' : `“${query.trim()}”也是${kinds.join('和')}。`;
}

const isNear = ({ match }: Hit): boolean => match === 'near';

/** Of many a line each: who asks for them looks for titles and days, and their descriptions are in the structured answer. */
const toList = (hits: readonly Hit[]): string[] =>
  hits.length > mostPlaced ? [hits.map((hit) => `${toLine(hit)} ${hit.date}`).join('\n')] : hits.map(toEntry);

function toEntry(hit: Hit, index: number): string {
  const { slug, date, categories, description, url, section } = hit;
  const place = section ? [`   小节：${section.title}（section: ${section.anchor}）${section.text}`] : [];
  return [
    `${index + 1}. ${nameOf(hit)}`,
    `   slug: ${slug} | ${date} | ${categories.join(' / ')} | ${url}`,
    `   ${description}`,
    ...place,
  ].join('\n');
}

const toLine = (hit: Hit): string => `- ${nameOf(hit)}（slug: ${hit.slug}）`;

const nameOf = (hit: Hit): string => `${isNear(hit) ? '［相近］' : ''}${hit.title}${hit.encrypted ? '（已加密）' : ''}`;

/** Each hit as the resource that the manifest lists, where the client's revision has such links. */
function linksTo(hits: readonly Hit[], { links }: ToolContext): CallToolResult['content'] {
  if (links === 'unknown') return [];
  return hits.map(({ api_md_url: uri, slug: name, title, encrypted }) => ({
    type: 'resource_link' as const,
    uri,
    name,
    title,
    mimeType: 'text/markdown',
    ...(encrypted && { _meta: { encrypted } }),
  }));
}
