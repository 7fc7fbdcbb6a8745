// Valid articles for tests. A test changes the fields that it needs.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isLocked } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { secretOf } from '#pdc/locked/secret';

export const description =
  '这是测试用的摘要，它足够长，说明文章讲什么、怎么讲、写给谁看，以及读者读完以后能够带走什么，因此刚好满足字数的下限要求。';

export type Fields = Readonly<Record<string, string | undefined>>;

/** The text of an `algo-` article. `fields` replace front-matter lines by key; an undefined field removes its line. */
export function articleText(fields: Fields = {}, body = '正文从这里开始。\n'): string {
  const lines: Fields = {
    title: '"一篇文章"',
    date: '2026-03-01 08:00:00',
    categories: '["技术", "算法"]',
    tags: '["算法", "Python"]',
    description: JSON.stringify(description),
    ...fields,
  };
  const head = Object.entries(lines).flatMap(([key, value]) => (value === undefined ? [] : [`${key}: ${value}`]));
  return ['---', ...head, '---', '', body].join('\n');
}

/** The body of an article's file, and the password if the article is locked. */
export const toldIn = (article: Article): { readonly raw: string; readonly password?: string | undefined } =>
  isLocked(article) ? secretOf(article) : article;

/** Writes files below a folder, by path. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
