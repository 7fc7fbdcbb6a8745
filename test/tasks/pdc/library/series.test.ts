// Tests series and hidden articles: which lists contain them, and which pages change when one of them changes.
import { expect } from 'chai';
import { textOf } from '#pdc/words/message';
import { top } from '#pdc/words/defect';
import { toArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { readFrontMatter } from '#pdc/article/front-matter';
import { replaceEntries } from '#pdc/library/replace-entries';
import { toLibrary } from '#pdc/library/library';
import type { Library } from '#pdc/library/library';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { partsAround, seriesOf } from '#pdc/library/series';
import { defaultSite } from '#pdc/site/site';
import { articleText } from '../../../support/articles.ts';
import type { Fields } from '../../../support/articles.ts';
import { cases } from '../../../support/cases.ts';
import { createSurroundings } from '../../../../tasks/flow/branches/shown.ts';

function toOne(source: string, fields: Fields): { article: Article; messages: readonly string[] } {
  const frontMatter = readFrontMatter(articleText(fields));
  if ('findings' in frontMatter) throw new Error(`${source} has no front matter`);
  const { article, findings } = toArticle({ source, frontMatter, site: defaultSite });
  return { article, messages: findings.map(({ message, always }) => `${always ?? ''} ${textOf(message, 'en')}`) };
}

function libraryOf(files: Readonly<Record<string, Fields>>): Library {
  const candidates = Object.entries(files).map(([source, fields]) => ({
    entry: toOne(source, fields).article,
    defects: [],
    placeOf: () => top,
  }));
  return toLibrary({ candidates, site: defaultSite, statics: new Set(), lenient: false }).library;
}

const files = {
  'algo-first.md': { title: '"上"', date: '2026-03-01 08:00:00', series: '"两步"' },
  'db-other.md': { title: '"别的"', date: '2026-03-02 08:00:00', tags: '["数据库", "Redis"]' },
  'algo-second.md': { title: '"下"', date: '2026-03-03 08:00:00', series: '["两步"]' },
  'ros-alone.md': { title: '"独"', date: '2026-03-04 08:00:00', series: '"一步"', tags: '["机器人", "ROS"]' },
};
const find = ({ articles }: Library, slug: string): Article => articles.find((article) => article.slug === slug)!;

describe('a series', () => {
  const library = libraryOf(files);

  it('shows a hidden part only on the page of that part', () => {
    const hidden = libraryOf({
      ...files,
      'algo-middle.md': { date: '2026-03-02 09:00:00', series: '"两步"', hidden: 'true' },
    });
    const slugs = (slug: string): string[] => partsAround(find(hidden, slug), hidden).map((part) => part.slug);
    expect(slugs('algo-first')).to.deep.equal(['algo-first', 'algo-second']);
    expect(slugs('algo-middle')).to.deep.equal(['algo-first', 'algo-middle', 'algo-second']);
  });

  it('changes a hidden page if one of its terms is no longer listed', () => {
    const alone = { 'db-hidden.md': { categories: '["技术", "数据库"]', hidden: 'true' } };
    const both = libraryOf({ ...alone, 'db-open.md': { categories: '["技术", "数据库"]' } });
    const one = libraryOf({ ...alone, 'algo-open.md': {} });
    const termsOf = (library: Library) => createSurroundings(library)(find(library, 'db-hidden')).categories;
    expect(termsOf(both).at(-1)!.isListed).to.equal(true);
    expect(termsOf(one).at(-1)!.isListed).to.equal(false);
    expect(aiContext(one.listed)).to.not.contain('数据库');
  });

  it('has its parts in order of date', () => {
    const slugs = [...seriesOf(library)].map(([name, parts]) => [name, parts.map(({ slug }) => slug)]);
    expect(slugs).to.deep.equal([
      ['一步', ['ros-alone']],
      ['两步', ['algo-first', 'algo-second']],
    ]);
  });

  it('of one part is shown in its article', () => {
    const alone = find(library, 'ros-alone');
    expect(partsAround(alone, library)).to.deep.equal([alone]);
    expect(partsAround(find(library, 'db-other'), library)).to.deep.equal([]);
  });

  it('is shown on the pages of its parts', () => {
    const titlesOf = (all: Library, slug: string) =>
      createSurroundings(all)(find(all, slug)).references.series.map(({ title }) => title);
    const renamed = libraryOf({ ...files, 'algo-second.md': { ...files['algo-second.md'], title: '"又"' } });
    expect(titlesOf(renamed, 'algo-first')).to.not.deep.equal(titlesOf(library, 'algo-first'));
  });

  it('changes on all pages if a part gets another title', () => {
    const oldEntry = find(library, 'algo-second');
    const newEntry = toOne('algo-second.md', { ...files['algo-second.md'], title: '"又"' }).article;
    const titlesOf = (all: Library) =>
      createSurroundings(all)(find(all, 'algo-first')).references.series.map(({ title }) => title);
    expect(titlesOf(replaceEntries(library, [{ oldEntry, newEntry }])!)).to.include('又');
    expect(titlesOf(library)).to.not.include('又');
  });

  it('changes on the page of a hidden part too if another part gets a new title', () => {
    const hidden = libraryOf({ ...files, 'algo-first.md': { ...files['algo-first.md'], hidden: 'true' } });
    const newEntry = toOne('algo-second.md', { ...files['algo-second.md'], title: '"又"' }).article;
    const edited = replaceEntries(hidden, [{ oldEntry: find(hidden, 'algo-second'), newEntry }])!;
    const seriesIn = (all: Library) => createSurroundings(all)(find(all, 'algo-first')).references.series;
    expect(seriesIn(edited)).to.not.deep.equal(seriesIn(hidden));
  });

  it('needs a new library if an article joins the series', () => {
    const oldEntry = find(library, 'db-other');
    const newEntry = toOne('db-other.md', { ...files['db-other.md'], series: '"两步"' }).article;
    expect(replaceEntries(library, [{ oldEntry, newEntry }])).to.equal(undefined);
  });
});

describe('the listed library', () => {
  const library = libraryOf({ ...files, 'db-other.md': { ...files['db-other.md'], hidden: 'true' } });

  it('is the library itself if nothing is hidden', () => {
    const whole = libraryOf(files);
    expect(whole.listed).to.equal(whole);
  });

  it('leaves out hidden articles, and terms that only hidden articles have', () => {
    const { listed } = library;
    const slugs = [listed, ...listed.categories, ...listed.tags].flatMap(({ articles }) =>
      articles.map(({ slug }) => slug),
    );
    expect(slugs).to.include('algo-first').and.not.include('db-other');
    expect(listed.tags.map(({ slug }) => slug))
      .to.include('algo')
      .and.not.include('redis');
  });
});

describe('the keys for how an article is shown', () => {
  it('are read', () => {
    const { article, messages } = toOne('algo-x.md', {
      sticky: '3',
      hidden: 'true',
      series: '"两步"',
      comments: 'false',
      toc: 'false',
    });
    expect(messages).to.deep.equal([]);
    expect(article).to.include({ sticky: 3, hidden: true, series: '两步', comments: false, toc: false });
  });

  it('have no effect if they set the default', () => {
    const { article, messages } = toOne('algo-x.md', {
      sticky: 'false',
      hidden: 'false',
      comments: 'true',
      toc: 'true',
    });
    expect(messages).to.deep.equal([]);
    expect(article).to.not.have.any.keys('sticky', 'hidden', 'series', 'comments', 'toc');
  });

  it('cause a warning if their values are invalid, and an error for `hidden`, because the article would be shown', () => {
    for (const [key, value] of cases<[string, string]>('series', 'wrong values')) {
      const { article, messages } = toOne('algo-x.md', { [key]: value });
      expect(messages, key).to.have.lengthOf(1);
      expect(messages[0]).to.match(new RegExp(`^${key === 'hidden' ? 'error' : 'warn'} ${key} must be`));
      expect(article).to.not.have.property(key);
    }
  });
});
