// search_posts: filters and ranks the articles by the site's search index, or by the list of articles where it has none.
import type { z } from 'zod';
import { SearchPostsInput } from '#pdc/endpoints/tools';
import { oneLine } from '#pdc/text/document';
import { fold } from '#pdc/text/fold';
import type { Prose } from '#pdc/words/prose';
import { postJsonPath } from '#pdc/site/paths';
import { alternativesOf } from '#pdc/search/alternatives';
import { passageIn, toFinding } from '#pdc/search/passage';
import type { Passage } from '#pdc/search/passage';
import { OutdatedIndex, UnknownName } from '#pdc/search/search';
import type { Hit as Found, SearchIndex, SearchRequest, SearchResult } from '#pdc/search/search';
import { Unavailable } from '../../failure.ts';
import { searchEntries } from '#pdc/search/entries';
import { readEntries } from '../../site/shapes.ts';
import type { Site } from '../../site/site.ts';
import { Remedy, factsOf, quote, suggestNames, toAnswer, toLines } from './answer.ts';
import type { Tool, ToolContext } from './answer.ts';
import { readInput } from './input.ts';
import { nearest } from '#pdc/text/near';

type Hit = Found & { readonly passage?: Passage | undefined };
type Input = z.output<typeof SearchPostsInput>;

export const searchPosts: Tool = async (input, context) => {
  const { site, prose } = context;
  const request = readInput(SearchPostsInput, { input, prose });
  const { query = '', offset } = request;
  const index = await site.searchIndex();
  const { total, posts: results } = await find(context, { index, request });
  const posts = results.flatMap((hit) => readEntries([hit]).map((entry): Found => ({ ...hit, ...entry })));
  const hits = await withSections(site, { index, query, posts });
  const note = index ? toNames(await index.names(), { query, prose }) : prose.search.withoutBodies;
  return toAnswer([...toParts({ total, hits, offset }, prose.search), note].filter(Boolean).join('\n\n'));
};

async function find(
  { site, prose }: ToolContext,
  { index, request }: { index: SearchIndex | undefined; request: Input },
): Promise<SearchResult> {
  try {
    const searchRequest = request as SearchRequest;
    return index
      ? await index.search(searchRequest)
      : searchEntries((await site.catalogue()).index.posts, searchRequest);
  } catch (error) {
    if (error instanceof UnknownName) throw unknownName(error, { wanted: request[error.kind] ?? '', prose });
    if (error instanceof OutdatedIndex) throw new Unavailable(error.message);
    throw error;
  }
}

function unknownName({ kind, names }: UnknownName, { wanted, prose }: { wanted: string; prose: Prose }): Remedy {
  // Where a slug is the folded name, the name is told.
  const distinct = new Map(names.toReversed().map((name) => [fold(name), name])).values();
  const near = suggestNames(nearest(distinct, { asked: wanted, limit: 3 }), prose);
  const toText = kind === 'category' ? prose.search.unknownCategory : prose.search.unknownTag;
  return new Remedy(toText({ name: quote(wanted), near }));
}

// --- places

/** More bodies than these are not read: whoever asks for many articles looks for titles and days. */
const maxPassages = 10;

/** The first hits with the section that fits best. */
async function withSections(
  site: Site,
  { index, query, posts }: { index: SearchIndex | undefined; query: string; posts: readonly Found[] },
): Promise<readonly Hit[]> {
  const finding = index && toFinding([query, ...index.formsOf(query)]);
  if (!finding) return posts;
  const placed = posts.slice(0, maxPassages).map(async (post): Promise<Hit> => {
    // A body that cannot be read now takes nothing from the hit.
    const body = post.encrypted ? undefined : await site.post(postJsonPath(post.slug)).catch(() => undefined);
    const passage = body && !body.encrypted ? passageIn(body.content, finding) : undefined;
    return passage && passage.anchor !== '' ? { ...post, passage } : post;
  });
  return [...(await Promise.all(placed)), ...posts.slice(maxPassages)];
}

// --- the answer

type SearchAnswer = { readonly total: number; readonly hits: readonly Hit[]; readonly offset: number };

function toParts({ total, hits, offset }: SearchAnswer, texts: Prose['search']): string[] {
  if (hits.length === 0) return [total > 0 ? texts.beyond({ total }) : texts.nothing, `total: ${total}`];
  const next = offset + hits.length;
  const next_offset = next < total ? next : undefined;
  // A long list has a line for each hit, and near hits cost their reader no more.
  const isBrief = ({ match }: Hit): boolean => match === 'near' || hits.length > maxPassages;
  const brief = hits.filter(isBrief);
  const url = formOf(brief);
  return [
    // Strong hits come first: behind an offset near ones alone say nothing.
    ...(offset === 0 && hits.every(({ match }) => match === 'near') ? [texts.onlyNear] : []),
    toLines({ total, next_offset }).join('\n'),
    ...hits.filter((hit) => !isBrief(hit)).map(toBlock),
    [...toLines({ url }), ...brief.map((hit) => toLine(hit, url))].join('\n'),
  ];
}

/** The one form of all addresses, where only `{slug}` is left to be put in: written out, they are a third of a list. */
function formOf(hits: readonly Hit[]): string | undefined {
  const forms = hits.map(({ url, slug }) => {
    const at = url.lastIndexOf(slug);
    return at === -1 ? url : `${url.slice(0, at)}{slug}${url.slice(at + slug.length)}`;
  });
  return forms.length > maxPassages && new Set(forms).size === 1 ? forms[0] : undefined;
}

function toBlock(hit: Hit): string {
  const { title, match, description, passage } = hit;
  const { slug, ...facts } = factsOf(hit);
  const place = passage && { section: passage.anchor, section_title: passage.trail.at(-1), passage: passage.text };
  return toLines({ title, slug, match, ...facts, description, ...place }).join('\n');
}

function toLine(hit: Hit, form: string | undefined): string {
  const { slug, url, ...facts } = factsOf(hit);
  const place = { section: hit.passage?.anchor, url: form === undefined ? url : undefined };
  return `- ${toLines({ slug, match: hit.match, ...facts, ...place, title: hit.title }).join(' | ')}`;
}

/** A word that is also a name here: how many bear it is not how many mention it. */
function toNames(
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
