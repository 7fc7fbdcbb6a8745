// A site for the adapter's tests: articles of every kind, built in memory and written to a folder as a build would.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { articlesOf, machineFiles, shelve, siteWith } from '../../tasks/pdc/edition.ts';
import { articleText, writeFiles } from '../../support/articles.ts';

export const base = 'https://e.example/blog';

/** Words from the bodies and the passwords of the encrypted articles. No published file may contain them. */
export const secrets = ['绝密的句子没有人该读到', 'hunter2-hunter2', 'classified-paragraph', '占位提示词的机密'];

const promptFields = { categories: '["技术", "提示词"]', tags: '["Prompt", "Go"]' };

const longBody = [
  '开头的一段，没有小节。\n',
  '## 第一节\n',
  '甲'.repeat(300),
  '\n### 细节 `code`\n',
  '乙𠮷🚀'.repeat(200),
  '\n## 第一节\n',
  '重名的一节。\n',
  '## 令 $x^2$ 为距离\n',
  '公式在标题里。\n',
].join('\n');

export const articles: Readonly<Record<string, string>> = {
  ...articlesOf(120),
  'algo-long.md': articleText(
    { title: '"很长的一篇：跳表与背压"', date: '2026-07-01 08:00:00', mathjax: 'true' },
    longBody,
  ),
  'algo-crlf.md': articleText(
    { title: '"回车换行"', date: '2026-07-02 08:00:00' },
    '# 一\r\n\r\n甲\r\n\r\n二\r\n---\r\n\r\n乙\r\n',
  ),
  'algo-locked.md': articleText(
    { title: '"上锁的一篇"', date: '2026-07-03 08:00:00', password: '"hunter2-hunter2"' },
    `## 绝密的句子没有人该读到\n\nclassified-paragraph\n`,
  ),
  'prompt-review.md': articleText(
    {
      ...promptFields,
      title: '"评审提示词"',
      date: '2026-07-04 08:00:00',
      prompt_args:
        '[{name: language, description: 语言, required: true, example: TypeScript}, {name: focus, description: 重点, required: false}]',
    },
    '```\n<prompt>\n请评审 {{LANGUAGE}} 代码。\n{{FOCUS}}\n</prompt>\n```\n\n| 变量 | 说明 |\n|---|---|\n| language | 语言 |\n| focus | 重点 |\n',
  ),
  'prompt-plain.md': articleText(
    { ...promptFields, title: '"没有参数"', date: '2026-07-05 08:00:00' },
    '<prompt>照做。</prompt>\n',
  ),
  'prompt-locked.md': articleText(
    { ...promptFields, title: '"上锁的提示词"', date: '2026-07-06 08:00:00', password: '"hunter2-hunter2"' },
    '<prompt>占位提示词的机密</prompt>\n',
  ),
};

/** The machine files of a site, by site path. */
export async function filesOf(
  sources: Readonly<Record<string, string>> = articles,
  settings: Parameters<typeof siteWith>[0] = {},
): Promise<Map<string, string>> {
  const { library } = await shelve(sources, { site: siteWith({ url: base, ...settings }) });
  return machineFiles(library);
}

/** Writes the files of a site below a folder. */
export function writeSite(folder: string, files: ReadonlyMap<string, string>): void {
  writeFiles(folder, Object.fromEntries([...files].map(([name, text]) => [name.slice(1), text])));
}

/** A folder with a site in it, and a function that removes it. */
export async function makeSite(files?: ReadonlyMap<string, string>): Promise<{ folder: string; remove: () => void }> {
  const outside = mkdtempSync(path.join(tmpdir(), 'mcp-'));
  const folder = path.join(outside, 'public');
  writeSite(folder, files ?? (await filesOf()));
  return { folder, remove: () => existsSync(outside) && rmSync(outside, { recursive: true, force: true }) };
}
