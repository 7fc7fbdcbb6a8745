// Examples of bodies of other engines, each with the Markdown that it becomes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import type { FrontMatter } from '#pdc/article/front-matter';
import type { Open } from '#pdc/article/article';
import { translateBody } from '../../../../tasks/adopt/foreign/foreign-body.ts';
import { mapLines } from '../../../../tasks/adopt/foreign/line-map.ts';
import { mapProse } from '../../../../tasks/adopt/foreign/running-text.ts';
import { renderMarkdown } from '#pdc/markdown/render';
import { translateNote } from '../../../../tasks/adopt/foreign/wiki.ts';
import type { Lookups } from '../../../../tasks/adopt/foreign/tag-templates.ts';
import { fixtures } from '../../../support/defects.ts';
import { articleText } from '../../../support/articles.ts';
import { shelve } from '../../pdc/edition.ts';
import { cases } from '../../../support/cases.ts';

const folder = path.join(fixtures, 'bodies');
const lookups: Lookups = {
  post: (name) => (/hello-world/.test(name) ? { href: 'hello-world.md', title: '你好 [世界]' } : undefined),
  code: (name) => (name === 'a/hosts' ? '[web]\n10.0.0.1\n' : undefined),
};
const translate = (raw: string, options = {}): string =>
  translateBody(raw, { lookups, title: '题目', ...options }).text;
const show = (raw: string): string => renderMarkdown(raw, { resolve: (target) => target, math: true }).html;

describe('a body of another engine', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.md'))) {
    it(`becomes the expected Markdown of ${name}`, () => {
      const raw = readFileSync(path.join(folder, name), 'utf8');
      const { text, strays } = translateBody(raw, { lookups, title: '题目', emoji: true });
      const told = strays.map(({ name: tag, offset }) => `${raw.slice(0, offset).split('\n').length} ${tag}\n`);
      const expected = path.join(folder, name.replace(/\.md$/, '.expected'));
      const all = `${text}\n---- stay text\n${told.join('')}`;
      if (process.env.UPDATE_FIXTURES === '1') writeFileSync(expected, all);
      expect(all).to.equal(existsSync(expected) ? readFileSync(expected, 'utf8') : 'no .expected file yet');
      // Tags that stay as text are visible.
      expect(show(text)).to.not.match(/\{\{\}\}/);
    });
  }

  for (const [raw, expected] of cases<[string, string]>('body', 'callouts')) {
    it(`has callouts of our kinds, with their titles: ${JSON.stringify(raw)}`, () => {
      expect(translate(raw)).to.equal(expected);
      expect(show(expected))
        .to.match(/class="callout \w+"/)
        .and.not.contain('[!');
      const note = { raw, attributes: {} } as unknown as FrontMatter;
      if (!/\r|[+-]/.test(raw)) expect(translateNote(note, lookups.post).raw, 'a note').to.equal(expected);
    });
  }

  it('stays unchanged if it contains no syntax of other engines', () => {
    for (const raw of [
      '',
      '正文\r\n',
      '## 节\n\n```sh\n# 注释\n{% note %}\n```\n',
      '`{{< x >}}`',
      '{{NAME}} 与 {{ .Title }}',
      '<prompt>\n# 角色\n{% raw %}\n</prompt>\n',
      '<PROMPT>\n# 角色\n</Prompt>\n',
      `${'İ'.repeat(20)}<pre>a</pre> {% raw %} \`{{< x >}}\``,
      '> [!NOTE]\n> 内容\n',
      '> > [!NOTE]\n> > 内容\n',
      '> [!constructor] x\n> [!note](/x)\n',
      '> 见下\n> [!info] x\n',
      '```\n> [!info] x\n```\n',
      '$a==b$ 与 a == b == c\n',
      '::: code-group\n```js [一]\na\n```\n```ts [二]\nb\n```\n:::\n',
    ])
      expect(translate(raw), raw).to.equal(raw);
  });

  it('loses nothing when it is split and joined again, whatever it contains', () => {
    const piece = fc.constantFrom(...cases<string>('body', 'pieces'));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const raw = pieces.join('');
        expect(mapProse(raw, (prose) => prose)).to.equal(raw);
        const text = translate(raw);
        expect(mapLines(raw, text, 1)).to.have.lengthOf(text.split('\n').length);
      }),
      { numRuns: 2000 },
    );
  });

  it('is translated in time even if its tags, fences or formulas are never closed', function () {
    this.timeout(30_000);
    for (const piece of [
      '`a',
      '$$a',
      '<pre>',
      '<!--',
      '{% note %}',
      '{{< x',
      ':::tip\n',
      '==a',
      '# a\n',
      '> [!x\n',
      `${'> '.repeat(500)}[!note] a\n`,
      '{:.',
      '{% raw %}',
    ])
      translate(piece.repeat(5000));
  });

  it('has its defects reported at the lines of its file', async () => {
    const body =
      '```\n{% raw %}\n{{ code }}\n{% endraw %}\n```\n\n{% note info %}\n提示\n{% endnote %}\n\n第一行\n\n{% unknown %}\n\n{{<other id="1">}}\n\n[坏](/nowhere/x.png)\n';
    const { library, defects } = await shelve({ 'algo-a.md': articleText({}, body) }, { lenient: true });
    const lineOf = (text: string): number =>
      articleText({}, body)
        .split('\n')
        .findIndex((line) => line.includes(text)) + 1;
    expect(
      defects
        .filter(({ rule }) => rule === 'template-tags')
        .map(({ line }) => line)
        .sort((a, b) => a - b),
    ).to.deep.equal([lineOf('unknown'), lineOf('other')]);
    const { raw, rawLines } = library.articles[0] as Open;
    expect(raw).to.contain('> [!NOTE]\n> 提示').and.contain('{% unknown %}');
    expect(show(raw)).to.contain('{{&lt;other id=&quot;1&quot;&gt;}}');
    expect(rawLines![raw.split('\n').findIndex((line) => line.includes('坏'))]).to.equal(lineOf('坏'));
    expect((await shelve({ 'algo-a.md': articleText({}, body) })).library.articles[0]).to.include({ raw: body });
  });
});
