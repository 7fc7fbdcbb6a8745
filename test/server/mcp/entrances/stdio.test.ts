// The adapter on stdio: it answers messages that the SDK's transport drops, and answers every request before it ends.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect } from 'chai';
import type { Site } from '../../../../server/mcp/site/open-site.ts';
import { serve } from '../../../../server/mcp/entrances/stdio.ts';
import { requestOf, revisions, shelf, siteOf, slugsOf } from '../adapter.ts';
import type { Answer, Revision, Shelf } from '../adapter.ts';
import { startAdapter, stop, talk } from '../adapter-process.ts';
import { base, filesOf, makeSite } from '../site.ts';

const initialize = (protocolVersion: string, id = 0): string =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } },
  });
const initialized = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const lineOf = (method: string, params: Record<string, unknown>, revision: Revision, id: unknown = 1): string =>
  requestOf(method, params, { revision, id }).body;

describe('the adapter on stdio', () => {
  let stock: Shelf;
  before(async () => (stock = await shelf()));

  /** Sends these lines, ends the input, and returns the answers. */
  const say = (...lines: (string | Uint8Array)[]): Promise<Answer[]> => sayTo(siteOf(stock), ...lines);
  async function sayTo(site: Site, ...lines: (string | Uint8Array)[]): Promise<Answer[]> {
    const input = new PassThrough();
    const output = new PassThrough();
    const heard: Buffer[] = [];
    output.on('data', (chunk: Buffer) => heard.push(chunk));
    const served = serve(site, { input, output, log: (text) => stock.logged.push(text) });
    for (const line of lines) {
      input.write(line);
      input.write('\n');
    }
    input.end();
    await served;
    const text = Buffer.concat(heard).toString();
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Answer);
  }
  const byId = (answers: readonly Answer[], id: unknown): Answer => answers.find((answer) => answer.id === id)!;

  it('serves the Agent Skills of a site', async () => {
    const site = siteOf(await shelf(await filesOf(undefined, { skills: true })));
    const uri = 'skill://prompt-plain/SKILL.md';
    const answers = await sayTo(
      site,
      lineOf('skills/list', {}, '2026-07-28', 1),
      lineOf('skills/get', { uri }, '2026-07-28', 2),
      lineOf('resources/read', { uri }, '2026-07-28', 3),
      lineOf('skills/get', { uri: 'skill://algo-long/SKILL.md' }, '2026-07-28', 4),
    );
    expect(byId(answers, 1).result.skills[0].uri).to.equal(uri);
    const { skill } = byId(answers, 2).result;
    expect(Buffer.byteLength(byId(answers, 3).result.contents[0].text)).to.equal(skill.resources[0].size);
    expect(byId(answers, 4).error?.code).to.equal(-32602);
  });

  for (const revision of revisions) {
    it(`serves ${revision}`, async () => {
      const uri = `${base}/api/posts/gone.md`;
      const answers = await say(
        ...(revision === '2026-07-28' ? [] : [initialize(revision), initialized]),
        lineOf('resources/list', {}, revision, 1),
        lineOf('tools/call', { name: 'search_posts', arguments: { query: '跳表' } }, revision, 2),
        lineOf('resources/read', { uri }, revision, 3),
        lineOf('prompts/get', { name: 'prompt-review', arguments: {} }, revision, 4),
      );
      if (revision !== '2026-07-28') expect(byId(answers, 0).result.protocolVersion).to.equal(revision);
      expect(byId(answers, 1).result.resources).to.have.lengthOf(100);
      expect(slugsOf(byId(answers, 2).result)).to.deep.equal(['algo-long']);
      expect(byId(answers, 3).error?.code).to.equal(revision === '2026-07-28' ? -32602 : -32002);
      expect(byId(answers, 4).error?.code).to.equal(-32602);
    });
  }

  it('describes itself to a client of 2026-07-28, and still accepts a handshake afterwards', async () => {
    const answers = await say(lineOf('server/discover', {}, '2026-07-28', 1), initialize('2025-11-25', 2), initialized);
    expect(byId(answers, 1).result.supportedVersions).to.deep.equal(['2026-07-28']);
    expect(byId(answers, 2).result.protocolVersion).to.equal('2025-11-25');
  });

  it('accepts or refuses each request by the revision of that request, whatever was sent before', async () => {
    const naming = (revision: unknown, id: number, method = 'tools/list'): string => {
      const message = JSON.parse(lineOf(method, {}, '2026-07-28', id)) as {
        params: { _meta: Record<string, unknown> };
      };
      message.params._meta['io.modelcontextprotocol/protocolVersion'] = revision;
      return JSON.stringify(message);
    };
    const before = [
      [],
      [naming('2026-07-28', 1, 'server/discover')],
      [naming('2026-07-28', 1)],
      [initialize('2025-11-25', 1), initialized],
      [initialize('2025-03-26', 1), initialized],
    ];
    for (const lines of before) {
      const label = lines.join(' ').slice(0, 120);
      for (const revision of ['2099-01-01', '2025-11-25', '', '2026-07-28 ']) {
        for (const method of ['tools/list', 'server/discover', 'ping']) {
          const answer = byId(await say(...lines, naming(revision, 2, method)), 2);
          expect(answer.error?.code, `${label} ${method} ${revision}`).to.equal(-32022);
          expect(answer.error?.data).to.deep.equal({ supported: ['2026-07-28'], requested: revision });
        }
      }
      const answers = await say(...lines, naming('2026-07-28', 2), naming('2099-01-01', 3), naming('2026-07-28', 4));
      expect([2, 3, 4].map((id) => byId(answers, id).error?.code)).to.deep.equal([undefined, -32022, undefined]);
      expect(byId(answers, 4).result.resultType, label).to.equal('complete');
    }
    expect(byId(await say(naming(7, 1)), 1).error?.code).to.equal(-32602);
  });

  it('accepts a handshake after a request with a future revision', async () => {
    const future = lineOf('tools/list', {}, '2026-07-28', 1).replace('2026-07-28', '2099-01-01');
    const missing = `${base}/api/posts/gone.md`;
    const answers = await say(
      future,
      initialize('2025-06-18', 2),
      initialized,
      lineOf('resources/read', { uri: missing }, '2025-06-18', 3),
      lineOf('resources/read', { uri: missing }, '2026-07-28', 4),
    );
    expect([1, 3, 4].map((id) => byId(answers, id).error?.code)).to.deep.equal([-32022, -32002, -32602]);
    expect(byId(answers, 2).result.protocolVersion).to.equal('2025-06-18');
  });

  it('answers malformed JSON with -32700, and invalid JSON-RPC with -32600', async () => {
    for (const line of ['nonsense', '{', new Uint8Array([0x22, 0xff, 0x22])]) {
      const [answer] = await say(line);
      expect([answer?.error?.code, answer?.id], String(line)).to.deep.equal([-32700, null]);
    }
    for (const line of ['1', 'null', '{}', '{"jsonrpc":"2.0","id":[],"method":"ping"}'])
      expect((await say(line))[0]?.error?.code, line).to.equal(-32600);
    expect(await say('', '  ', '\r')).to.deep.equal([]);
  });

  it('continues after an invalid message', async () => {
    const answers = await say('nonsense', initialize('2025-11-25'), '{]', lineOf('ping', {}, '2025-11-25', 5));
    expect(byId(answers, 5).result).to.deep.equal({});
    expect(answers.filter(({ id }) => id === null)).to.have.lengthOf(2);
  });

  it('answers a batch with one batch in 2025-03-26, and refuses a batch before a handshake and in later revisions', async () => {
    const batch = `[${lineOf('ping', {}, '2025-03-26', 1)},${initialized},${lineOf('tools/list', {}, '2025-03-26', 2)}]`;
    for (const revision of ['2025-06-18', '2025-11-25'] as const) {
      const answers = await say(initialize(revision), batch);
      expect(answers).to.have.lengthOf(2);
      expect(answers[1]).to.deep.include({ id: null }).and.to.have.nested.property('error.code', -32600);
    }
    expect((await say(batch))[0]?.error?.code).to.equal(-32600);
    const modern = await say(
      lineOf('server/discover', {}, '2026-07-28', 1),
      lineOf('tools/list', {}, '2026-07-28', 2),
      batch,
    );
    expect(modern.filter(({ error }) => error?.code === -32600)).to.have.lengthOf(1);
    const [, answered] = await say(initialize('2025-03-26'), batch);
    expect((answered as unknown as Answer[]).map(({ id }) => id)).to.have.members([1, 2]);
  });

  it('returns at most 4 MiB for a batch, and an answer to each of its requests', async () => {
    const uri = `${base}/api/categories/tech.md`;
    const files = new Map(await filesOf());
    files.set('/api/categories/tech.md', '字'.repeat(1_000_000));
    const lines = Array.from({ length: 20 }, (_, id) => lineOf('resources/read', { uri }, '2025-03-26', id + 1));
    const [, answered] = await sayTo(siteOf(await shelf(files)), initialize('2025-03-26'), `[${lines.join(',')}]`);
    const answers = answered as unknown as Answer[];
    expect(answers.map(({ id }) => id)).to.have.members(lines.map((_, index) => index + 1));
    expect(answers.filter(({ result }) => result)).to.have.length(4);
    expect(answers.find(({ error }) => error)!.error!.message).to.contain('separately');
  });

  it('answers each of several requests with the same id, also at the end of the input', async () => {
    for (const revision of ['2025-06-18', '2026-07-28'] as const) {
      const search = { name: 'search_posts', arguments: { query: '跳表' } };
      const answers = await say(
        ...(revision === '2026-07-28' ? [] : [initialize(revision), initialized]),
        lineOf('tools/call', search, revision, 1),
        lineOf('tools/list', {}, revision, 1),
        lineOf('prompts/list', {}, revision, 1),
      );
      const keys = answers.filter(({ id }) => id === 1).map(({ result }) => Object.keys(result ?? {}));
      for (const key of ['content', 'tools', 'prompts'])
        expect(
          keys.filter((names) => names.includes(key)),
          `${revision} ${key}`,
        ).to.have.lengthOf(1);
    }
  });

  it('answers each message of a batch, including invalid messages and repeated ids', async () => {
    const [ping, bad] = [lineOf('ping', {}, '2025-03-26', 1), '{"foo":"boo"}'];
    const [, answers] = await say(initialize('2025-03-26'), `[${ping},${bad},${ping}]`);
    expect((answers as unknown as Answer[]).map(({ id, error }) => [id, error?.code])).to.have.deep.members([
      [1, undefined],
      [1, undefined],
      [null, -32600],
    ]);
    const [, refused] = await say(initialize('2025-03-26'), `[${bad}]`);
    expect((refused as unknown as Answer[]).map(({ error }) => error?.code)).to.deep.equal([-32600]);
  });

  it('continues after a cancellation that has no id, names an unknown or a running request, or is itself a request', async () => {
    const cancelled = (rest: object): string =>
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', ...rest });
    const answers = await say(
      initialize('2025-03-26'),
      cancelled({}),
      cancelled({ params: { requestId: 7 } }),
      cancelled({ id: 3, params: { requestId: 3 } }),
      `[${lineOf('ping', {}, '2025-03-26', 4)},${cancelled({ params: { requestId: 4 } })}]`,
      lineOf('ping', {}, '2025-03-26', 5),
    );
    expect(byId(answers, 3).error?.code).to.equal(-32601);
    expect(byId(answers, 5).result).to.deep.equal({});
  });

  it('refuses a message over 1 MiB and reads the next', async () => {
    const answers = await say(`{"jsonrpc":"2.0","id":1,"x":"${'x'.repeat(1024 * 1024)}"}`, initialize('2025-11-25', 2));
    expect(answers[0]?.error).to.include({ code: -32600 }).and.have.property('message').that.contains('1048576 bytes');
    expect(byId(answers, 2).result.protocolVersion).to.equal('2025-11-25');
  });

  it('reads lines that arrive byte by byte', async () => {
    const input = new PassThrough();
    const output = new PassThrough();
    const served = serve(siteOf(stock), { input, output, log: () => {} });
    const bytes = Buffer.from(
      `${initialize('2025-11-25')}\r\n${lineOf('prompts/get', { name: '中文' }, '2025-11-25', '号')}`,
    );
    for (const byte of bytes) input.write(Buffer.from([byte]));
    input.end();
    await served;
    const answers = String(output.read())
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Answer);
    expect(byId(answers, '号').error?.message).to.contain('中文');
  });

  describe('as a process', () => {
    let site: Awaited<ReturnType<typeof makeSite>>;
    before(async () => (site = await makeSite(stock.files)));
    after(() => site.remove());

    it('answers every request that it read before its input ended, and then exits', async () => {
      const calls = Array.from({ length: 50 }, (_, id) =>
        lineOf('tools/call', { name: 'get_post', arguments: { slug: 'algo-long' } }, '2025-11-25', id + 1),
      );
      const answers = await talk(['--site', site.folder], [initialize('2025-11-25'), initialized, ...calls]);
      expect(answers).to.have.lengthOf(51);
      expect(answers.every(({ result }) => result)).to.equal(true);
    });

    it('writes only messages of the protocol to stdout, and exits when the client closes stdout', async () => {
      const child = startAdapter(['--site', site.folder]);
      child.stdin.on('error', () => {});
      child.stdin.write(`${initialize('2025-11-25')}\n`);
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      expect((JSON.parse(String(chunk)) as Answer).jsonrpc).to.equal('2.0');
      child.stdout.destroy();
      const ended = once(child, 'exit');
      for (let id = 1; id < 20; id += 1) child.stdin.write(`${lineOf('resources/list', {}, '2025-11-25', id)}\n`);
      await ended;
      await stop(child);
    });
  });
});
