// The made-up articles: valid articles of about 17 KB. Article k depends only on k, so every run writes the same bytes.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceOf } from './chance.ts';
import type { Chance } from './chance.ts';
import { commonTags, domains, promptDomain } from './domains.ts';
import type { Domain } from './domains.ts';
import { proseOf } from './prose.ts';
import type { Prose } from './prose.ts';
import { writeSnippet } from './snippets.ts';

export type Corpus = { articles: number; bytes: number };

/** A made-up article. `head` is its front matter, without the lines of dashes. */
export type Draft = { readonly number: number; readonly head: string; readonly body: string };

const promptEvery = 50;
const sectionCount = 6;
// The size of a body is drawn evenly from this range; the mean is about 17 KB.
const bodyBytes = { low: 13_500, high: 19_500 };
const firstDay = Date.UTC(2016, 0, 1, 8, 0, 0);
const secondsBetween = 7 * 3600 + 1013;

const bytesOf = (text: string): number => Buffer.byteLength(text);
const quoted = (text: string): string => JSON.stringify(text);
const isPrompt = (number: number): boolean => number % promptEvery === 10;

function domainOf(number: number): Domain {
  const domain = isPrompt(number) ? promptDomain : domains[number % domains.length];
  if (domain === undefined) throw new RangeError(`no domain for article ${number}`);
  return domain;
}

/**
 * Such as `ai-kv-cache-b04x7`. The last word begins with a letter, so that it is not a number. No last word repeats,
 * because 7919 is coprime to 36.
 */
function slugOf(number: number): string {
  const { prefix, topics } = domainOf(number);
  const code = ((number * 7919 + 5881) % 36 ** 4).toString(36).padStart(4, '0');
  return `${prefix}-${chanceOf(number).pick(topics)}-b${code}`;
}

const wallClock = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19).replace('T', ' ');

type PromptArgument = { name: string; description: string; required: boolean; example: string };

const promptArguments: readonly PromptArgument[] = [
  { name: 'language', description: '编程语言或文稿语言', required: true, example: 'TypeScript' },
  { name: 'material', description: '需要处理的原始材料', required: true, example: '一段待审查的函数' },
  { name: 'audience', description: '结果写给谁看', required: false, example: '刚入职的工程师' },
];

function writeFrontMatter(number: number, prose: Prose, chance: Chance): string {
  const domain = domainOf(number);
  const created = firstDay + number * secondsBetween * 1000;
  const tags = [
    domain.categories[1],
    ...chance.several(domain.tags, chance.between(1, 2)),
    ...chance.several(Object.keys(commonTags), chance.between(0, 2)),
  ];
  const lines = [
    `title: ${quoted(`${prose.title()}（${number + 1}）`)}`,
    `date: ${wallClock(created)}`,
    ...(number % 4 === 0 ? [`updated: ${wallClock(created + chance.between(1, 90) * 86_400_000)}`] : []),
    `categories: [${domain.categories.join(', ')}]`,
    `tags: [${tags.join(', ')}]`,
    `description: ${quoted(prose.description())}`,
  ];
  if (isPrompt(number)) {
    lines.push('prompt_args:');
    for (const { name, description, required, example } of promptArguments) {
      lines.push(`  - name: ${quoted(name)}`, `    description: ${quoted(description)}`);
      lines.push(`    required: ${required}`, `    example: ${quoted(example)}`);
    }
  }
  return lines.join('\n');
}

function writePrompt(prose: Prose): string {
  const rows = promptArguments.map(
    ({ name, description, required, example }) =>
      `| \`{{${name.toUpperCase()}}}\` | ${description} | ${required ? '是' : '否'} | ${example} |`,
  );
  return `## 提示词正文

\`\`\`xml
<prompt>
<role>你是一名严谨的工程师，工作语言是 {{LANGUAGE}}。</role>
<context>读者是{{AUDIENCE}}，材料如下：{{MATERIAL}}</context>
<instructions>
${prose.steps(5)}
</instructions>
<output_format>先给结论，再给依据，最后列出待确认的问题。</output_format>
<stop_rules>材料不足时停止，并说明缺少什么。</stop_rules>
</prompt>
\`\`\`

## 变量

| 变量 | 说明 | 必填 | 示例 |
| --- | --- | --- | --- |
${rows.join('\n')}`;
}

/** Links only to earlier articles, because earlier articles exist in a corpus of any size. */
function writeLinks(number: number, prose: Prose, chance: Chance): string {
  const earlier = number === 0 ? [] : [chance.below(number), chance.below(number)];
  const own = earlier.map((each) => `- [${prose.heading()}](/posts/${slugOf(each)}/)：同系列文章`);
  const foreign = Array.from(
    { length: 3 },
    () => `- [${prose.heading()}](https://docs.example.com/guide/${chance.between(100, 9999)}?from=blog#section)`,
  );
  return ['## 延伸阅读', '', ...own, ...foreign].join('\n');
}

function writeSection(at: number, domain: Domain, prose: Prose, chance: Chance): string[] {
  const language = domain.languages[at % domain.languages.length] ?? 'text';
  const rest = [prose.table(chance.between(7, 11)), prose.steps(chance.between(3, 5)), prose.quote()];
  return [
    `## ${prose.heading()}`,
    prose.paragraph(chance.between(2, 4)),
    `### ${prose.heading()}`,
    prose.list(chance.between(3, 5)),
    writeSnippet(language, domain, chance),
    `### ${prose.heading()}`,
    prose.paragraph(chance.between(1, 3)),
    ...(at % 2 === 0 ? rest.slice(0, 1) : rest.slice(1)),
  ];
}

function writeBody(number: number, prose: Prose, chance: Chance): string {
  const domain = domainOf(number);
  const opening = [prose.paragraph(3), ...(isPrompt(number) ? [writePrompt(prose)] : [])];
  const sections = Array.from({ length: sectionCount }, (_, at) => writeSection(at, domain, prose, chance));
  const links = writeLinks(number, prose, chance);

  const wanted = chance.between(bodyBytes.low, bodyBytes.high);
  let written = bytesOf([opening, ...sections, links].flat().join('\n\n'));
  for (let at = 0; written < wanted; at += 1) {
    const paragraph = prose.paragraph(chance.between(2, 4));
    sections[at % sectionCount]?.push(...(at >= sectionCount ? [`### ${prose.heading()}`, paragraph] : [paragraph]));
    written += bytesOf(paragraph);
  }
  return [...opening, ...sections.flat(), links].join('\n\n');
}

function writeDraft(number: number): Draft {
  const chance = chanceOf(number);
  const prose = proseOf(domainOf(number), chance);
  return { number, head: writeFrontMatter(number, prose, chance), body: writeBody(number, prose, chance) };
}

function writeSite(): string {
  const firstTags = [promptDomain, ...domains].map(({ prefix, categories }) => [categories[1], prefix] as const);
  const slugs = [...firstTags, ...Object.entries(commonTags)].map(([name, slug]) => `  ${name}: ${slug}`);
  return `title: 基准博客
description: 一份由程序写成的语料，用来测量构建的快慢
author: bench
tag_map:
${slugs.join('\n')}
`;
}

/**
 * Writes `articles` articles, changed by `change`, and a `_site.yml` into a new folder. `bytes` is the size of all
 * articles.
 */
export function writeCorpus(
  folder: string,
  articles: number,
  change: (draft: Draft) => Pick<Draft, 'head' | 'body'> = (draft) => draft,
): Corpus {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, '_site.yml'), writeSite());
  let bytes = 0;
  for (let number = 0; number < articles; number += 1) {
    const { head, body } = change(writeDraft(number));
    const text = `---\n${head}\n---\n\n${body}\n`;
    writeFileSync(join(folder, `${slugOf(number)}.md`), text);
    bytes += bytesOf(text);
  }
  return { articles, bytes };
}

/**
 * Repeats the articles of a folder, changed by `change`, until there are `articles` of them. The first copies keep
 * their names, because links lead to these names. A file whose name is not a slug is left out.
 */
export function repeatArticles(from: string, { folder, articles, change = (text) => text }: Repetition): Corpus {
  mkdirSync(folder, { recursive: true });
  const names = readdirSync(from).flatMap((name) => /^([a-z][a-z0-9-]*)\.md$/.exec(name)?.[1] ?? []);
  if (names.length === 0) throw new Error(`${from} holds no article whose name is a slug, such as linux-pipes.md`);
  const texts = names.map((name) => readFileSync(join(from, `${name}.md`), 'utf8'));
  let bytes = 0;
  for (let number = 0; number < articles; number += 1) {
    const at = number % names.length;
    const copy = number < names.length ? '' : `-b${Math.floor(number / names.length).toString(36)}`;
    const text = change(texts[at]!, at);
    writeFileSync(join(folder, `${names[at]}${copy}.md`), text);
    bytes += bytesOf(text);
  }
  return { articles, bytes };
}

type Repetition = {
  readonly folder: string;
  readonly articles: number;
  /** `index` is the place of the article in its folder, so all copies of an article get the same change. */
  readonly change?: (text: string, index: number) => string;
};
