// Kills the process (-9) at every point of login, refresh and merge, under load: nothing is half done, and the next try
// works.
import { expect } from 'chai';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nock from 'nock';
import pg from 'pg';
import { eachPlace } from '../support/databases.ts';
import type { Place } from '../support/databases.ts';
import { inspect } from '../support/invariants.ts';
import { fresh } from '../support/login.ts';
import type { Person } from '../support/login.ts';
import { answerJson, grantOf, startProvider } from '../support/provider.ts';
import type { ScriptedProvider } from '../support/provider.ts';
import { startServer } from '../support/processes.ts';
import type { Running } from '../support/processes.ts';

/** Kills under load, for each database; CRASH_KILLS=100 is for a long evening. */
const kills = Number(process.env.CRASH_KILLS ?? 2);
const hands = 12;

type Tokens = { readonly access_token: string; readonly refresh_token: string; readonly user: { readonly id: string } };
/** Undefined: no answer came, because the process was gone. */
type Outcome = { readonly status: number; readonly code?: string; readonly tokens?: Tokens } | undefined;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

eachPlace('a killed process', (makePlace) => {
  let place: Place;
  let folder: string;
  let provider: ScriptedProvider;
  let server: Running;
  let env: Record<string, string>;

  before(async function () {
    nock.restore();
    place = await makePlace(this);
    provider = await startProvider();
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-crash-'));
    if (place.url === undefined) symlinkSync(place.folder, path.join(folder, 'database'));
    env = {
      DATA_DIR: folder,
      BASE_URL: 'http://localhost:3000',
      IDP_API_URL: provider.url,
      IDP_AUTHORIZE_URL: `${provider.url}/authorize`,
      IDP_STATIC_URL: `${provider.url}/login.js`,
      MINI_APP_ID: 'wx-mini',
      LIMIT_ADDRESS_PER_MINUTE: '0',
      LIMIT_ADDRESS_FAILURES_PER_MINUTE: '0',
      LIMIT_USER_PER_HOUR: '0',
      LIMIT_REFRESH_PER_MINUTE: '0',
      // A restart may take longer here than the usual grace period.
      REFRESH_GRACE_SECONDS: '300',
      ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
    };
    server = await startServer(env);
  });
  after(async () => {
    await server?.stop('SIGKILL');
    await provider?.close();
    rmSync(folder, { recursive: true, force: true });
    if (!nock.isActive()) nock.activate();
  });

  const post = async (target: string, json: unknown): Promise<Outcome> => {
    try {
      const response = await fetch(`${server.origin}${target}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Connection: 'close' },
        body: JSON.stringify(json),
      });
      const body = (await response.json()) as Tokens & { code?: string };
      return { status: response.status, ...(response.ok ? { tokens: body } : { code: body.code! }) };
    } catch {
      return undefined;
    }
  };
  const login = (code: string) => post('/api/auth/idp/mini/login', { code });
  const signIn = async (person: Person): Promise<Tokens> => {
    const outcome = await login(provider.code(person));
    expect(outcome?.status, outcome?.code).to.equal(200);
    return outcome!.tokens!;
  };
  const signInWeb = async (person: Person): Promise<Tokens> => {
    const state = fresh('state');
    await fetch(`${server.origin}/api/auth/idp/web/login?state=${state}`, { redirect: 'manual' });
    const answer = await fetch(
      `${server.origin}/api/auth/idp/web/callback?code=${provider.code(person)}&state=${state}`,
    );
    expect(answer.status).to.equal(200);
    return (await answer.json()) as Tokens;
  };
  const refresh = (token: string) => post('/api/auth/refresh', { refresh_token: token });
  const me = async ({ access_token: bearer }: Tokens): Promise<string> => {
    const answer = await fetch(`${server.origin}/api/auth/me`, { headers: { Authorization: `Bearer ${bearer}` } });
    return ((await answer.json()) as { id: string }).id;
  };
  /** The embedded database can only be read while no process has it open. */
  const expectWhole = async (): Promise<readonly string[]> => {
    const { broken, ids } = await inspect(place);
    expect(broken).to.deep.equal([]);
    return ids;
  };
  const killAndLook = async (): Promise<readonly string[]> => {
    await server.stop('SIGKILL');
    const ids = await expectWhole();
    server = await startServer(env);
    return ids;
  };

  describe('loses nothing and leaves nothing half done', () => {
    it('at the exchange, before the provider answers: no row, and the person scans again (case 19)', async () => {
      const person = { openid: fresh('mini') };
      const before = await killAndLook();
      let asked!: () => void;
      const reached = new Promise<void>((resolve) => (asked = resolve));
      const code = provider.code(() => asked());
      const lost = login(code);
      await reached;
      expect(await killAndLook()).to.deep.equal(before);
      expect(await lost).to.equal(undefined);
      expect((await login(code))?.code, 'the code counts as spent').to.equal('idp_code_used');
      expect(provider.sent(code)).to.equal(1);
      await signIn(person);
    });

    it('right after the exchange: a complete row or none, and the same user next time', async () => {
      const person = { openid: fresh('mini'), unionid: fresh('u') };
      const code = provider.code((socket) =>
        answerJson(grantOf(person))(socket.once('close', () => void server.stop('SIGKILL'))),
      );
      await login(code);
      await killAndLook();
      const { user } = await signIn(person);
      expect((await signIn(person)).user.id).to.equal(user.id);
      expect(provider.sent(code)).to.equal(1);
    });

    it(`at ${kills} moments under load: every acknowledged login and refresh is there, and no code goes out twice`, async function () {
      this.timeout(300_000 + kills * 30_000);
      const acknowledged = new Map<string, Tokens>();
      const codes: string[] = [];
      let answers = 0;
      let before: readonly string[] = [];
      for (let round = 0; round < kills; round += 1) {
        let alive = true;
        const chains = Array.from({ length: hands }, async () => {
          while (alive) {
            // Few people, with and without a unionid, on both channels: rows are filled in and merged all the time.
            const number = Math.floor(Math.random() * 20);
            const person = {
              openid: `mini-${number}-${round}`,
              ...(Math.random() < 0.5 ? { unionid: `u-${number % 10}-${round}` } : {}),
            };
            const code = provider.code(person);
            codes.push(code);
            let tokens = (await login(code))?.tokens;
            const chain = fresh('chain');
            for (let step = 0; tokens && step < 3; step += 1) {
              acknowledged.set(chain, tokens);
              tokens = (await refresh(tokens.refresh_token))?.tokens;
            }
            if (tokens) acknowledged.set(chain, tokens);
          }
        });
        const enough = answers + 20 + Math.floor(Math.random() * 60);
        while (acknowledged.size < enough) await pause(1);
        await pause(Math.random() * 20);
        alive = false;
        await server.stop('SIGKILL');
        await Promise.all(chains);
        answers = acknowledged.size;
        const ids = await expectWhole();
        expect(ids, 'ids never vanish').to.include.members([...before]);
        before = ids;
        server = await startServer(env);
        for (const tokens of [...acknowledged.values()].slice(-20)) {
          // If an answer was lost with the process, the previous token is in its grace period: it works in both cases.
          const outcome = await refresh(tokens.refresh_token);
          expect(outcome?.status, outcome?.code).to.equal(200);
        }
        await signIn({ openid: fresh('mini') });
      }
      for (const code of codes) expect(provider.sent(code)).to.be.at.most(1);
    });
  });

  describe('in the middle of a transaction', () => {
    let holder: pg.Client;
    before(async function () {
      if (place.url === undefined) return this.skip();
      holder = new pg.Client({ connectionString: place.url });
      await holder.connect();
    });
    after(() => holder?.end());

    /** Locks rows so that the transaction waits there, kills the process in it, and checks the result. */
    const killWaiting = async (lock: string, work: () => Promise<Outcome>): Promise<void> => {
      await holder.query('begin');
      await holder.query(lock);
      const lost = work();
      const waiting = `select 1 from pg_locks where not granted and pid in
        (select pid from pg_stat_activity where application_name = 'duplex' and datname = current_database()
         and $1::int = any (pg_blocking_pids(pid)))`;
      const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
      while ((await holder.query(waiting, [rows[0]!.pid])).rowCount === 0) await pause(5);
      await server.stop('SIGKILL');
      await holder.query('rollback');
      expect(await lost).to.equal(undefined);
      server = await startServer(env);
      await expectWhole();
    };

    it('of a first login, between row and session: no row, and the next login makes it', async () => {
      const person = { openid: fresh('mini') };
      const before = (await inspect(place)).ids;
      await killWaiting('lock table sessions in exclusive mode', () => login(provider.code(person)));
      expect((await inspect(place)).ids).to.deep.equal(before);
      await signIn(person);
    });

    it('of a refresh: the token still works, once', async () => {
      const { refresh_token: token } = await signIn({ openid: fresh('mini') });
      await killWaiting('lock table sessions in exclusive mode', () => refresh(token));
      const answers = await Promise.all([refresh(token), refresh(token), refresh(token)]);
      expect(new Set(answers.map((answer) => answer?.tokens?.refresh_token)).size).to.equal(1);
    });

    it('of a merge: two whole people before, one whole person after', async () => {
      const [unionid, web, mini] = [fresh('u'), fresh('web'), fresh('mini')];
      const elder = await signInWeb({ openid: web, unionid });
      const younger = await signIn({ openid: mini });
      const sid = (
        JSON.parse(Buffer.from(younger.access_token.split('.')[1]!, 'base64url').toString()) as { sid: string }
      ).sid;
      // By then the younger row has lost its identifiers, and its sessions are not moved yet.
      await killWaiting(`select from sessions where id = '${sid}' for update`, () =>
        login(provider.code({ openid: mini, unionid })),
      );
      expect(await me(elder)).to.equal(elder.user.id);
      expect(await me(younger)).to.equal(younger.user.id);
      const merged = await signIn({ openid: mini, unionid });
      expect(merged.user.id).to.equal(elder.user.id);
      expect(await me(younger)).to.equal(elder.user.id);
      expect((await refresh(younger.refresh_token))?.tokens?.user.id).to.equal(elder.user.id);
      await expectWhole();
    });
  });
});
