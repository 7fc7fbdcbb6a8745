// Thousands of logins and refreshes, many at once, with a bad provider and a bad network: nothing is doubled, forked or
// leaked.
import { expect } from 'chai';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import nock from 'nock';
import pg from 'pg';
import { inspect } from '../support/invariants.ts';
import { fresh, startBackend } from '../support/login.ts';
import type { Backend, Person } from '../support/login.ts';
import { answerJson, answerText, grantOf, startProvider } from '../support/provider.ts';
import type { Script, ScriptedProvider } from '../support/provider.ts';
import { openProxy, through } from '../support/proxy.ts';
import type { Proxy } from '../support/proxy.ts';
import { makeSchema } from '../support/services.ts';
import type { Schema } from '../support/services.ts';
import { cases } from '../support/cases.ts';

/** How many logins and refreshes; STORM_REQUESTS=100000 is for a long evening. */
const most = Number(process.env.STORM_REQUESTS ?? 10_000);
const people = 150;
const hands = 24;
/** Counted in requests, not in time, so that as many pass between two cuts on a slow machine. */
const cutEvery = 200;

/** Codes that are right if the provider or the connection to the database fails, or if a code or token was used. */
const excusable = cases<string>('storm', 'excusable');

type Tokens = { readonly refresh_token: string; readonly user: { readonly id: string } };
type Outcome = { readonly status: number; readonly code: string | undefined; readonly tokens: Tokens | undefined };
/**
 * A session as its client knows it: all its tokens so far, the newest last. `usedAt`: when the first was first used.
 */
type Held = { readonly tokens: string[]; busy: boolean; usedAt: number };
/** Longer than any answer takes. */
const graceMs = 30_000;

const sessionOf = ({ refresh_token: token }: Tokens): string =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
const chance = (share: number): boolean => Math.random() < share;
const below = (limit: number): number => Math.floor(Math.random() * limit);

describe('a storm', () => {
  let schema: Schema;
  let way: Proxy;
  let provider: ScriptedProvider;
  let backend: Backend;

  before(async function () {
    schema = await makeSchema(this);
    nock.restore();
    way = await openProxy(schema.url, 5432);
    provider = await startProvider();
    // A session may be drawn again after any time, and its last answer may have been lost.
    backend = await startBackend({
      DATABASE_URL: through(schema.url, way),
      IDP_API_URL: provider.url,
      REFRESH_GRACE_SECONDS: String(graceMs / 1000),
    });
  });
  after(async () => {
    await backend?.stop();
    await provider?.close();
    await way?.close();
    await schema?.drop();
    if (!nock.isActive()) nock.activate();
  });

  const personOf = (number: number, channel: 'web' | 'mini', bound: boolean): Person => ({
    openid: `planted-${channel}-${number}`,
    ...(bound ? { unionid: `planted-u-${number}` } : {}),
  });
  /** Three of four answers are good, some of them late. */
  const fateOf = (person: Person): Script => {
    const good = answerJson(grantOf(person));
    const draw = Math.random();
    if (draw < 0.6) return good;
    if (draw < 0.75) return (socket) => void setTimeout(() => good(socket), below(60));
    if (draw < 0.8) return answerJson({ errcode: [-1, 40029, 40163, 40226][below(4)], errmsg: 'planted-text' });
    if (draw < 0.85) return (socket) => void socket.resetAndDestroy();
    if (draw < 0.9) return answerText('{"openid":"planted');
    if (draw < 0.95) return (socket) => void socket.end();
    return (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"openid":"planted');
  };

  /**
   * Like fetch at a third of the cost, because requests take most of the time of this test. No connection is kept
   * alive, so that none is used at the moment when it ends.
   */
  const agent = new Agent({ keepAlive: false });
  const ask = (target: string, json?: unknown): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const method = json === undefined ? 'GET' : 'POST';
      const headers = json === undefined ? {} : { 'Content-Type': 'application/json' };
      const read = async (answer: IncomingMessage): Promise<Outcome> => {
        const [status, words] = [answer.statusCode!, await text(answer)];
        const body = JSON.parse(words || '{}') as Tokens & { code?: string };
        return { status, code: body.code, tokens: status === 200 ? body : undefined };
      };
      request(`${backend.origin}${target}`, { method, headers, agent }, (answer) => resolve(read(answer)))
        .on('error', reject)
        .end(json === undefined ? undefined : JSON.stringify(json));
    });

  it(`of ${most} requests doubles no person, forks no session, sends no code twice and leaks nothing`, async function () {
    this.timeout(300_000 + most * 30);
    const counts: Record<string, number> = {};
    const codes: string[] = [];
    const held: Held[] = [];
    const signedIn: string[] = [];
    const successors = new Map<string, Set<string>>();
    const unexpected: string[] = [];
    let requests = 0;

    const count = (): void => {
      requests += 1;
      if (requests % cutEvery === 0) way.cut();
    };
    const note = (kind: string, outcome: Outcome): Outcome => {
      count();
      const word = `${kind} ${outcome.code ?? outcome.status}`;
      counts[word] = (counts[word] ?? 0) + 1;
      if (outcome.status !== 200 && !excusable.includes(outcome.code ?? '')) unexpected.push(word);
      return outcome;
    };
    const keep = (outcomes: readonly Outcome[]): void => {
      const [first, ...others] = outcomes.flatMap(({ tokens }) => tokens ?? []);
      if (others.length > 0) unexpected.push('a code served twice');
      if (first) signedIn.push(sessionOf(first));
      if (first) held.push({ tokens: [first.refresh_token], busy: false, usedAt: Infinity });
    };
    const times = (): number => (chance(0.3) ? 2 + below(2) : 1);

    const loginMini = async (): Promise<void> => {
      const code = provider.code(fateOf(personOf(below(people), 'mini', chance(0.5))));
      codes.push(code);
      const tries = Array.from({ length: times() }, () => ask('/api/auth/idp/mini/login', { code }));
      keep((await Promise.all(tries)).map((outcome) => note('mini', outcome)));
    };
    const loginWeb = async (): Promise<void> => {
      const state = fresh('state');
      await ask(`/api/auth/idp/web/login?state=${state}`);
      const tries = Array.from({ length: times() }, async () => {
        const code = provider.code(fateOf(personOf(below(people), 'web', chance(0.5))));
        codes.push(code);
        return ask(`/api/auth/idp/web/callback?code=${code}&state=${state}`);
      });
      keep((await Promise.all(tries)).map((outcome) => note('web', outcome)));
    };
    const refreshSome = async (): Promise<void> => {
      const session = held[below(held.length)];
      if (!session || session.busy) return;
      session.busy = true;
      const token = session.tokens.at(-1)!;
      const tries = Array.from({ length: times() }, () => ask('/api/auth/refresh', { refresh_token: token }));
      const outcomes = (await Promise.all(tries)).map((outcome) => note('refresh', outcome));
      // One may have been executed although its answer was lost, and the grace period may be over by the next draw.
      if (outcomes.every(({ tokens }) => !tokens)) held.splice(held.indexOf(session), 1);
      for (const { tokens } of outcomes) {
        if (!tokens) continue;
        const known = successors.get(token) ?? new Set();
        successors.set(token, known.add(tokens.refresh_token));
        if (!session.tokens.includes(tokens.refresh_token)) session.tokens.push(tokens.refresh_token);
        session.usedAt = Math.min(session.usedAt, performance.now());
      }
      session.busy = false;
    };
    const steal = async (): Promise<void> => {
      // The grace of a token counts from its own first use.
      const index = held.findIndex(
        ({ tokens, busy, usedAt }) => tokens.length > 3 && !busy && performance.now() - usedAt > graceMs + 1_000,
      );
      const [session] = index === -1 ? [] : held.splice(index, 1);
      if (!session) return;
      const { status, code } = await ask('/api/auth/refresh', { refresh_token: session.tokens[0] });
      count();
      if (code === 'store_unavailable') return;
      if (status === 200) unexpected.push('an old token served');
      const after = await ask('/api/auth/refresh', { refresh_token: session.tokens.at(-1) });
      if (after.status === 200) unexpected.push('a session outlived its theft');
    };

    await Promise.all(
      Array.from({ length: hands }, async () => {
        while (requests < most) {
          const draw = Math.random();
          await (draw < 0.3 ? loginMini() : draw < 0.5 ? loginWeb() : draw < 0.97 ? refreshSome() : steal());
        }
      }),
    );

    if (process.env.STORM_REQUESTS) process.stderr.write(`${JSON.stringify({ requests, counts }, null, 1)}\n`);
    expect(unexpected.slice(0, 20)).to.deep.equal([]);
    // A merge between two answers makes the survivor the subject of the second one (case 14); all else is the same.
    const withoutSubject = (token: string): string => {
      const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;
      return JSON.stringify({ ...claims, sub: undefined });
    };
    const forks = [...successors.values()].map((tokens) => new Set([...tokens].map(withoutSubject)));
    expect(
      forks.filter(({ size }) => size > 1).map((claims) => [...claims]),
      'forks',
    ).to.deep.equal([]);
    expect(Math.max(...codes.map((code) => provider.sent(code))), 'exchanges of a code').to.equal(1);
    expect(counts['mini 200']).to.be.above(most / 20);
    expect(counts['refresh 200']).to.be.above(most / 20);
    expect(counts['refresh store_unavailable'] ?? 0, 'the network was cut').to.be.above(most < 1_000 ? -1 : 0);

    // Everybody once more, all at once: in the end, a person is one row.
    const everybody = Array.from({ length: people }, (_, number) => number);
    const ids = await Promise.all(
      everybody.map(async (number) => {
        const logins = ([1, 2] as const).map(() =>
          ask('/api/auth/idp/mini/login', { code: provider.code(personOf(number, 'mini', true)) }),
        );
        const outcomes = await Promise.all(logins);
        return outcomes.map(({ tokens, code }) => tokens?.user.id ?? code);
      }),
    );
    for (const [one, other] of ids) expect(one).to.equal(other);
    expect(new Set(ids.flat()).size).to.equal(people);
    expect((await inspect({ url: schema.url, folder: '' })).broken, 'duplicates').to.deep.equal([]);

    while (provider.open() > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const metrics = await (await fetch(`${backend.origin}/metrics`)).text();
    expect(metrics).to.match(/duplex_database_connections\{state="used"\} 0/);
    const trail = new pg.Client({ connectionString: schema.url });
    await trail.connect();
    const { rows } = await trail.query<{ id: string }>("select session_id as id from audit where event = 'signed_in'");
    await trail.end();
    const written = new Set(rows.map(({ id }) => id));
    expect(
      signedIn.filter((id) => !written.has(id)),
      'sign-ins without their record',
    ).to.deep.equal([]);
    for (const text of [metrics, backend.log()]) expect(text).not.to.match(/planted-|code-\d+-|eyJ/);
  });
});
