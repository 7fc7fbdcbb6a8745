// The official clients, of both major versions of the SDK, over both transports: they list and call everything.
import { expect } from 'chai';
import type { Json } from '../../server/mcp/adapter.ts';
import { entrance, startHttp, stop } from '../../server/mcp/adapter-process.ts';
import { base, filesOf, makeSite } from '../../server/mcp/site.ts';
import { load } from './installed.ts';

const info = { name: 'test', version: '1' };

/** The methods of a client that the tests use; both major versions have them. */
type Client = Record<
  | 'listResources'
  | 'listResourceTemplates'
  | 'listTools'
  | 'listPrompts'
  | 'readResource'
  | 'callTool'
  | 'getPrompt'
  | 'complete',
  (params?: Json) => Promise<Json>
> & { close: () => Promise<void> };

const importSdk = async () => {
  const { Client: Client2, StreamableHTTPClientTransport: Http2 } = await import('@modelcontextprotocol/client');
  const { StdioClientTransport: Stdio2 } = await import('@modelcontextprotocol/client/stdio');
  const { Client: Client1 } = await import('@modelcontextprotocol/sdk/client/index.js');
  const { StdioClientTransport: Stdio1 } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const { StreamableHTTPClientTransport: Http1 } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
  return { Client1, Client2, Http1, Http2, Stdio1, Stdio2 };
};

describe('the official clients', () => {
  let sdk: Awaited<ReturnType<typeof importSdk>>;
  let site: Awaited<ReturnType<typeof makeSite>>;
  let files: Map<string, string>;
  let http: Awaited<ReturnType<typeof startHttp>> | undefined;
  before(async function () {
    sdk = await load(this, importSdk);
    files = await filesOf();
    site = await makeSite(files);
    http = await startHttp(['--site', site.folder]);
  });
  after(async () => {
    if (http === undefined) return;
    await stop(http.child);
    site.remove();
  });

  const command = () => ({
    command: process.execPath,
    args: [entrance, '--site', site.folder],
    stderr: 'ignore' as const,
  });
  const version2 = (mode: Json) => new sdk.Client2(info, { versionNegotiation: { mode } });
  const connected = async (client: Json, transport: Json): Promise<Client> => {
    await client.connect(transport);
    return client as Client;
  };
  const table: readonly (readonly [string, () => Promise<Client>])[] = [
    ['2.x on stdio, 2026-07-28', () => connected(version2({ pin: '2026-07-28' }), new sdk.Stdio2(command()))],
    ['2.x on stdio, negotiated', () => connected(version2('auto'), new sdk.Stdio2(command()))],
    ['2.x on stdio, by handshake', () => connected(version2('legacy'), new sdk.Stdio2(command()))],
    ['2.x over HTTP, 2026-07-28', () => connected(version2({ pin: '2026-07-28' }), new sdk.Http2(new URL(http!.url)))],
    ['2.x over HTTP, negotiated', () => connected(version2('auto'), new sdk.Http2(new URL(http!.url)))],
    ['2.x over HTTP, by handshake', () => connected(version2('legacy'), new sdk.Http2(new URL(http!.url)))],
    ['1.x on stdio', () => connected(new sdk.Client1(info), new sdk.Stdio1(command()))],
    ['1.x over HTTP', () => connected(new sdk.Client1(info), new sdk.Http1(new URL(http!.url)))],
  ];

  for (const [name, connect] of table) {
    it(`list and call everything: ${name}`, async () => {
      const client = await connect();
      try {
        await exercise(client);
      } finally {
        await client.close();
      }
    });
  }

  /** The items of all pages of a list; some clients join the pages themselves. */
  async function all(list: (params?: Json) => Promise<Json>, key: string): Promise<Json[]> {
    const items: Json[] = [];
    let cursor: string | undefined;
    do {
      const page: Json = await list(cursor === undefined ? undefined : { cursor });
      items.push(...page[key]);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return items;
  }

  async function exercise(client: Client): Promise<void> {
    const manifest = JSON.parse(files.get('/api/mcp.json')!);
    const resources = await all((params) => client.listResources(params), 'resources');
    expect(resources).to.deep.equal(manifest.resources);
    expect(await all((params) => client.listTools(params), 'tools')).to.deep.equal(manifest.tools);
    expect(await all((params) => client.listPrompts(params), 'prompts')).to.deep.equal(manifest.prompts);
    const templates = await all((params) => client.listResourceTemplates(params), 'resourceTemplates');
    expect(templates).to.deep.equal(manifest.resourceTemplates);

    for (const { uri } of [...resources.slice(0, 6), ...resources.slice(-6)]) {
      const { contents } = await client.readResource({ uri });
      expect(contents[0].text).to.equal(files.get(uri.slice(base.length)));
    }
    const found = await client.callTool({ name: 'search_posts', arguments: { query: '跳表' } });
    expect(found.content[0].text).to.match(/^slug: algo-long$/m);
    const post = await client.callTool({ name: 'get_post', arguments: { slug: 'algo-long', section: '第一节' } });
    expect(post.content[0].text).to.match(/^## 第一节/);
    const unknown = await client.callTool({ name: 'get_post', arguments: { slug: 'nope' } });
    expect(unknown.isError).to.equal(true);
    const categories = await client.callTool({ name: 'list_categories', arguments: {} });
    expect(categories.content[0].text).to.match(/^categories: 3$/m);
    const prompt = await client.getPrompt({ name: 'prompt-review', arguments: { language: 'Go' } });
    expect(prompt.messages[0].content.text).to.contain('请评审 Go 代码。');
    const { completion } = await client.complete({
      ref: { type: 'ref/prompt', name: 'prompt-review' },
      argument: { name: 'language', value: 'Type' },
    });
    expect(completion.values).to.deep.equal(['TypeScript']);
    const missing = await client.readResource({ uri: `${base}/api/posts/gone.md` }).catch((error: Error) => error);
    expect(missing.message).to.contain('not found');
  }
});
