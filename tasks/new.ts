// `npm run new -- SLUG`: a new article whose front matter is valid for its prefix.
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isError } from '#pdc/defect';
import { readFileName } from '#pdc/file-name';
import { atInstant } from '#pdc/moment';
import { defaultSite, readSite } from '#pdc/site';
import type { Site } from '#pdc/site';
import { Failure } from './failure.ts';
import { nameOf, readSettings } from './settings.ts';

const usage = 'usage: npm run new -- SLUG [--content DIR], for example: npm run new -- linux-file-locks';

/** Writes the article and gives back its path. Never overwrites. Throws a Failure that says what is wrong with the name. */
export function createArticle(slug: string, { content, now }: { content: string; now: number }): string {
  const name = slug.replace(/\.md$/, '');
  const site = siteOf(content);
  const { prefix, findings } = readFileName(name, site.prefixes);
  const [fault] = findings;
  if (fault || prefix === undefined || name.includes('/'))
    throw new Failure(fault?.message ?? `a slug has no folders: ${name}`);

  const file = path.join(content, `${name}.md`);
  if (existsSync(file)) throw new Failure(`${nameOf(file)} exists already: choose another name`);
  mkdirSync(content, { recursive: true });
  writeFileSync(file, draftOf(name, { prefix, site, date: atInstant(now, site.timezone).text }), { flag: 'wx' });
  return file;
}

function siteOf(content: string): Site {
  const file = path.join(content, '_site.yml');
  if (!existsSync(file)) return defaultSite;
  const { site, defects } = readSite(readFileSync(file), nameOf(file));
  const broken = defects.find(isError);
  if (broken) throw new Failure(`${broken.file}:${broken.line}:${broken.column} ${broken.message}`);
  return site;
}

function draftOf(name: string, { prefix, site, date }: { prefix: string; site: Site; date: string }): string {
  const { categories, tags } = site.prefixes[prefix]!;
  const subject = name.slice(prefix.length + 1).replaceAll('-', ' ');
  const [first = prefix] = tags;
  const second = subject.replaceAll(' ', '-');
  const lines = [
    '---',
    `title: ${JSON.stringify(subject)}`,
    `date: ${date}`,
    `categories: ${toList(categories)}`,
    `tags: ${toList([first, second === first.toLowerCase() ? `${second}-notes` : second])}`,
    'description: "在这里用五十到一百五十个字概括全文：要解决的问题、采用的方法、得到的结论，以及它适合哪些读者。搜索引擎和机器都会读这一段，请写得具体。"',
    ...(prefix === 'prompt'
      ? [
          'prompt_args:',
          '  - name: topic',
          '    description: "要处理的主题"',
          '    required: true',
          '    example: "季度总结"',
        ]
      : []),
    '---',
    '',
  ];
  return [...lines, ...(prefix === 'prompt' ? promptBody : body), ''].join('\n');
}

const body = ['从读者遇到的问题写起。', '', '## 小节', '', '正文。'];
const promptBody = [
  '## 变量',
  '',
  '| 变量 | 含义 | 必填 |',
  '|---|---|---|',
  '| TOPIC | 要处理的主题 | 是 |',
  '',
  '## 提示词',
  '',
  '```xml',
  '<prompt>',
  '<instructions>',
  '围绕 {{TOPIC}} 写一份提纲。',
  '</instructions>',
  '</prompt>',
  '```',
];

const toList = (names: readonly string[]): string => `[${names.map((name) => JSON.stringify(name)).join(', ')}]`;

function main(): void {
  const { content, operands } = readSettings('new');
  const [slug, ...rest] = operands;
  if (slug === undefined || rest.length > 0) throw new Failure(usage);
  const file = createArticle(slug, { content, now: Date.now() });
  process.stdout.write(
    `${nameOf(file)} is written: fill in title, tags and description, then see it with npx gulp watch\n`,
  );
}

// The real path: through a symbolic link the two would differ, and nothing would be written in silence.
if (import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '.')).href) {
  try {
    main();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
