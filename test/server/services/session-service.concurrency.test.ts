// Merges while sessions begin, refresh and end (case 14), in every order that row locks allow, on PostgreSQL.
import { expect } from 'chai';
import { Problem } from '../../../server/problem.ts';
import { createIdentity } from '../../../server/services/identity-service.ts';
import { createSessions } from '../../../server/services/session-service.ts';
import { createTokens } from '../../../server/services/token-service.ts';
import type { Database, Stores } from '../../../server/ports/sql-database.ts';
import type { User } from '../../../server/ports/user-store.ts';
import type { SignedIn } from '../../../server/services/session-service.ts';
import { arrive, noTrail } from './logins.ts';
import { makeUser } from '../stores/rows.ts';
import { holdCommit, makeGate, openContest } from './gate.ts';
import type { Contest, Gate } from './gate.ts';
import { openDatabase } from '../../../server/stores/database.ts';

describe('sessions while users are merged, on PostgreSQL', () => {
  const clock = () => new Date();
  const secret = 'a secret of tests, with more than 256 bits';
  const tokens = createTokens({ secret, previous: [], issuer: 'https://login.example', clock });
  let contest: Contest;
  let database: Database;
  let client: Contest['client'];
  let blocked: Contest['blocked'];
  let names = 0;

  before(async function () {
    contest = await openContest(this, { clock });
    ({ database, client, blocked } = contest);
  });
  after(() => contest?.close());

  const sessionsOn = (database: Pick<Database, 'transaction' | 'sessions' | 'users'>) =>
    createSessions({
      database,
      tokens,
      clock,
      maxAgeSeconds: 1000,
      graceSeconds: 10,
      observe: () => {},
      trail: noTrail,
    });
  const refresh = (refreshToken: string, on = database): Promise<SignedIn> =>
    sessionsOn(on).refresh(refreshToken, { readTrace: () => ({ requestId: 'test' }) });

  /** The same database, whose transactions stop at a gate before they advance a session. */
  const holdAdvance = (gate: Gate): Database => {
    const hold = (stores: Stores): Stores => ({
      ...stores,
      sessions: {
        ...stores.sessions,
        async advance(step) {
          await gate.pass();
          return stores.sessions.advance(step);
        },
      },
    });
    return { ...database, transaction: (work) => database.transaction((stores) => work(hold(stores))) };
  };

  const seedTwo = async () => {
    names += 1;
    const make = (fields: Partial<User>, age: number): User =>
      makeUser({ createdAt: new Date(Date.now() - age), ...fields });
    const survivor = make({ unionid: `u-${names}` }, 2000);
    const loser = make({ miniOpenid: `M-${names}` }, 1000);
    for (const user of [survivor, loser]) await database.users.insert(user);
    return { survivor, loser };
  };
  const merge = async ({ survivor, loser }: { survivor: User; loser: User }, on = database): Promise<void> => {
    const identities = createIdentity({ database: on, clock, observe: () => {}, mode: 'lenient' });
    const identity = { channel: 'mini', openid: loser.miniOpenid!, unionid: survivor.unionid! } as const;
    await identities.signIn({ identity, requestId: 'merge' }, arrive).catch((error: unknown) => {
      expect((error as Problem).code).to.equal('account_disabled');
    });
    expect((await database.users.resolve(loser.id))?.id).to.equal(survivor.id);
  };
  const subjectOf = ({ pair }: SignedIn): string => tokens.verifyAccess(pair.accessToken).userId;

  it('a refresh during a merge waits for the merge, and the new tokens name the survivor', async () => {
    const users = await seedTwo();
    const opened = await sessionsOn(database).open({ user: users.loser, channel: 'mini' });
    const gate = makeGate();
    const merging = merge(users, holdCommit(database, gate));
    await gate.reached;
    const refreshing = refresh(opened.pair.refreshToken);
    await blocked();
    gate.open();
    const [next] = await Promise.all([refreshing, merging]);
    expect(subjectOf(next)).to.equal(users.survivor.id);
    expect(next.user.id).to.equal(users.survivor.id);
    expect(await database.sessions.get(opened.session.id)).to.include({ userId: users.survivor.id, generation: 1 });
  });

  it('a merge during a refresh waits for the refresh, and the session then belongs to the survivor', async () => {
    const users = await seedTwo();
    const opened = await sessionsOn(database).open({ user: users.loser, channel: 'mini' });
    // The session is locked, so the refresh waits in its statement, and the merge waits for the refresh.
    await client.query('begin');
    await client.query('select from sessions where id = $1 for update', [opened.session.id]);
    const refreshing = refresh(opened.pair.refreshToken);
    await blocked();
    const merging = merge(users);
    await blocked(2);
    await client.query('commit');
    const [next] = await Promise.all([refreshing, merging]);
    expect(next.session.generation).to.equal(1);
    expect(await database.sessions.get(opened.session.id)).to.include({ userId: users.survivor.id, generation: 1 });
    expect((await sessionsOn(database).authenticate(next.pair.accessToken)).user.id).to.equal(users.survivor.id);
    expect(subjectOf(await refresh(next.pair.refreshToken))).to.equal(users.survivor.id);
  });

  it('a refresh that waits for a merge into a disabled row is refused, and the session is not advanced', async () => {
    const users = await seedTwo();
    const opened = await sessionsOn(database).open({ user: users.loser, channel: 'mini' });
    await database.users.update(users.survivor.id, { status: 'disabled' });
    const gate = makeGate();
    const merging = merge(users, holdCommit(database, gate));
    await gate.reached;
    const refreshing = refresh(opened.pair.refreshToken).catch((error: unknown) => error);
    await blocked();
    gate.open();
    const [problem] = await Promise.all([refreshing, merging]);
    expect(problem).to.be.instanceOf(Problem).with.property('code', 'account_disabled');
    expect(await database.sessions.get(opened.session.id)).to.include({ generation: 0 });
  });

  it('a refresh whose user is disabled just before the session advances is refused, and the session is not advanced', async () => {
    const users = await seedTwo();
    const opened = await sessionsOn(database).open({ user: users.loser, channel: 'mini' });
    await merge(users);
    const gate = makeGate();
    const refreshing = refresh(opened.pair.refreshToken, holdAdvance(gate)).catch((error: unknown) => error);
    await gate.reached;
    await database.users.update(users.survivor.id, { status: 'disabled' });
    gate.open();
    expect(await refreshing)
      .to.be.instanceOf(Problem)
      .with.property('code', 'account_disabled');
    expect(await database.sessions.get(opened.session.id)).to.include({ generation: 0 });
  });

  it('a session that begins while its user is merged belongs to the survivor', async () => {
    const users = await seedTwo();
    const gate = makeGate();
    const merging = merge(users, holdCommit(database, gate));
    await gate.reached;
    const opening = sessionsOn(database).open({ user: users.loser, channel: 'mini' });
    await blocked();
    gate.open();
    const [opened] = await Promise.all([opening, merging]);
    expect(subjectOf(opened)).to.equal(users.survivor.id);
    expect((await database.sessions.get(opened.session.id))?.userId).to.equal(users.survivor.id);
  });

  it('a merge during the start of a session waits for the start, and then moves the session', async () => {
    const users = await seedTwo();
    const gate = makeGate();
    const opening = sessionsOn(holdCommit(database, gate)).open({ user: users.loser, channel: 'mini' });
    await gate.reached;
    const merging = merge(users);
    await blocked();
    gate.open();
    const [opened] = await Promise.all([opening, merging]);
    expect((await database.sessions.get(opened.session.id))?.userId).to.equal(users.survivor.id);
  });

  it('a session that an older version refreshed has a grace period only for the token that was replaced then, and for later tokens', async () => {
    const user = makeUser({ webOpenid: `W-older-${process.pid}` });
    await database.users.insert(user);
    const opened = await sessionsOn(database).open({ user, channel: 'web' });
    const chain = [opened.pair.refreshToken];
    const advance = async (): Promise<void> => {
      chain.push((await refresh(chain.at(-1)!)).pair.refreshToken);
    };
    const advanceAsOlder = async (): Promise<void> => {
      await client.query(
        'update sessions set generation = generation + 1, rotated_at = $2, last_used_at = $2 where id = $1',
        [opened.session.id, new Date()],
      );
      const session = (await database.sessions.get(opened.session.id))!;
      chain.push(tokens.issue({ session, userId: user.id }).refreshToken);
    };
    await advance();
    await advance();
    await advanceAsOlder();
    expect((await refresh(chain[2]!)).pair.refreshToken).to.equal(chain[3]);
    await advance();
    await advance();
    for (const token of chain.slice(2, -1)) expect((await refresh(token)).pair.refreshToken).to.equal(chain[5]);
    expect(await refresh(chain[0]!).catch((error: unknown) => error))
      .to.be.instanceOf(Problem)
      .with.property('code', 'refresh_token_reused');
  });

  it('forty concurrent refreshes of one token on two instances begin one generation, also just after another refresh', async () => {
    const second = await openDatabase({ url: contest.url, folder: '', clock, report: () => {} });
    try {
      const user = makeUser({ webOpenid: `W-forty-${process.pid}` });
      await database.users.insert(user);
      let token = (await sessionsOn(database).open({ user, channel: 'web' })).pair.refreshToken;
      for (let generation = 1; generation <= 10; generation += 1) {
        const refreshing = Array.from({ length: 40 }, (_, index) => refresh(token, index % 2 ? second : database));
        const pairs = (await Promise.all(refreshing)).map(({ pair }) => pair.refreshToken);
        expect(new Set(pairs).size).to.equal(1);
        token = pairs[0]!;
        expect(tokens.verifyRefresh(token).generation).to.equal(generation);
      }
    } finally {
      await second.close();
    }
  });

  describe('a login that was confirmed before', () => {
    const seedConfirmed = async () => {
      const { survivor: user } = await seedTwo();
      const confirmed = await database.transaction((stores) => sessionsOn(database).confirm(stores, user));
      return { userId: user.id, confirmed };
    };

    it('waits for a running sign-out everywhere, and then begins no session', async () => {
      const login = await seedConfirmed();
      const gate = makeGate();
      const ending = sessionsOn(holdCommit(database, gate)).revokeAll({ userId: login.userId, requestId: 'test' });
      await gate.reached;
      const opening = sessionsOn(database).openConfirmed(login);
      await blocked();
      gate.open();
      expect(await Promise.all([opening, ending])).to.deep.equal([undefined, 0]);
    });

    it('begins a session, which a concurrent sign-out everywhere waits for and then ends', async () => {
      const login = await seedConfirmed();
      const gate = makeGate();
      const opening = sessionsOn(holdCommit(database, gate)).openConfirmed(login);
      await gate.reached;
      const ending = sessionsOn(database).revokeAll({ userId: login.userId, requestId: 'test' });
      await blocked();
      gate.open();
      const [opened, count] = await Promise.all([opening, ending]);
      expect(count).to.equal(1);
      expect((await database.sessions.get(opened!.session.id))?.revokedAt).not.to.equal(null);
    });
  });

  it('many concurrent merges and refreshes leave every session with the survivor, advanced by only one generation', async () => {
    const rounds = Array.from({ length: 30 }, async () => {
      const users = await seedTwo();
      const opened = await sessionsOn(database).open({ user: users.loser, channel: 'mini' });
      const refreshing = Array.from({ length: 3 }, () => refresh(opened.pair.refreshToken));
      const [, ...nexts] = await Promise.all([merge(users), ...refreshing]);
      expect(new Set(nexts.map(({ session }) => session.generation))).to.deep.equal(new Set([1]));
      for (const next of nexts) {
        expect((await sessionsOn(database).authenticate(next.pair.accessToken)).user.id).to.equal(users.survivor.id);
      }
      const row = await database.sessions.get(opened.session.id);
      expect(row).to.include({ userId: users.survivor.id, generation: 1 });
    });
    await Promise.all(rounds);
  });
});
