// get_post: an article's Markdown, one section of it, or one part after the other; and what else there is.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { decodeWhole } from '#pdc/decode';
import type { Entry } from '#pdc/schema';
import { findSection, sectionsOf } from '#pdc/markdown/sections';
import type { Section } from '#pdc/markdown/sections';
import { nearest } from '#pdc/near';
import { GetPostInput } from '#pdc/endpoints/tools';
import type { Prose } from '#pdc/prose';
import { countCharacters, excerpt } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';
import type { Catalogue, Site } from '../../site/site.ts';
import { Remedy, tellNear } from './answer.ts';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

export const getPost: Tool = async (input, { site, prose }) => {
  const { slug: asked, section: name, max_tokens: maxTokens, offset } = readInput(GetPostInput, { input, prose });
  const catalogue = await site.catalogue();
  const entry = entryOf(catalogue, asked);
  if (!entry) throw unknownSlug(asked, { slugs: catalogue.entries.keys(), prose });
  // Before any file of the article is read: of a locked one nothing but its entry is given.
  if (entry.encrypted) return locked(entry, prose);
  const post = await site.post(entry.slug);
  if (!post) throw new Remedy(prose.post.gone({ title: entry.title, address: entry.url }));
  // An index need not say so.
  if (post.encrypted) return locked({ ...entry, encrypted: true }, prose);
  const sections = sectionsOf(post.content, { math: post.mathjax });
  const section = name === undefined ? undefined : await named(site, { sections, slug: entry.slug, name, prose });
  const text = section ? post.content.slice(section.start, section.end) : post.content;
  const part = excerpt(text, { offset, maxTokens });
  // Whoever asks for a section or goes on knows the outline: of a long article it is longer than most of its sections.
  const isFirst = section === undefined && offset === 0;
  return {
    // The body stands here alone: beside it in the structured content it would cost its reader twice.
    content: [
      { type: 'text', text: part.content },
      { type: 'text', text: toNote({ entry, part, sections, section, isFirst, length: countCharacters(text) }, prose) },
    ],
    structuredContent: toStructured(entry, { part, sections: isFirst ? sections : [] }),
  };
};

/** Finds an article by what an agent may know: its slug, a path or an address, with or without an ending. */
function entryOf({ entries, index }: Catalogue, asked: string): Entry | undefined {
  const own = entries.get(asked);
  if (own) return own;
  const path = pathOf(asked);
  return entries.get(path.split('/').at(-1)!) ?? index.posts.find(({ url }) => pathOf(url) === path);
}

/** The path of an address without what follows it: no host, no ending, no slash at its end. */
const pathOf = (address: string): string =>
  decodeWhole(
    address
      .trim()
      .replace(/^https?:\/\/[^/]*/, '')
      .replace(/[?#].*$/s, ''),
  )
    .replace(/(?:\/|\/index\.html|\.(?:md|json|html))+$/, '')
    .replace(/^\/*/, '/');

async function named(
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
  const offered = sections.filter(({ title }, at) => (near.length > 0 ? near.includes(title) : at < 3)).slice(0, 3);
  const which = near.length > 0 ? prose.post.nearOnes : prose.post.firstOnes;
  const outline = toOutline(offered, prose);
  throw new Remedy(prose.post.noSection({ slug, name: name.slice(0, 100), count: sections.length, which, outline }));
}

function unknownSlug(asked: string, { slugs, prose }: { slugs: Iterable<string>; prose: Prose }): Remedy {
  const near = nearest(slugs, { asked: pathOf(asked), limit: 3 });
  return new Remedy(prose.post.unknown({ slug: asked.slice(0, 100), near: tellNear(near, prose) }));
}

function locked(entry: Entry, prose: Prose): CallToolResult {
  const text = prose.post.locked({ title: entry.title, address: entry.url });
  const part = { offset: 0, next_offset: null, more: false };
  return { content: [{ type: 'text', text }], structuredContent: toStructured(entry, { part, sections: [] }) };
}

type Structured = { readonly part: Omit<Excerpt, 'content'>; readonly sections: readonly Section[] };

const toStructured = (entry: Entry, { part, sections }: Structured) => ({
  ...entry,
  sections: sections.map(({ anchor, title, level }) => ({ anchor, title, level })),
  offset: part.offset,
  next_offset: part.next_offset,
  more: part.more,
});

type NoteParts = {
  readonly entry: Entry;
  readonly part: Excerpt;
  readonly sections: readonly Section[];
  /** The one that was asked for. */
  readonly section: Section | undefined;
  readonly isFirst: boolean;
  readonly length: number;
};

/** A note of the range that was given, how to go on, and which sections there are. */
function toNote({ entry, part, sections, section, isFirst, length }: NoteParts, prose: Prose): string {
  const texts = prose.post;
  const end = part.next_offset ?? length;
  const range =
    part.offset > length
      ? texts.beyond({ offset: part.offset, length })
      : texts.range({ start: part.offset, end, length });
  const continuation = part.more ? texts.more({ offset: end }) : texts.end;
  const listed = isFirst ? sections : section ? around(sections, section) : [];
  const toText = isFirst ? texts.sections : texts.neighbours;
  const outline = listed.length === 0 ? [] : [toText({ outline: toOutline(listed, prose) })];
  const head = texts.head({ title: entry.title, date: entry.date, address: entry.url });
  return [head, `${range}${continuation}`, ...outline].join('\n\n');
}

/** A section among those before and behind it, of any level. */
function around(sections: readonly Section[], section: Section): readonly Section[] {
  const at = sections.indexOf(section);
  return sections.slice(Math.max(0, at - 1), at + 2);
}

const toOutline = (sections: readonly Section[], { post }: Prose): string =>
  sections
    .map(({ anchor, title, level }) => post.section({ indent: '  '.repeat(level - 1), title, anchor }))
    .join('\n');
