import { expect } from 'chai';
import { toPublicArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { articleText } from '../../support/articles.ts';
import { shelve } from '../pdc/edition.ts';
import { digestOf } from '../../../tasks/incremental/argument-digest.ts';

const locked = (body: string): Promise<Article> => entryOf(articleText({ password: '"correct horse"' }, body));
const entryOf = async (text: string): Promise<Article> => (await shelve({ 'algo-a.md': text })).library.articles[0]!;

describe('the digest of arguments', () => {
  it('is equal for equal data, frozen or not, and differs if a member differs', () => {
    const data = (title: string) => [{ card: Object.freeze({ title, tags: ['a'] }), pages: 2, series: undefined }];
    expect(digestOf(data('一'))).to.equal(digestOf(data('一')));
    expect(digestOf(data('一'))).to.not.equal(digestOf(data('二')));
    expect(digestOf(['ab', 'c'])).to.not.equal(digestOf(['a', 'bc']));
    expect(digestOf([['a'], 'b'])).to.not.equal(digestOf(['a', ['b']]));
    expect(digestOf([undefined])).to.not.equal(digestOf(['undefined']));
  });

  it('of an open article depends on its text', async () => {
    const [one, same, other] = [
      await entryOf(articleText({}, '一\n')),
      await entryOf(articleText({}, '一\n')),
      await entryOf(articleText({}, '二\n')),
    ];
    expect(digestOf({ entry: one })).to.equal(digestOf({ entry: same }));
    expect(digestOf({ entry: one })).to.not.equal(digestOf({ entry: other }));
  });

  it('of a locked article depends on the stamp of its file, and not on its text', async () => {
    const [one, other] = [await locked('一\n'), await locked('二\n')];
    expect(digestOf({ entry: one })).to.equal(undefined);
    const stamped = (entry: Article, stamp: string) => digestOf({ entry }, new Map([['algo-a.md', stamp]]));
    expect(stamped(one, '1')).to.equal(stamped(other, '1'));
    expect(stamped(one, '1')).to.not.equal(stamped(one, '2'));
    expect(digestOf({ article: toPublicArticle(one) })).to.be.a('string');
  });
});
