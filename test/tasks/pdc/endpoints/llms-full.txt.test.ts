// `/llms-full.txt`: all articles merged.
import { expect } from 'chai';
import { withoutPauses } from '#pdc/text/document';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { articleText } from '../../../support/articles.ts';
import { articlesOf, shelve, siteWith, textOf } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

describe('llms-full.txt', () => {
  it('has every article in the layout of a category, newest first, with the comment instead of an encrypted body', async () => {
    const site = siteWith({ title: '站\n名', description: '第一行\n第二行' });
    const files = { ...articlesOf(1), 'algo-locked.md': articleText({ password: '"long-password"' }, '秘密\n') };
    const { library } = await shelve(files, { site });
    expect(textOf(withoutPauses(llmsFull(library))[0]!)).to.equal(cases<string>('merged', 'llms-full').join('\n'));
  });

  it('is only its head without articles', async () => {
    expect(textOf(withoutPauses(llmsFull((await shelve({})).library))[0]!)).to.match(/^# [^\n]+\n\n> [^\n]+\n$/);
  });
});
