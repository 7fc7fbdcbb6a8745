// Identity under real concurrency: many logins of the same people at once, from several processes, on PostgreSQL.
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { createIdentity } from '../../../server/services/identity-service.ts';
import type { Identity } from '../../../server/ports/identity-provider.ts';
import type { Database } from '../../../server/ports/sql-database.ts';
import type { ResolvedUser } from '../../../server/services/identity-service.ts';
import type { LoginOutcome, Order } from './login-process.ts';
import { holdCommit, makeGate, openContest } from './gate.ts';
import type { Contest } from './gate.ts';
import { arrive, drawLogins, identityOf, toRows } from './logins.ts';

type Row = { id: string; unionid: string | null; web_openid: string | null; mini_openid: string | null };

describe('identity under concurrency, on PostgreSQL', function () {
  let contest: Contest;
  let url: string;
  let database: Database;
  let client: Contest['client'];

  before(async function () {
    contest = await openContest(this, { clock: () => new Date() });
    ({ url, database, client } = contest);
  });
  after(() => contest?.close());

  beforeEach(async () => {
    await client.query('truncate users, sessions, past_identifiers, audit');
  });

  const signIn = (identity: Identity, on = database): Promise<ResolvedUser> => {
    const identities = createIdentity({
      database: on,
      clock: () => new Date(),
      observe: () => {},
      mode: 'lenient',
    });
    return identities.signIn({ identity, requestId: 'test' }, arrive);
  };
  /** The same database, and a count of its begun transactions, which includes retries. */
  const countRuns = (): { on: Database; runs: number } => {
    const counter = { runs: 0, on: database };
    counter.on = {
      ...database,
      transaction: (work) =>
        database.transaction((stores) => {
          counter.runs += 1;
          return work(stores);
        }),
    };
    return counter;
  };
  const readLive = async (): Promise<Row[]> =>
    (await client.query<Row>('select * from users where merged_into is null order by created_at, id')).rows;
  const countRows = async (): Promise<number> =>
    Number((await client.query<{ count: string }>('select count(*) from users')).rows[0]!.count);
  const toText = (row: Row): string =>
    [row.unionid, row.web_openid, row.mini_openid]
      .filter((name) => name !== null)
      .sort()
      .join(' ');

  const startProcess = async (): Promise<ChildProcess> => {
    const script = fileURLToPath(new URL('login-process.ts', import.meta.url));
    const child = fork(script, [url], { execArgv: ['--import', 'tsx'] });
    await once(child, 'message');
    return child;
  };
  const order = async (child: ChildProcess, command: Order): Promise<unknown> => {
    child.send(command);
    const [answer] = (await Promise.race([
      once(child, 'message'),
      once(child, 'exit').then(([code]) => expect.fail(`the process ended with ${code}`)),
    ])) as [unknown];
    return answer;
  };

  it('2,000 simultaneous logins of 100 people in two processes, some without a unionid, store no identifier twice and cause no error', async () => {
    const children = await Promise.all([startProcess(), startProcess()]);
    const draws = children.map((_child, index) => ({ seed: 20261120 + index, people: 100, count: 1000 }));
    const answers = await Promise.all(
      children.map((child, index) => order(child, { do: 'sign-in', draw: draws[index]! })),
    );
    for (const child of children) child.disconnect();

    const outcomes = answers.flat() as LoginOutcome[];
    const logins = draws.flatMap(drawLogins);
    expect(outcomes.filter((outcome) => 'error' in outcome)).to.deep.equal([]);
    expect(outcomes).to.have.length(2000);
    const live = await readLive();
    // There is exactly one row for each set of connected identifiers.
    expect(live.map(toText).sort()).to.deep.equal(toRows(logins));

    // Ids never vanish: the id that a login returned leads to the row with the identifiers of that login.
    const byOpenid = new Map(
      live.flatMap((row) => [row.web_openid, row.mini_openid].map((openid) => [openid, row.id])),
    );
    const resolved = new Map<string, string | undefined>();
    for (const [index, outcome] of outcomes.entries()) {
      const { id } = outcome as { id: string };
      if (!resolved.has(id)) resolved.set(id, (await database.users.resolve(id))?.id);
      expect(resolved.get(id)).to.equal(byOpenid.get(logins[index]!.openid));
    }

    // After a bound login on each channel, each person has one row.
    for (let person = 1; person <= 100; person += 1) {
      await signIn(identityOf(person, { channel: 'web', bound: true }));
      await signIn(identityOf(person, { channel: 'mini', bound: true }));
    }
    expect(await readLive()).to.have.length(100);
  });

  it('64 first logins of one person make one row, which exactly one of these logins creates (case 11)', async () => {
    const identity: Identity = { channel: 'web', openid: 'W', unionid: 'u' };
    const arrivals = await Promise.all(Array.from({ length: 64 }, () => signIn(identity)));
    expect(new Set(arrivals.map(({ user }) => user.id)).size).to.equal(1);
    expect(arrivals.filter(({ created }) => created)).to.have.length(1);
    expect(await countRows()).to.equal(1);
  });

  it('64 first logins of one person by both channels wait for each other, without retries', async () => {
    const counter = countRuns();
    const logins = Array.from({ length: 64 }, (_, index) =>
      identityOf(1, { channel: index % 2 === 0 ? 'web' : 'mini', bound: true }),
    );
    await Promise.all(logins.map((identity) => signIn(identity, counter.on)));
    expect((await readLive()).map(toText)).to.deep.equal(['mini-1 u-1 web-1']);
    expect(counter.runs).to.equal(64);
  });

  it('64 first logins of one person without a unionid make one row', async () => {
    const counter = countRuns();
    await Promise.all(Array.from({ length: 64 }, () => signIn({ channel: 'mini', openid: 'M' }, counter.on)));
    expect(await countRows()).to.equal(1);
    expect(counter.runs).to.equal(64);
  });

  it('first logins by web and by mini-program at once make one row with both openids (case 12)', async () => {
    for (let person = 1; person <= 25; person += 1) {
      await Promise.all([
        signIn(identityOf(person, { channel: 'web', bound: true })),
        signIn(identityOf(person, { channel: 'mini', bound: true })),
      ]);
    }
    const expected = Array.from({ length: 25 }, (_, index) => `mini-${index + 1} u-${index + 1} web-${index + 1}`);
    expect((await readLive()).map(toText).sort()).to.deep.equal(expected.sort());
    expect(await countRows()).to.equal(25);
  });

  it('an unbound mini-program login and a bound web login make two rows, which the first bound mini-program login merges (case 13)', async () => {
    const mini = await Promise.all([
      signIn({ channel: 'mini', openid: 'M' }),
      signIn({ channel: 'web', openid: 'W', unionid: 'u' }),
    ]);
    expect(await countRows()).to.equal(2);
    const { user } = await signIn({ channel: 'mini', openid: 'M', unionid: 'u' });
    expect((await readLive()).map(toText)).to.deep.equal(['M W u']);
    expect(mini.map((arrival) => arrival.user.id)).to.include(user.id);
    for (const arrival of mini) expect((await database.users.resolve(arrival.user.id))?.id).to.equal(user.id);
  });

  it('an unbound mini-program login, a bound web login and a bound mini-program login at once make one person, in any order (case 13)', async () => {
    for (let person = 1; person <= 25; person += 1) {
      await Promise.all([
        signIn(identityOf(person, { channel: 'mini', bound: false })),
        signIn(identityOf(person, { channel: 'web', bound: true })),
        signIn(identityOf(person, { channel: 'mini', bound: true })),
      ]);
    }
    const expected = Array.from({ length: 25 }, (_, index) => `mini-${index + 1} u-${index + 1} web-${index + 1}`);
    expect((await readLive()).map(toText).sort()).to.deep.equal(expected.sort());
  });

  it('logins whose row is being merged find the survivor', async () => {
    for (let round = 1; round <= 15; round += 1) {
      const [web, mini] = (['web', 'mini'] as const).map((channel) => ({ channel, bound: false }));
      await signIn(identityOf(round, web!));
      await signIn({ channel: 'mini', openid: `mini-${round}`, unionid: `u-${round}` });
      const arrivals = await Promise.all([
        signIn(identityOf(round, { channel: 'web', bound: true })),
        ...Array.from({ length: 4 }, () => signIn(identityOf(round, web!))),
        ...Array.from({ length: 4 }, () => signIn(identityOf(round, mini!))),
      ]);
      expect(arrivals.filter(({ created }) => created)).to.deep.equal([]);
    }
    expect(await readLive()).to.have.length(15);
  });

  for (const age of ['older', 'younger'] as const) {
    it(`a login that waits while its row is merged finds the survivor, if the row of the other channel is ${age}`, async () => {
      const web = (): Promise<ResolvedUser> => signIn(identityOf(1, { channel: 'web', bound: false }));
      const mini = (): Promise<ResolvedUser> => signIn({ channel: 'mini', openid: 'mini-1', unionid: 'u-1' });
      const first = age === 'older' ? [await web(), await mini()] : [await mini(), await web()];
      const gate = makeGate();
      const merging = signIn(identityOf(1, { channel: 'web', bound: true }), holdCommit(database, gate));
      await gate.reached;
      // This login shares no identifier with the merging login, so it waits only for the row.
      const waiting = signIn(identityOf(1, { channel: 'mini', bound: false }));
      await contest.blocked();
      gate.open();
      const [merged, { user, created }] = await Promise.all([merging, waiting]);
      expect(created).to.equal(false);
      expect(user.id).to.equal(merged.user.id).and.to.equal(first[0]!.user.id);
      expect(await countRows()).to.equal(2);
    });
  }

  it('a process that is killed before the commit leaves no row and nothing locked (case 19)', async () => {
    const identity: Identity = { channel: 'web', openid: 'W', unionid: 'u' };
    const child = await startProcess();
    expect(await order(child, { do: 'stop-before-commit', identity })).to.equal('written');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    // The person scans again: nothing blocks the login, and nothing is left of the first login.
    const { created } = await signIn(identity);
    expect(created).to.equal(true);
    expect(await countRows()).to.equal(1);
    const { rows } = await client.query('select event from audit');
    expect(rows).to.deep.equal([{ event: 'user_created' }]);
  });
});
