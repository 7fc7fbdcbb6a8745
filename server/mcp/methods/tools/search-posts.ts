// search_posts: filters and ranks articles by the site's search index, or else by the list of articles.
import type { z } from 'zod';
import { SearchPostsInput } from '#pdc/endpoints/tools';
import { oneLine } from '#pdc/text/document';
import { fold } from '#pdc/text/fold';
import { nearest } from '#pdc/text/near';
import type { Prose } from '#pdc/words/prose';
import { postJsonPath } from '#pdc/site/paths';
import { alternativesOf } from '#pdc/search/alternatives';
import { passageIn, toWordPattern } from '#pdc/search/passage';
import type { Passage } from '#pdc/search/passage';
import { UnknownName } from '#pdc/search/search';
import type { Hit as IndexHit, SearchIndex, SearchRequest, SearchResult } from '#pdc/search/search';
import { searchEntries } from '#pdc/search/entries';
import { readEntries } from '../../site/site-schemas.ts';
import type { Catalogue, Site } from '../../site/open-site.ts';
import { Remedy, factsOf, quote, suggestNames, toAnswer, toLines } from './tool-answer.ts';
import type { Tool, ToolContext } from './tool-answer.ts';
import { readInput } from './tool-input.ts';

type Hit = IndexHit & { readonly passage?: Passage | undefined };
type Input = z.output<typeof SearchPostsInput>;

export const searchPosts: Tool = async (input, context) => {
  const { site, prose } = context;
  const request = readInput(SearchPostsInput, { input, prose });
  const { query = '', offset } = request;
  const index = await site.searchIndex();
  const { total, posts: results } = await find(context, { index, request });
  const posts = results.flatMap((hit) => readEntries([hit]).map((entry): IndexHit => ({ ...hit, ...entry })));
  const hits = await withSections(site, { index, query, posts });
  const hasWords = alternativesOf(query).length > 0;
  const note = hasWords ? await searchNote(query, { index, prose }) : '';
  return toAnswer([...toParts({ total, hits, offset }, prose.search), note].filter(Boolean).join('\n\n'));
};

const searchNote = async (
  query: string,
  { index, prose }: { index: SearchIndex | undefined; prose: Prose },
): Promise<string> => (index ? nameNotes(await index.names(), { query, prose }) : prose.search.searchedWithoutBodies);

async function find(
  { site, prose }: ToolContext,
  { index, request }: { index: SearchIndex | undefined; request: Input },
): Promise<SearchResult> {
  try {
    const searchRequest = request as SearchRequest;
    return index ? await index.search(searchRequest) : searchByList(await site.catalogue(), searchRequest);
  } catch (error) {
    if (error instanceof UnknownName) throw unknownName(error, { requestedName: request[error.kind] ?? '', prose });
    throw error;
  }
}

/** The list of articles names categories without their slugs, but the manifest may list their files. */
function searchByList({ index: { posts }, categories }: Catalogue, request: SearchRequest): SearchResult {
  const asked = fold(request.category ?? '');
  const isName = categories.some(({ name }) => fold(name) === asked);
  const category = isName ? undefined : categories.find(({ slug }) => slug === asked)?.name;
  return searchEntries(posts, category === undefined ? request : { ...request, category });
}

function unknownName(
  { kind, names }: UnknownName,
  { requestedName, prose }: { requestedName: string; prose: Prose },
): Remedy {
  // If a name and its slug are the same when folded, suggest the name.
  const distinctNames = new Map(names.toReversed().map((name) => [fold(name), name])).values();
  const near = suggestNames(nearest(distinctNames, { asked: requestedName, limit: 3 }), prose);
  const toText = kind === 'category' ? prose.search.unknownCategory : prose.search.unknownTag;
  return new Remedy(toText({ name: quote(requestedName), near }));
}

// --- places

/** For how many results the body is read. A search for more results is usually about titles and dates. */
const maxPassages = 10;

/** Adds the best matching section to the first results. */
async function withSections(
  site: Site,
  { index, query, posts }: { index: SearchIndex | undefined; query: string; posts: readonly IndexHit[] },
): Promise<readonly Hit[]> {
  const wordPattern = index && toWordPattern([query, ...index.formsOf(query)]);
  if (!wordPattern) return posts;
  const withPassages = posts.slice(0, maxPassages).map(async (post): Promise<Hit> => {
    // If the body cannot be read, the result names only the article, not a section.
    const body = post.encrypted ? undefined : await site.post(postJsonPath(post.slug)).catch(() => undefined);
    const passage = body && !body.encrypted ? passageIn(body.content, wordPattern) : undefined;
    return passage && passage.anchor !== '' ? { ...post, passage } : post;
  });
  return [...(await Promise.all(withPassages)), ...posts.slice(maxPassages)];
}

// --- the answer

type SearchAnswer = { readonly total: number; readonly hits: readonly Hit[]; readonly offset: number };

function toParts({ total, hits, offset }: SearchAnswer, texts: Prose['search']): string[] {
  if (hits.length === 0) return [total > 0 ? texts.beyond({ total }) : texts.nothing, `total: ${total}`];
  const next = offset + hits.length;
  const next_offset = next < total ? next : undefined;
  // Each near hit has one line. In a long list, every hit has one line.
  const isBrief = ({ match }: Hit): boolean => match === 'near' || hits.length > maxPassages;
  const briefHits = hits.filter(isBrief);
  const urlPattern = commonUrlPattern(briefHits);
  return [
    // Strong hits come first, so only the first page shows whether there are any.
    ...(offset === 0 && hits.every(({ match }) => match === 'near') ? [texts.onlyNear] : []),
    toLines({ total, next_offset }).join('\n'),
    ...hits.filter((hit) => !isBrief(hit)).map(toBlock),
    [...toLines({ url: urlPattern }), ...briefHits.map((hit) => toLine(hit, urlPattern))].join('\n'),
  ];
}

/**
 * The pattern with `{slug}` that all addresses share, if any. The addresses themselves would be a third of the list.
 */
function commonUrlPattern(hits: readonly Hit[]): string | undefined {
  const patterns = hits.map(({ url, slug }) => {
    const at = url.lastIndexOf(slug);
    return at === -1 ? url : `${url.slice(0, at)}{slug}${url.slice(at + slug.length)}`;
  });
  return patterns.length > maxPassages && new Set(patterns).size === 1 ? patterns[0] : undefined;
}

function toBlock(hit: Hit): string {
  const { title, match, description, passage } = hit;
  const { slug, ...facts } = factsOf(hit);
  const place = passage && { section: passage.anchor, section_title: passage.trail.at(-1), passage: passage.text };
  return toLines({ title, slug, match, ...facts, description, ...place }).join('\n');
}

function toLine(hit: Hit, urlPattern: string | undefined): string {
  const { slug, url, ...facts } = factsOf(hit);
  const place = { section: hit.passage?.anchor, url: urlPattern === undefined ? url : undefined };
  return `- ${toLines({ slug, match: hit.match, ...facts, ...place, title: hit.title }).join(' | ')}`;
}

/**
 * Notes that a word is also the name of a category or a tag, because the articles of a category or a tag are not the
 * same as the articles that contain its name.
 */
function nameNotes(
  { categories, tags }: Awaited<ReturnType<SearchIndex['names']>>,
  { query, prose: { search: texts } }: { query: string; prose: Prose },
): string {
  const notes = alternativesOf(query).flatMap((word) => {
    const hasName = ({ name }: { name: string }): boolean => fold(name) === fold(word);
    const [category, tag] = [categories.find(hasName), tags.find(hasName)];
    const kinds = [
      ...(category ? [texts.isCategory({ count: category.post_count })] : []),
      ...(tag ? [texts.isTag({ count: tag.post_count })] : []),
    ];
    return kinds.length === 0 ? [] : [texts.isAlso({ query: oneLine(word), names: kinds.join(texts.and) })];
  });
  return notes.join('\n');
}
