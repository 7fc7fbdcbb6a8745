// Only the whole library can tell: one address for one thing, order, terms, and where links lead.
import { expect } from 'chai';
import fc from 'fast-check';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { defectsIn, withFolder } from '../../../support/defects.ts';
import { shelve, siteWith, told } from '../edition.ts';

const page = '---\ntitle: "页"\n---\n页。\n';
const aliased = (...aliases: string[]): string => articleText({ aliases: JSON.stringify(aliases) });

describe('no two texts share an output path', () => {
  for (const [what, files, options, loser] of [
    ['two articles of one name', { 'a/algo-x.md': articleText(), 'b/algo-x.md': articleText() }, {}, 'b/algo-x.md:1'],
    [
      'two pages of one name',
      { 'pages/about.md': page, 'about.md': articleText() },
      { permalink: '/:slug/' },
      'pages/about.md:1',
    ],
    [
      'an article and a static file',
      { 'algo-x.md': articleText() },
      { statics: ['/posts/algo-x/index.html'] },
      'algo-x.md:1',
    ],
    [
      'an article’s Markdown and a static file',
      { 'algo-x.md': articleText() },
      { statics: ['/api/posts/algo-x.md'] },
      'algo-x.md:1',
    ],
    ['a page and a static file', { 'pages/about.md': page }, { statics: ['/about/index.html'] }, 'pages/about.md:1'],
    ['a page and the site’s own lists', { 'pages/archives.md': page }, {}, 'pages/archives.md:1'],
    ['a page and the machine channel', { 'pages/api.md': page }, {}, 'pages/api.md:1'],
    [
      'an alias and an article',
      { 'algo-x.md': aliased('/posts/algo-y/'), 'algo-y.md': articleText() },
      {},
      'algo-x.md:7',
    ],
    [
      'an alias that is encoded, and an article',
      { 'algo-x.md': aliased('/%70osts/algo-y/'), 'algo-y.md': articleText() },
      {},
      'algo-x.md:7',
    ],
    ['an alias and its own article', { 'algo-x.md': aliased('/old/', '/posts/algo-x/') }, {}, 'algo-x.md:7'],
    ['an alias and a page', { 'algo-x.md': aliased('/about/'), 'pages/about.md': page }, {}, 'algo-x.md:7'],
    ['an alias and a static file', { 'algo-x.md': aliased('/a.html') }, { statics: ['/a.html'] }, 'algo-x.md:7'],
    ['an alias and the home page', { 'algo-x.md': aliased('/index.html') }, {}, 'algo-x.md:7'],
    ['an alias and a later home page', { 'algo-x.md': aliased('/page/2/') }, {}, 'algo-x.md:7'],
    ['an alias and a later page of the archives', { 'algo-x.md': aliased('/archives/page/12/') }, {}, 'algo-x.md:7'],
    ['an alias and a category', { 'algo-x.md': aliased('/categories/algo/') }, {}, 'algo-x.md:7'],
    ['an alias and a page of a category', { 'algo-x.md': aliased('/categories/algo/page/2') }, {}, 'algo-x.md:7'],
    ['an alias and a tag', { 'algo-x.md': aliased('/Tags/go/index.html') }, {}, 'algo-x.md:7'],
    ['an alias and a page of a tag', { 'algo-x.md': aliased('/tags/go/page/3/') }, {}, 'algo-x.md:7'],
    ['an article and a category', { 'algo-x.md': articleText() }, { permalink: '/categories/:slug/' }, 'algo-x.md:1'],
    ['an alias and an endpoint', { 'algo-x.md': aliased('/API/anything') }, {}, 'algo-x.md:7'],
    ['an alias and the categories', { 'algo-x.md': aliased('/categories/') }, {}, 'algo-x.md:7'],
    ['an alias and the sign-in', { 'algo-x.md': aliased('/login/') }, {}, 'algo-x.md:7'],
    ['an alias and a script', { 'algo-x.md': aliased('/js/x/') }, {}, 'algo-x.md:7'],
    ['an alias and what formulas need', { 'algo-x.md': aliased('/lib/katex/') }, {}, 'algo-x.md:7'],
    ['an alias and the style', { 'algo-x.md': aliased('/css/theme.css') }, {}, 'algo-x.md:7'],
    ['an alias below a file of the site', { 'algo-x.md': aliased('/llms.txt') }, {}, 'algo-x.md:7'],
    ['an alias below a static file', { 'algo-x.md': aliased('/a/b/c/') }, { statics: ['/a/b'] }, 'algo-x.md:7'],
    ['an alias above a static file', { 'algo-x.md': aliased('/a.html') }, { statics: ['/a.html/b'] }, 'algo-x.md:7'],
    ['an alias below another', { 'algo-x.md': aliased('/a.html', '/a.html/b/') }, {}, 'algo-x.md:7'],
    ['two aliases', { 'algo-x.md': aliased('/old/'), 'algo-y.md': aliased('/old') }, {}, 'algo-y.md:7'],
    ['two aliases that differ in case', { 'algo-x.md': aliased('/old/', '/OLD/') }, {}, 'algo-x.md:7'],
    [
      'an article and a static file that differ in case',
      { 'algo-x.md': articleText() },
      { statics: ['/Posts/ALGO-X/Index.html'] },
      'algo-x.md:1',
    ],
  ] as const) {
    it(what, async () => {
      const { permalink = '/posts/:slug/', statics = [] } = options as {
        permalink?: string;
        statics?: readonly string[];
      };
      const site = siteWith({ permalink, rules: { 'filename-prefix': 'off' } });
      const { defects } = await shelve(files, { site, statics });
      expect(defects.map(({ file, line, rule, severity }) => `${file}:${line} ${rule} ${severity}`)).to.deep.equal([
        `${loser} slug-unique error`,
      ]);
    });
  }

  it('what is not among the site’s own files is to be had', async () => {
    const free = ['/archives/7/', '/tags.html', '/old/page/2/', '/lib/', '/css/', '/posts/', '/apis/'];
    const { library, defects } = await shelve({ 'algo-x.md': aliased(...free) });
    expect(defects).to.deep.equal([]);
    expect(library.articles[0]!.aliases).to.deep.equal(free);
  });

  it('in a lenient build the first by path stays, and the next has its folder before its name', async () => {
    const named = (title: string) => articleText({ title: `"${title}"`, aliases: '[/old/]' });
    const files = {
      'b/algo-x.md': named('二'),
      'a/algo-x.md': named('一'),
      'c/algo-X.md': named('三'),
      'a/algo-y.md': named('四'),
    };
    const { library, defects } = await shelve(files, { lenient: true, site: siteWith({ rules: { filename: 'off' } }) });
    const shown = library.articles.map(({ title, slug, aliases }) => [title, slug, ...aliases]);
    expect(shown).to.have.deep.members([
      ['一', 'algo-x', '/old/'],
      ['二', 'b-algo-x'],
      ['三', 'c-algo-X'],
      ['四', 'algo-y'],
    ]);
    const told = defects.map(({ file, rule, severity }) => `${file} ${rule} ${severity}`);
    // Of the two that are named anew both the name and the alias.
    expect(told).to.have.members([
      ...['b/algo-x.md', 'b/algo-x.md', 'c/algo-X.md', 'c/algo-X.md', 'a/algo-y.md'].map(
        (file) => `${file} slug-unique warn`,
      ),
    ]);
  });
});

describe('the order of articles', () => {
  it('is newest first by full time, then by slug', async () => {
    const at = (date: string, updated?: string): string => articleText({ date, updated });
    const { library } = await shelve({
      'algo-c.md': at('2026-03-01 08:00:00'),
      'algo-b.md': at('2026-03-01 08:00:01'),
      'algo-d.md': at('2026-03-01 08:00:00'),
      'z/algo-a.md': at('2026-03-01 08:00:00'),
      'algo-old.md': at('2025-01-01 08:00:00', '2026-12-31 08:00:00'),
    });
    expect(library.articles.map(({ slug }) => slug)).to.deep.equal([
      'algo-b',
      'algo-a',
      'algo-c',
      'algo-d',
      'algo-old',
    ]);
  });
});

describe('the categories of a library', () => {
  const reading = articleText({ title: '"书"', categories: '["读书"]', tags: '["读书", "Go"]' });
  const files = {
    'algo-a.md': articleText(),
    'reading-b.md': reading,
    'algo-c.md': articleText({ date: '2026-04-01 08:00:00' }),
  };

  it('are those of either level that an article names, by slug, with their articles newest first', async () => {
    const { library } = await shelve(files);
    expect(
      library.categories.map(({ slug, name, articles }) => [slug, name, ...articles.map((one) => one.slug)]),
    ).to.deep.equal([
      ['algo', '算法', 'algo-c', 'algo-a'],
      ['reading', '读书', 'reading-b'],
      ['tech', '技术', 'algo-c', 'algo-a'],
    ]);
  });

  it('hold an article once, though two of its names are one', async () => {
    const { library } = await shelve(
      { 'x-a.md': articleText({ categories: '["技术", "Tech"]', tags: '["Go", "ｇｏlang"]' }) },
      {
        lenient: true,
        site: siteWith({ category_map: { 技术: 'tech', Tech: 'tech' }, tag_map: { Go: 'go', golang: 'go' } }),
      },
    );
    for (const groups of [library.categories, library.tags])
      expect(groups.map(({ articles }) => articles.length)).to.deep.equal([1]);
  });

  it('lose no article, whatever names collide', async () => {
    const name = fc.constantFrom('C', 'C++', 'C#', '量子', '亮子', '。', 'ｃ', '算法', 'Algo');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 6 }),
        async (tags) => {
          const texts = tags.map((names, index) => [
            `algo-n${index}x.md`,
            articleText({ tags: JSON.stringify(names) }),
          ]);
          const { library } = await shelve(Object.fromEntries(texts), { lenient: true });
          expect(library.articles).to.have.lengthOf(tags.length);
          for (const article of library.articles) {
            for (const tag of article.tags) {
              expect(library.tags.find(({ slug }) => slug === library.tagOf(tag).slug)?.articles).to.include(article);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });
});

describe('a cover', () => {
  const cover = async (value: string): Promise<unknown[]> => {
    const { library, defects } = await shelve(
      { 'algo-a.md': articleText({ cover: value }) },
      {
        statics: ['/images/图 1.png', '/images/c#?.png', '/images/[1].png'],
        lenient: true,
        site: siteWith({ url: 'https://e.example/blog' }),
      },
    );
    return [library.articles[0]?.cover, ...told(defects)];
  };
  for (const [value, ...expected] of [
    ['/images/图 1.png', '/images/图 1.png'],
    ['images/图 1.png', '/images/图 1.png'],
    ['/images/c%23%3F.png', '/images/c#?.png'],
    ['/images/%5B1%5D.png?v=2', '/images/[1].png'],
    ['/blog/images/图 1.png', '/images/图 1.png'],
    ['/images/%E5%9B%BE%201.png', '/images/图 1.png'],
    ['https://e.example/blog/images/图 1.png', '/images/图 1.png'],
    ['https://cdn.example/x.png', 'https://cdn.example/x.png'],
    ['https://cdn.example/图 1.png', 'https://cdn.example/%E5%9B%BE%201.png'],
    ['//cdn.example/x.png', undefined, 'types warn'],
    ['data:image/png;base64,AA==', undefined, 'types warn'],
    ['C:\\x.png', undefined, 'types warn'],
    ['https://a b/x.png', undefined, 'types warn'],
    ['http://[', undefined, 'types warn'],
    ['/\\[', undefined, 'types warn'],
    ['/images/none.png', undefined, 'types warn'],
    ['https://e.example/blog/images/none.png', undefined, 'types warn'],
  ] as const) {
    it(`is a path that exists, or an address elsewhere: ${value}`, async () => {
      expect(await cover(value)).to.deep.equal(expected);
    });
  }
});

describe('a link that leads nowhere', () => {
  const places = async (body: string): Promise<string[]> =>
    withFolder(async (folder) => {
      writeFiles(folder, { 'algo-a.md': articleText({}, body), 'deep/algo-b.md': articleText() });
      return (await defectsIn(folder)).map(({ rule, line, column }) => `${rule} ${line}:${column}`);
    });

  for (const [what, body, expected] of [
    ['in a nested list', '- a\n  - b\n    - [x](/none/)\n', ['links 11:11']],
    ['in a quote', '> a\n>\n> ![x](/none.png)\n', ['links 11:8']],
    ['in a heading', '# a\n\n## [x](/none/)\n', ['links 11:8']],
    ['in a footnote', 'a[^1]\n\n[^1]: [x](/none/)\n', ['links 11:11']],
    ['in HTML', '<p>\n<a href="/none/">x</a></p>\n', ['links 10:10']],
    ['on the second line of a paragraph', 'a\nb [x](/none/)\n', ['links 10:7']],
    ['behind a word that is encoded', '[x](/%E6%97%A0/)\n', ['links 9:5']],
    ['to a Markdown file', '[x](deep/algo-none.md)\n', ['links 9:5']],
    ['in a cell of a table', '| a |\n|---|\n| b |\n| [x](/none/) |\n', ['links 12:7']],
    ['in the head of a table', 'a\n\n| [x](/none/) |\n|---|\n', ['links 11:7']],
    ['in a note inside a line', 'a^[b [x](/none/)]\n\nc\n', ['links 9:10']],
    ['by a reference', '[x][r]\n\n[r]: /none/\n', ['links 11:6']],
    ['twice on one line', '[x](/none/) [y](/none/)\n', ['links 9:5', 'links 9:17']],
    ['twice, apart', '[x](/none/)\n\n- [y](/none/)\n', ['links 9:5', 'links 11:7']],
    [
      'that no browser follows',
      '<a href="/\\[">x</a> [y](//[) [z](http://[)\n',
      ['links 9:10', 'links 9:25', 'links 9:34'],
    ],
    ['that begins with two slashes', '[x](/.//none/) [y](/%2F%2F%5B.md)\n', ['links 9:5', 'links 9:20']],
    ['in unquoted HTML', '<a href=/none/>x</a>\n', ['links 9:9']],
    ['in a set of images', '<img srcset="/images/present.png, /none.png 2x">\n', ['links 9:35']],
    ['behind an entity', '<a href="/none/?a=1&amp;b">x</a>\n', ['links 9:10']],
    ['never in a comment', '<!-- <a href="/none/"> -->\n', []],
    ['never to the top, or to what has a name', "[x](#top) [y](#a) [z](#b)\n\n<a name=a></a><p id='b'>\n", []],
    ['to an anchor of the article', '# a\n\n[x](#a) [y](#b)\n', ['links 11:13']],
    ['never in code', '`[x](/none/)`\n\n```\n[x](/none/)\n```\n', []],
    ['never elsewhere', '[x](https://none.example/) <mailto:a@none.example> [y](//none.example/)\n', []],
    [
      'never to what the build emits',
      '[a](/) [b](/posts/algo-b) [c](/posts/algo-b/index.html) [d](/api/posts/algo-b.md) [e](/llms.txt) [f](/categories/tech/) [g](/atom.xml?x=1#y) [h](deep/algo-b.md#any) [i](../algo-b/) ![j](/images/present.png)\n',
      [],
    ],
  ] as const) {
    it(`is told with its place: ${what}`, async () => {
      expect(await places(body)).to.deep.equal(expected);
    });
  }
});
