// Sites of other publishers: the specification's ten endpoints and nothing else; of an entry's keys it names an article's fields.
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/endpoint.ts';
import { ask, callTool, endpointOf, shelf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { table } from '../../../support/cases.ts';

const root = 'https://stranger.example';
const prompt = '用法。\n\n```xml\n<prompt>\n评审 {{LANG}} 代码\n</prompt>\n```\n';
const locked = '绝密的正文';

/** A list at the top, of each article its fields and its API address; no manifest. */
const plain: Readonly<Record<string, unknown>> = table('shapes', 'plain');

const entry = (slug: string, rest: object): object => ({
  slug,
  date: '2026-04-01',
  url: `${root}/blog/p/${slug}/`,
  api_json_url: `${root}/blog/api/posts/${slug}.json`,
  api_md_url: `${root}/blog/api/posts/${slug}.md`,
  ...rest,
});

/** With a manifest by the words of the specification, without what only this product's has. */
const listed: Readonly<Record<string, unknown>> = {
  ...plain,
  '/api/index.json': {
    articles: [
      entry('prompt-review', { title: '评审提示词', categories: ['技术', '提示词'], tags: ['Prompt'] }),
      entry('game-diary', { title: '日记', categories: ['技术', '游戏'], encrypted: true }),
    ],
  },
  '/api/categories/games.md': '# 游戏\n',
  '/api/mcp.json': table('shapes', 'manifest'),
};

const toFiles = (site: Readonly<Record<string, unknown>>): Map<string, string> =>
  new Map(
    Object.entries(site).map(([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)]),
  );

const textOf = ({ content }: Json): string => content.map(({ text = '' }: { text?: string }) => text).join('\n');
const slugsOf = ({ structuredContent }: Json): string[] => structuredContent.posts.map(({ slug }: Json) => slug);

describe('a site of another publisher', () => {
  const open = async (site: Readonly<Record<string, unknown>>): Promise<{ stock: Shelf; endpoint: Endpoint }> => {
    const stock = await shelf(toFiles(site));
    return { stock, endpoint: endpointOf(stock) };
  };

  describe('without a manifest and without a search index', () => {
    let stock: Shelf;
    let endpoint: Endpoint;
    before(async () => ({ stock, endpoint } = await open(plain)));
    const call = (name: string, input: object = {}): Promise<Json> => callTool(endpoint, name, { ...input });

    it('is listed: three tools, every article and document, three templates, its prompts', async () => {
      const list = async (method: string, key: string): Promise<Json[]> => (await ask(endpoint, method)).result[key];
      expect((await list('tools/list', 'tools')).map(({ name }) => name)).to.deep.equal([
        'search_posts',
        'get_post',
        'list_categories',
      ]);
      const resources = await list('resources/list', 'resources');
      expect(resources.map(({ uri }) => new URL(uri).pathname)).to.deep.equal([
        '/api/posts/prompt-review.md',
        '/api/posts/algo-skip.md',
        '/api/posts/game-diary.md',
        '/llms.txt',
        '/ai-context.md',
        '/pdc-protocol.md',
      ]);
      expect(await list('resources/templates/list', 'resourceTemplates')).to.have.lengthOf(3);
      expect(await list('prompts/list', 'prompts')).to.deep.equal([
        {
          name: 'prompt-review',
          title: '评审提示词',
          description: '',
          arguments: [{ name: 'lang', description: '例：Go', required: true }],
        },
      ]);
    });

    it('is searched by title, description, category and tag, and says that bodies were not', async () => {
      const result = await call('search_posts', { query: '跳表是怎么实现的' });
      expect(slugsOf(result)).to.deep.equal(['algo-skip']);
      expect(textOf(result)).to.contain('没有查正文');
      for (const query of ['层数', 'skip list 概率', 'Algo-Skip'])
        expect(slugsOf(await call('search_posts', { query })), query).to.deep.equal(['algo-skip']);
      for (const query of ['每层一半', '怎么'])
        expect(slugsOf(await call('search_posts', { query })), query).to.deep.equal([]);
      expect(slugsOf(await call('search_posts', { query: '实现', category: '提示词' }))).to.deep.equal([]);
      expect(slugsOf(await call('search_posts', { category: '算法' }))).to.deep.equal(['algo-skip']);
      expect(slugsOf(await call('search_posts', { category: 'tech' }))).to.have.lengthOf(3);
      expect(slugsOf(await call('search_posts', { tag: 'skip-list' }))).to.deep.equal(['algo-skip']);
      const unknown = await call('search_posts', { tag: 'skip-lst' });
      expect(unknown.isError).to.equal(true);
      expect(textOf(unknown)).to.contain('skip-lst').and.contain('相近的有：Skip List');
      const { posts } = (await call('search_posts')).structuredContent;
      expect(posts.map(({ date }: Json) => date)).to.deep.equal(['2026-03-01', '', '']);
    });

    it('gives articles and sections', async () => {
      const { content } = await call('get_post', { slug: 'algo-skip', section: '删除' });
      expect(content[0].text).to.equal('## 删除\n\n逐层。\n');
    });

    it('tells of an encrypted article, though its index does not', async () => {
      const { structuredContent, content } = await call('get_post', { slug: 'game-diary' });
      expect(structuredContent).to.include({ encrypted: true });
      expect(content[0].text).to.contain('已加密');
    });

    it('has its categories, and says of which it found no file', async () => {
      const result = await call('list_categories');
      const { categories } = result.structuredContent;
      expect(categories.map(({ name, slug, post_count }: Json) => [name, slug, post_count])).to.deep.equal([
        ['算法', 'algo', 1],
        ['提示词', 'prompt', 1],
        ['技术', 'tech', 3],
        ['游戏', undefined, 1],
      ]);
      expect(textOf(result)).to.contain('游戏（没有合并的文件）');
    });

    it('hands its files and its prompt out', async () => {
      const base = (await ask(endpoint, 'resources/list')).result.resources.at(-3).uri.replace('/llms.txt', '');
      for (const path of [
        '/llms.txt',
        '/api/posts/algo-skip.md',
        '/api/posts/algo-skip.json',
        '/api/categories/algo.md',
      ]) {
        const { result } = await ask(endpoint, 'resources/read', { uri: base + path });
        expect(result?.contents[0].text, path).to.equal(stock.files.get(path));
      }
      const { result } = await ask(endpoint, 'prompts/get', { name: 'prompt-review', arguments: { lang: 'Rust' } });
      expect(result.messages[0].content.text).to.equal('评审 Rust 代码');
    });
  });

  describe('with a manifest of the specification alone, below a path', () => {
    let endpoint: Endpoint;
    before(async () => ({ endpoint } = await open(listed)));
    const call = (name: string, input: object = {}): Promise<Json> => callTool(endpoint, name, { ...input });

    it('keeps what its manifest says, where that is what the adapter does', async () => {
      const { tools } = (await ask(endpoint, 'tools/list')).result;
      expect(tools.map(({ name }: Json) => name)).to.deep.equal(['search_posts', 'get_post', 'list_categories']);
      expect(tools[0].description).to.equal('他们的检索');
      expect(tools[1].inputSchema.properties).to.have.property('slug');
      expect((await ask(endpoint, 'resources/list')).result.resources).to.deep.equal(
        (listed['/api/mcp.json'] as Json).resources,
      );
      expect((await ask(endpoint, 'server/discover')).result.capabilities.resources).to.deep.equal({});
    });

    it('hands out what its templates name', async () => {
      for (const slug of ['prompt-review', 'game-diary']) {
        const uri = `${root}/blog/api/posts/${slug}.md`;
        expect((await ask(endpoint, 'resources/read', { uri })).result?.contents[0].text, uri).to.be.a('string');
      }
    });

    it('has the slugs of its manifest', async () => {
      const { categories } = (await call('list_categories')).structuredContent;
      expect(categories.map(({ name, slug }: Json) => [name, slug])).to.deep.equal([
        ['游戏', 'games'],
        ['提示词', 'prompt'],
        ['技术', 'tech'],
      ]);
    });
  });

  it('loads no terms for a category or a tag alone', async () => {
    const own = await shelf();
    const endpoint = endpointOf(own);
    for (const input of [{}, { category: '技术' }, { category: 'tech' }, { tag: 'Prompt' }, { tag: 'prompt' }])
      expect((await callTool(endpoint, 'search_posts', input)).structuredContent.total).to.be.above(0);
    expect(own.asked.filter((path) => path.includes('/terms/'))).to.deep.equal([]);
  });

  it('is read without what it may do without, whatever stands there: another index, a page for every address', async () => {
    const page = '<!doctype html><title>404</title>';
    for (const other of ['{"version":1,"documents":[]}', '{"version":3}', '[]', page]) {
      const { endpoint, stock } = await open({
        ...plain,
        '/api/search/index.json': other,
        '/api/mcp.json': page,
        '/api/categories/algo.json': page,
      });
      const result = await callTool(endpoint, 'search_posts', { query: '跳表' });
      expect(slugsOf(result), other).to.deep.equal(['algo-skip']);
      expect(textOf(result)).to.contain('没有查正文');
      expect((await callTool(endpoint, 'search_posts', { tag: 'nothing' })).isError).to.equal(true);
      const { categories } = (await callTool(endpoint, 'list_categories')).structuredContent;
      expect(categories.find(({ name }: Json) => name === '算法')).to.deep.equal({ name: '算法', post_count: 1 });
      const times = stock.asked.length;
      await callTool(endpoint, 'search_posts', { query: '日记' });
      expect(stock.asked.length, 'asked again within the minute').to.equal(times);
      expect(stock.logged.join()).to.contain('as if it had none');
    }
  });

  it('is not asked again for files that it has not, until the minute has passed', async () => {
    const { endpoint, stock } = await open(plain);
    const search = (): Promise<Json> => callTool(endpoint, 'search_posts', { query: '跳表' });
    await search();
    const times = stock.asked.length;
    await search();
    expect(stock.asked.length).to.equal(times);
    stock.time += 60_000;
    await search();
    expect(stock.asked.slice(times)).to.include('/api/search/index.json').and.include('/api/mcp.json');
  });

  it('has prompts that come later, where its manifest names none', async () => {
    const { endpoint, stock } = await open({ ...plain, '/api/mcp.json': { resources: [] } });
    const prompts = async (): Promise<Json[]> => (await ask(endpoint, 'prompts/list')).result.prompts;
    expect((await prompts())[0].arguments).to.have.lengthOf(1);
    stock.files = toFiles({ ...plain, '/api/posts/prompt-review.json': { content: prompt } });
    stock.time += 60_000;
    await prompts();
    stock.time += 60_000;
    expect((await prompts())[0].arguments).to.have.lengthOf(0);
  });

  for (const [who, inIndex, inFile] of [
    ['its index', { encrypted: true }, {}],
    ['its file alone', {}, { encrypted: true }],
  ] as const) {
    it(`keeps to itself what ${who} calls encrypted, though its files hold it in clear`, async () => {
      const text = `\`\`\`\n<prompt>\n${locked}\n</prompt>\n\`\`\`\n`;
      const { endpoint } = await open({
        '/api/index.json': { posts: [entry('prompt-diary', { title: '日记', ...inIndex })] },
        '/api/posts/prompt-diary.json': { title: '日记', content: text, ...inFile },
        '/api/posts/prompt-diary.md': text,
      });
      const answers = [
        await callTool(endpoint, 'get_post', { slug: 'prompt-diary' }),
        (await ask(endpoint, 'prompts/list')).result?.prompts ?? [],
        await ask(endpoint, 'prompts/get', { name: 'prompt-diary' }),
      ];
      expect(JSON.stringify(answers)).not.to.contain(locked);
      expect(answers[1]).to.deep.equal([]);
    });
  }

  it('that is empty, or whose index is none, is told of without a crash', async () => {
    const empty = (await open({ '/api/index.json': { posts: [] } })).endpoint;
    expect((await callTool(empty, 'search_posts', { query: 'x' })).structuredContent).to.deep.equal({
      total: 0,
      posts: [],
      next_offset: null,
    });
    expect((await callTool(empty, 'list_categories')).structuredContent).to.deep.equal({
      categories: [],
      tags: [],
    });
    for (const broken of ['{', '7', '{"posts":7}', 'null']) {
      const { endpoint } = await open({ '/api/index.json': broken });
      expect((await ask(endpoint, 'tools/list')).error?.code, broken).to.be.oneOf([-32603, -32000]);
    }
  });
});
