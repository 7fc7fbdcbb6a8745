// Compares how the readers of Hexo, Hugo and Jekyll and our reader understand front matter of other engines. The
// engines themselves wrote their columns (hexo-front-matter, Hugo 0.111, Jekyll 4.3).
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { translate } from '../../../../tasks/adopt/foreign/translate-text.ts';
import { fixtures } from '../../../support/defects.ts';
import { articleText } from '../../../support/articles.ts';
import { shelve, told } from '../../pdc/edition.ts';

type Reading = Readonly<Partial<Record<'title' | 'date' | 'tags' | 'categories', unknown>>> | null;
type Case = {
  readonly text: string;
  readonly hexo: Reading;
  readonly hugo: Reading;
  readonly jekyll: Reading;
  readonly ours?: unknown;
};

const file = path.join(fixtures, 'front-matter.json');
const cases = JSON.parse(readFileSync(file, 'utf8')) as readonly Case[];

/** The keys that all engines have, as a lenient build reads them, and the findings about the form. */
function read(text: string): unknown {
  const { frontMatter, findings } = translate(text, { timezone: 'Asia/Shanghai', lookups: { post: () => undefined } });
  const says = findings.map(({ rule, always }) => `${rule}${always === 'error' ? '!' : ''}`);
  if (!frontMatter) return { says };
  const { title, date, tags, categories } = frontMatter.attributes;
  return { title, date, tags, categories, ...(says.length > 0 && { says }) };
}

describe('front matter of other engines', () => {
  it('is read as the table of a hundred cases says', () => {
    expect(cases).to.have.length.above(99);
    const ours = cases.map((one) => ({ ...one, ours: read(one.text) }));
    const text = `${JSON.stringify(ours, null, 1)}\n`;
    if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, text);
    expect(text).to.equal(readFileSync(file, 'utf8'));
  });

  it('is read if all three engines can read it', () => {
    const lost = cases.filter(({ text, hexo, hugo, jekyll }) => {
      const readers = [hexo, hugo, jekyll].filter((one) => one?.title !== undefined);
      return readers.length === 3 && (read(text) as Reading)?.title === undefined;
    });
    expect(lost.map(({ text }) => text)).to.deep.equal([]);
  });

  it('is reported as a warning in a lenient build and as an error in a strict build if it is untidy', async () => {
    for (const text of [
      articleText().replace('tags: ["算法", "Python"]', 'tags: [\n\t"算法", "Python"\n]'),
      `\ufeff\ufeff${articleText()}`,
      articleText({ mathjax: 'true\nmathjax: false' }),
      articleText().replace(/^---\n/, ''),
      articleText()
        .replace(/^---\n/, '')
        .replace(/^---$/m, '  --- '),
    ]) {
      expect(told((await shelve({ 'algo-a.md': text }, { lenient: true })).defects), text).to.deep.equal([
        'front-matter warn',
      ]);
      const strict = await shelve({ 'algo-a.md': text });
      expect(strict.library.articles, text).to.deep.equal([]);
      expect(told(strict.defects), text).to.include('front-matter error');
    }
  });
});
