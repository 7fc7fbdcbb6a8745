// Sites of other publishers: the protocol's files, without a search index and without what only this product's have.
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/endpoint.ts';
import { ask, callTool, endpointOf, shelf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { table } from '../../../support/cases.ts';

type Files = Readonly<Record<string, unknown>>;
const stranger: Files = table('shapes', 'stranger');
const index = stranger['/api/index.json'] as Json;
const manifest = stranger['/api/mcp.json'] as Json;

const textOf = ({ content }: Json): string => content.map(({ text = '' }: { text?: string }) => text).join('\n');
const slugsOf = ({ structuredContent }: Json): string[] => structuredContent.posts.map(({ slug }: Json) => slug);

async function open(site: Files): Promise<{ stock: Shelf; endpoint: Endpoint }> {
  const texts = Object.entries(site).map(
    ([path, value]) => [path, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  );
  const stock = await shelf(new Map(texts));
  return { stock, endpoint: endpointOf(stock) };
}

describe('a site of another publisher', () => {
  let endpoint: Endpoint;
  before(async () => ({ endpoint } = await open(stranger)));
  const call = (name: string, input: object = {}): Promise<Json> => callTool(endpoint, name, { ...input });

  it('is listed as its manifest says', async () => {
    for (const [method, key] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const)
      expect((await ask(endpoint, method)).result[key], method).to.deep.equal(manifest[key]);
    expect((await ask(endpoint, 'server/discover')).result.capabilities.resources).to.deep.equal({});
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
    expect(posts.map(({ date }: Json) => date)).to.deep.equal(['2026-03-01', '2026-02-01', '']);
  });

  it('gives articles and sections, and what its templates and lists name', async () => {
    const { content } = await call('get_post', { slug: 'algo-skip', section: '删除' });
    expect(content[0].text).to.equal('## 删除\n\n逐层。\n');
    for (const path of [
      '/llms.txt',
      '/api/posts/algo-skip.md',
      '/api/posts/algo-skip.json',
      '/api/categories/games.md',
    ]) {
      const { result } = await ask(endpoint, 'resources/read', { uri: index.url + path });
      const file = stranger[path];
      expect(result?.contents[0].text, path).to.equal(typeof file === 'string' ? file : JSON.stringify(file));
    }
    const { result } = await ask(endpoint, 'prompts/get', { name: 'prompt-review', arguments: { lang: 'Rust' } });
    expect(result.messages[0].content.text).to.equal('评审 Rust 代码');
  });

  it('tells of an encrypted article, though its index does not', async () => {
    const { structuredContent, content } = await call('get_post', { slug: 'game-diary' });
    expect(structuredContent).to.include({ encrypted: true });
    expect(content[0].text).to.contain('已加密');
  });

  it('has its categories, and says of which it lists no file', async () => {
    const result = await call('list_categories');
    const { categories } = result.structuredContent;
    expect(categories.map(({ name, slug, post_count }: Json) => [name, slug, post_count])).to.deep.equal([
      ['游戏', 'games', 1],
      ['技术', undefined, 3],
      ['提示词', undefined, 1],
      ['算法', undefined, 1],
    ]);
    expect(textOf(result)).to.contain('技术（没有合并的文件）');
  });

  it('is searched by its index, whatever stands where a search index would', async () => {
    for (const other of ['{"version":1,"documents":[]}', '{"version":3}', '[]', '<!doctype html><title>404</title>']) {
      const { endpoint, stock } = await open({ ...stranger, '/api/search/index.json': other });
      expect(slugsOf(await callTool(endpoint, 'search_posts', { query: '跳表' })), other).to.deep.equal(['algo-skip']);
      const times = stock.asked.length;
      await callTool(endpoint, 'search_posts', { query: '日记' });
      expect(stock.asked.length, 'asked again within the minute').to.equal(times);
      expect(stock.logged.join()).to.contain('as if it had none');
      stock.time += 60_000;
      await callTool(endpoint, 'search_posts', { query: '日记' });
      expect(stock.asked.slice(times)).to.include('/api/search/index.json').and.include('/api/mcp.json');
    }
  });

  for (const [who, inIndex, inFile] of [
    ['its index', { encrypted: true }, {}],
    ['its file alone', {}, { encrypted: true }],
  ] as const) {
    it(`keeps to itself what ${who} calls encrypted, though its files hold it in clear`, async () => {
      const content = '```\n<prompt>\n绝密的正文\n</prompt>\n```\n';
      const { endpoint } = await open({
        ...stranger,
        '/api/index.json': { ...index, posts: [{ ...index.posts[0], ...inIndex }] },
        '/api/posts/prompt-review.json': { content, ...inFile },
      });
      const answers = [
        await callTool(endpoint, 'get_post', { slug: 'prompt-review' }),
        await ask(endpoint, 'prompts/get', { name: 'prompt-review', arguments: { lang: 'Go' } }),
      ];
      expect(JSON.stringify(answers)).not.to.contain('绝密');
      expect(answers[1].error?.code).to.equal(-32602);
    });
  }

  it('that is empty, or whose index or manifest is none, is told of without a crash', async () => {
    const empty = (await open({ ...stranger, '/api/index.json': { ...index, posts: [] } })).endpoint;
    expect((await callTool(empty, 'search_posts', { query: 'x' })).structuredContent).to.deep.equal({
      total: 0,
      posts: [],
      next_offset: null,
    });
    expect((await callTool(empty, 'list_categories')).structuredContent).to.deep.equal({ categories: [], tags: [] });
    for (const path of ['/api/index.json', '/api/mcp.json'])
      for (const broken of ['{', '7', '{"posts":7}', 'null']) {
        const { endpoint } = await open({ ...stranger, [path]: broken });
        expect((await ask(endpoint, 'tools/list')).error?.code, broken).to.be.oneOf([-32603, -32000]);
      }
  });

  it('loads no terms for a category or a tag alone', async () => {
    const own = await shelf();
    const endpoint = endpointOf(own);
    for (const input of [{}, { category: '技术' }, { category: 'tech' }, { tag: 'Prompt' }, { tag: 'prompt' }])
      expect((await callTool(endpoint, 'search_posts', input)).structuredContent.total).to.be.above(0);
    expect(own.asked.filter((path) => path.includes('/terms/'))).to.deep.equal([]);
  });
});
