// Tests the effect of the author's settings on the markup, as far as this needs no browser.
import { expect } from 'chai';
import type { Article, Page } from '#pdc/article/article';
import { readSite } from '#pdc/site/site';
import { toLibrary } from '#pdc/library/library';
import { contentPolicy } from '../../../tasks/theme/policy.ts';
import { admittedByComments } from '../../../tasks/theme/parts/comments.ts';
import { contextWith, homeViews, loginView, propsOf, tagsView, thePosts, toContext, toDocument } from './context.ts';
import type { Context } from './context.ts';
import { promptBlock } from '../../../tasks/theme/parts/prompt.ts';
import { pageView } from '../../../tasks/theme/pages/page.ts';
import { postView } from '../../../tasks/theme/pages/post.ts';
import { cases } from '../../support/cases.ts';

const siteOf = (text: string) => readSite(Buffer.from(text), '_site.yml').site;

/** The context of three articles on a site with this `_site.yml`. */
function contextOf(text: string): Context {
  const { library } = toContext({ posts: thePosts(3) });
  return contextWith({ ...library, site: siteOf(`url: https://example.org\n${text}`) });
}

const home = (text: string): string => {
  const context = contextOf(text);
  return toDocument(homeViews(context)[0]!, context);
};

describe('a site with settings of its author', () => {
  it('adds nothing to the page for settings that are missing', () => {
    const page = home('');
    for (const part of [
      'class="owner"',
      'class="records"',
      'class="own"',
      '<style',
      'giscus',
      'class="more"',
      'class="lede"',
    ])
      expect(page).to.not.contain(part);
    expect(page).to.contain('og:image').and.contain('/css/card.png');
  });

  it('can leave out the topics, the links for programs, and the picture for other sites', () => {
    const page = home('description: 述\nchannels: off\nog_image: off\n');
    expect(page).to.not.match(/class="(?:topics|machines)"/);
    expect(page).to.not.contain('og:image');
    expect(page).to.contain('<p class="lede">');
  });

  it('has only a quiet line of links on a post, and nothing for assistants, with "channels: off"', () => {
    const post = (text: string): string => String(postView(propsOf(contextOf(text)), contextOf(text)).main);
    expect(post('channels: off\n')).to.contain('<div class="post-text quiet">').and.not.contain('class="agents"');
    expect(post('')).to.contain('<div class="post-text">').and.contain('class="agents"');
  });

  it('shows the author on the page "about", and on no other page', () => {
    const pageOf = (slug: string): string => {
      const page = { layout: 'page', slug, title: '关于', description: '' } as unknown as Page;
      return String(pageView({ page, content: '' }, contextOf('author: { name: 林, bio: 写编译器的人。 }\n')).main);
    };
    expect(pageOf('about')).to.contain('写编译器的人。');
    expect(pageOf('links')).to.not.contain('owner');
  });

  it('gives articles without a picture a cover, and the first article a large cover', () => {
    expect(home('').match(/class="cover typed/g)).to.have.length(1);
    expect(home('').match(/class="thumbnail typed/g)).to.have.length(2);
  });

  it('can put a sidebar beside the articles, on every page of the list and on no other page', () => {
    const text = 'home: sidebar\nauthor: { name: 林, avatar: /images/me.png, bio: 写编译器的人。 }\n';
    const { library } = toContext({ posts: thePosts(12, { updated: '2026-02-01 08:00:00' }) });
    const context = contextWith({ ...library, site: siteOf(`url: https://example.org\n${text}`) });
    const [first, second] = homeViews(context).map((view) => String(view.main));
    for (const page of [first!, second!])
      expect(page)
        .to.contain('<aside class="sidebar" aria-label="关于本站">')
        .and.contain('<img class="portrait" src="/images/me.png" alt="" width="88" height="88"')
        .and.contain('写编译器的人。')
        .and.contain('<a href="/archives/"><b>12</b> 文章</a>')
        .and.contain('<a href="/tags/utf-8/">UTF-8 <span class="count">12<')
        .and.contain('<h2>最近更新</h2>');
    expect(first).to.not.match(/class="(?:owner|topics)"/);
    expect(first!.match(/2026-02-01/g)).to.have.length(2 * 5);
    expect(String(tagsView(context).main)).to.not.contain('sidebar');
  });

  it('keeps the links of the sidebar below the path of the site', () => {
    const { library } = toContext({ posts: thePosts(3) });
    const context = contextWith({ ...library, site: siteOf('url: https://example.org/blog\nhome: sidebar\n') });
    const [sidebar = ''] = /<aside class="sidebar"[^]*<\/aside>/.exec(String(homeViews(context)[0]!.main)) ?? [];
    const targets = [...sidebar.matchAll(/href="([^"]*)"/g)].map(([, target]) => target);
    expect(targets).to.have.length.above(4);
    expect(targets.filter((target) => !target!.startsWith('/blog/'))).to.deep.equal([]);
  });

  it('shows in the sidebar only sections that are not empty', () => {
    const context = contextWith({ ...toContext({ posts: [] }).library, site: siteOf('title: 空\nhome: sidebar\n') });
    const page = String(homeViews(context)[0]!.main);
    expect(page).to.contain('<span class="portrait sign"></span>\n<h2>空</h2>');
    expect(page.match(/<section/g)).to.have.length(2);
  });

  it('can set one of the two sentences about the channels, and keep the default of the other', () => {
    const page = home('channels: { machines: "给它的。" }\n');
    expect(page).to.contain('给它的。').and.contain('共 3 篇文章');
  });

  it('accepts an encoded or unencoded address of its picture for other sites, also with a query', () => {
    const image = (own: string): string =>
      /property="og:image" content="([^"]*)"/.exec(home(`og_image: ${own}\n`))![1]!;
    expect(image('/images/图.png')).to.equal(image('/images/%E5%9B%BE.png'));
    expect(image('/og.png?v=2')).to.equal('https://example.org/og.png?v=2');
  });

  it('never puts text that people type into an address', () => {
    const form = promptBlock(siteOf(''))({ prompt_args: [{ name: 'code', required: true }] } as unknown as Article, {
      text: '<prompt>\n{{CODE}}\n</prompt>',
      body: '',
    });
    expect(form)
      .to.contain('data-name="code"')
      .and.not.match(/\sname=/);
  });

  it('folds a menu that does not fit in one row, also the default menu', () => {
    const pages = Array.from({ length: 9 }, (_, index) => `  - { label: 项目${index}, url: /p${index}/ }`).join('\n');
    expect(home(`nav:\n${pages}\n`)).to.contain('class="more"');
    expect(home(`nav: [{ label: ${'很长'.repeat(11)}, url: /a/ }, { label: 甲, url: /b/ }]\n`)).to.contain('>甲<');
    const { library } = toLibrary({ candidates: [], site: siteOf(''), statics: new Set(), lenient: true });
    const page = (index: number) =>
      ({ layout: 'page', slug: `p${index}`, title: `一页${index}` }) as unknown as (typeof library.pages)[number];
    const context = contextWith({ ...library, pages: Array.from({ length: 9 }, (_, index) => page(index)) });
    expect(toDocument(homeViews(context)[0]!, context)).to.contain('class="more"');
  });

  it('respects a path in the base URL', () => {
    const context = contextOf(
      'nav: [{ label: 甲, url: "/a/?b#c" }]\nicon: /i.svg\nauthor: { name: 我, avatar: /me.png }\nscripts: [{ src: /count.js }]\n',
    );
    const site = { ...context.library.site, url: 'https://example.org/blog' };
    const own = contextWith({ ...context.library, site });
    const page = toDocument(homeViews(own)[0]!, own);
    for (const address of ['href="/blog/a/?b#c"', 'href="/blog/i.svg"', 'src="/blog/me.png"', 'src="/blog/count.js"'])
      expect(page).to.contain(address);
  });
});

describe('the policy of the pages', () => {
  const directive = (policy: string, name: string): string[] =>
    policy
      .split('; ')
      .find((part) => part.startsWith(`${name} `))
      ?.split(' ')
      .slice(1) ?? [];

  it('has exactly the expected directives on a site without other hosts', () => {
    expect(contentPolicy(siteOf('url: https://example.org')).split('; ')).to.deep.equal(
      cases<string>('theme', 'policy'),
    );
  });

  it('admits the scripts that the site names, and the hosts that they may call', () => {
    const site = siteOf(
      'scripts: [{ src: "https://a.example/b.js?c", connect: [https://d.example] }, { src: /own.js }]',
    );
    const policy = contentPolicy(site);
    expect(directive(policy, 'script-src')).to.deep.equal(["'self'", 'https://a.example']);
    expect(directive(policy, 'connect-src')).to.deep.equal(["'self'", 'https://a.example', 'https://d.example']);
    expect(contentPolicy(siteOf(''))).to.not.contain('example');
  });

  it('on the sign-in page, admits no scripts that the site names', () => {
    const context = contextOf('auth: /api/auth\nscripts: [{ src: https://a.example/b.js }]\n');
    expect(toDocument(loginView(context), context)).to.not.contain('a.example');
  });

  it('admits Waline’s client and its server, or only the server if the site serves the client', () => {
    const site = siteOf('comments: { waline: { server: "https://talk.example/x" } }');
    const policy = contentPolicy(site, { admits: admittedByComments(site) });
    expect(directive(policy, 'script-src')).to.deep.equal(["'self'", 'https://unpkg.com/@waline/client@3.5.6/dist/']);
    expect(directive(policy, 'connect-src')).to.deep.equal(["'self'", 'https://talk.example']);
    const own = siteOf('comments: { waline: { server: https://talk.example, client: /lib/waline/ } }');
    expect(directive(contentPolicy(own, { admits: admittedByComments(own) }), 'script-src')).to.deep.equal(["'self'"]);
  });

  it('does not admit the comment service on a page without comments', () => {
    const context = contextOf('comments: { waline: { server: https://talk.example } }');
    expect(toDocument(homeViews(context)[0]!, context)).to.not.contain('talk.example');
    expect(toDocument(postView(propsOf(context), context), context)).to.contain('talk.example');
  });
});
