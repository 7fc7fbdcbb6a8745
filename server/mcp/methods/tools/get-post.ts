// get_post: the Markdown of an article or of a section, in parts if it is long, with facts and an outline.
import { decodeWhole } from '#pdc/text/decode';
import { oneLine } from '#pdc/text/document';
import type { Entry } from '#pdc/site/schema';
import { findSection, sectionsOf } from '#pdc/markdown/sections';
import type { Section } from '#pdc/markdown/sections';
import { nearest } from '#pdc/text/near';
import { GetPostInput } from '#pdc/endpoints/tools';
import type { Prose } from '#pdc/words/prose';
import { countCharacters, excerpt } from '#pdc/markdown/excerpt';
import type { Excerpt } from '#pdc/markdown/excerpt';
import { postJsonPathIn } from '../../site/open-site.ts';
import type { Post } from '../../site/site-schemas.ts';
import type { Catalogue, Site } from '../../site/open-site.ts';
import { Remedy, factsOf, quote, suggestNames, toAnswer, toLines } from './tool-answer.ts';
import type { Tool } from './tool-answer.ts';
import { readInput } from './tool-input.ts';

export const getPost: Tool = async (input, { site, prose }) => {
  const {
    slug: slugOrAddress,
    section: name,
    max_tokens: maxTokens,
    offset,
  } = readInput(GetPostInput, { input, prose });
  const catalogue = await site.catalogue();
  const entry = entryOf(catalogue, slugOrAddress);
  if (!entry) throw unknownSlug(slugOrAddress, { slugs: catalogue.entries.keys(), prose });
  // The file of a locked article is not read.
  const post = entry.encrypted ? undefined : await site.post(postJsonPathIn(catalogue, entry.slug));
  // The index of another publisher may lack `encrypted`.
  if (entry.encrypted || post?.encrypted) {
    const text = prose.post.locked({ title: entry.title, address: entry.url });
    return toAnswer(
      [text, '', ...toLines({ title: entry.title, ...factsOf({ ...entry, encrypted: true }) })].join('\n'),
    );
  }
  if (!post) throw new Remedy(prose.post.gone({ title: entry.title, address: entry.url }));
  const sections = sectionsOf(post.content, { math: post.mathjax });
  const section =
    name === undefined ? undefined : await requireSection(site, { sections, slug: entry.slug, name, prose });
  const text = section ? post.content.slice(section.start, section.end) : post.content;
  const part = excerpt(text, { offset, maxTokens });
  // The body is a separate block, so that its lines cannot be taken for facts.
  return toAnswer(
    part.content,
    toFacts({ entry, post, part, sections, section, length: countCharacters(text) }, prose),
  );
};

/** Finds an article by its slug, path or address, with or without an extension. */
function entryOf({ entries, index }: Catalogue, slugOrAddress: string): Entry | undefined {
  const entry = entries.get(slugOrAddress);
  if (entry) return entry;
  const path = pathOf(slugOrAddress);
  return index.posts.find(({ url }) => pathOf(url) === path) ?? entries.get(path.slice(path.lastIndexOf('/') + 1));
}

/** The path of an address without host, query, fragment, extension and trailing slash. */
function pathOf(address: string): string {
  const [path = ''] = address
    .trim()
    .replace(/^https?:\/\/[^/]*/i, '')
    .split(/[?#]/, 1);
  let cleanPath = decodeWhole(path);
  // Without a regular expression, because it would be slow for a text with a hundred thousand slashes.
  for (let ending; (ending = endings.find((suffix) => cleanPath.endsWith(suffix)));)
    cleanPath = cleanPath.slice(0, -ending.length);
  return cleanPath.replace(/^\/*/, '/');
}

const endings = ['/index.html', '.html', '.json', '.md', '/'];

async function requireSection(
  site: Site,
  { sections, slug, name, prose }: { sections: readonly Section[]; slug: string; name: string; prose: Prose },
): Promise<Section> {
  const index = await site.searchIndex();
  const section = findSection(sections, { name, formsOf: index?.formsOf });
  if (section) return section;
  if (sections.length === 0) throw new Remedy(prose.post.noSections({ slug }));
  const near = nearest(
    sections.map(({ title }) => title),
    { asked: name, limit: 3 },
  );
  const offeredSections = sections
    .filter(({ title }, at) => (near.length > 0 ? near.includes(title) : at < 3))
    .slice(0, 3);
  const listTitle = near.length > 0 ? prose.post.nearOnes : prose.post.firstOnes;
  const outline = toOutline(offeredSections);
  throw new Remedy(
    prose.post.noSection({ slug, name: quote(name), count: sections.length, which: listTitle, outline }),
  );
}

function unknownSlug(slugOrAddress: string, { slugs, prose }: { slugs: Iterable<string>; prose: Prose }): Remedy {
  const near = nearest(slugs, { asked: pathOf(slugOrAddress), limit: 3 });
  return new Remedy(prose.post.unknown({ slug: quote(slugOrAddress), near: suggestNames(near, prose) }));
}

type PostParts = {
  readonly entry: Entry;
  readonly post: Post;
  readonly part: Excerpt;
  readonly sections: readonly Section[];
  /** The requested section. */
  readonly section: Section | undefined;
  readonly length: number;
};

/** The facts of the article, the returned range, and the outline. */
function toFacts(
  { entry, post: { series }, part, sections, section, length }: PostParts,
  { post: texts }: Prose,
): string {
  const { offset, next_offset, more } = part;
  const row = series && { series: series.name, series_part: series.part, series_of: series.of };
  const place = section && { section: section.anchor, section_title: section.title };
  const range = { characters: length, offset, more, next_offset: next_offset ?? undefined };
  // The whole outline can be longer than a section, so it comes only with the first part of an article.
  const listedSections = section ? around(sections, section) : offset === 0 ? sections : [];
  return [
    ...(offset > length ? [texts.beyond({ offset, length })] : []),
    ...toLines({ title: entry.title, ...factsOf(entry), ...row, ...place, ...range }),
    ...(listedSections.length === 0 ? [] : [section ? 'sections beside it:' : 'sections:', toOutline(listedSections)]),
  ].join('\n');
}

/** A section with the previous and the next one. */
function around(sections: readonly Section[], section: Section): readonly Section[] {
  const at = sections.indexOf(section);
  return sections.slice(Math.max(0, at - 1), at + 2);
}

/** One line for each section, without its title if the title equals the anchor. */
const toOutline = (sections: readonly Section[]): string =>
  sections
    .map(({ anchor, title, level }) => {
      const line = anchor === title ? `#${anchor}` : `#${anchor} ${title}`;
      return `${'  '.repeat(level - 1)}- ${oneLine(line)}`;
    })
    .join('\n');
