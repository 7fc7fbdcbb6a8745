// The three tools of the MCP manifest: names, arguments and answers (contract section 5).
import { z } from 'zod';
import { describe, Entry } from '../schema.ts';
import type { Tool } from '../schema.ts';

/** Of an article, as the adapter tells it: another publisher's site may say no date, and write addresses as it likes. */
const Told = Entry.extend({
  slug: z.string(),
  date: z.string().describe('YYYY-MM-DD；站点没有写就是空'),
  url: z.string().describe('给人看的网页'),
  api_json_url: z.string(),
  api_md_url: z.string(),
});

const Section = z.strictObject({
  title: z.string().describe('小节标题'),
  anchor: z.string().describe('可直接作为 get_post 的 section'),
  text: z.string().describe('命中的词及其上下文'),
});

const Hit = Told.extend({
  match: z.enum(['strong', 'near']).describe('strong：切题；near：只是相近'),
  score: z.number().min(0).describe('同一组内越高越近'),
  section: Section.describe('最合适的一节'),
}).partial({ match: true, score: true, section: true });

const day = (what: string): z.ZodISODate => z.iso.date({ error: `${what}的写法是 YYYY-MM-DD` });

/** Nothing longer names anything here, and none may keep the adapter busy. A character is a code point, as in JSON Schema. */
const words = (most: number): z.ZodString =>
  z
    .string()
    .refine((text) => text.length <= most || [...text].length <= most, { error: `最多 ${most} 个字符` })
    .meta({ maxLength: most });

export const SearchPostsInput = z.strictObject({
  query: words(300).optional().describe('关键词，可含中文与技术术语；省略时按时间倒序'),
  category: words(200).optional().describe('分类的名称或 slug'),
  tag: words(200).optional().describe('标签的名称或 slug'),
  since: day('起始日期').optional().describe('只要这一天及以后的'),
  until: day('截止日期').optional().describe('只要这一天及以前的'),
  limit: z.int().min(1).max(50).default(10).describe('最多返回几篇'),
  offset: z.int().min(0).default(0).describe('跳过前几篇，取上次返回的 next_offset'),
});

export const SearchPostsOutput = z.strictObject({
  total: z.int().min(0).describe('符合条件的文章总数'),
  posts: z.array(Hit),
  next_offset: z.int().min(0).nullable().describe('后面还有时，从这里继续；否则为 null'),
});

export const GetPostInput = z.strictObject({
  slug: words(200).min(1).describe('文章的 slug，也可以是它的路径或网址'),
  section: words(200).optional().describe('只取一节：锚点、标题或标题的一部分'),
  max_tokens: z.int().min(1).default(20_000).describe('本次最多返回约多少 token'),
  offset: z.int().min(0).default(0).describe('从第几个字符开始，取上次返回的 next_offset'),
});

export const GetPostOutput = z.strictObject({
  ...Told.shape,
  sections: z
    .array(z.strictObject({ anchor: z.string(), title: z.string(), level: z.int().min(1).max(6) }))
    .describe('第一段才列出'),
  offset: z.int().min(0),
  next_offset: z.int().min(0).nullable().describe('还有内容时，下一段从这里开始；否则为 null'),
  more: z.boolean(),
});

export const ListCategoriesInput = z.strictObject({});

export const ListCategoriesOutput = z.strictObject({
  categories: z.array(
    z.strictObject({
      name: z.string(),
      post_count: z.int().min(0),
      slug: z.string().optional().describe('没有就是没有合并的文件'),
      api_json_url: z.string().optional(),
      api_md_url: z.string().optional(),
    }),
  ),
  tags: z.array(z.strictObject({ name: z.string(), post_count: z.int().min(0), slug: z.string().optional() })),
});

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

export const tools: readonly Tool[] = [
  {
    name: 'search_posts',
    title: '搜索文章',
    description:
      '按关键词、分类、标签、日期查找文章，返回元数据、地址和最合适的小节；不带条件时返回最新文章。每个结果的 match 是 strong（切题）或 near（只是相近）；全是 near 时，请换说法再查：用文章里可能出现的术语、同义词或英文。',
    inputSchema: toSchema(SearchPostsInput, 'input'),
    outputSchema: toSchema(SearchPostsOutput, 'output'),
    annotations,
  },
  {
    name: 'get_post',
    title: '读取文章',
    description:
      '按 slug 或网址取一篇文章的 Markdown 原文，可只取一节，或分段读取长文。长文先用小的 max_tokens 取开头与小节目录，再按 section 取需要的一节。',
    inputSchema: toSchema(GetPostInput, 'input'),
    outputSchema: toSchema(GetPostOutput, 'output'),
    annotations,
  },
  {
    name: 'list_categories',
    title: '列出分类与标签',
    description: '列出全部分类与标签及各自的文章数，以及写作与投稿规则的地址。',
    inputSchema: toSchema(ListCategoriesInput, 'input'),
    outputSchema: toSchema(ListCategoriesOutput, 'output'),
    annotations,
  },
];

function toSchema(type: z.ZodType, io: 'input' | 'output'): Tool['inputSchema'] {
  const { $schema: _dialect, ...schema } = describe(type, io);
  return schema as Tool['inputSchema'];
}
