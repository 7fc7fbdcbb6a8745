// search_posts: filters and ranks the articles by the site's search index, or by the list of articles where it has none.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { SearchPostsInput } from '#pdc/endpoints/tools';
import { fold } from '#pdc/fold';
import type { Prose } from '#pdc/prose';
import { passageIn, toFinding } from '#pdc/search/passage';
import { OutdatedIndex, UnknownName } from '#pdc/search/search';
import type { Hit as Found, SearchIndex, SearchRequest, SearchResult } from '#pdc/search/search';
import { Unavailable } from '../../failure.ts';
import { searchEntries } from '../../site/entries.ts';
import type { Site } from '../../site/site.ts';
import { Remedy, tellNear } from './answer.ts';
import type { Tool, ToolContext } from './answer.ts';
import { readInput } from './input.ts';
import { nearest } from '#pdc/near';

type FittingSection = { readonly title: string; readonly anchor: string; readonly text: string };
type Hit = Found & { readonly section?: FittingSection };
type Input = z.output<typeof SearchPostsInput>;

export const searchPosts: Tool = async (input, context) => {
  const { site, prose } = context;
  const request = readInput(SearchPostsInput, { input, prose });
  const index = await site.searchIndex();
  const { total, posts } = await find(context, { index, request });
  const hits = await withSections(site, { index, query: request.query ?? '', posts });
  const end = request.offset + hits.length;
  const next = end < total && hits.length > 0 ? end : null;
  const note = index ? toNames(await index.names(), { query: request.query ?? '', prose }) : prose.search.withoutBodies;
  return {
    content: [
      { type: 'text', text: toText({ total, hits, offset: request.offset, next, note }, prose.search) },
      ...linksTo(hits, context),
    ],
    structuredContent: { total, posts: hits, next_offset: next },
  };
};

async function find(
  { site, prose }: ToolContext,
  { index, request }: { index: SearchIndex | undefined; request: Input },
): Promise<SearchResult> {
  try {
    const asked = request as SearchRequest;
    return index ? await index.search(asked) : searchEntries((await site.catalogue()).index.posts, asked);
  } catch (error) {
    if (error instanceof UnknownName) throw unknownName(error, { wanted: request[error.kind] ?? '', prose });
    if (error instanceof OutdatedIndex) throw new Unavailable(error.message);
    throw error;
  }
}

function unknownName({ kind, names }: UnknownName, { wanted, prose }: { wanted: string; prose: Prose }): Remedy {
  // Where a slug is the folded name, the name is told.
  const distinct = new Map(names.toReversed().map((name) => [fold(name), name])).values();
  const near = tellNear(nearest(distinct, { asked: wanted, limit: 3 }), prose);
  const toText = kind === 'category' ? prose.search.unknownCategory : prose.search.unknownTag;
  return new Remedy(toText({ name: wanted.slice(0, 100), near }));
}

// --- places

/** More bodies than these are not read: whoever asks for many articles looks for titles and days. */
const mostPlaced = 10;

/** The first hits with the section that fits best. */
async function withSections(
  site: Site,
  { index, query, posts }: { index: SearchIndex | undefined; query: string; posts: readonly Found[] },
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
): Promise<{ section?: FittingSection }> {
  if (post.encrypted) return {};
  // A body that cannot be read now takes nothing from the hit.
  const body = await site.post(post.slug).catch(() => undefined);
  const passage = body && !body.encrypted ? passageIn(body.content, finding) : undefined;
  if (!passage || passage.anchor === '') return {};
  return { section: { title: passage.trail.at(-1)!, anchor: passage.anchor, text: passage.text } };
}

// --- the answer

type SearchAnswer = {
  readonly total: number;
  readonly hits: readonly Hit[];
  readonly offset: number;
  readonly next: number | null;
  readonly note: string;
};

type Texts = Prose['search'];

function toText({ total, hits, offset, next, note }: SearchAnswer, texts: Texts): string {
  const tail = note === '' ? [] : [note];
  if (hits.length === 0) {
    const why = offset > 0 && total > 0 ? texts.beyond({ total }) : texts.nothing;
    return [why, ...tail].join('\n\n');
  }
  const range = hits.length < total ? texts.range({ first: offset + 1, last: offset + hits.length }) : '';
  const head = texts.total({ total, range });
  const strong = hits.filter((hit) => !isNear(hit));
  const near = hits.filter(isNear);
  // Near hits cost their reader only a line each.
  const lines = [
    ...(strong.length > 0 ? [head, ...toList(strong, texts)] : [texts.onlyNear]),
    ...(near.length > 0 ? [[texts.near, ...near.map((hit) => toLine(hit, texts))].join('\n')] : []),
  ];
  const continuation = next === null ? [] : [texts.more({ offset: next })];
  return [...lines, ...continuation, texts.howToRead, ...tail].join('\n\n');
}

/** A word that is also a name here: how many bear it is not how many mention it. */
function toNames(
  { categories, tags }: Awaited<ReturnType<SearchIndex['names']>>,
  { query, prose: { search: texts } }: { query: string; prose: Prose },
): string {
  const asked = fold(query);
  const kinds = [
    { toText: texts.isCategory, name: categories.find(({ name }) => fold(name) === asked) },
    { toText: texts.isTag, name: tags.find(({ name }) => fold(name) === asked) },
  ].flatMap(({ toText, name }) => (name ? [toText({ count: name.post_count })] : []));
  return kinds.length === 0 ? '' : texts.isAlso({ query: query.trim(), names: kinds.join(texts.and) });
}

const isNear = ({ match }: Hit): boolean => match === 'near';

/** A long list has a line for each hit: its reader looks for titles and days; the structured answer has descriptions. */
const toList = (hits: readonly Hit[], texts: Texts): string[] =>
  hits.length > mostPlaced
    ? [hits.map((hit) => `${toLine(hit, texts)} ${hit.date}`).join('\n')]
    : hits.map((hit, index) => `${index + 1}. ${toEntry(hit, texts)}`);

function toEntry(hit: Hit, texts: Texts): string {
  const { slug, date, categories, description, url, section } = hit;
  const place = section ? [texts.section(section)] : [];
  return [
    nameOf(hit, texts),
    `   slug: ${slug} | ${date} | ${categories.join(' / ')} | ${url}`,
    `   ${description}`,
    ...place,
  ].join('\n');
}

function toLine(hit: Hit, texts: Texts): string {
  const values = { name: nameOf(hit, texts), slug: hit.slug };
  return hit.section ? texts.lineOfSection({ ...values, anchor: hit.section.anchor }) : texts.line(values);
}

const nameOf = ({ title, encrypted }: Hit, texts: Texts): string => (encrypted ? texts.encrypted({ title }) : title);

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
