// Every rule of verify: a valid site keeps it, and one thing broken names that rule and no other.
import { expect } from 'chai';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import type { Article } from '#pdc/article/article';
import { marks } from '../../../tasks/theme/facts.ts';
import { rules, verify } from '../../../tasks/verify.ts';
import { Unreadable } from '../../../tasks/verify/site/source.ts';
import { asIs, editJson, editText, laterBreaks, remove } from './breaks.ts';
import type { Break, Json } from './breaks.ts';
import { articles, edit, library, publish, reseal, sealDigests, toSite, toText, verifyFiles } from './site.ts';
import type { Files } from './site.ts';

const index = '/api/index.json';
const post = '/api/posts/ai-first-steps.json';
const md = '/api/posts/ai-first-steps.md';
const category = '/api/categories/ai.json';
const page = '/posts/ai-first-steps/';
const manifest = '/api/mcp.json';

const breaks: readonly Break[] = [
  ...[
    index,
    manifest,
    '/api/search-index.json',
    '/api/digests.json',
    '/llms.txt',
    '/llms-full.txt',
    '/ai-context.md',
    '/pdc-protocol.md',
    '/atom.xml',
    '/sitemap.xml',
    '/robots.txt',
    '/.nojekyll',
    '/404.html',
    '/',
    '/archives/',
    '/categories/',
    '/tags/',
    post,
    md,
    page,
    category,
    '/api/categories/ai.md',
    '/categories/ai/',
  ].map((path): Break => ({
    rule: 'endpoints',
    what: `${path} is missing`,
    at: path,
    break: remove(path),
    says: /is missing/,
    ...(path === '/api/digests.json' ? { seal: asIs } : {}),
  })),
  {
    rule: 'schema',
    what: 'the site publishes no schema of its articles',
    at: '/api/schema/post.json',
    break: remove('/api/schema/post.json'),
    says: /our own shapes/,
  },
  {
    rule: 'schema',
    what: 'a schema is no JSON Schema',
    at: '/api/schema/post.json',
    break: editJson('/api/schema/post.json', (schema) => ({ ...schema, type: 'thing' })),
  },
  {
    rule: 'schema',
    what: 'a schema holds a format that a stranger does not know',
    at: '/api/schema/index.json',
    break: editText('/api/schema/index.json', '"format":"uri"', '"format":"address"'),
  },
  { rule: 'schema', what: 'JSON is broken', at: post, break: editText(post, '{', ''), says: /is not JSON/ },
  {
    rule: 'schema',
    what: 'a key is missing',
    at: post,
    break: editJson(post, ({ tags: _, ...rest }) => rest),
    says: /tags/,
  },
  {
    rule: 'schema',
    what: 'a key is unknown',
    at: category,
    break: editJson(category, (document) => ({ ...document, extra: 1 })),
    says: /extra/,
  },
  {
    rule: 'schema',
    what: 'a date does not exist',
    at: post,
    break: editJson(post, (document) => void (document.updated = '2026-13-01')),
  },
  {
    rule: 'schema',
    what: 'only the shape that we know is broken',
    at: post,
    break: (files) => {
      editJson(post, (document) => ({ ...document, extra: 1 }))(files);
      editJson('/api/schema/post.json', (schema) => ({ ...schema, additionalProperties: true }))(files);
    },
    says: /this version/,
  },
  {
    rule: 'schema',
    what: 'the index names no base URL',
    at: index,
    break: editJson(index, ({ url: _, ...rest }) => rest),
    says: /base URL/,
  },
  {
    rule: 'bytes',
    what: 'a file begins with a BOM',
    at: '/llms.txt',
    break: (files) => void files.set('/llms.txt', Buffer.concat([Buffer.from('\ufeff'), files.get('/llms.txt')!])),
    says: /byte order mark/,
  },
  {
    rule: 'bytes',
    what: 'a file is not UTF-8',
    at: '/ai-context.md',
    break: (files) => void files.set('/ai-context.md', Buffer.from([0x23, 0x20, 0xd6, 0xd0])),
    says: /UTF-8/,
  },
  {
    rule: 'bytes',
    what: 'a page is not UTF-8',
    at: '/archives/',
    break: (files) => void files.set('/archives/', Buffer.concat([files.get('/archives/')!, Buffer.from([0xff])])),
    says: /UTF-8/,
  },
  {
    rule: 'bytes',
    what: 'generated JSON holds a carriage return',
    at: index,
    break: editText(index, /\n/g, '\r\n'),
    says: /carriage return/,
  },
  {
    rule: 'counts',
    what: 'post_count is not the number of posts',
    at: index,
    break: editJson(index, (document) => void (document.post_count = 5)),
  },
  {
    rule: 'counts',
    what: 'post_count of a category is wrong',
    at: category,
    break: editJson(category, (document) => void (document.post_count = 2)),
  },
  {
    rule: 'counts',
    what: 'a category does not list an article that names it',
    at: index,
    break: (files) => {
      editJson(
        '/api/categories/reading.json',
        (document) => void Object.assign(document, { post_count: 0, posts: [] }),
      )(files);
      files.set('/api/categories/reading.md', Buffer.from('# 分类：读书\n\n共 0 篇文章\n'));
    },
    says: /does not list it/,
  },
  {
    rule: 'order',
    what: 'the index lists an older article first',
    at: index,
    break: (files) => {
      editJson(index, (document) => void document.posts.sort((a: Json, b: Json) => (a.slug < b.slug ? -1 : 1)))(files);
      editJson(
        '/api/categories/tech.json',
        (document) => void document.posts.sort((a: Json, b: Json) => (a.slug < b.slug ? -1 : 1)),
      )(files);
      rewriteMerged(files);
    },
  },
  {
    rule: 'order',
    what: 'a category lists an older article first',
    at: '/api/categories/tech.json',
    break: (files) => {
      editJson('/api/categories/tech.json', (document) => void document.posts.reverse())(files);
      edit(files, '/api/categories/tech.md', (text) => reverseArticles(text));
    },
  },
  {
    rule: 'order',
    what: 'content is not the last key',
    at: post,
    break: editJson(post, ({ content, ...rest }) => ({ content, ...rest })),
  },
  {
    rule: 'order',
    what: 'the keys of an entry stand in another order',
    at: index,
    break: editJson(
      index,
      (document) => void (document.posts = document.posts.map(({ title, ...rest }: Json) => ({ ...rest, title }))),
    ),
  },
  {
    rule: 'order',
    what: 'posts stands before post_count',
    at: category,
    break: editJson(category, ({ posts, post_count: count, ...rest }) => ({ ...rest, posts, post_count: count })),
  },
  {
    rule: 'slugs',
    what: 'an article is listed twice',
    at: index,
    break: editJson(
      index,
      (document) => void Object.assign(document, { posts: [document.posts[0], ...document.posts], post_count: 5 }),
    ),
  },
  {
    rule: 'entries',
    what: 'an article says another title of itself',
    at: post,
    break: editJson(post, (document) => void (document.title = '别的')),
    says: /title of ai-first-steps/,
  },
  {
    rule: 'entries',
    what: 'a category says another description',
    at: category,
    break: editJson(category, (document) => void (document.posts[0].description = '别的')),
  },
  {
    rule: 'entries',
    what: 'a category says another slug of itself',
    at: category,
    break: editJson(category, (document) => void (document.slug = 'other')),
  },
  {
    rule: 'entries',
    what: 'an article was updated before it was written',
    at: post,
    break: editJson(post, (document) => void (document.updated = '2020-01-01')),
  },
  { rule: 'markdown-twin', what: '.md is not the content of .json', at: md, break: editText(md, /\r\n/g, '\n') },
  {
    rule: 'markdown-twin',
    what: 'the .md of an encrypted article is not the notice',
    at: '/api/posts/skill-locked.md',
    break: editText('/api/posts/skill-locked.md', ' -->', ' -->\n'),
  },
  {
    rule: 'markdown-twin',
    what: 'the .json of an encrypted article has content',
    at: '/api/posts/skill-locked.json',
    break: editJson('/api/posts/skill-locked.json', (document) => void (document.content = '秘密')),
  },
  ...(
    [
      ['has no title', /^# .*\n/, ''],
      ['has two titles', '## 资源', '# 又一个\n\n## 资源'],
      ['has a quote of two lines', /(> .*)\n/, '> 一\n> 二\n'],
      ['has no paragraph', /\n取用：.*\n/, '\n'],
      ['lists something that is no link', '## 文章\n', '## 文章\n\n- 说明\n'],
      ['has a heading of a third level', '## 文章\n', '### 文章\n'],
      ['lists a relative address', 'https://duplex.test/api/mcp.json', '/api/mcp.json'],
      ['links to what does not exist', 'https://duplex.test/api/mcp.json', 'https://duplex.test/api/mcp2.json'],
      ['leaves an article out', /\n.*ai-first-steps.*/, ''],
      ['leaves an encrypted article out', /\n.*skill-locked.*/, ''],
      ['says a wrong number of articles', '全部 4 篇', '全部 5 篇'],
      ['links to a resource twice', /\n(- \[index\.json\].*)/, '\n$1\n$1'],
    ] as const
  ).map(([what, from, to]): Break => ({
    rule: 'llms',
    what: `llms.txt ${what}`,
    at: '/llms.txt',
    break: editText('/llms.txt', from, to),
  })),
  {
    rule: 'llms-full',
    what: 'the head is another',
    at: '/llms-full.txt',
    break: editText('/llms-full.txt', '# ', '## '),
    says: /must begin with/,
  },
  {
    rule: 'llms-full',
    what: 'a body has changed',
    at: '/llms-full.txt',
    break: editText('/llms-full.txt', '第二段', '第三段'),
    says: /ai-first-steps/,
  },
  {
    rule: 'llms-full',
    what: 'an article is missing',
    at: '/llms-full.txt',
    break: editText('/llms-full.txt', /---\n\n# .*\n\nDate: 2026-02[^]*$/, ''),
    says: /skill-locked/,
  },
  {
    rule: 'llms-full',
    what: 'a line of metadata is missing',
    at: '/llms-full.txt',
    break: editText('/llms-full.txt', /Date: 2026-03.*/, ''),
  },
  {
    rule: 'llms-full',
    what: 'an encrypted article has its body in it',
    at: '/llms-full.txt',
    break: editText('/llms-full.txt', /<!-- This post[^]*/, '只有知道密码的人能读。\n'),
    says: /encrypted/,
  },
  {
    rule: 'llms-full',
    what: 'something follows the last article',
    at: '/llms-full.txt',
    break: editText('/llms-full.txt', /$/, '\n---\n\n# 多余\n'),
  },
  {
    rule: 'category-md',
    what: 'the head says another count',
    at: '/api/categories/ai.md',
    break: editText('/api/categories/ai.md', '共 1 篇', '共 2 篇'),
  },
  {
    rule: 'category-md',
    what: 'a body has changed',
    at: '/api/categories/ai.md',
    break: editText('/api/categories/ai.md', /\r\n/g, '\n'),
  },
  {
    rule: 'digests',
    what: 'a file has changed',
    at: '/api/digests.json',
    break: editText('/ai-context.md', '写作', '写做'),
    says: /sha256/,
    seal: asIs,
  },
  {
    rule: 'digests',
    what: 'a size is wrong',
    at: '/api/digests.json',
    break: editJson('/api/digests.json', (document) => void (document[md].bytes += 1)),
    says: /bytes/,
    seal: asIs,
  },
  {
    rule: 'digests',
    what: 'a file is not listed',
    at: '/api/digests.json',
    break: editJson('/api/digests.json', ({ [md]: _, ...rest }) => rest),
    says: /does not list/,
    seal: asIs,
  },
  {
    rule: 'digests',
    what: 'a file that does not exist is listed',
    at: '/api/digests.json',
    break: editJson('/api/digests.json', (document) => void (document['/api/posts/gone.md'] = document[md])),
    says: /does not exist/,
    seal: asIs,
  },
  {
    rule: 'digests',
    what: 'it lists itself',
    at: '/api/digests.json',
    break: editJson('/api/digests.json', (document) => void (document['/api/digests.json'] = document[md])),
    says: /itself/,
    seal: asIs,
  },
  ...(
    [
      ['lists articles in another order', (document: Json) => void document.resources.reverse()],
      ['leaves an article out', (document: Json) => void document.resources.shift()],
      ['leaves a document out', (document: Json) => void document.resources.pop()],
      [
        'lists what does not exist',
        (document: Json) =>
          void document.resources.push({ ...document.resources[0], uri: 'https://duplex.test/api/posts/gone.md' }),
      ],
      ['names an article otherwise', (document: Json) => void (document.resources[0].name = 'other')],
      [
        'does not say that an article is encrypted',
        (document: Json) => void document.resources.forEach((resource: Json) => delete resource._meta),
      ],
      ['leaves a template out', (document: Json) => void document.resourceTemplates.pop()],
      ['leaves a tool out', (document: Json) => void document.tools.pop()],
      ['leaves a prompt out', (document: Json) => void document.prompts.pop()],
      [
        'makes a prompt of an article that is none',
        (document: Json) => void document.prompts.push({ ...document.prompts[0], name: 'reading-a-book' }),
      ],
      ['gives a prompt other arguments', (document: Json) => void (document.prompts[0].arguments[0].required = false)],
    ] as const
  ).map(([what, change]): Break => ({
    rule: 'manifest',
    what: `the manifest ${what}`,
    at: manifest,
    break: editJson(manifest, change),
  })),
  {
    rule: 'manifest',
    what: 'a size in the manifest is wrong',
    at: manifest,
    break: editText(manifest, /"size":\d+/, '"size":1'),
    seal: sealDigests,
  },
  {
    rule: 'robots',
    what: 'the seed’s group lacks a rule',
    at: '/robots.txt',
    break: editText('/robots.txt', 'Disallow: /api/\n', ''),
  },
  {
    rule: 'robots',
    what: 'the seed’s group has one more rule',
    at: '/robots.txt',
    break: editText('/robots.txt', 'Disallow: /api/\n', 'Disallow: /api/\nDisallow: /css/\n'),
  },
  {
    rule: 'robots',
    what: 'no sitemap is declared',
    at: '/robots.txt',
    break: editText('/robots.txt', /Sitemap:.*/, ''),
  },
  {
    rule: 'sitemap',
    what: 'the sitemap is not well-formed',
    at: '/sitemap.xml',
    break: editText('/sitemap.xml', '</url>', ''),
  },
  {
    rule: 'sitemap',
    what: 'the sitemap leaves a post out',
    at: '/sitemap.xml',
    break: editText('/sitemap.xml', /<url><loc>[^<]*ai-first-steps.*\n/, ''),
  },
  {
    rule: 'sitemap',
    what: 'the sitemap says no lastmod of a post',
    at: '/sitemap.xml',
    break: editText('/sitemap.xml', /(?<=ai-first-steps\/<\/loc>)<lastmod>.*?<\/lastmod>/, ''),
  },
  {
    rule: 'sitemap',
    what: 'the sitemap lists what does not exist',
    at: '/sitemap.xml',
    break: editText('/sitemap.xml', '</urlset>', '<url><loc>https://duplex.test/gone/</loc></url></urlset>'),
  },
  {
    rule: 'sitemap',
    what: 'the sitemap lists another site',
    at: '/sitemap.xml',
    break: editText('/sitemap.xml', '</urlset>', '<url><loc>https://else.example/</loc></url></urlset>'),
  },
  { rule: 'feed', what: 'the feed is not well-formed', at: '/atom.xml', break: editText('/atom.xml', '</entry>', '') },
  {
    rule: 'feed',
    what: 'the feed is not Atom',
    at: '/atom.xml',
    break: editText('/atom.xml', 'http://www.w3.org/2005/Atom', 'http://purl.org/rss/1.0/'),
  },
  {
    rule: 'feed',
    what: 'an entry has no id',
    at: '/atom.xml',
    break: editText(
      '/atom.xml',
      /(?<=<\/title>\n)<id>.*<\/id>\n(?=<link rel="alternate" type="text\/html" href="https:\/\/duplex.test\/posts)/,
      '',
    ),
  },
  {
    rule: 'feed',
    what: 'the entry of an encrypted article has its body',
    at: '/atom.xml',
    break: editText(
      '/atom.xml',
      /(?<=posts\/skill-locked\/"\/>[^]*?)<\/entry>/,
      '<content type="text">只有知道密码的人能读。</content></entry>',
    ),
  },
  {
    rule: 'feed',
    what: 'an entry links to what does not exist',
    at: '/atom.xml',
    break: editText('/atom.xml', 'api/posts/ai-first-steps.md', 'api/posts/gone.md'),
  },
  ...(
    [
      ['has no canonical address', /<link rel="canonical"[^>]*>/, ''],
      [
        'has the canonical address of another',
        /(?<=rel="canonical" href=")[^"]*/,
        'https://duplex.test/posts/reading-a-book/',
      ],
      ['has no Markdown alternate', /<link rel="alternate" type="text\/markdown"[^>]*>/, ''],
      ['has a relative JSON alternate', /(?<=type="application\/json" href=")https:\/\/duplex.test/, ''],
      ['has no injected links', /<p class="pdc-links">.*?<\/p>/, ''],
      ['has injected links that are relative', /(?<=pdc-links"><a href=")https:\/\/duplex.test/, ''],
      ['has something before the injected links', '<p class="pdc-links">', '<p>先说一句。</p><p class="pdc-links">'],
    ] as const
  ).map(([what, from, to]): Break => ({
    rule: 'html',
    what: `a post ${what}`,
    at: page,
    break: editText(page, from, to),
  })),
  {
    rule: 'html',
    what: 'a page beside the posts has a canonical address that does not exist',
    at: '/archives/',
    break: editText('/archives/', '</head>', '<link rel="canonical" href="https://duplex.test/gone/"></head>'),
  },
  {
    rule: 'html',
    what: 'the home page has injected links',
    at: '/',
    break: editText('/', '<main>', '<main><p class="pdc-links"></p>'),
  },
  ...(
    [
      ['a link', '<a href="/gone/">x</a>', /href="\/gone\/" leads to nothing/],
      ['a relative link', '<a href="gone">x</a>', /leads to nothing/],
      ['an absolute link', '<a href="https://duplex.test/gone">x</a>', /leads to nothing/],
      ['an image', '<img src="/gone.png">', /src="\/gone.png"/],
      ['a candidate of srcset', '<img srcset="/css/custom.css 1x, /gone.png 2x">', /srcset="\/gone.png"/],
      ['a link in noscript', '<noscript><a href="/gone/">x</a></noscript>', /leads to nothing/],
      ['a refresh', '<meta http-equiv="refresh" content="0; url=/gone/">', /content="\/gone\/"/],
      ['a fragment', '<a href="#gone">x</a>', /no place of this page/],
      ['a fragment after its own address', '<a href="/archives/#gone">x</a>', /no place of this page/],
      ['an address that is none', '<a href="https://[">x</a>', /is no address/],
    ] as const
  ).map(([what, html, says]): Break => ({
    rule: 'links',
    what: `${what} of a page leads nowhere`,
    at: '/archives/',
    break: editText('/archives/', '</main>', `${html}</main>`),
    says,
  })),
  {
    rule: 'links',
    what: 'a page that only links lead to has a dead link',
    at: '/page/2/',
    break: (files) => {
      files.set('/page/2/', Buffer.from('<!doctype html><title>2</title><a href="/page/3/">3</a>'));
      edit(files, '/', (text) => text.replace('</main>', '<a href="/page/2">2</a></main>'));
    },
  },
];

/** The merged documents in the order in which the lists now stand. */
function rewriteMerged(files: Files): void {
  const rank = (JSON.parse(files.get(index)!.toString()) as { posts: { slug: string }[] }).posts.map(
    ({ slug }) => slug,
  );
  for (const path of ['/llms-full.txt', '/api/categories/tech.md']) {
    edit(files, path, (text) => {
      const { head, parts } = splitArticles(text);
      return joinArticles(
        head,
        rank.flatMap((slug) => parts.find((part) => part.includes(`/posts/${slug}/`)) ?? []),
      );
    });
  }
  edit(files, manifest, (text) => {
    const document = JSON.parse(text);
    const posts = rank.map((slug) => document.resources.find(({ name }: Json) => name === slug));
    document.resources = [...posts, ...document.resources.filter((resource: Json) => !posts.includes(resource))];
    return `${JSON.stringify(document)}\n`;
  });
}

const reverseArticles = (text: string): string => {
  const { head, parts } = splitArticles(text);
  return joinArticles(head, parts.reverse());
};

function splitArticles(text: string): { head: string; parts: string[] } {
  const [head, ...parts] = text.split(/^---\n\n(?=# .*\n\nDate: )/m);
  return { head: head!, parts: parts.map((part) => part.trim()) };
}

const joinArticles = (head: string, parts: readonly string[]): string =>
  `${head}${parts.map((part) => `---\n\n${part}\n`).join('\n')}`;

describe('verify', () => {
  it('finds nothing wrong with a valid site', async () => {
    expect(await verifyFiles(publish())).to.deep.equal([]);
  });

  it('respects a path in the base URL everywhere', async () => {
    expect(await verifyFiles(publish(articles, toSite('https://duplex.test/blog')))).to.deep.equal([]);
  });

  for (const [severity, urls] of [
    [
      'error',
      [
        'http://localhost:4000',
        'http://localhost/blog',
        'https://blog.localhost',
        'http://127.0.0.1:8080',
        'http://[::1]:4000',
        'http://0.0.0.0:4000',
        'http://10.1.2.3',
        'http://172.31.0.1',
        'http://192.168.1.7/blog',
        'http://[fd00::7]',
        'http://nas.local',
      ],
    ],
    ['warn', ['https://duplex.example', 'https://example.com', 'https://blog.example.org/notes']],
    [
      undefined,
      ['https://duplex.test', 'https://172.32.0.1', 'https://8.8.8.8', 'https://localhost.li', 'https://myexample.com'],
    ],
  ] as const) {
    for (const url of urls) {
      it(`says ${severity ?? 'nothing'} of the base address ${url}, wherever it is asked`, async () => {
        for (const kind of ['folder', 'address'] as const) {
          const findings = await verifyFiles(publish(articles, toSite(url)), { kind });
          expect(findings.map((one) => `${one.severity} ${one.rule} ${one.path}`)).to.deep.equal(
            severity ? [`${severity} base /api/index.json`] : [],
          );
          if (severity) expect(findings[0]!.message).to.contain(url).and.contain('"url" in _site.yml');
        }
      });
    }
  }

  it('takes a post that no list tells for a post, and an author’s own page for his', async () => {
    const files = publish();
    const renamed = (text: string): string => text.replaceAll('ai-first-steps', 'ai-hidden-steps');
    for (const path of [post, md, page]) files.set(renamed(path), Buffer.from(renamed(files.get(path)!.toString())));
    edit(files, renamed(page), (text) => text.replace(/<link rel="canonical"[^>]*>/, ''));
    const bare = files
      .get('/archives/')!
      .toString()
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    files.set('/page/2/', Buffer.from(bare));
    files.set('/files/plot.html', Buffer.from('<!doctype html><title>图</title><script>draw()</script>'));
    edit(files, '/archives/', (text) =>
      text.replace(
        '</main>',
        `<a href="${renamed(page)}">1</a><a href="/files/plot.html">2</a><a href="/page/2/">3</a></main>`,
      ),
    );
    const found = await verifyFiles(reseal(files));
    expect(found.map(({ path, rule, severity }) => [path, rule, severity])).to.deep.equal([
      ['/files/plot.html', 'policy', 'warn'],
      // It runs our scripts: it is ours, whatever its address.
      ['/page/2/', 'policy', 'error'],
    ]);
    edit(files, renamed(page), (text) => text.replace(/type="text\/markdown"/, ''));
    expect((await verifyFiles(files)).map(({ path, rule }) => `${path} ${rule}`)).to.include(`${renamed(page)} html`);
  });

  it('warns of what is dead in an author’s own words, and calls everything else that is dead an error', async () => {
    const dead = '<a href="/gone/">x</a><img src="/gone.png">';
    const told = async (at: string, before: string, after: string): Promise<string[]> => {
      const files = publish();
      edit(files, at, (text) => text.replace(before, after));
      const findings = await verifyFiles(files);
      return findings.filter(({ rule }) => rule === 'links').map(({ severity }) => severity);
    };
    expect(await told('/posts/ai-first-steps/', '</div></article>', `${dead}</div></article>`)).to.deep.equal([
      'warn',
      'warn',
    ]);
    expect(await told('/posts/ai-first-steps/', '</article>', `${dead}</article>`)).to.deep.equal(['error', 'error']);
  });

  it('says error of a draft on its page, and not on the lists that show it', async () => {
    const files = publish();
    const mark = String(marks({ draft: true, encrypted: false } as Article).join(''));
    for (const at of ['/', '/posts/ai-first-steps/'])
      edit(files, at, (text) => text.replace(/<\/body>|$/, `${mark}$&`));
    const findings = await verifyFiles(files);
    expect(findings.map((one) => `${one.severity} ${one.rule} ${one.path}`)).to.deep.equal([
      'error drafts /posts/ai-first-steps/',
    ]);
  });

  it('asks no deployed site for .nojekyll', async () => {
    const files = publish();
    files.delete('/.nojekyll');
    expect(await verifyFiles(files, { kind: 'address' })).to.deep.equal([]);
  });

  for (const { rule, what, at, break: apply, says = /./, seal = reseal, sources } of [...breaks, ...laterBreaks]) {
    it(`names ${rule} alone when ${what}`, async () => {
      const files = publish(sources);
      apply(files);
      const findings = await verifyFiles(seal(files));
      expect([...new Set(findings.map((finding) => finding.rule))]).to.deep.equal([rule]);
      expect([...new Set(findings.map(({ path }) => path))]).to.deep.equal([at]);
      expect(findings.map(({ message }) => message).join('\n')).to.match(says);
    });
  }

  it('has a broken site for every rule', () => {
    // The first two of these are about publishing at all, and broken below; the others about hosts, in deployed.test.ts.
    const broken = new Set([
      ...[...breaks, ...laterBreaks].map(({ rule }) => rule),
      'base',
      'drafts',
      'headers',
      'mcp',
    ]);
    expect(rules.map(({ id }) => id).filter((id) => !broken.has(id))).to.deep.equal([]);
  });

  it('names slugs alone when two differ in case alone', async () => {
    const sources = { ...articles, 'ai-second-steps': toText({ date: '2026-03-02 08:00:00' }) };
    const rename = (text: string): string => text.replaceAll('ai-second-steps', 'AI-First-Steps');
    const files: Files = new Map(
      [...publish(sources)].map(([path, bytes]) => [rename(path), Buffer.from(rename(bytes.toString()))]),
    );
    const findings = await verifyFiles(reseal(files));
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).to.have.length(1);
    expect(findings[0]!.rule).to.equal('slugs');
  });

  it('recommends the index from 50 articles on, and says how many of how many are named', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 51 }, (_, at) => [
        `ai-part-${at}-of-many`,
        toText({ date: `2025-01-01 00:00:${String(at).padStart(2, '0')}` }),
      ]),
    );
    const files = publish(many);
    expect(await verifyFiles(files)).to.deep.equal([]);
    for (const mistake of [/，篇数较多，建议改用 index\.json/, /（最新 .*）/, /\n- \[.*ai-part-48-of-many.*/]) {
      const broken: Files = new Map(files);
      edit(broken, '/llms.txt', (text) => text.replace(mistake, ''));
      expect((await verifyFiles(reseal(broken))).map(({ rule }) => rule)).to.deep.equal(['llms']);
    }
  });

  it('takes the names of one category for one', async () => {
    const site = toSite();
    const map = { ...site.category_map, AI: 'ai' };
    const sources = {
      ...articles,
      'ai-second-steps': toText({ date: '2026-03-02 08:00:00', categories: '[技术, AI]' }),
    };
    expect(await verifyFiles(publish(sources, { ...site, category_map: map }))).to.deep.equal([]);
  });

  it('reads the parts of a sitemap that is an index', async () => {
    const files = publish();
    for (const { path, contents } of sitemap(library(toSite(), articles), 5)) files.set(path, Buffer.from(contents));
    expect([...files.keys()]).to.include.members(['/sitemap-1.xml', '/sitemap-2.xml']);
    expect(await verifyFiles(files)).to.deep.equal([]);
    files.delete('/sitemap-2.xml');
    const [finding, ...others] = await verifyFiles(files);
    expect(finding).to.include({ rule: 'sitemap', path: '/sitemap.xml' });
    expect(finding!.message).to.contain('sitemap-2.xml');
    expect(others).to.deep.equal([]);
  });

  it('tells of a file that cannot be read once, and why', async () => {
    const files = publish();
    const read = async (path: string): Promise<{ bytes: Uint8Array } | undefined> => {
      if (path === md) throw new Unreadable('answers HTTP 503');
      const bytes = files.get(path);
      return bytes && { bytes };
    };
    expect(await verify(read, { kind: 'address' })).to.deep.equal([
      { path: md, severity: 'error', rule: 'endpoints', message: 'answers HTTP 503' },
    ]);
  });

  it('tells of a machine file that is served as a page', async () => {
    const files = publish();
    const read = async (path: string): Promise<{ bytes: Uint8Array; type: string } | undefined> => {
      const bytes = files.get(path);
      return bytes && { bytes, type: path === md ? 'text/html' : 'text/plain' };
    };
    expect((await verify(read, { kind: 'address' })).map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal([
      `endpoints ${md}`,
    ]);
  });

  it('tells of a host that answers whatever it is asked, and does not follow its links for ever', async () => {
    const files = publish();
    const page = Buffer.from('<!doctype html><title>x</title><a href="more/">more</a>');
    const findings = await verify(async (path) => ({ bytes: files.get(path) ?? page }), { kind: 'address' });
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal(['endpoints /']);
  });

  it('leaves what the login backend and the adapter answer to them', async () => {
    const files = publish();
    edit(files, '/', (text) => text.replace('</main>', '<a href="/api/auth/idp/web/login?state=x">x</a></main>'));
    edit(files, '/llms.txt', (text) =>
      text.replace('\n## 文章', '- [MCP](https://duplex.test/mcp): 可直接连接\n\n## 文章'),
    );
    expect(await verifyFiles(reseal(files))).to.deep.equal([]);
  });

  it('tells of a link that leaves the base path, and lets whole addresses of the host be', async () => {
    const files = publish(articles, toSite('https://duplex.test/blog'));
    edit(files, '/', (text) =>
      text.replace(
        '</main>',
        '<a href="/posts/ai-first-steps/">x</a><a href="https://duplex.test/other/">x</a></main>',
      ),
    );
    const findings = await verifyFiles(files);
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal(['links /']);
    expect(findings[0]!.message).to.include('leaves the base path /blog/');
  });

  it('throws where there is no site at all', async () => {
    const error = await verifyFiles(new Map()).catch((reason: Error) => reason);
    expect(String(error)).to.match(/^there is no site: .*npx gulp build/);
  });
});
