// Sites of other publishers have the files of the protocol, but no search index or other files that only this product
// makes.
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import { ask, callTool, endpointOf, factOf, shelf, slugsOf, textOf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { table } from '../../../support/cases.ts';

type Files = Readonly<Record<string, unknown>>;
const stranger: Files = table('shapes', 'stranger');
const index = stranger['/api/index.json'] as Json;
const manifest = stranger['/api/mcp.json'] as Json;

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

  it('is listed according to its manifest', async () => {
    for (const [method, key] of [
      ['tools/list', 'tools'],
      ['resources/list', 'resources'],
      ['resources/templates/list', 'resourceTemplates'],
      ['prompts/list', 'prompts'],
    ] as const)
      expect((await ask(endpoint, method)).result[key], method).to.deep.equal(manifest[key]);
    expect((await ask(endpoint, 'server/discover')).result.capabilities.resources).to.deep.equal({});
  });

  it('is searched by title, description, category and tag, and a note says that bodies were not searched', async () => {
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
    for (const category of ['games', 'GAMES', '游戏'])
      expect(slugsOf(await call('search_posts', { category })), category).to.deep.equal(['game-diary']);
    const newest = await call('search_posts', { query: ' | ' });
    expect(slugsOf(newest)).to.deep.equal(slugsOf(await call('search_posts')));
    expect(textOf(newest)).not.to.contain('没有查正文');
    expect(slugsOf(await call('search_posts', { tag: 'skip-list' }))).to.deep.equal(['algo-skip']);
    const unknown = await call('search_posts', { tag: 'skip-lst' });
    expect(unknown.isError).to.equal(true);
    expect(textOf(unknown)).to.contain('skip-lst').and.contain('相近的有：Skip List');
    expect(textOf(await call('search_posts')).match(/^date: .*/gm)).to.deep.equal([
      'date: 2026-03-01',
      'date: 2026-02-01',
    ]);
    expect(slugsOf(await call('search_posts', { query: '日记 | 跳表 概率 | skip' }))).to.deep.equal([
      'algo-skip',
      'game-diary',
    ]);
  });

  it('returns articles and sections, and the files of its templates and lists', async () => {
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

  it('recognizes an encrypted article, even if the index does not mark it', async () => {
    const answer = await call('get_post', { slug: 'game-diary' });
    expect(factOf(answer, 'encrypted')).to.equal('true');
    expect(textOf(answer)).to.contain('已加密');
  });

  it('lists all of its categories, including those without a listed file', async () => {
    const result = await call('list_categories');
    expect(textOf(result).split('\n').slice(0, 5)).to.deep.equal([
      'categories: 4',
      '- slug: games | post_count: 1 | name: 游戏',
      '- post_count: 3 | name: 技术',
      '- post_count: 1 | name: 提示词',
      '- post_count: 1 | name: 算法',
    ]);
  });

  it('is searched by its list of articles if the search index is invalid', async () => {
    for (const other of ['{"version":1,"documents":[]}', '{"version":3}', '[]', '<!doctype html><title>404</title>']) {
      const { endpoint, stock } = await open({ ...stranger, '/api/search/index.json': other });
      expect(slugsOf(await callTool(endpoint, 'search_posts', { query: '跳表' })), other).to.deep.equal(['algo-skip']);
      const times = stock.asked.length;
      await callTool(endpoint, 'search_posts', { query: '日记' });
      expect(stock.asked.length, 'asked again within the minute').to.equal(times);
      expect(stock.logged.join()).to.contain('treated as absent');
      stock.time += 60_000;
      await callTool(endpoint, 'search_posts', { query: '日记' });
      expect(stock.asked.slice(times)).to.include('/api/search/index.json').and.include('/api/mcp.json');
    }
  });

  for (const [who, inIndex, inFile] of [
    ['its index', { encrypted: true }, {}],
    ['only its file', {}, { encrypted: true }],
  ] as const) {
    it(`hides an article that ${who} marks as encrypted, even if the file contains the text of the article`, async () => {
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

  it('gives empty answers if it is empty, and an error if its index is invalid', async () => {
    const empty = (await open({ ...stranger, '/api/index.json': { ...index, posts: [] } })).endpoint;
    expect(factOf(await callTool(empty, 'search_posts', { query: 'x' }), 'total')).to.equal('0');
    expect(textOf(await callTool(empty, 'list_categories'))).to.match(/^categories: 0\n\ntags: 0 \(/);
    for (const broken of ['{', '7', '{"posts":7}', 'null']) {
      const { endpoint } = await open({ ...stranger, '/api/index.json': broken });
      expect((await ask(endpoint, 'tools/list')).error?.code, broken).to.be.oneOf([-32603, -32000]);
    }
  });

  it('is served by its index if its manifest is missing or invalid', async () => {
    const { '/api/mcp.json': _manifest, ...bare } = stranger;
    const deep = `{"resources":${'['.repeat(100)}${']'.repeat(100)}}`;
    const [resource] = manifest.resources;
    const wrong = [
      { resources: [{ ...resource, title: 7 }] },
      { resources: [{ ...resource, mimeType: null }] },
      ...[null, {}, ['lang'], [{ name: 7 }]].map((args) => ({ prompts: [{ name: 'prompt-review', arguments: args }] })),
    ].map((members) => JSON.stringify({ ...manifest, ...members }));
    for (const files of [
      bare,
      ...['{', '7', 'null', '{"posts":7}', '<!doctype html>', deep, ...wrong].map((text) => ({
        ...bare,
        '/api/mcp.json': text,
      })),
    ]) {
      const { endpoint } = await open(files);
      const { resources } = (await ask(endpoint, 'resources/list')).result;
      expect(resources.map(({ name }: Json) => name)).to.deep.equal(['prompt-review', 'algo-skip', 'game-diary']);
      for (const { uri } of resources)
        expect((await ask(endpoint, 'resources/read', { uri })).result.contents[0].text).to.equal(
          stranger[uri.slice(index.url.length)],
        );
      expect((await ask(endpoint, 'tools/list')).result.tools).to.have.lengthOf(3);
      expect((await ask(endpoint, 'resources/templates/list')).result.resourceTemplates).to.deep.equal([]);
      expect((await ask(endpoint, 'prompts/list')).result.prompts).to.deep.equal([
        { name: 'prompt-review', title: '评审提示词', description: '', arguments: [] },
      ]);
      const { result } = await ask(endpoint, 'prompts/get', { name: 'prompt-review', arguments: { lang: 'Go' } });
      expect(result.messages[0].content.text).to.equal('评审 {{LANG}} 代码');
      const post = await callTool(endpoint, 'get_post', { slug: 'algo-skip' });
      expect(post.content[0].text).to.equal(stranger['/api/posts/algo-skip.md']);
      expect(slugsOf(await callTool(endpoint, 'search_posts', { category: '算法' }))).to.deep.equal(['algo-skip']);
      expect(textOf(await callTool(endpoint, 'list_categories'))).to.contain('- post_count: 3 | name: 技术');
    }
  });

  it('without a manifest has the same prompts as a lenient build, in any case and with underscores', async () => {
    const posts = ['Prompt-A', 'prompt_b', 'prompts-c', 'a-prompt-d'].map((slug) => ({ ...index.posts[0], slug }));
    const { endpoint } = await open({ '/api/index.json': { ...index, posts } });
    const { prompts } = (await ask(endpoint, 'prompts/list')).result;
    expect(prompts.map(({ name }: Json) => name)).to.have.members(['Prompt-A', 'prompt_b']);
  });

  it('may keep its articles at any address, and loses only the invalid entries of its index', async () => {
    const [entry] = index.posts.slice(1);
    const moved = { ...entry, api_json_url: `${index.url}/machine/1.json`, api_md_url: `${index.url}/machine/1.md` };
    const { endpoint } = await open({
      '/api/index.json': { ...index, posts: [null, 7, {}, { slug: 'x'.repeat(201) }, { slug: 'only' }, moved] },
      '/machine/1.json': stranger['/api/posts/algo-skip.json'],
      '/machine/1.md': '# 甲\n',
    });
    expect(slugsOf(await callTool(endpoint, 'search_posts'))).to.deep.equal(['only', 'algo-skip']);
    const post = await callTool(endpoint, 'get_post', { slug: 'algo-skip' });
    expect(post.content[0].text).to.equal(stranger['/api/posts/algo-skip.md']);
    const { result } = await ask(endpoint, 'resources/read', { uri: moved.api_md_url });
    expect(result.contents[0].text).to.equal('# 甲\n');
    expect((await callTool(endpoint, 'get_post', { slug: 'only' })).isError).to.equal(true);
  });

  it('is searched by its list of articles if the search index claims impossible numbers', async () => {
    const own = await shelf();
    const first = JSON.parse(own.files.get('/api/search/index.json')!);
    for (const claim of [
      { posts: 2_000_000_000 },
      { posts: 2_000_000_000, per_piece: 2_000_000_000 },
      { posts: 1e15, dates: [] },
      { posts: -1 },
      { per_piece: 0 },
      { pieces: 0 },
      { posts: 0.5 },
      { dates: 'x'.repeat(8) },
    ]) {
      const stock = await shelf(
        new Map(own.files).set('/api/search/index.json', JSON.stringify({ ...first, ...claim })),
      );
      const answer = await callTool(endpointOf(stock), 'search_posts', { query: '算法', limit: 3 });
      expect(slugsOf(answer), JSON.stringify(claim)).to.have.lengthOf(3);
      expect(textOf(answer)).to.contain('没有检索索引');
      expect(stock.logged.join()).to.contain('treated as absent');
    }
  });

  it('may have addresses, titles and search files of any size, and is still searched', async () => {
    const own = await shelf();
    const files = new Map(own.files);
    const site = JSON.parse(files.get('/api/index.json')!);
    const slashes = `${site.url}${'/'.repeat(400_000)}x`;
    Object.assign(site.posts[0], { url: slashes, title: '长'.repeat(400_000) });
    files.set('/api/index.json', JSON.stringify(site));
    const first = JSON.parse(files.get('/api/search/index.json')!);
    const variants = Array.from(
      { length: 200_000 },
      (_, at) => `${'跳'.repeat(at === 0 ? 1 : 20)}${at} ${'表'.repeat(99)}`,
    );
    files.set(
      '/api/search/index.json',
      JSON.stringify({ ...first, variants: `跳 ${'表'.repeat(1_000_000)}|${variants.join('|')}` }),
    );
    for (const [path, text] of files) {
      if (path.includes('/terms/'))
        files.set(
          path,
          text.replace(
            /^(\S+) .*$/gm,
            (line, term) => `${term} ${line.slice(term.length + 1)}${'zzzzzzzz!'.repeat(9)}`,
          ),
        );
      if (path === '/api/search/names.json')
        files.set(
          path,
          text.replace(/"post_count":\d+/g, '"post_count":"many"').replace('"tags":[', '"tags":[null,7,{},'),
        );
    }
    const other = endpointOf(await shelf(files));
    expect((await callTool(other, 'get_post', { slug: 'no-such' })).isError).to.equal(true);
    expect(textOf(await callTool(other, 'search_posts', { query: '跳表与背压' })).length).to.be.below(20_000);
    expect((await callTool(other, 'search_posts', { tag: 'x' })).isError).to.equal(true);
    expect(textOf(await callTool(other, 'list_categories'))).to.contain('tags: 0');
  });

  it('may begin its files with a byte order mark', async () => {
    const own = await shelf();
    const plain = endpointOf(own);
    const marked = endpointOf(await shelf(new Map([...own.files].map(([path, text]) => [path, `\ufeff${text}`]))));
    for (const [name, input] of [
      ['search_posts', { query: '跳表 | 回车' }],
      ['search_posts', { category: 'prompt' }],
      ['get_post', { slug: 'algo-long' }],
      ['list_categories', {}],
    ] as const)
      expect(textOf(await callTool(marked, name, { ...input }))).to.equal(
        textOf(await callTool(plain, name, { ...input })),
      );
  });

  it('is searched without loading terms if only a category or a tag is given', async () => {
    const own = await shelf();
    const endpoint = endpointOf(own);
    for (const input of [{}, { category: '技术' }, { category: 'tech' }, { tag: 'Prompt' }, { tag: 'prompt' }])
      expect(slugsOf(await callTool(endpoint, 'search_posts', input))).to.have.length.above(0);
    expect(own.asked.filter((path) => path.includes('/terms/'))).to.deep.equal([]);
  });
});
