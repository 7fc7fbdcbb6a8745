// search_posts: filters the index, and ranks what is left by the site's search index where there is one.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { defaultTagMap } from '#pdc/defaults';
import { fold } from '#pdc/fold';
import type { Entry } from '#pdc/schema';
import { nearest } from '#pdc/near';
import { searchPosts as rank } from '#pdc/search/rank';
import type { SearchResult } from '#pdc/search/rank';
import { normalize, toTokens } from '#pdc/search/terms';
import { SearchPostsInput } from '#pdc/endpoints/tools';
import { namesOf, slugify } from '../../site/derive.ts';
import type { Catalogue, Site } from '../../site/site.ts';
import { Remedy } from './answer.ts';
import type { Tool, ToolContext } from './answer.ts';
import { readInput } from './input.ts';

type Hit = SearchResult['posts'][number];

export const searchPosts: Tool = async (input, context) => {
  const { query = '', category = '', tag = '', limit } = readInput(SearchPostsInput, input);
  const { site } = context;
  const catalogue = await site.catalogue();
  const all = catalogue.index.posts;
  const [categories, tags] = [await namesOfCategory(site, category), await namesOfTag(site, all, tag)];
  const chosen = all.filter((entry) => holds(entry.categories, categories) && holds(entry.tags, tags));
  const { result, note } =
    query.trim() === '' ? { result: newest(chosen, limit), note: '' } : await search(site, chosen, { query, limit });
  return {
    content: [
      { type: 'text', text: toText(result, [note, toNames(all, query)]) },
      ...linksTo(result.posts, catalogue, context),
    ],
    structuredContent: { total: result.total, posts: [...result.posts] },
  };
};

const newest = (entries: readonly Entry[], limit: number): SearchResult => ({
  total: entries.length,
  posts: entries.slice(0, limit),
});

type Request = { readonly query: string; readonly limit: number };

async function search(
  site: Site,
  chosen: readonly Entry[],
  request: Request,
): Promise<{ result: SearchResult; note: string }> {
  const index = await site.searchIndex();
  if (index) return { result: rank(index, chosen, request), note: '' };
  return { result: filter(chosen, request), note: withoutBodies };
}

/** The entries that say every word of a query, for a site without a search index. */
function filter(entries: readonly Entry[], { query, limit }: Request): SearchResult {
  const words = toTokens(normalize(query)).map((token) => (token.kind === 'han' ? token.characters : token.terms[0]!));
  const fitting = entries.filter(({ title, slug, categories, tags, description }) => {
    const told = fold([title, slug, ...categories, ...tags, description].join(' '));
    return words.length > 0 && words.every((word) => told.includes(word));
  });
  return newest(fitting, limit);
}

const withoutBodies = '这个站点没有检索索引：只查了标题、摘要、分类与标签，没有查正文。';

// --- filters

/** The folded names that are meant; nothing where everything is. */
type Names = ReadonlySet<string> | undefined;

const holds = (own: readonly string[], names: Names): boolean =>
  names === undefined || own.some((name) => names.has(fold(name)));

/** A name, or the slug of one. */
async function namesOfCategory(site: Site, wanted: string): Promise<Names> {
  const folded = fold(wanted);
  if (folded === '') return undefined;
  const { posts } = (await site.catalogue()).index;
  if (posts.some(({ categories }) => categories.some((name) => fold(name) === folded))) return new Set([folded]);
  const categories = await site.categories();
  const named = categories.filter(({ slug }) => slug === folded).map(({ name }) => fold(name));
  if (named.length === 0)
    throw unknownTerm('分类', wanted, [...categories.flatMap(({ name, slug }) => [name, slug ?? name])]);
  return new Set(named);
}

async function namesOfTag(site: Site, posts: readonly Entry[], wanted: string): Promise<Names> {
  const folded = fold(wanted);
  if (folded === '') return undefined;
  const names = namesOf(posts, 'tags').map(({ name }) => name);
  if (names.some((name) => fold(name) === folded)) return new Set([folded]);
  const named = names.filter((name) => defaultTagMap[name] === folded || slugify(name) === folded);
  if (named.length > 0) return new Set(named.map(fold));
  // A slug that the site's own table gives stands in its search index and nowhere else.
  const known = (await site.searchIndex())?.tags ?? [];
  const tabled = known.filter(({ slug }) => slug === folded).map(({ name }) => fold(name));
  if (tabled.length === 0) throw unknownTerm('标签', wanted, [...names, ...known.map(({ slug }) => slug)]);
  return new Set(tabled);
}

function unknownTerm(kind: '分类' | '标签', wanted: string, names: readonly string[]): Remedy {
  const near = nearest(new Set(names), { asked: wanted, limit: 5 });
  const hint = near.length === 0 ? '' : `相近的有：${near.join('、')}。`;
  return new Remedy(`没有叫“${wanted.slice(0, 100)}”的${kind}。${hint}用 list_categories 查看分类，或者去掉这个条件。`);
}

// --- the answer

function toText({ total, posts }: SearchResult, notes: readonly string[]): string {
  const tail = notes.filter((note) => note !== '');
  if (posts.length === 0)
    return [
      '没有合适的文章。可以换一种说法、去掉分类或标签条件，或者用 list_categories 看看这里写哪些主题。',
      ...tail,
    ].join('\n\n');
  const head = total > posts.length ? `共 ${total} 篇符合，下面是前 ${posts.length} 篇：` : `共 ${total} 篇：`;
  const strong = posts.filter((hit) => !isNear(hit));
  const near = posts.filter(isNear);
  // Below what answers, what is only near costs its reader a line each.
  const lines =
    strong.length > 0
      ? [...toList(strong), ...(near.length === 0 ? [] : [['相近的：', ...near.map(toLine)].join('\n')])]
      : [onlyNear, head, ...toList(near)];
  return [...(strong.length > 0 ? [head] : []), ...lines, '用 get_post 按 slug 读取正文。', ...tail].join('\n\n');
}

/** A word that is also a name here: how many bear it is not how many say it. */
function toNames(entries: readonly Entry[], query: string): string {
  const asked = fold(query);
  const bearing = (kind: 'categories' | 'tags'): number =>
    entries.filter((entry) => entry[kind].some((name) => fold(name) === asked)).length;
  const kinds = [
    { told: '分类', argument: 'category', count: bearing('categories') },
    { told: '标签', argument: 'tag', count: bearing('tags') },
  ].filter(({ count }) => count > 0);
  if (asked === '' || kinds.length === 0) return '';
  const told = kinds.map(({ told, argument, count }) => `${told}（${count} 篇，用 ${argument} 只看它们）`);
  return `“${query.trim()}”也是${told.join('和')}。`;
}

const onlyNear = '没有切题的文章，下面只是相近的。请先换一种说法再查：用文章里可能出现的术语、同义词或英文。';

const isNear = ({ match }: Hit): boolean => match === 'near';

/** Of many a line each: who asks for them looks for titles and days, and what they are about stands in the structured answer. */
const mostTold = 10;
const toList = (hits: readonly Hit[]): string[] =>
  hits.length > mostTold ? [hits.map((hit) => `${toLine(hit)} ${hit.date}`).join('\n')] : hits.map(toEntry);

const toEntry = (hit: Hit, index: number): string => {
  const { slug, date, categories, description, url } = hit;
  return `${index + 1}. ${nameOf(hit)}
   slug: ${slug} | ${date} | ${categories.join(' / ')} | ${url}
   ${description}`;
};

const toLine = (hit: Hit): string => `- ${nameOf(hit)}（slug: ${hit.slug}）`;

const nameOf = (hit: Hit): string => `${isNear(hit) ? '［相近］' : ''}${hit.title}${hit.encrypted ? '（已加密）' : ''}`;

/** Each hit as the resource that the manifest lists, where the client's revision has such links; what it is about stands above. */
function linksTo(posts: readonly Hit[], { resources }: Catalogue, { links }: ToolContext): CallToolResult['content'] {
  if (links === 'unknown') return [];
  return posts.flatMap(({ api_md_url: uri }) => {
    const resource = resources.get(uri);
    if (!resource) return [];
    const { description: _told, annotations: _facts, ...link } = resource;
    return [{ type: 'resource_link' as const, ...link } as CallToolResult['content'][number]];
  });
}
