// The adapter over HTTP: all revisions on one endpoint, and requests that are refused before a message is read.
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import { ask, callTool, endpointOf, post, requestOf, revisions, shelf, slugsOf } from '../adapter.ts';
import type { Answer, Revision, Shelf } from '../adapter.ts';
import { base, filesOf } from '../site.ts';
import { cases } from '../../../support/cases.ts';

const old = revisions.filter((revision) => revision !== '2026-07-28');
const initialize = (protocolVersion: string): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });

describe('the adapter’s endpoint', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  const answerTo = async (request: Request): Promise<{ status: number; answer: Answer }> => {
    const response = await endpoint(request);
    return { status: response.status, answer: (await response.json()) as Answer };
  };
  before(async () => {
    stock = await shelf();
    endpoint = endpointOf(stock);
  });

  for (const revision of revisions) {
    it(`serves ${revision}: lists, reads, calls, prompts, completes`, async () => {
      const manifest = JSON.parse(stock.files.get('/api/mcp.json')!);
      const uri = `${base}/api/posts/algo-long.md`;
      const tools = await ask(endpoint, 'tools/list', {}, revision);
      expect(tools.result?.tools).to.deep.equal(manifest.tools);
      const templates = await ask(endpoint, 'resources/templates/list', {}, revision);
      expect(templates.result?.resourceTemplates).to.deep.equal(manifest.resourceTemplates);
      const prompts = await ask(endpoint, 'prompts/list', {}, revision);
      expect(prompts.result?.prompts).to.deep.equal(manifest.prompts);
      const read = await ask(endpoint, 'resources/read', { uri }, revision);
      expect(read.result?.contents).to.deep.equal([
        { uri, mimeType: 'text/markdown', text: stock.files.get('/api/posts/algo-long.md') },
      ]);
      const found = await callTool(endpoint, 'search_posts', { query: '跳表' }, revision);
      expect(slugsOf(found)).to.deep.equal(['algo-long']);
      const prompt = await ask(
        endpoint,
        'prompts/get',
        { name: 'prompt-review', arguments: { language: 'Go' } },
        revision,
      );
      expect(prompt.result?.messages[0].content.text).to.contain('请评审 Go 代码。');
      const completion = await ask(
        endpoint,
        'completion/complete',
        {
          ref: { type: 'ref/resource', uri: `${base}/api/posts/{slug}.md` },
          argument: { name: 'slug', value: 'algo-lo' },
        },
        revision,
      );
      expect(completion.result?.completion.values).to.deep.equal(['algo-locked', 'algo-long']);
    });
  }

  for (const revision of old) {
    it(`answers a handshake of ${revision}, without a session`, async () => {
      const response = await endpoint(post(initialize(revision)));
      const { result } = (await response.json()) as Answer;
      expect(result?.protocolVersion).to.equal(revision);
      expect(result?.serverInfo).to.include({ name: 'duplex', title: '双声道' });
      expect(result?.capabilities).to.have.all.keys('resources', 'tools', 'prompts', 'completions');
      expect(response.headers.get('mcp-session-id')).to.equal(null);
      const notified = await endpoint(post('{"jsonrpc":"2.0","method":"notifications/initialized"}'));
      expect([notified.status, await notified.text()]).to.deep.equal([202, '']);
      expect((await ask(endpoint, 'ping', {}, revision)).result).to.deep.equal({});
    });
  }

  it('answers a handshake of an unknown revision with the newest revision that has a handshake', async () => {
    // Some clients already send the requested revision in the header.
    for (const headers of [{}, { 'mcp-protocol-version': '1999-01-01' }]) {
      const { answer } = await answerTo(post(initialize('1999-01-01'), headers));
      expect(answer.result?.protocolVersion).to.equal('2025-11-25');
    }
  });

  it('describes itself to a client of 2026-07-28 without a handshake', async () => {
    const { result } = await ask(endpoint, 'server/discover');
    expect(result).to.deep.include({ supportedVersions: ['2026-07-28'], ttlMs: 60_000, cacheScope: 'public' });
  });

  it('refuses a revision that it does not support', async () => {
    const { headers, body } = requestOf(
      'tools/list',
      {},
      { headers: { 'mcp-protocol-version': '2024-10-07' }, revision: '2025-11-25' },
    );
    const { status, answer } = await answerTo(post(body, headers));
    expect(status).to.equal(400);
    expect(answer.error?.message).to.contain('"2024-10-07"').and.contain('2025-03-26');
    for (const sent of ['', '2025-06-18, 2025-06-18'])
      expect(
        (await answerTo(post(body, { ...headers, 'mcp-protocol-version': sent }))).answer.error?.message,
      ).to.contain(`"${sent}"`);
    const future = requestOf('tools/list', {}, { revision: '2026-07-28' });
    const claimed = future.body.replaceAll('2026-07-28', '2099-01-01');
    const unknown = await answerTo(post(claimed, { ...future.headers, 'mcp-protocol-version': '2099-01-01' }));
    expect([unknown.status, unknown.answer.error?.code]).to.deep.equal([400, -32022]);
  });

  it('reports an unknown resource with the error code that the revision requires', async () => {
    const codes: [Revision, number | undefined][] = [];
    for (const revision of revisions) {
      const { error } = await ask(endpoint, 'resources/read', { uri: `${base}/api/posts/gone.md` }, revision);
      codes.push([revision, error?.code]);
    }
    expect(Object.fromEntries(codes)).to.deep.equal({
      '2026-07-28': -32602,
      '2025-11-25': -32002,
      '2025-06-18': -32002,
      '2025-03-26': -32002,
      '2024-11-05': -32002,
    });
  });

  it('answers a batch in 2025-03-26, and refuses a batch in every later revision', async () => {
    const ping = (id: number) => ({ jsonrpc: '2.0', id, method: 'ping' });
    const note = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const batch = JSON.stringify([ping(1), note, ping(2)]);
    const { status, answer } = await answerTo(post(batch, { 'mcp-protocol-version': '2025-03-26' }));
    expect(status).to.equal(200);
    expect((answer as unknown as Answer[]).map(({ id }) => id)).to.have.members([1, 2]);
    const notes = await endpoint(post(JSON.stringify([note, note]), { 'mcp-protocol-version': '2025-03-26' }));
    expect(notes.status).to.equal(202);
    for (const revision of revisions.slice(0, 3)) {
      const refused = await answerTo(post(batch, { 'mcp-protocol-version': revision }));
      expect([refused.status, refused.answer.error?.code, refused.answer.id]).to.deep.equal([400, -32600, null]);
    }
    // An invalid message in a batch gets an error, and all other messages get their answers.
    const mixed = await answerTo(post(JSON.stringify([ping(1), { foo: 'boo' }, 7, { id: 9, method: 3 }, ping(2)])));
    const answers = (mixed.answer as unknown as Answer[]).map(({ id, error }) => [id, error?.code]);
    expect(mixed.status).to.equal(200);
    expect(answers).to.have.deep.members([
      [1, undefined],
      [2, undefined],
      [9, -32600],
      [null, -32600],
      [null, -32600],
    ]);
    for (const body of ['[]', JSON.stringify(Array.from({ length: 101 }, (_, id) => ping(id)))]) {
      expect((await answerTo(post(body))).answer.error?.code).to.equal(-32600);
    }
    expect((await answerTo(post(`[${initialize('2025-03-26')}]`))).answer.error?.code).to.equal(-32600);
  });

  it('returns at most 4 MiB for a batch, and an answer to each of its requests', async () => {
    const uri = `${base}/api/categories/tech.md`;
    const files = new Map(await filesOf());
    files.set('/api/categories/tech.md', '字'.repeat(1_000_000));
    const large = await shelf(files);
    const last = '/api/posts/algo-long.md';
    const read = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'resources/read',
      params: { uri: id === 99 ? `${base}${last}` : uri },
    });
    const batch = JSON.stringify(Array.from({ length: 100 }, (_, id) => read(id)));
    const other = endpointOf(large);
    const response = await other(post(batch, { 'mcp-protocol-version': '2025-03-26' }));
    const text = await response.text();
    expect(text.length).to.be.below(5 * 1024 * 1024);
    const answers = JSON.parse(text) as Answer[];
    expect(answers.map(({ id }) => id)).to.have.members(Array.from({ length: 100 }, (_, id) => id));
    expect(answers.filter(({ result }) => result)).to.have.length(4);
    expect(large.asked, 'no file is read for a refused request').not.to.include(last);
    const [refused] = answers.filter(({ error }) => error);
    expect(refused!.error).to.include({ code: -32000 });
    expect(refused!.error!.message).to.contain('separately');
    // A request outside of a batch is answered, even for a large file.
    const alone = await other(post(JSON.stringify(read(1)), { 'mcp-protocol-version': '2025-03-26' }));
    const { result } = (await alone.json()) as Answer;
    expect(result.contents[0].text).to.have.length(1_000_000);
  });

  it('starts no request of a batch after 2 s, and answers the remaining requests with an error', async () => {
    const batch = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
    const { now } = performance;
    let time = 0;
    // A search on a large site takes about 80 ms.
    performance.now = () => (time += 80);
    try {
      const { answer } = await answerTo(post(batch, { 'mcp-protocol-version': '2025-03-26' }));
      const answers = answer as unknown as Answer[];
      expect(answers.map(({ id }) => id)).to.deep.equal(Array.from({ length: 50 }, (_, id) => id));
      expect(answers.filter(({ result }) => result)).to.have.length(24);
      expect(answers.at(-1)!.error).to.include({ code: -32000 });
    } finally {
      performance.now = now;
    }
  });

  it('answers other clients between the requests of a batch', async () => {
    const batch = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
    const other = endpointOf(stock);
    const ended: string[] = [];
    const asked = other(post(batch, { 'mcp-protocol-version': '2025-03-26' })).then(() => ended.push('batch'));
    await new Promise((resolve) => setTimeout(resolve, 0));
    const { headers, body } = requestOf('tools/list', {}, { revision: '2025-06-18' });
    await Promise.all([asked, other(post(body, headers)).then(() => ended.push('message'))]);
    expect(ended).to.deep.equal(['message', 'batch']);
  });

  it('limits the messages of all batches together to a hundred a second, and does not limit single messages', async () => {
    const batch = JSON.stringify(Array.from({ length: 60 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' })));
    const other = endpointOf(stock);
    const batches = [1, 2].map(() => other(post(batch, { 'mcp-protocol-version': '2025-03-26' })));
    const [taken, refused] = await Promise.all(batches);
    expect([taken!.status, refused!.status, refused!.headers.get('retry-after')]).to.deep.equal([200, 429, '1']);
    expect(((await refused!.json()) as Answer).error).to.include({ code: -32000 });
    expect((await ask(other, 'ping', {}, '2025-03-26')).result).to.deep.equal({});
  });

  it('refuses an object of more than 20 members at any depth, before anything else reads it', async () => {
    const wide = (members: number) => Object.fromEntries(Array.from({ length: members }, (_, at) => [`k${at}`, at]));
    const name = 'list_categories';
    for (const revision of revisions) {
      for (const params of [
        { name, arguments: wide(21) },
        { name, arguments: {}, ...wide(21) },
        { name, arguments: { query: [{ deep: wide(21) }] } },
      ]) {
        const { error } = await ask(endpoint, 'tools/call', params, revision);
        expect(error, revision).to.include({ code: -32602 });
        expect(error!.message).to.contain('more than 20 members');
      }
      const most = await ask(endpoint, 'tools/call', { name, arguments: wide(20) }, revision);
      expect(most.result?.isError, 'the tool names the unknown arguments').to.equal(true);
    }
    const ping = { jsonrpc: '2.0', id: 3, method: 'ping', params: { _meta: wide(21) } };
    const { status, answer } = await answerTo(post(JSON.stringify(ping)));
    expect([status, answer.error?.code, answer.id]).to.deep.equal([400, -32602, 3]);
    const [batched] = (await answerTo(post(JSON.stringify([ping])))).answer as unknown as Answer[];
    expect([batched!.id, batched!.error?.code]).to.deep.equal([3, -32602]);
    const nested = `{"jsonrpc":"2.0","id":4,"method":"ping","params":{"_meta":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}`;
    expect((await answerTo(post(nested))).answer.result).to.deep.equal({});
  });

  it('accepts /mcp with extra slashes, and refuses a compressed body', async () => {
    const { headers, body } = requestOf('ping', {}, { revision: '2025-06-18' });
    for (const path of ['/mcp/', '//mcp', '//mcp//']) {
      const request = new Request(`http://localhost${path}`, {
        method: 'POST',
        headers: { host: 'localhost', ...headers },
        body,
      });
      expect((await answerTo(request)).answer.result, path).to.deep.equal({});
    }
    const { status, answer } = await answerTo(post(body, { ...headers, 'content-encoding': 'gzip' }));
    expect([status, answer.error?.message]).to.deep.equal([
      415,
      'Unsupported Media Type: send the body without Content-Encoding (gzip)',
    ]);
  });

  it('treats null as absent, and accepts unknown members', async () => {
    const send = async (message: object): Promise<Answer> =>
      (await answerTo(post(JSON.stringify({ jsonrpc: '2.0', id: 1, ...message })))).answer;
    const unset = { cursor: null, _meta: { progressToken: null } };
    for (const params of [null, [], {}, unset, { cursor: '' }])
      expect((await send({ method: 'tools/list', params, extra: { a: 1 } })).result.tools).to.have.lengthOf(3);
    for (const values of [null, [], {}])
      for (const [method, name] of [
        ['tools/call', 'list_categories'],
        ['prompts/get', 'prompt-plain'],
      ])
        expect((await send({ method, params: { name, arguments: values } })).result, method).to.be.an('object');
    for (const odd of [null, 7, {}, { name: null, title: null }, { roots: null, sampling: 3 }])
      for (const member of ['capabilities', 'clientInfo', 'protocolVersion']) {
        const hello = JSON.parse(initialize('2025-06-18'));
        const { result } = await send({ ...hello, params: { ...hello.params, [member]: odd } });
        expect(result?.serverInfo.name, `${member} ${JSON.stringify(odd)}`).to.equal('duplex');
      }
  });

  it('names the wrong parameter in one line', async () => {
    for (const [method, params, words] of cases<[string, object, string]>('endpoint', 'wrong parameters'))
      for (const revision of revisions) {
        const { error } = await ask(endpoint, method, { ...params }, revision);
        expect([error?.code, error?.message], revision).to.deep.equal([-32602, `Invalid params: ${words}`]);
      }
  });

  it('answers invalid JSON with -32700 and invalid JSON-RPC with -32600', async () => {
    const notUtf8 = new Uint8Array([0x22, 0xff, 0x22]);
    for (const body of ['', '{', 'nonsense', notUtf8]) {
      const { status, answer } = await answerTo(post(body));
      expect([status, answer.error?.code, answer.id], String(body)).to.deep.equal([400, -32700, null]);
    }
    for (const body of cases<string>('endpoint', 'bodies')) {
      const { status, answer } = await answerTo(post(body));
      expect([status, answer.error?.code], body).to.deep.equal([400, -32600]);
    }
    const { answer } = await answerTo(post('{"jsonrpc":"2.0","id":7,"method":7}'));
    expect(answer.id).to.equal(7);
  });

  it('answers an unknown method with -32601, and bad parameters and unknown names with -32602', async () => {
    for (const revision of revisions) {
      expect((await ask(endpoint, 'nothing/here', {}, revision)).error?.code).to.equal(-32601);
      expect((await ask(endpoint, 'tools/call', { name: 'no_such_tool' }, revision)).error?.code).to.equal(-32602);
      expect((await ask(endpoint, 'prompts/get', { name: 'no-such-prompt' }, revision)).error?.code).to.equal(-32602);
      expect((await ask(endpoint, 'resources/list', { cursor: 'forged' }, revision)).error?.code).to.equal(-32602);
    }
  });

  it('refuses a body over 1 MiB, another media type and any method but POST', async () => {
    const padded = (bytes: number): string => {
      const body = requestOf('ping', {}, { revision: '2025-11-25' }).body;
      return body + ' '.repeat(bytes - body.length);
    };
    expect((await endpoint(post(padded(1024 * 1024)))).status).to.equal(200);
    const over = await answerTo(post(padded(1024 * 1024 + 1)));
    expect([over.status, over.answer.error?.code]).to.deep.equal([413, -32000]);
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      expect((await answerTo(post('{}', { 'content-type': type }))).status, type).to.equal(415);
    }
    for (const type of ['application/json; charset=utf-8', 'Application/JSON']) {
      expect((await answerTo(post('{}', { 'content-type': type }))).status, type).to.equal(400);
    }
    for (const method of ['GET', 'DELETE', 'PUT', 'PATCH']) {
      const response = await endpoint(new Request('http://localhost/mcp', { method }));
      expect([response.status, response.headers.get('allow')], method).to.deep.equal([405, 'POST, OPTIONS']);
      expect(((await response.json()) as Answer).jsonrpc).to.equal('2.0');
    }
  });

  it('answers GET / with a line about the service, and unknown paths with 404', async () => {
    const response = await endpoint(new Request('http://localhost/'));
    const text = await response.text();
    expect(text).to.match(/^双声道 .*https:\/\/e\.example\/blog.*2026-07-28.*\n$/);
    for (const path of ['/MCP', '/mcp/x', '/x', '/api/mcp.json', '/..%2f']) {
      expect((await endpoint(new Request(`http://localhost${path}`))).status, path).to.equal(404);
    }
  });

  it('tells nobody why it cannot read the site', async () => {
    const dead = await shelf();
    dead.state = 'dead';
    const broken = endpointOf(dead);
    for (const revision of revisions) {
      const { headers, body } = requestOf('tools/list', {}, { revision });
      const response = await broken(post(body, headers));
      const text = await response.text();
      expect((JSON.parse(text) as Answer).error?.code, revision).to.equal(-32603);
      expect(text).to.not.contain('secret');
    }
    const front = await broken(new Request('http://localhost/'));
    expect([front.status, (await front.text()).includes('secret')]).to.deep.equal([500, false]);
    expect(dead.logged.join()).to.contain('/secret/place');
    // Methods that do not need the site still work, and a tool returns an error.
    expect((await ask(broken, 'server/discover')).result).to.be.an('object');
    expect((await callTool(broken, 'list_categories')).isError).to.equal(true);
    dead.state = 'alive';
    expect((await callTool(broken, 'list_categories')).isError).to.not.equal(true);
  });

  it('ignores a search index that is cut off in the middle of a character, and logs this', async () => {
    const torn = await shelf();
    torn.cut.add('/api/search/index.json');
    const endpoint = endpointOf(torn);
    expect((await callTool(endpoint, 'search_posts')).isError).to.not.equal(true);
    expect((await callTool(endpoint, 'search_posts', { query: '索引' })).isError).to.not.equal(true);
    expect(torn.logged.join('\n')).to.contain('search/index.json is not UTF-8');
  });
});
