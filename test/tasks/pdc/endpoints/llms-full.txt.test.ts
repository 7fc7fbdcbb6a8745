// `/llms-full.txt`: all articles merged.
import { expect } from 'chai';
import { made } from '#pdc/document';
import { llmsFull } from '#pdc/endpoints/llms-full.txt';
import { articleText } from '../../../support/articles.ts';
import { articlesOf, shelve, siteWith, textOf } from '../edition.ts';

describe('llms-full.txt', () => {
  it('is every article in the layout of a category, newest first, encrypted ones with the comment', async () => {
    const site = siteWith({ title: '站\n名', description: '第一行\n第二行' });
    const files = { ...articlesOf(1), 'algo-locked.md': articleText({ password: '"long-password"' }, '秘密\n') };
    const { library } = await shelve(files, { site });
    expect(textOf(made(llmsFull(library))[0]!)).to.equal(
      [
        '# 站 名',
        '',
        '> 第一行 第二行',
        '',
        '---',
        '',
        '# 一篇文章',
        '',
        'Date: 2026-03-01 | Tags: 算法, Python | URL: https://duplex.example/posts/algo-locked/',
        '',
        '<!-- This post is encrypted. Content is not available. -->',
        '',
        '---',
        '',
        '# 第 0 篇',
        '',
        'Date: 2026-01-01 | Tags: 算法, Python | URL: https://duplex.example/posts/algo-n0x/',
        '',
        '正文 0。',
        '',
      ].join('\n'),
    );
  });

  it('is its head alone without articles', async () => {
    expect(textOf(made(llmsFull((await shelve({})).library))[0]!)).to.match(/^# [^\n]+\n\n> [^\n]+\n$/);
  });
});
