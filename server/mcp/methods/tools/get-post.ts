// get_post: an article's Markdown, one section of it, or one part after the other; and what else there is.
import type { CallToolResult } from '@modelcontextprotocol/server';
import { decodeWhole } from '#pdc/decode';
import type { Entry } from '#pdc/schema';
import { findSection, sectionsOf } from '#pdc/markdown/sections';
import type { Section } from '#pdc/markdown/sections';
import { nearest } from '#pdc/near';
import { GetPostInput } from '#pdc/endpoints/tools';
import { countCharacters, excerpt } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';
import type { Catalogue, Site } from '../../site/site.ts';
import { Remedy } from './answer.ts';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

export const getPost: Tool = async (input, { site }) => {
  const { slug: asked, section: name, max_tokens: maxTokens, offset } = readInput(GetPostInput, input);
  const catalogue = await site.catalogue();
  const entry = entryOf(catalogue, asked);
  if (!entry) throw unknownSlug(asked, catalogue.entries.keys());
  // Before any file of the article is read: of a locked one nothing but its entry is given.
  if (entry.encrypted) return locked(entry);
  const post = await site.post(entry.slug);
  if (!post)
    throw new Remedy(
      `《${entry.title}》在索引里，但它的正文文件现在读不到（网站可能正在更新）。请稍后重试，或让读者打开网页：${entry.url}`,
    );
  // An index need not say so.
  if (post.encrypted) return locked({ ...entry, encrypted: true });
  const sections = sectionsOf(post.content, { math: post.mathjax });
  const section = name === undefined ? undefined : await named(site, { sections, slug: entry.slug, name });
  const text = section ? post.content.slice(section.start, section.end) : post.content;
  const part = excerpt(text, { offset, maxTokens });
  // Whoever asks for a section or goes on knows the outline: of a long article it is longer than most of its sections.
  const isFirst = section === undefined && offset === 0;
  return {
    // The body stands here alone: beside it in the structured content it would cost its reader twice.
    content: [
      { type: 'text', text: part.content },
      { type: 'text', text: toNote({ entry, part, sections, section, isFirst, length: countCharacters(text) }) },
    ],
    structuredContent: toStructured(entry, { part, sections: isFirst ? sections : [] }),
  };
};

/** What an agent may have of an article: its slug, a path or an address, with or without an ending. */
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
  { sections, slug, name }: { sections: readonly Section[]; slug: string; name: string },
): Promise<Section> {
  const index = await site.search();
  const section = findSection(sections, { name, formsOf: index?.formsOf });
  if (section) return section;
  if (sections.length === 0) throw new Remedy(`文章 ${slug} 没有小节，请去掉 section。`);
  const near = nearest(
    sections.map(({ title }) => title),
    { asked: name, limit: 3 },
  );
  const offered = sections.filter(({ title }, at) => (near.length > 0 ? near.includes(title) : at < 3)).slice(0, 3);
  throw new Remedy(
    `文章 ${slug} 里没有“${name.slice(0, 100)}”这一节（共 ${sections.length} 节）。相近的有：\n${toOutline(offered)}\n去掉 section 可以看到全部小节。`,
  );
}

function unknownSlug(asked: string, slugs: Iterable<string>): Remedy {
  const near = nearest(slugs, { asked: pathOf(asked), limit: 3 });
  const hint = near.length === 0 ? '' : `相近的有：${near.join('、')}。`;
  return new Remedy(`没有 slug 为“${asked.slice(0, 100)}”的文章。${hint}用 search_posts 按关键词查找。`);
}

function locked(entry: Entry): CallToolResult {
  const text = `《${entry.title}》已加密，正文不在机器通道提供。请让读者在网页上输入密码阅读：${entry.url}`;
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

type Facts = {
  readonly entry: Entry;
  readonly part: Excerpt;
  readonly sections: readonly Section[];
  /** The one that was asked for. */
  readonly section: Section | undefined;
  readonly isFirst: boolean;
  readonly length: number;
};

/** What was given, how to go on, and what else may be asked for. */
function toNote({ entry, part, sections, section, isFirst, length }: Facts): string {
  const end = part.next_offset ?? length;
  const range =
    part.offset > length
      ? `offset ${part.offset} 超出末尾：这里一共 ${length} 个字符。`
      : `以上是第 ${part.offset} 到 ${end} 个字符，一共 ${length} 个。`;
  const rest = part.more ? `还有内容：用 offset=${part.next_offset} 继续。` : '后面没有了。';
  const listed = isFirst ? sections : section ? around(sections, section) : [];
  const label = isFirst ? '小节（可作为 section 参数）' : '相邻的小节';
  const outline = listed.length === 0 ? [] : [`${label}：\n${toOutline(listed)}`];
  return [`《${entry.title}》${entry.date} ${entry.url}`, `${range}${rest}`, ...outline].join('\n\n');
}

/** A section among those before and behind it, of any level. */
function around(sections: readonly Section[], section: Section): readonly Section[] {
  const at = sections.indexOf(section);
  return sections.slice(Math.max(0, at - 1), at + 2);
}

const toOutline = (sections: readonly Section[]): string =>
  sections.map(({ anchor, title, level }) => `${'  '.repeat(level - 1)}- ${title}（#${anchor}）`).join('\n');
