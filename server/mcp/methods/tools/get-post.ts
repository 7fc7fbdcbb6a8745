// get_post: an article's Markdown, one section of it, or one part after the other; and what else there is.
import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Entry } from '#pdc/schema';
import { findSection, sectionsOf } from '#pdc/markdown/sections';
import type { Section } from '#pdc/markdown/sections';
import { nearest } from '#pdc/near';
import { GetPostInput } from '#pdc/endpoints/tools';
import { countCharacters, excerpt } from './excerpt.ts';
import type { Excerpt } from './excerpt.ts';
import { Remedy } from './answer.ts';
import type { Tool } from './answer.ts';
import { readInput } from './input.ts';

export const getPost: Tool = async (input, { site }) => {
  const { slug, section: name, max_tokens: maxTokens, offset } = readInput(GetPostInput, input);
  const { entries } = await site.catalogue();
  const entry = entries.get(slug);
  if (!entry) throw unknownSlug(slug, entries.keys());
  // Before any file of the article is read: of a locked one nothing but its entry is told.
  if (entry.encrypted) return locked(entry);
  const post = await site.post(slug);
  if (!post)
    throw new Remedy(
      `《${entry.title}》在索引里，但它的正文文件现在读不到（网站可能正在更新）。请稍后重试，或让读者打开网页：${entry.url}`,
    );
  // An index need not tell.
  if (post.encrypted) return locked({ ...entry, encrypted: true });
  const sections = sectionsOf(post.content, { math: post.mathjax });
  const section = name === undefined ? undefined : named(sections, { slug, name });
  const text = section ? post.content.slice(section.start, section.end) : post.content;
  // Prose beside the structured content: a Markdown body as JSON would cost its reader twice.
  const part = excerpt(text, { offset, maxTokens });
  return {
    content: [
      { type: 'text', text: part.content },
      { type: 'text', text: toNote({ entry, part, sections, section, length: countCharacters(text) }) },
    ],
    structuredContent: toStructured(entry, { part, sections }),
  };
};

function named(sections: readonly Section[], { slug, name }: { slug: string; name: string }): Section {
  const section = findSection(sections, name);
  if (section) return section;
  const known = sections.length === 0 ? '这篇文章没有小节，请去掉 section。' : `可用的小节：\n${toOutline(sections)}`;
  throw new Remedy(`文章 ${slug} 里没有“${name.slice(0, 100)}”这一节。${known}`);
}

function unknownSlug(asked: string, slugs: Iterable<string>): Remedy {
  const near = nearest(slugs, { asked, limit: 5 });
  const hint = near.length === 0 ? '' : `相近的有：${near.join('、')}。`;
  return new Remedy(`没有 slug 为“${asked.slice(0, 100)}”的文章。${hint}用 search_posts 按关键词查找。`);
}

function locked(entry: Entry): CallToolResult {
  const text = `《${entry.title}》已加密，正文不在机器通道提供。请让读者在网页上输入密码阅读：${entry.url}`;
  const part = { content: '', offset: 0, next_offset: null, more: false };
  return { content: [{ type: 'text', text }], structuredContent: toStructured(entry, { part, sections: [] }) };
}

const toStructured = (entry: Entry, { part, sections }: { part: Excerpt; sections: readonly Section[] }) => ({
  ...entry,
  content: part.content,
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
  readonly length: number;
};

/** What was given, how to go on, and what else may be asked for. */
function toNote({ entry, part, sections, section, length }: Facts): string {
  const end = part.next_offset ?? length;
  const range =
    part.offset > length
      ? `offset ${part.offset} 超出末尾：这里一共 ${length} 个字符。`
      : `以上是第 ${part.offset} 到 ${end} 个字符，一共 ${length} 个。`;
  const rest = part.more ? `还有内容：用 offset=${part.next_offset} 继续。` : '后面没有了。';
  // Whoever asks for a section or goes on knows the outline: of a long article it is longer than most of its sections.
  const isFirst = section === undefined && part.offset === 0;
  const told = isFirst ? sections : section ? around(sections, section) : [];
  const label = isFirst ? '小节（可作为 section 参数）' : '相邻的小节';
  const outline = told.length === 0 ? [] : [`${label}：\n${toOutline(told)}`];
  return [`《${entry.title}》${entry.date} ${entry.url}`, `${range}${rest}`, ...outline].join('\n\n');
}

/** A section among those before and behind it, of any level. */
function around(sections: readonly Section[], section: Section): readonly Section[] {
  const at = sections.indexOf(section);
  return sections.slice(Math.max(0, at - 1), at + 2);
}

const toOutline = (sections: readonly Section[]): string =>
  sections.map(({ anchor, title, level }) => `${'  '.repeat(level - 1)}- ${title}（#${anchor}）`).join('\n');
