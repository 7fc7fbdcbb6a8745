// Where a link leads: inside the site to an address under the base URL, elsewhere as it stands.
import { expect } from 'chai';
import fc from 'fast-check';
import { isInternal, rebaseTags, resolveTarget } from '#pdc/markdown/links';
import { siteWith } from '../edition.ts';

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
  for (const [target, href, path] of [
    ['/', '/blog/', '/'],
    ['/x/', '/blog/x/', '/x/'],
    ['/blog/x/', '/blog/x/', '/x/'],
    ['/blog', '/blog/', '/'],
    ['/blogger/', '/blog/blogger/', '/blogger/'],
    ['x.png', '/blog/posts/algo-a/x.png', '/posts/algo-a/x.png'],
    ['../algo-b/', '/blog/posts/algo-b/', '/posts/algo-b/'],
    ['../../../x/', '/blog/x/', '/x/'],
    ['/x/?q=1#h', '/blog/x/?q=1#h', '/x/'],
    ['?q=1', '/blog/posts/algo-a/?q=1', '/posts/algo-a/'],
    ['#h', '#h', '/posts/algo-a/'],
    ['/图.png', '/blog/%E5%9B%BE.png', '/图.png'],
    ['/%E5%9B%BE.png', '/blog/%E5%9B%BE.png', '/图.png'],
    ['/a b', '/blog/a%20b', '/a b'],
    ['/a"<b>', '/blog/a%22%3Cb%3E', '/a"<b>'],
    ['/100%', '/blog/100%25', '/100%'],
    ['/%E5%9B%BE/100%', '/blog/%E5%9B%BE/100%25', '/图/100%'],
    ['/c%23.pdf', '/blog/c%23.pdf', '/c#.pdf'],
    ['/c%3F.pdf?q#h', '/blog/c%3F.pdf?q#h', '/c?.pdf'],
    ['/50%25.pdf', '/blog/50%25.pdf', '/50%.pdf'],
    ['/50%2541.pdf', '/blog/50%2541.pdf', '/50%41.pdf'],
    ['/blog//x', '/blog//x', '//x'],
    ['https://e.example/blog//x', '/blog//x', '//x'],
    ['https://e.example/blog//[', '/blog//%5B', '//['],
    ['/%2F%2F%5B.md', '/blog///%5B.md', '///[.md'],
    ['%2F%2F%5B.md', '/blog/posts/algo-a///%5B.md', '/posts/algo-a///[.md'],
    ['https://e.example/blog?q', '/blog/?q', '/'],
    ['https://e.example/blog#h', '/blog/#h', '/'],
    ['/blog?q', '/blog/?q', '/'],
    ['/blog\\x', '/blog/x', '/x'],
    ['https://e.example/blog', '/blog/', '/'],
    ['https://e.example/blog/x/?q#h', '/blog/x/?q#h', '/x/'],
  ] as const) {
    it(`stands under the base URL: ${target}`, () => {
      expect(resolve(target)).to.include({ href, path });
    });
  }

  it('stands at the root of a host without a base path', () => {
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

  it('has a fragment, decoded', () => {
    expect(['#h', '#%E4%BA%8C', '#二', '/x/#', '/x/', '#100%'].map((target) => resolve(target).fragment)).to.deep.equal(
      ['h', '二', '二', '', '', '100%'],
    );
  });
});

describe('a link to a Markdown file', () => {
  for (const [source, target, href] of [
    ['algo-a.md', 'deep/algo-b.md', '/blog/posts/algo-b/'],
    ['algo-a.md', './deep/algo-b.md#节', '/blog/posts/algo-b/#节'],
    ['algo-a.md', 'deep/../deep/algo-b.md?x', '/blog/posts/algo-b/?x'],
    ['algo-a.md', '/deep/algo-b.md', '/blog/posts/algo-b/'],
    ['algo-a.md', '二/algo-c%20d.md', '/blog/posts/algo-c-d/'],
    ['algo-a.md', '%E4%BA%8C/algo-c d.md', '/blog/posts/algo-c-d/'],
    ['algo-a.md', 'algo-a.md', '/blog/posts/algo-a/'],
    ['deep/algo-b.md', '../algo-a.md', '/blog/posts/algo-a/'],
    ['deep/algo-b.md', 'algo-b.md', '/blog/posts/algo-b/'],
    ['deep/algo-b.md', '../pages/about.md', '/blog/about/'],
    ['二/algo-c d.md', '../deep/algo-b.md', '/blog/posts/algo-b/'],
    ['pages/about.md', '../algo-a.md', '/blog/posts/algo-a/'],
    ['algo-a.md', 'c%23/100%25%3F.md', '/blog/posts/c/'],
    ['c#/100%?.md', '../algo-a.md', '/blog/posts/algo-a/'],
    ['c#/100%?.md', '100%25%3F.md', '/blog/posts/c/'],
  ] as const) {
    it(`leads to the page made of it: ${target} in ${source}`, () => {
      expect(resolve(target, { source }).href).to.equal(href);
    });
  }

  it('is a path like others where no page is made of it', () => {
    expect(resolve('algo-none.md')).to.include({ path: '/posts/algo-a/algo-none.md' });
    expect(resolve('/ai-context.md')).to.include({ href: '/blog/ai-context.md', path: '/ai-context.md' });
    expect(resolve('/api/posts/algo-a.md')).to.include({ path: '/api/posts/algo-a.md' });
  });
});

describe('a link that leaves the site', () => {
  for (const target of [
    'https://e.example/',
    'https://e.example/blogger/',
    'http://e.example/blog/',
    'https://other.example/blog/',
    '//e.example/blog/',
    '/\\e.example/blog/',
    '\\\\e.example/blog/',
    'https://e.example/blog.evil.example/',
    'http:x',
    'https:/e.example/x',
    'mailto:a@e.example',
    'tel:+8610',
    'data:image/png;base64,AA==',
    '',
  ]) {
    it(`stays as it stands: ${JSON.stringify(target)}`, () => {
      expect(resolve(target)).to.deep.equal({ href: target, fragment: '' });
      if (target !== '') expect(isInternal(siteWith({ url: 'https://e.example/blog' }), target)).to.equal(false);
    });
  }
});

describe('a target that is no address', () => {
  for (const target of ['//[', '/\\[', 'http://[', 'https://a b/', 'http://host:port/', 'https://']) {
    it(`stays as it stands, and is told: ${target}`, () => {
      expect(resolve(target)).to.deep.equal({ href: target, fragment: '', malformed: true });
    });
  }
});

it('no target throws', () => {
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

it('raw tags of the head stand under the base path', () => {
  const site = siteWith({ url: 'https://e.example/blog' });
  const tags = `<link href="/a.css"><script src='/b.js'></script><img src=/c.png data-src="/d"><a href="//e.example/">/f</a><a href="https://g.example/">`;
  expect(rebaseTags(site, tags)).to.equal(
    `<link href="/blog/a.css"><script src="/blog/b.js"></script><img src="/blog/c.png" data-src="/d"><a href="//e.example/">/f</a><a href="https://g.example/">`,
  );
  expect(rebaseTags(siteWith({ url: 'https://e.example' }), tags)).to.equal(tags);
});
