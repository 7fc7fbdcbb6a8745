// Every address of the site: below the base URL, ASCII, and one file for each.
import { expect } from 'chai';
import { toMoment } from '#pdc/text/moment';
import * as paths from '#pdc/site/paths';
import { cases } from '../../../support/cases.ts';
import { siteWith } from '../edition.ts';

describe('the address of a post', () => {
  const post = { slug: 'algo-a', date: toMoment('2026-03-01 23:59:59', 'Asia/Shanghai')! };
  for (const [permalink, path, file] of [
    ['/posts/:slug/', '/posts/algo-a/', 'posts/algo-a/index.html'],
    ['/:year/:month/:day/:slug.html', '/2026/03/01/algo-a.html', '2026/03/01/algo-a.html'],
    ['/:slug/', '/algo-a/', 'algo-a/index.html'],
  ] as const) {
    it(`follows the permalink, with the day in the time zone of the site: ${permalink}`, () => {
      expect(paths.postPath(siteWith({ permalink }), post)).to.equal(path);
      expect(paths.toFile(path)).to.equal(file);
    });
  }

  it('does not treat any part of a slug as a part of the pattern', () => {
    expect(paths.postPath(siteWith({ permalink: '/:year/:slug/' }), { ...post, slug: '$&-:day' })).to.equal(
      '/2026/$&-:day/',
    );
  });
});

describe('an address', () => {
  for (const [url, path, absolute, href] of cases<[string, string, string, string]>('paths', 'addresses')) {
    it(`is below the base URL: ${path} at ${url}`, () => {
      const site = siteWith({ url });
      expect([paths.toAbsolute(site, path), paths.toHref(site, path)]).to.deep.equal([absolute, href]);
      expect(new URL(href, url).href).to.equal(absolute);
    });
  }

  it('of the home page has no number, but the addresses of its later pages have one', () => {
    expect([1, 2, 10].map(paths.homePath)).to.deep.equal(['/', '/page/2/', '/page/10/']);
  });

  it('of a list has no number, and the addresses of its later pages are below it', () => {
    expect([1, 2].map((page) => paths.numberedPath(paths.archivesPath, page))).to.deep.equal([
      '/archives/',
      '/archives/page/2/',
    ]);
  });
});
