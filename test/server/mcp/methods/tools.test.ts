// The three tools, as a model sees them (protocol section 13).
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import { renderMarkdown } from '#pdc/markdown/render';
import { postMdPath } from '#pdc/paths';
import type { Endpoint } from '../../../../server/mcp/entrances/endpoint.ts';
import { ask, callTool, endpointOf, revisions, shelf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { base } from '../site.ts';
import { cases } from '../../../support/cases.ts';

describe('the adapter’s tools', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  let validate: (name: string, value: unknown) => void;
  const call = (name: string, input: Record<string, unknown> = {}): Promise<Json> => callTool(endpoint, name, input);
  const textOf = ({ content }: Json): string => content.map(({ text = '' }: { text?: string }) => text).join('\n');
  before(async () => {
    stock = await shelf();
    endpoint = endpointOf(stock);
    const ajv = new Ajv2020({ strict: false });
    (formats as unknown as (ajv: Ajv2020) => void)(ajv);
    const { tools } = JSON.parse(stock.files.get('/api/mcp.json')!);
    validate = (name, value) => {
      const { outputSchema } = tools.find((tool: { name: string }) => tool.name === name);
      expect(ajv.validate(outputSchema, value), ajv.errorsText()).to.equal(true);
    };
  });

  it('takes arguments up to their limits, counted in code points, and says of longer ones which they are', async () => {
    const limits: readonly [string, string, number][] = cases<[string, string, number]>('tools', 'limits');
    const { tools } = JSON.parse(stock.files.get('/api/mcp.json')!);
    for (const [name, argument, most] of limits) {
      const { inputSchema } = tools.find((tool: { name: string }) => tool.name === name);
      expect(inputSchema.properties[argument].maxLength, argument).to.equal(most);
      // \ufdfa is eighteen characters once it is normalized.
      for (const character of ['x', '🚀', '\ufdfa']) {
        const input = name === 'get_post' ? { slug: 'algo-long' } : {};
        const taken = await call(name, { ...input, [argument]: character.repeat(most) });
        expect(textOf(taken), argument).not.to.contain('参数有误');
        const refused = await call(name, { ...input, [argument]: character.repeat(most + 1) });
        expect(refused.isError).to.equal(true);
        expect(textOf(refused)).to.contain(`${argument}: 最多 ${most} 个字符`);
      }
    }
  });

  describe('search_posts', () => {
    it('gives the newest where nothing is asked, ten of them', async () => {
      const { structuredContent } = await call('search_posts');
      const { posts } = JSON.parse(stock.files.get('/api/index.json')!);
      expect(structuredContent).to.deep.equal({ total: posts.length, posts: posts.slice(0, 10), next_offset: 10 });
      validate('search_posts', structuredContent);
    });

    it('finds by words, ranked, with a score and the entry of the index', async () => {
      const { content, structuredContent } = await call('search_posts', { query: '跳表与背压' });
      expect(textOf({ content })).to.match(/^1\. /m);
      expect(structuredContent.posts[0]).to.include({ slug: 'algo-long', encrypted: false });
      expect(structuredContent.posts[0].score).to.be.above(0);
      validate('search_posts', structuredContent);
    });

    it('filters by a category and a tag, by name or by slug', async () => {
      for (const filter of cases<Record<string, string>>('tools', 'filters')) {
        const { structuredContent } = await call('search_posts', filter);
        expect(structuredContent.total, JSON.stringify(filter)).to.equal(3);
      }
    });

    it('links each hit to the resource that the manifest lists', async () => {
      const { content } = await call('search_posts', { query: '上锁' });
      const { resources } = JSON.parse(stock.files.get('/api/mcp.json')!);
      const links = content.filter(({ type }: { type: string }) => type === 'resource_link');
      expect(links).to.have.length.above(0);
      for (const { type: _type, ...link } of links)
        expect(resources.find(({ uri }: Json) => uri === link.uri)).to.deep.include(link);
    });

    it('tells many a line each, and what a word is the name of', async () => {
      const list = await call('search_posts', { limit: 50 });
      const { posts, total } = list.structuredContent;
      expect(posts.length).to.equal(50).and.be.below(total);
      for (const { slug, date } of posts) expect(textOf(list)).to.match(new RegExp(`slug: ${slug}）.* ?${date}$`, 'm'));
      const { structuredContent, ...named } = await call('search_posts', { query: '算法' });
      expect(textOf(named as Json)).to.match(/“算法”也是分类（\d+ 篇，用 category 只看它们）/);
      expect(structuredContent.total).to.be.above(0);
    });

    it('marks hits on the metadata of an encrypted article', async () => {
      const { structuredContent, content } = await call('search_posts', { query: '上锁的一篇', limit: 1 });
      expect(structuredContent.posts[0]).to.include({ slug: 'algo-locked', encrypted: true });
      expect(content[0].text).to.contain('已加密');
    });

    it('says first when all hits are near only, and how to go on', async () => {
      const result = await call('search_posts', { query: '第一节水库调度计划' });
      expect(result.structuredContent.posts.map(({ match }: Json) => match))
        .to.include('near')
        .and.not.include('strong');
      expect(textOf(result))
        .to.match(/^没有切题的文章.*换一种说法/)
        .and.match(/^相近的：\n- .*section: 第一节-1）$/m);
      const strong = await call('search_posts', { query: '跳表与背压' });
      expect(strong.structuredContent.posts[0].match).to.equal('strong');
      expect(textOf(strong)).to.not.contain('没有切题');
      const { tools } = JSON.parse(stock.files.get('/api/mcp.json')!);
      expect(tools[0].description).to.contain('near').and.contain('换说法');
      validate('search_posts', result.structuredContent);
    });

    it('says so when nothing fits, and proposes list_categories', async () => {
      const result = await call('search_posts', { query: '量子色动力学 zzqqxx' });
      expect(result.structuredContent).to.deep.equal({ total: 0, posts: [], next_offset: null });
      expect(textOf(result)).to.contain('没有').and.contain('list_categories');
      expect(result).to.not.have.property('isError', true);
    });

    it('filters by days, and goes on where the last answer ended', async () => {
      const { posts } = JSON.parse(stock.files.get('/api/index.json')!);
      const { date } = posts[3];
      const since = await call('search_posts', { since: date, limit: 50 });
      expect(since.structuredContent.posts.map(({ slug }: Json) => slug)).to.deep.equal(
        posts
          .filter((post: Json) => post.date >= date)
          .slice(0, 50)
          .map(({ slug }: Json) => slug),
      );
      const read: string[] = [];
      for (let offset: number | null = 0; offset !== null;) {
        const page: Json = await call('search_posts', { limit: 50, offset });
        read.push(...page.structuredContent.posts.map(({ slug }: Json) => slug));
        offset = page.structuredContent.next_offset;
        expect(textOf(page).includes('offset=')).to.equal(offset !== null);
      }
      expect(read).to.deep.equal(posts.map(({ slug }: Json) => slug));
      expect(textOf(await call('search_posts', { offset: 1000 }))).to.contain('更小的 offset');
    });

    it('names the section that fits best, and get_post takes it as it is', async () => {
      const { structuredContent } = await call('search_posts', { query: '跳表 细节 code' });
      const [{ slug, section }] = structuredContent.posts;
      expect(section).to.include({ anchor: '细节-code' });
      validate('search_posts', structuredContent);
      const { content } = await call('get_post', { slug, section: section.anchor });
      expect(content[0].text).to.match(/^### 细节/);
    });

    it('reads neither the list of articles nor the manifest for a question', async () => {
      const own = await shelf();
      const asked = endpointOf(own);
      await ask(asked, 'ping');
      own.asked.length = 0;
      await callTool(asked, 'search_posts', { query: '跳表与背压' });
      expect(own.asked.filter((path) => /index\.json$|mcp\.json$/.test(path))).to.deep.equal([
        '/api/search/index.json',
      ]);
      expect(own.asked.filter((path) => path.startsWith('/api/search/')).length).to.be.at.most(25);
    });

    it('gives at most 50', async () => {
      expect((await call('search_posts', { limit: 50 })).structuredContent.posts).to.have.lengthOf(50);
    });
  });

  describe('get_post', () => {
    const whole = (): string => stock.files.get(postMdPath('algo-long'))!;

    it('gives an article whole, with its entry and its sections under the anchors of its page', async () => {
      const { structuredContent, content } = await call('get_post', { slug: 'algo-long' });
      expect(structuredContent).to.include({ offset: 0, next_offset: null, more: false });
      expect(content[0]).to.deep.equal({ type: 'text', text: whole() });
      expect(JSON.stringify(structuredContent), 'the body travels once').not.to.contain('甲甲甲甲');
      const { headings } = renderMarkdown(whole(), { resolve: (target) => target, math: true });
      expect(structuredContent.sections).to.deep.equal(
        headings.map(({ id, text, level }) => ({ anchor: id, title: text, level })),
      );
      const { posts } = JSON.parse(stock.files.get('/api/index.json')!);
      expect(structuredContent).to.deep.include(posts.find(({ slug }: { slug: string }) => slug === 'algo-long'));
      validate('get_post', structuredContent);
    });

    it('gives one section by its anchor or its heading’s text', async () => {
      for (const section of ['第一节', '#第一节', '%E7%AC%AC%E4%B8%80%E8%8A%82']) {
        const { content } = await call('get_post', { slug: 'algo-long', section });
        expect(content[0].text, section)
          .to.match(/^## 第一节\n[^]*### 细节/)
          .and.not.contain('重名');
      }
      const second = await call('get_post', { slug: 'algo-long', section: '第一节-1' });
      expect(second.content[0].text).to.equal('## 第一节\n\n重名的一节。\n\n');
      const inner = await call('get_post', { slug: 'algo-long', section: '细节 code' });
      expect(inner.content[0].text).to.match(/^### 细节 `code`/);
    });

    it('gives the parts of a long article one after the other, and says what else there is', async () => {
      let read = '';
      let offset: number | null = 0;
      let parts = 0;
      while (offset !== null) {
        const result: Json = await call('get_post', { slug: 'algo-long', max_tokens: 100, offset });
        const { next_offset, more, sections } = result.structuredContent;
        const content = result.content[0].text;
        expect(more).to.equal(next_offset !== null);
        expect(textOf(result)).to.contain(more ? `offset=${next_offset}` : '后面没有了');
        expect(textOf(result).includes('小节（可作为 section 参数）'), 'listed once').to.equal(offset === 0);
        expect(sections.length > 0, 'listed once').to.equal(offset === 0);
        expect(!/\p{Surrogate}/u.test(content)).to.equal(true);
        read += content;
        offset = next_offset;
        parts += 1;
      }
      expect(read).to.equal(whole());
      expect(parts).to.be.above(5);
    });

    it('tells beside a section only those before and behind it', async () => {
      const note = (await call('get_post', { slug: 'algo-long', section: '第一节-1' })).content[1].text;
      expect(note.match(/（#/g)).to.have.length(3);
      expect(note).to.contain('#第一节-1');
    });

    it('keeps the line ends of the body', async () => {
      const { content } = await call('get_post', { slug: 'algo-crlf', section: '二' });
      expect(content[0].text).to.equal('二\r\n---\r\n\r\n乙\r\n');
    });

    it('answers an offset behind the end with nothing, and says how long the text is', async () => {
      const result = await call('get_post', { slug: 'algo-crlf', offset: 10_000 });
      expect(result.structuredContent).to.include({ more: false, next_offset: null });
      expect(result.content[0].text).to.equal('');
      expect(textOf(result)).to.contain('超出末尾');
    });

    it('answers an unknown slug with those that are near', async () => {
      const result = await call('get_post', { slug: 'algo-lokced' });
      expect(result.isError).to.equal(true);
      expect(textOf(result)).to.contain('algo-locked').and.contain('search_posts');
      const absurd = await call('get_post', { slug: '../../etc/passwd'.repeat(1000) });
      expect(absurd.isError).to.equal(true);
      expect(textOf(absurd).length).to.be.below(1000);
    });

    it('takes a path or an address of the article, with or without an ending', async () => {
      for (const slug of [
        '/posts/algo-long/',
        'posts/algo-long',
        'algo-long.md',
        '/api/posts/algo-long.json',
        `${base}/posts/algo-long/`,
        `${base}/posts/algo-long.md?from=x#top`,
        `${base}/api/posts/algo-long.md`,
      ]) {
        const { structuredContent } = await call('get_post', { slug, max_tokens: 10 });
        expect(structuredContent?.slug, slug).to.equal('algo-long');
      }
    });

    it('answers an unknown section with the nearest three, and not with all', async () => {
      const misspelt = await call('get_post', { slug: 'algo-long', section: '第一杰' });
      expect(textOf(misspelt).match(/（#/g)).to.have.length.within(1, 3);

      const result = await call('get_post', { slug: 'algo-long', section: '没有的' });
      expect(result.isError).to.equal(true);
      expect(textOf(result).match(/（#/g)).to.have.lengthOf(3);
      expect(textOf(result)).to.contain('开头的是');
      expect(textOf(await call('get_post', { slug: 'prompt-plain', section: 'x' }))).to.contain('没有小节');
    });
  });

  it('list_categories names every category by slug with its articles and addresses, and the tags', async () => {
    const { structuredContent, content } = await call('list_categories');
    // The address is one that resources/read takes.
    const rules = /规则（.*）：(\S+)$/.exec(content[0].text)![1];
    const { resources } = JSON.parse(stock.files.get('/api/mcp.json')!);
    expect(resources.find(({ name }: Json) => name === 'ai-context.md').uri).to.equal(rules);
    expect(structuredContent.categories.map(({ slug }: { slug: string }) => slug)).to.deep.equal([
      'algo',
      'prompt',
      'tech',
    ]);
    for (const category of structuredContent.categories) {
      const json = JSON.parse(stock.files.get(`/api/categories/${category.slug}.json`)!);
      expect(category).to.deep.equal({
        name: json.category,
        slug: json.slug,
        post_count: json.post_count,
        api_json_url: `${base}/api/categories/${json.slug}.json`,
        api_md_url: `${base}/api/categories/${json.slug}.md`,
      });
    }
    expect(structuredContent.tags).to.deep.include({ name: 'Prompt', slug: 'prompt', post_count: 3 });
    validate('list_categories', structuredContent);
  });

  for (const [name, input, word] of cases<[string, Record<string, unknown>, string]>('tools', 'mistakes')) {
    it(`${name} answers ${JSON.stringify(input)} with the remedy`, async () => {
      const result = await call(name, input);
      expect(result.isError).to.equal(true);
      expect(textOf(result)).to.contain(word);
    });
  }

  it('answer while the site is dead from what was read, and say so where nothing was', async () => {
    const own = await shelf();
    const living = endpointOf(own);
    await callTool(living, 'search_posts', { query: '跳表' });
    await callTool(living, 'get_post', { slug: 'algo-long' });
    own.state = 'dead';
    own.time = 60_000;
    expect((await callTool(living, 'search_posts', { query: '跳表' })).structuredContent.total).to.equal(1);
    expect((await callTool(living, 'get_post', { slug: 'algo-long' })).structuredContent.more).to.equal(false);
    const unread = await callTool(living, 'get_post', { slug: 'prompt-plain' });
    expect(unread.isError).to.equal(true);
    expect(textOf(unread)).to.contain('稍后').and.not.contain('secret');
    for (const revision of revisions)
      expect((await ask(living, 'resources/list', {}, revision)).error).to.equal(undefined);
  });
});
