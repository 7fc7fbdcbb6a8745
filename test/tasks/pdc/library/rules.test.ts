// Tests every rule of protocol section 6: articles in `good` have no defects, and articles in `bad` have the expected
// defects.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { rules } from '#pdc/words/rules';
import { defectsOfArticle, fixtures } from '../../../support/defects.ts';

const articlesIn = (folder: string): string[] =>
  readdirSync(path.join(fixtures, 'articles', folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(fixtures, 'articles', folder, name));

describe('the rules of what an author writes', () => {
  for (const file of articlesIn('good')) {
    it(`accept ${path.basename(file)}`, async () => {
      expect(await defectsOfArticle(file)).to.equal('');
    });
  }

  for (const file of articlesIn('bad')) {
    it(`report ${path.basename(file)}`, async () => {
      const defects = await defectsOfArticle(file);
      const expected = file.replace(/\.md$/, '.defects');
      // UPDATE_FIXTURES=1 writes the current defects. Read the difference before you commit it.
      if (process.env.UPDATE_FIXTURES === '1') writeFileSync(expected, defects);
      expect(defects).to.equal(existsSync(expected) ? readFileSync(expected, 'utf8') : 'no .defects file yet');
    });
  }

  it('are each broken by at least one example', () => {
    const told = articlesIn('bad').flatMap((file) =>
      readFileSync(file.replace(/\.md$/, '.defects'), 'utf8').split('\n'),
    );
    const broken = new Set(told.map((line) => line.split('  ')[2]));
    // One text alone cannot break these rules, so other tests break them. Two articles on one address need two files
    // (test/tasks/pdc/library/library.test.ts). A symbolic link that leads out of a folder is not a text
    // (test/tasks/flow/read-edition.test.ts), and neither is a file beside an article
    // (test/tasks/pdc/library/active-files.test.ts).
    const elsewhere = ['slug-unique', 'outside', 'active-file'];
    const here = rules.map(({ id }) => id).filter((id) => !elsewhere.includes(id));
    expect(here.filter((id) => !broken.has(id))).to.deep.equal([]);
  });
});
