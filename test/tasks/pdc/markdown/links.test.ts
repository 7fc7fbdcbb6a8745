// Tests where links lead. Links inside the site get addresses under the base URL. Other links stay as written.
import { expect } from 'chai';
import fc from 'fast-check';
import { isInternal, rebaseTags, resolveTarget } from '#pdc/markdown/links';
import { siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

const pathBySource = new Map([
  ['algo-a.md', '/posts/algo-a/'],
  ['deep/algo-b.md', '/posts/algo-b/'],
  ['二/algo-c d.md', '/posts/algo-c-d/'],
  ['pages/about.md', '/about/'],
  ['c#/100%?.md', '/posts/c/'],
]);

const resolve = (target: string, { source = 'algo-a.md', url = 'https://e.example/blog' } = {}) =>
  resolveTarget(target, { site: siteWith({ url }), pathBySource, source, path: pathBySource.get(source)! });

describe('a link inside the site', () => {
  for (const [target, href, path] of cases<[string, string, string]>('links', 'inside')) {
    it(`is under the base URL: ${target}`, () => {
      expect(resolve(target)).to.include({ href, path });
    });
  }

  it('is at the root of a host without a base path', () => {
    const url = 'https://e.example';
    expect(
      ['/', '/x/', 'https://e.example', 'https://e.example?q', 'https://e.example/x/', '../'].map(
        (target) => resolve(target, { url }).href,
      ),
    ).to.deep.equal(['/', '/x/', '/', '/?q', '/x/', '/posts/']);
    for (const target of ['https://e.example//x', '/.//x']) {
      expect(resolve(target, { url })).to.include({ href: 'https://e.example//x', path: '//x' });
    }
  });

  it('may be written with or without the base path, encoded or not', () => {
    const encoded = '/%E5%8D%9A%E5%AE%A2/x/';
    for (const url of [
      'https://e.example/博客',
      'https://e.example/%E5%8D%9A%E5%AE%A2',
      'https://E.example/%e5%8d%9a%e5%ae%a2',
    ])
      for (const target of [
        '/x/',
        '/博客/x/',
        encoded,
        encoded.toLowerCase(),
        `https://e.example${encoded}`,
        'https://e.example/博客/x/',
      ]) {
        const { href, path } = resolve(target, { url });
        expect({ href: decodeURI(href), path }, `${target} ${url}`).to.deep.equal({ href: '/博客/x/', path: '/x/' });
      }
    for (const target of ['/博客x/', '/%E5%8D/x/', '/博客%2Fx/'])
      expect(resolve(target, { url: 'https://e.example/博客' }).href, target).to.match(/^\/%E5%8D%9A%E5%AE%A2\/[^x]/);
    expect(resolve('https://例.example/x/', { url: 'https://例.example' })).to.include({ path: '/x/' });
  });

  it('has a decoded fragment', () => {
    expect(['#h', '#%E4%BA%8C', '#二', '/x/#', '/x/', '#100%'].map((target) => resolve(target).fragment)).to.deep.equal(
      ['h', '二', '二', '', '', '100%'],
    );
  });
});

describe('a link to a Markdown file', () => {
  for (const [source, target, href] of cases<[string, string, string]>('links', 'to Markdown')) {
    it(`leads to the page of the file: ${target} in ${source}`, () => {
      expect(resolve(target, { source }).href).to.equal(href);
    });
  }

  it('is a path like any other if the file has no page', () => {
    expect(resolve('algo-none.md')).to.include({ path: '/posts/algo-a/algo-none.md' });
    expect(resolve('/ai-context.md')).to.include({ href: '/blog/ai-context.md', path: '/ai-context.md' });
    expect(resolve('/api/posts/algo-a.md')).to.include({ path: '/api/posts/algo-a.md' });
  });
});

describe('a link that leaves the site', () => {
  for (const target of cases<string>('links', 'outside')) {
    it(`stays as written: ${JSON.stringify(target)}`, () => {
      expect(resolve(target)).to.deep.equal({ href: target, fragment: '' });
      if (target !== '') expect(isInternal(siteWith({ url: 'https://e.example/blog' }), target)).to.equal(false);
    });
  }
});

describe('a target that is not an address', () => {
  for (const target of ['//[', '/\\[', 'http://[', 'https://a b/', 'http://host:port/', 'https://']) {
    it(`stays as written, and is reported: ${target}`, () => {
      expect(resolve(target)).to.deep.equal({ href: target, fragment: '', malformed: true });
    });
  }
});

it('resolving a target never throws', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('/', '\\', '[', '%2F', '%5B', '%', ':', 'http:', 'https://e.example', '?', '#', '.md', '\t', '..'),
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => void expect(resolve(pieces.join('')).href).to.be.a('string')),
    { numRuns: 1000 },
  );
});

it('an internal link never leads out of the base path', () => {
  const piece = fc.constantFrom('..', '.', 'a', '二', '%20', '100%', 'b.md', '', 'blog', '?q', '#h');
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1 }), fc.boolean(), (pieces, isRooted) => {
      const target = (isRooted ? '/' : '') + pieces.join('/');
      fc.pre(target !== '' && !target.startsWith('//'));
      const { href, path } = resolve(target);
      expect(href).to.match(/^(?:\/blog\/|#)/);
      expect(path).to.match(/^\//);
    }),
  );
});

it('addresses in raw tags of the head are below the base path', () => {
  const site = siteWith({ url: 'https://e.example/blog' });
  const tags = `<link href="/a.css"><script src='/b.js'></script><img src=/c.png data-src="/d"><a href="//e.example/">/f</a><a href="https://g.example/">`;
  expect(rebaseTags(site, tags)).to.equal(
    `<link href="/blog/a.css"><script src="/blog/b.js"></script><img src="/blog/c.png" data-src="/d"><a href="//e.example/">/f</a><a href="https://g.example/">`,
  );
  expect(rebaseTags(siteWith({ url: 'https://e.example' }), tags)).to.equal(tags);
});
