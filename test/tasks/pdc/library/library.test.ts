// Tests what concerns the whole library: addresses, order, terms and links.
import { expect } from 'chai';
import fc from 'fast-check';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { defectsIn, withFolder } from '../../../support/defects.ts';
import { shelve, siteWith, told } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

type Options = { readonly permalink?: string; readonly statics?: readonly string[] };

const page = '---\ntitle: "页"\n---\n页。\n';
const aliased = (...aliases: string[]): string => articleText({ aliases: JSON.stringify(aliases) });

describe('no two texts share an output path', () => {
  // The aliases of each file.
  const toText = ([file, aliases]: [string, readonly string[]]): [string, string] => [
    file,
    file.startsWith('pages/') ? page : aliases.length === 0 ? articleText() : aliased(...aliases),
  ];
  for (const [what, aliases, options, loser] of cases<[string, Record<string, string[]>, Options, string]>(
    'library',
    'shared paths',
  )) {
    it(what, async () => {
      const { permalink = '/posts/:slug/', statics = [] } = options;
      const files = Object.fromEntries(Object.entries(aliases).map(toText));
      const site = siteWith({ permalink, rules: { 'filename-prefix': 'off' } });
      const { defects } = await shelve(files, { site, statics });
      expect(defects.map(({ file, line, rule, severity }) => `${file}:${line} ${rule} ${severity}`)).to.deep.equal([
        `${loser} slug-unique error`,
      ]);
    });
  }

  it('paths that the site does not use are free', async () => {
    const free = ['/archives/7/', '/tags.html', '/old/page/2/', '/lib/', '/css/', '/posts/', '/apis/'];
    const { library, defects } = await shelve({ 'algo-x.md': aliased(...free) });
    expect(defects).to.deep.equal([]);
    expect(library.articles[0]!.aliases).to.deep.equal(free);
  });

  it('an article that is left out or renamed does not reserve its address', async () => {
    const files = {
      'a/algo-x.md': articleText(),
      'b/algo-x.md': articleText({ date: '2026-04-01 08:00:00' }),
      'algo-y.md': aliased('/2026/04/algo-x/'),
    };
    const site = siteWith({ permalink: '/:year/:month/:slug/' });
    for (const lenient of [false, true]) {
      const { library, defects } = await shelve(files, { lenient, site });
      expect(defects.map(({ file, rule }) => `${file} ${rule}`)).to.deep.equal(['b/algo-x.md slug-unique']);
      expect(library.articles.find(({ slug }) => slug === 'algo-y')?.aliases).to.deep.equal(['/2026/04/algo-x/']);
    }
  });

  it('in a lenient build the first file by path keeps the path, and each other file gets its folder before its name', async () => {
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
    // The two renamed articles have a warning for the name and one for the alias.
    expect(told).to.have.members([
      ...['b/algo-x.md', 'b/algo-x.md', 'c/algo-X.md', 'c/algo-X.md', 'a/algo-y.md'].map(
        (file) => `${file} slug-unique warn`,
      ),
    ]);
  });
});

describe('the order of articles', () => {
  it('is newest first by date and time, then by slug', async () => {
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

  it('are those of both levels, sorted by slug, with their articles newest first', async () => {
    const { library } = await shelve(files);
    expect(
      library.categories.map(({ slug, name, articles }) => [slug, name, ...articles.map((one) => one.slug)]),
    ).to.deep.equal([
      ['algo', '算法', 'algo-c', 'algo-a'],
      ['reading', '读书', 'reading-b'],
      ['tech', '技术', 'algo-c', 'algo-a'],
    ]);
  });

  it('contain an article once, even if two of its names are one term', async () => {
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

  it('contain all articles, even if names collide', async () => {
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
  for (const [value, ...expected] of cases<[string, ...(string | undefined)[]]>('library', 'covers')) {
    it(`is a path that exists, or an address elsewhere: ${value}`, async () => {
      expect(await cover(value)).to.deep.equal(expected);
    });
  }
});

describe('a dead link', () => {
  const places = async (body: string): Promise<string[]> =>
    withFolder(async (folder) => {
      writeFiles(folder, { 'algo-a.md': articleText({}, body), 'deep/algo-b.md': articleText() });
      return (await defectsIn(folder)).map(({ rule, line, column }) => `${rule} ${line}:${column}`);
    });

  for (const [what, body, expected] of cases<[string, string, string[]]>('library', 'dead links')) {
    it(`is reported with its place: ${what}`, async () => {
      expect(await places(body)).to.deep.equal(expected);
    });
  }
});
