// Tests the theme from outside: makes documents from a library.
import { expect } from 'chai';
import type { View } from '../../../tasks/theme/view.ts';
import { pageView } from '../../../tasks/theme/pages/page.ts';
import { postView } from '../../../tasks/theme/pages/post.ts';
import { redirectDocument } from '../../../tasks/theme/pages/redirect.ts';
import {
  archivesViews,
  categoriesView,
  categoryViews,
  homeViews,
  description,
  everyPage,
  notFoundView,
  propsOf,
  tagsView,
  thePosts,
  toContext,
  toDocument,
} from './context.ts';
import { cases } from '../../support/cases.ts';

const hostile = '</title></script><script>alert(1)</script><!--"\'&';

describe('the theme', () => {
  it('escapes all texts of an author that are not HTML', () => {
    const context = toContext({
      posts: [{ title: hostile, description: `${hostile}${description}` }, { title: hostile }],
      site: { title: hostile, author: hostile, licence: hostile },
    });
    for (const page of everyPage(context)) {
      const scripts = page.match(/<script[^>]*>/g) ?? [];
      const ours = [
        '<script src="/js/scheme.js">',
        '<script type="module" src="/js/theme.js">',
        '<script type="application/ld+json">',
      ];
      expect(scripts.filter((tag) => !ours.includes(tag))).to.deep.equal([]);
      expect(page).not.to.include('<!--');
      expect(page.match(/<\/title>/g)).to.have.lengthOf(1);
    }
  });

  it('shows formulas in titles and descriptions as text', () => {
    const post = { title: '证明 $x^2$', description: `$a_1$${description}`, mathjax: 'true' };
    const [first, ...others] = everyPage(toContext({ posts: [post, {}] }));
    expect(first).to.include('证明 x^2').and.include('a_1');
    for (const page of [first, ...others]) expect(page!.replace(/ data-title="[^"]*"/, '')).not.to.match(/\$[xa]/);
  });

  it('names the author and the date of a text', () => {
    const context = toContext({ posts: [{}], site: { author: '林' } });
    expect(String(postView(propsOf(context), context).main)).to.include(
      '<p class="facts"><span>林</span> <span><time ',
    );
  });

  it('does not link a hidden article to a category that only hidden articles have', () => {
    const categories = '[技术, 数据库]';
    const of = (hidden: string): string => {
      const context = toContext({ posts: [{ categories, hidden }, {}] });
      return String(postView(propsOf(context), context).main);
    };
    expect(of('true'))
      .to.include('数据库')
      .and.not.match(/<a[^>]*>数据库/);
    expect(of('false')).to.match(/<a[^>]*>数据库/);
  });

  it('respects a path in the base URL in every link', () => {
    const context = toContext({
      posts: thePosts(11, { cover: '/images/封面.png' }),
      about: '关于',
      url: 'https://example.org/blog/',
    });
    for (const page of everyPage(context)) {
      const targets = [...page.matchAll(/\s(?:href|src)="([^"]*)"|content="0; url=([^"]*)"/g)].map(
        ([, target, refresh]) => target ?? refresh!,
      );
      expect(targets).not.to.have.lengthOf(0);
      for (const target of targets) expect(target).to.match(/^(?:#|\/blog\/|https:\/\/example\.org\/blog\/)/);
    }
  });

  it('gives the same bytes for the same library', () => {
    const build = (): string[] => everyPage(toContext({ posts: thePosts(11) }));
    expect(build()).to.deep.equal(build());
  });

  describe('the shell', () => {
    const context = toContext({
      posts: thePosts(11),
      about: '关于',
      site: {
        title: '双声道',
        mcp: 'https://mcp.example.org/mcp',
        source: 'https://git.example.org/',
        licence: 'CC BY 4.0',
      },
    });
    const home = toDocument(homeViews(context)[0]!, context);

    it('names the page and the site in the title, and on the home page only the site', () => {
      expect(home).to.include('<title>双声道</title>');
      expect(toDocument(archivesViews(context)[0]!, context)).to.include('<title>归档 - 双声道</title>');
    });

    it('gives every page an absolute canonical address, except for the page for missing addresses', () => {
      expect(toDocument(categoryViews(context.library.categories[0]!, context)[0]!, context)).to.include(
        '<link rel="canonical" href="https://example.org/categories/cs/">',
      );
      const missing = toDocument(notFoundView(context), context);
      expect(missing).to.include('<meta name="robots" content="noindex">');
      expect(missing).not.to.include('canonical');
    });

    it('gives a hidden article an address too, and tells search engines to leave it out', () => {
      const hidden = toContext({ posts: [{ hidden: 'true' }] });
      const page = toDocument(postView(propsOf(hidden), hidden), hidden);
      expect(page)
        .to.include('<meta name="robots" content="noindex">')
        .and.to.include('<link rel="canonical" href="https://example.org/posts/cs-0/">')
        .and.to.include('<meta property="og:url" content="https://example.org/posts/cs-0/">');
    });

    it('puts the head tags of the author after the style sheet of the theme', () => {
      expect(home.indexOf('/css/theme.css')).to.be.below(home.indexOf('/css/custom.css')).and.above(0);
    });

    it('has an icon and a policy, unless the author has them in head[]', () => {
      expect(home).to.include('<link rel="icon"').and.include('http-equiv="Content-Security-Policy"');
      const own = ['<link rel="icon" href="/a.png">', '<meta http-equiv="Content-Security-Policy" content="x">'];
      const other = toContext({ posts: [], site: { head: own as never } });
      const page = toDocument(homeViews(other)[0]!, other);
      expect(page.match(/rel="icon"/g)).to.have.lengthOf(1);
      expect(page.match(/Content-Security-Policy/g)).to.have.lengthOf(1);
    });

    it('links to the feed, llms.txt, the manifest, the adapter, the license and the source', () => {
      const footer = /<footer[\s\S]*<\/footer>/.exec(home)![0];
      for (const entrance of cases<string>('theme', 'entrances')) expect(footer).to.include(entrance);
    });

    it('begins with the address of llms.txt for agents, which neither people nor screen readers notice', () => {
      for (const [language, words] of [
        ['zh-CN', '给智能体：本站全部内容的索引在 https://e.example/blog/llms.txt'],
        ['en', 'For AI agents: an index of this whole site is at https://e.example/blog/llms.txt'],
      ]) {
        const site = { url: 'https://e.example/blog', language: language! };
        const around = toContext({ posts: thePosts(1), site });
        const views = [homeViews(around)[0]!, notFoundView(around), postView(propsOf(around), around)];
        for (const view of views) {
          const page = toDocument(view, around);
          expect(page).to.include('<link rel="describedby" type="text/plain" title="llms.txt" href="/blog/llms.txt">');
          const [, body] = page.split('<body>');
          expect(body!.split('<header')[0]).to.include(`<p class="unseen" aria-hidden="true">${words}</p>`);
        }
      }
    });

    it('marks the current item of the navigation, or the item above the page', () => {
      const [about] = context.library.pages;
      const marked = (view: View): string[] =>
        [...toDocument(view, context).matchAll(/<li><a href="([^"]*)" aria-current="(\w+)">/g)].map(
          ([, href, how]) => `${href} ${how}`,
        );
      expect(marked(homeViews(context)[0]!)).to.deep.equal(['/ page']);
      expect(marked(tagsView(context))).to.deep.equal(['/tags/ page']);
      expect(marked(categoryViews(context.library.categories[0]!, context)[0]!)).to.deep.equal(['/categories/ true']);
      expect(marked(postView(propsOf(context), context))).to.deep.equal(['/ true']);
      expect(marked(pageView({ page: about!, content: '' }, context))).to.deep.equal(['/about/ page']);
      expect(marked(notFoundView(context))).to.deep.equal([]);
    });
  });

  describe('the home pages', () => {
    const titles = (view: View): number => String(view.main).match(/<article/g)?.length ?? 0;

    it('are one page if there are no articles, and say so', () => {
      const [home, ...others] = homeViews(toContext({ posts: [] }));
      expect(others).to.deep.equal([]);
      expect(String(home!.main)).to.include('还没有文章').and.not.to.include('翻页');
    });

    it('are one page for ten articles', () => {
      const views = homeViews(toContext({ posts: thePosts(10) }));
      expect(views.map(titles)).to.deep.equal([10]);
      expect(String(views[0]!.main)).not.to.include('翻页');
    });

    it('show the subject of the site and the links for programs only on the first page', () => {
      const posts = thePosts(11);
      const [first, second] = homeViews(toContext({ posts, site: { description: '关于这里' } })).map(({ main }) =>
        String(main),
      );
      expect(first)
        .to.include('<p class="lede">关于这里</p>')
        .and.include('共 11 篇文章')
        .and.include('<a href="/llms.txt">')
        .and.include('<a href="/api/index.json">')
        .and.match(/<a href="\/categories\/cs\/" style="--hue:\d+">计算机基础<\/a>/);
      expect(second).not.to.include('class="introduction"');
      const bare = String(homeViews(toContext({ posts: [] }))[0]!.main);
      expect(bare).to.include('<a href="/llms.txt">').and.not.to.include('给人读');
    });

    it('are two pages for eleven articles, with links to each other', () => {
      const views = homeViews(toContext({ posts: thePosts(11) }));
      expect(views.map(({ path }) => path)).to.deep.equal(['/', '/page/2/']);
      expect(views.map(titles)).to.deep.equal([10, 1]);
      expect(String(views[0]!.main)).to.include('<a rel="next" href="/page/2/">').and.not.to.include('rel="prev"');
      expect(String(views[1]!.main)).to.include('<a rel="prev" href="/">').and.not.to.include('rel="next"');
    });

    it('link to the first, the last and the neighboring pages', () => {
      const views = homeViews(toContext({ posts: thePosts(91) }));
      const numbers = (page: number): string =>
        [...String(views[page - 1]!.main).matchAll(/>(\d+|…)<\/(?:a|span)>/g)].map(([, number]) => number).join(' ');
      expect(numbers(1)).to.equal('1 2 … 10');
      expect(numbers(4)).to.equal('1 2 3 4 5 … 10');
      expect(numbers(6)).to.equal('1 … 5 6 7 … 10');
      expect(numbers(10)).to.equal('1 … 9 10');
    });
  });

  describe('the other lists', () => {
    it('have a message on a site without articles', () => {
      const context = toContext({ posts: [] });
      for (const view of [archivesViews(context)[0]!, categoriesView(context), tagsView(context)])
        expect(String(view.main)).to.include('class="empty"');
    });

    it('link to every category of both levels and to every tag, and show the articles of the largest tags', () => {
      const context = toContext({
        posts: [{}, { slug: 'reading-one', categories: '[读书]', tags: '[读书, 笔记]' }],
        site: { tag_map: '{ 笔记: notes }' },
      });
      for (const { slug } of context.library.categories)
        expect(String(categoriesView(context).main)).to.include(`href="/categories/${slug}/"`);
      for (const { slug } of context.library.tags)
        expect(String(tagsView(context).main)).to.include(`href="/tags/${slug}/"`);
      expect(String(tagsView(context).main)).to.include('href="/posts/reading-one/"');
    });

    it('group the archives by year, the newest first', () => {
      const context = toContext({
        posts: [{ date: '2024-05-01 00:00:00' }, { date: '2026-01-01 00:00:00' }, { date: '2024-06-01 00:00:00' }],
      });
      const years = [
        ...String(archivesViews(context)[0]!.main).matchAll(/<h2>(\d+) 年 <span class="count">(\d+) 篇/g),
      ].map(([, year, count]) => `${year}: ${count}`);
      expect(years).to.deep.equal(['2026: 1', '2024: 2']);
    });
  });

  describe('a post', () => {
    it('has the injected links first in its content', () => {
      const context = toContext({ posts: [{}] });
      expect(String(postView(propsOf(context), context).main)).to.match(/<div class="content"><p class="pdc-links">/);
    });

    it('links to its machine files by absolute addresses', () => {
      const context = toContext({ posts: [{}], url: 'https://example.org/blog' });
      const page = toDocument(postView(propsOf(context), context), context);
      expect(page).to.include(
        '<link rel="alternate" type="text/markdown" href="https://example.org/blog/api/posts/cs-0.md">',
      );
      expect(page).to.include(
        '<link rel="alternate" type="application/json" href="https://example.org/blog/api/posts/cs-0.json">',
      );
    });

    it('has JSON-LD that its title cannot break out of', () => {
      const context = toContext({
        posts: [{ title: hostile, updated: '2026-02-01 12:00:00', cover: '/images/封面.png' }],
        site: { author: '某人' },
      });
      const posting = jsonLdOf(toDocument(postView({ ...propsOf(context), words: 1234 }, context), context));
      expect(posting).to.deep.include({
        '@type': 'BlogPosting',
        headline: hostile,
        datePublished: '2026-01-01T08:00:00+08:00',
        dateModified: '2026-02-01T12:00:00+08:00',
        inLanguage: 'zh-CN',
        wordCount: 1234,
        url: 'https://example.org/posts/cs-0/',
        image: 'https://example.org/images/%E5%B0%81%E9%9D%A2.png',
        author: { '@type': 'Person', name: '某人' },
      });
    });

    it('has a table of contents if it has three headings or more', () => {
      const context = toContext({ posts: [{}] });
      const headings = [
        { level: 2, id: '甲', text: '甲' },
        { level: 3, id: 'b', text: '乙 <b>' },
        { level: 4, id: 'c', text: '丙' },
        { level: 2, id: 'd', text: '丁' },
      ];
      const main = (count: number): string =>
        String(postView({ ...propsOf(context), headings: headings.slice(0, count) }, context).main);
      expect(main(3)).not.to.include('<details>');
      expect(main(4))
        .to.include('<details>')
        .and.to.include(`<a href="#${encodeURIComponent('甲')}">甲</a>`)
        .and.to.include('乙 &lt;b&gt;')
        .and.not.to.include('丙');
    });

    it('reveals neither the headings nor the number of words of an encrypted body', () => {
      const context = toContext({ posts: [{ password: 'long enough' }] });
      const headings = ['秘密一', '秘密二', '秘密三'].map((text) => ({ level: 2, id: text, text }));
      const page = toDocument(postView({ ...propsOf(context), headings, words: 4321 }, context), context);
      expect(page)
        .to.include('加密')
        .and.not.to.match(/秘密|4321|分钟|long enough/);
      expect(jsonLdOf(page)).not.to.have.property('wordCount');
    });

    it('links to its neighbors', () => {
      const context = toContext({ posts: thePosts(2) });
      const [newer, older] = context.library.articles;
      expect(String(postView(propsOf(context, older), context).main))
        .to.include(`<a class="newer" href="/posts/${newer!.slug}/">`)
        .and.not.to.include('class="older"');
    });
  });

  it('redirects readers of an old address, and has a link to the new address', () => {
    const page = redirectDocument(
      '/old/<b>/',
      '/posts/cs-0/',
      toContext({ posts: [{}], url: 'https://example.org/blog' }).site,
    );
    expect(page).to.include('content="0; url=/blog/posts/cs-0/"').and.to.include('<a href="/blog/posts/cs-0/">');
    expect(page)
      .to.include('<link rel="canonical" href="https://example.org/blog/posts/cs-0/">')
      .and.to.include('noindex')
      .and.not.to.include('<b>');
  });
});

function jsonLdOf(page: string): Record<string, unknown> {
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)!;
  return JSON.parse(json!) as Record<string, unknown>;
}
