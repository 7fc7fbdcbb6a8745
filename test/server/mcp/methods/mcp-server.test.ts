// Encrypted articles are listed, but no method reveals a word of their bodies or their passwords.
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import {
  ask,
  callTool,
  endpointOf,
  factOf,
  listAll,
  requestOf,
  revisions,
  shelf,
  slugsOf,
  textOf,
} from '../adapter.ts';
import type { Shelf } from '../adapter.ts';
import { base, secrets } from '../site.ts';

const locked = ['algo-locked', 'prompt-locked'];

describe('an encrypted article', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  before(async () => {
    stock = await shelf();
    endpoint = endpointOf(stock);
  });

  it('is listed like every article, and is marked as encrypted in its _meta and its description', async () => {
    const resources = (await listAll(endpoint, 'resources/list', 'resources')).flat();
    for (const slug of locked) {
      const resource = resources.find(({ name }) => name === slug);
      expect(resource._meta).to.deep.equal({ encrypted: true });
      expect(resource.description).to.contain('加密');
    }
    expect(resources.filter(({ _meta: meta }) => meta?.encrypted)).to.have.lengthOf(locked.length);
  });

  it('is read as a notice that it is encrypted', async () => {
    for (const slug of locked) {
      const { result } = await ask(endpoint, 'resources/read', { uri: `${base}/api/posts/${slug}.md` });
      expect(result.contents[0].text).to.equal('<!-- This post is encrypted. Content is not available. -->');
    }
  });

  it('makes get_post answer with the address for people, without reading the files of the article', async () => {
    const asked = stock.asked.length;
    for (const input of [{}, { section: '绝密的句子没有人该读到' }, { offset: 5 }]) {
      const answer = await callTool(endpoint, 'get_post', {
        slug: 'algo-locked',
        ...input,
      });
      expect(answer.isError).to.not.equal(true);
      expect(textOf(answer))
        .to.match(/^《上锁的一篇》已加密/)
        .and.contain(`${base}/posts/algo-locked/`);
      for (const [key, value] of Object.entries({ title: '上锁的一篇', slug: 'algo-locked', encrypted: 'true' }))
        expect(factOf(answer, key)).to.equal(value);
    }
    expect(stock.asked.length).to.equal(asked);
  });

  it('is never a prompt', async () => {
    const { result } = await ask(endpoint, 'prompts/list');
    expect(JSON.stringify(result)).to.not.contain('locked');
    expect((await ask(endpoint, 'prompts/get', { name: 'prompt-locked' })).error?.code).to.equal(-32602);
  });

  it('is found only by its public metadata', async () => {
    const found = await callTool(endpoint, 'search_posts', { query: '上锁的一篇' });
    expect([factOf(found, 'slug'), factOf(found, 'encrypted')]).to.deep.equal(['algo-locked', 'true']);
    for (const query of secrets) {
      const slugs = slugsOf(await callTool(endpoint, 'search_posts', { query }));
      expect(slugs, query).to.not.include.members(locked);
    }
  });

  it('gives away no word of its body or password by any method of any revision', async () => {
    const posts = locked.flatMap((slug) => [
      ['get_post', { slug }] as const,
      ['get_post', { slug, section: secrets[0]! }] as const,
      ['search_posts', { query: slug }] as const,
    ]);
    const uris = ['.md', '.json'].flatMap((ending) => locked.map((slug) => `${base}/api/posts/${slug}${ending}`));
    const documents = ['/api/categories/algo.md', '/api/categories/tech.md', '/llms.txt'].map((path) => base + path);
    const requests: (readonly [string, Record<string, unknown>])[] = [
      ...posts.map(([name, input]) => ['tools/call', { name, arguments: input }] as const),
      ['tools/call', { name: 'search_posts', arguments: { limit: 50 } }],
      ['tools/call', { name: 'list_categories', arguments: {} }],
      ...[...uris, ...documents].map((uri) => ['resources/read', { uri }] as const),
      ...['resources/list', 'resources/templates/list', 'tools/list', 'prompts/list'].map(
        (method) => [method, {}] as const,
      ),
      ['prompts/get', { name: 'prompt-locked', arguments: {} }],
      [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: 'prompt-locked' }, argument: { name: 'x', value: '' } },
      ],
      [
        'completion/complete',
        { ref: { type: 'ref/resource', uri: `${base}/api/posts/{slug}.md` }, argument: { name: 'slug', value: 'l' } },
      ],
      ['server/discover', {}],
    ];
    for (const revision of revisions) {
      for (const [method, params] of requests) {
        const { headers, body } = requestOf(method, params, { revision });
        const response = await endpoint(
          new Request('http://localhost/mcp', { method: 'POST', headers: { host: 'localhost', ...headers }, body }),
        );
        const text = await response.text();
        // Errors quote the client's own words, so only other words count as revealed.
        for (const secret of secrets.filter((word) => !body.includes(word)))
          expect(text, `${method} ${JSON.stringify(params)}`).to.not.contain(secret);
      }
    }
    expect(stock.logged).to.deep.equal([]);
  });
});
