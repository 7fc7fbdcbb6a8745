// Compares the real build with a publisher written only from the protocol document: the bytes must be the same.
import { expect } from 'chai';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pdc from '#pdc/markdown/prompt';
import { articleText, writeFiles } from '../../support/articles.ts';
import { extractPrompt, fillPrompt, publish, readArticle } from './stranger.ts';
import { cases } from '../../support/cases.ts';

const root = join(import.meta.dirname, '../../..');
const base = 'https://example.com/blog';
const temporary = mkdtempSync(join(tmpdir(), 'protocol-'));

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');
const same = { date: '2026-05-01 08:00:00' };

// Content that the document allows and few authors write.
const awkward = {
  'content/_site.yml': [
    'title: "两\\n行"',
    'description: 描述',
    'timezone: Europe/Berlin',
    'permalink: /:year/:month/:day/:slug.html',
    'category_map: { 计算: algo, Tech: tech }',
    'tag_map: { 蟒蛇: python, 算法: algo, 环: loop, Golang: go }',
  ].join('\n'),
  'content/_drafts/algo-hidden.md': articleText(),
  'content/.trash/algo-hidden.md': articleText(),
  'content/_algo-hidden.md': articleText(),
  'content/algo-draft.md': articleText({ draft: 'true' }),
  'content/pages/about.md': articleText(),
  'content/pages/deep/algo-deep.md': articleText(same, '末尾两个空行\n\n\n'),
  'content/algo-a.md': `\ufeff${crlf(articleText(same, '\n　\n\t\n　　缩进\n末尾没有换行'))}`,
  'content/algo-b.md': articleText({ ...same, title: '"标\\n题 [x](y) \\\\ `a` *b* _c_ ~~d~~ <e> &amp;"' }, ''),
  'content/algo-c.md': articleText({ mathjax: 'false', cover: '"images/图 %20a.png"' }, '\n \n'),
  'content/algo-d.md': articleText({ series: '两步', cover: '"https://other.example/a%20b.png?v=1"' }, '\ufeffx'),
  'content/algo-e.md': articleText({ tags: '["Algorithm", "ｐｙｔｈｏｎ", "算法", "环", "＃Go"]' }).replace(
    /\n---\n/,
    '\n... \t\n',
  ),
  'content/algo-f.md': articleText({ cover: `${base}/images/a.png`, password: '"correct horse"' }, '藏起来的正文\n'),
  'content/algo-i.md': articleText({ series: '两步', date: '2024-01-01 00:00:00' }),
  // On this spring night, clocks skip half past two.
  'content/algo-g.md': articleText({ date: '2025-03-30 02:30:00', updated: '2026-12-31 00:00:00' }),
  'content/algo-h.md': articleText({ date: '2025-03-30 03:15:00' }),
  'content/prompt-a.md': articleText(
    {
      categories: '["技术", "提示词"]',
      tags: '["Prompt", "x/y \\"\\\\ \\u0001 "]',
      prompt_args: '[{ example: "1\\u2028\\x7f", name: N }]',
    },
    '<prompt>\n{{N}}\n</prompt>\n',
  ).replace('---\n', '---  \t\n'),
  'static/images/图  a.png': 'x',
  'static/images/a.png': 'x',
  'static/ai-context.md': '# 写作规则与分类体系\n',
  'static/pdc-protocol.md': '# PDC 协议\n',
};
writeFiles(temporary, awkward);
// Not in a hook, because mocha also loads this file when it runs only other tests.
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));

describe('the protocol document is enough to implement from', () => {
  for (const [what, folder] of [
    ['this site', root],
    ['a site of rare cases', temporary],
  ] as const) {
    describe(`the files of a publisher: ${what}`, () => {
      let site: string;
      const files = publish(join(folder, 'content'), base);

      before(function () {
        site = mkdtempSync(join(temporary, 'site-'));
        const folders = ['--content', join(folder, 'content'), '--static', join(folder, 'static'), '--dest', site];
        const gulp = ['node_modules/gulp/bin/gulp.js', 'build', ...folders, '--base-url', base];
        execFileSync(process.execPath, gulp, { cwd: root, stdio: 'pipe' });
      });

      it('are the same files', () => {
        const built = ['posts', 'categories'].flatMap((name) =>
          readdirSync(join(site, 'api', name)).map((file) => `/api/${name}/${file}`),
        );
        expect([...files.keys()]).to.have.members([...built, '/api/index.json', '/api/index.md', '/llms-full.txt']);
      });

      for (const [path, text] of files) {
        it(path, () => {
          const built = readFileSync(join(site, path));
          expect(built.toString('utf8')).to.equal(text);
          expect(built.equals(Buffer.from(text))).to.equal(true);
        });
      }
    });
  }

  describe('a prompt', () => {
    const document = readFileSync(join(root, 'static/pdc-protocol-appendix.md'), 'utf8');
    const fenced = (from: string, open: string, close: string): string => {
      const start = document.indexOf(open, document.indexOf(from)) + open.length;
      return document.slice(start, document.indexOf(close, start));
    };

    it('is extracted from the article in the appendix as section 11 of the appendix shows', () => {
      const { meta, body } = readArticle(fenced('\n### 4.1 ', '````markdown\n', '````'));
      const filled = fillPrompt(extractPrompt(body) ?? '', meta.prompt_args ?? [], {
        language: 'Go',
      });
      expect(filled).to.equal(fenced('\n## 11 ', '```text\n', '\n```'));
    });

    it('is extracted from the example of section 11 with the tags that the prompt mentions', () => {
      const example = fenced('\n## 11 ', '````markdown\n', '````');
      const lines = example.split('\n').slice(2, -3);
      expect(lines).to.have.length(2);
      for (const extract of [extractPrompt, pdc.extractPrompt]) expect(extract(example)).to.equal(lines.join('\n'));
    });

    it('is extracted in the same way by both publishers, with any tags around and in the prompt', () => {
      const piece = fc.constantFrom(...cases<string>('protocol', 'pieces'));
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
          const body = pieces.join('');
          const reading = pdc.readPrompt(body);
          if ('element' in reading) expect(extractPrompt(body)).to.equal(reading.element.text);
        }),
        { numRuns: 5000 },
      );
    });

    it('is filled in the same way by both publishers', () => {
      const piece = fc.constantFrom('{{', '}}', '{', '}', 'a', 'B', 'ａ', ' ', '\t', '\n', '{{a}}', '{{ A b }}');
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 12 }), fc.string(), (pieces, value) => {
          const text = pieces.join('');
          const names = ['A', 'a B', 'aa'];
          const values = { A: `${value}{{aa}}$&`, aa: ' ' };
          const args = names.map((name) => ({ name }));
          expect(fillPrompt(text, args, values)).to.equal(pdc.fillPrompt(text, { names, values }));
        }),
        { numRuns: 5000 },
      );
    });

    it('has a placeholder for each argument in every prompt article', () => {
      const folder = join(root, 'content');
      for (const name of readdirSync(folder).filter((each) => each.startsWith('prompt-'))) {
        const { meta, body } = readArticle(readFileSync(join(folder, name), 'utf8'));
        const args = meta.prompt_args ?? [];
        const values = Object.fromEntries(args.map((arg) => [arg.name, `$& {{X}} ${arg.name}`]));
        const filled = fillPrompt(extractPrompt(body) ?? '', args, values);
        for (const value of Object.values(values)) expect(filled, name).to.include(value);
      }
    });
  });
});
