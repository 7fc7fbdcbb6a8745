// A thousand random requests: the process survives, and every answer is valid JSON-RPC.
import { expect } from 'chai';
import fc from 'fast-check';
import { requestOf, revisions } from './adapter.ts';
import { startHttp, stop, talk } from './adapter-process.ts';
import { base, makeSite } from './site.ts';
import { cases } from '../../support/cases.ts';

const methods = cases<string>('fuzz', 'methods');
const words = [
  'algo-long',
  'algo-locked',
  'prompt-review',
  'search_posts',
  'get_post',
  `${base}/api/posts/algo-long.md`,
  '2026-07-28',
  '2025-03-26',
  'ref/prompt',
  '__proto__',
];
const keys = cases<string>('fuzz', 'keys');

const text = fc.oneof(fc.constantFrom(...words), fc.string({ unit: 'binary', maxLength: 40 }));
const leaf = fc.oneof(text, fc.integer(), fc.double(), fc.boolean(), fc.constant(null));
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc.array(tie('tree'), { maxLength: 5 }),
    fc
      .array(fc.tuple(fc.constantFrom(...keys), tie('tree')), { maxLength: 6 })
      .map((entries) => Object.fromEntries(entries)),
  ),
}));
const likely = fc
  .record({ method: fc.constantFrom(...methods), params: tree, revision: fc.constantFrom(...revisions), id: leaf })
  .map(({ method, params, revision, id }) =>
    requestOf(method, typeof params === 'object' && params !== null ? (params as Record<string, unknown>) : {}, {
      revision,
      id,
    }),
  );
const call = fc
  .record({
    name: fc.constantFrom('search_posts', 'get_post', 'list_categories'),
    arguments: tree,
    revision: fc.constantFrom(...revisions),
  })
  .map(({ revision, ...params }) => requestOf('tools/call', params, { revision }));
const wild = fc
  .oneof(
    tree.map((value) => JSON.stringify(value)),
    fc
      .record({ jsonrpc: fc.constantFrom('2.0', '1.0', 2), id: tree, method: fc.oneof(text, leaf), params: tree })
      .map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom(
      '['.repeat(100_000),
      '{"a":'.repeat(50_000),
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":' + '['.repeat(9_000) + ']'.repeat(9_000) + '}',
    ),
  )
  .map((body) => ({ headers: { 'content-type': 'application/json' } as Record<string, string>, body }));
const requests = fc.sample(fc.oneof(likely, call, wild), { numRuns: 1_000, seed: 20_261_120 });

describe('a thousand fuzzed requests', () => {
  let site: Awaited<ReturnType<typeof makeSite>>;
  let http: Awaited<ReturnType<typeof startHttp>>;
  before(async () => {
    site = await makeSite();
    http = await startHttp(['--site', site.folder]);
  });
  after(async () => {
    await stop(http.child);
    site.remove();
  });

  function expectAnswer(answer: unknown, about: string): void {
    if (Array.isArray(answer)) {
      expect(answer, about).to.have.length.above(0);
      for (const one of answer) expectAnswer(one, about);
      return;
    }
    const { jsonrpc, id, result, error, method } = answer as Record<string, unknown>;
    expect(jsonrpc, about).to.equal('2.0');
    if (method !== undefined) return void expect(method, about).to.match(/^notifications\//);
    expect((result === undefined) !== (error === undefined), about).to.equal(true);
    expect(id === null || typeof id === 'string' || typeof id === 'number', about).to.equal(true);
    if (error === undefined) return;
    const { code, message } = error as Record<string, unknown>;
    expect(Number.isInteger(code) && typeof message === 'string', about).to.equal(true);
    expect(message, about).to.not.match(/\bat .*:\d+:\d+|\/tmp\/|node_modules|is not a function|undefined \(/);
  }

  it('get valid answers over HTTP', async () => {
    const { child, url } = http;
    const statuses = new Map<number, number>();
    for (const { headers, body } of requests) {
      const safe = Object.fromEntries(Object.entries(headers).filter(([, value]) => /^[\x20-\x7e]*$/.test(value)));
      const response = await fetch(url, { method: 'POST', headers: safe, body });
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
      const answer = await response.text();
      const about = `${body.slice(0, 300)} -> ${response.status} ${answer.slice(0, 300)}`;
      if (answer === '') expect(response.status, about).to.equal(202);
      else if (response.headers.get('content-type')?.includes('event-stream'))
        for (const [, data] of answer.matchAll(/^data: (.+)$/gm)) expectAnswer(JSON.parse(data!), about);
      else expectAnswer(JSON.parse(answer), about);
    }
    expect(child.exitCode).to.equal(null);
    expect((await fetch(new URL('/', url))).status).to.equal(200);
    expect(await stop(child)).to.equal(0);
    expect(
      [...statuses.keys()].every((status) => [200, 202, 400, 404, 500].includes(status)),
      JSON.stringify([...statuses]),
    ).to.equal(true);
    expect(statuses.get(500) ?? 0).to.equal(0);
  });

  it('get valid answers on stdio', async () => {
    const lines = requests.map(({ body }) => body.replace(/[\r\n]/g, ' '));
    const last = requestOf('tools/list', {}, { revision: '2025-11-25', id: 'last' }).body;
    const answers = await talk(['--site', site.folder], [...lines, last]);
    for (const answer of answers) expectAnswer(answer, JSON.stringify(answer).slice(0, 300));
    expect(answers.some(({ id }) => id === 'last')).to.equal(true);
  });
});
