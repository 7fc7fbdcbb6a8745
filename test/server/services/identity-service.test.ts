// The table of identity cases, row by row, on both databases, and random logins compared with a small oracle.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Problem } from '../../../server/problem.ts';
import { createIdentity, decide } from '../../../server/services/identity-service.ts';
import type { IdentityMatches, IdentityMode } from '../../../server/services/identity-service.ts';
import type { Channel, Identity } from '../../../server/ports/identity-provider.ts';
import type { MetricEvent } from '../../../server/ports/metric-events.ts';
import type { Database, Stores } from '../../../server/ports/sql-database.ts';
import type { IdentifierKind, User, UserStore } from '../../../server/ports/user-store.ts';
import type { ResolvedUser } from '../../../server/services/identity-service.ts';
import { cases } from '../../support/cases.ts';
import { eachDatabase } from '../../support/databases.ts';
import { codeOf } from '../../support/errors.ts';
import { makeSession, makeUser as makeRow } from '../stores/rows.ts';
import { arrive } from './logins.ts';
import { createOracle } from './oracle.ts';

type Fields = Partial<User> & { readonly age?: number };
type Login = {
  readonly what: string;
  readonly rows?: Readonly<Record<string, Fields>>;
  readonly comes: Identity;
  readonly user?: string;
  readonly changes?: Partial<User>;
  readonly merged?: string;
  readonly past?: { readonly kind: IdentifierKind; readonly value: string };
  readonly record?: Record<string, string>;
  readonly conflict?: true;
};
const logins = cases<Login>('identity', 'logins');

const born = Date.parse('2026-01-01T00:00:00Z');

/** An active user without identifiers, who was created `age` hours before `born`. */
const makeUser = ({ age = 0, ...fields }: Fields): User =>
  makeRow({ createdAt: new Date(born - age * 3_600_000), ...fields });

let names = 0;
/** An identifier that no other test uses. */
const fresh = (kind: string): string => `${kind}-${(names += 1)}-${process.pid}`;

eachDatabase('identity', (open) => {
  let database: Database;
  let now: Date;
  let happenings: MetricEvent[];
  let past: Parameters<UserStore['addPastIdentifier']>[0][];

  before(async function () {
    database = await open(this);
  });

  beforeEach(() => {
    now = new Date('2026-11-20T10:00:00.123Z');
    happenings = [];
    past = [];
  });

  /** Records the writes of past identifiers, because no query lists them. */
  const recordPast = ({ users, ...stores }: Stores): Stores => ({
    ...stores,
    users: {
      ...users,
      addPastIdentifier: (identifier) => {
        past.push(identifier);
        return users.addPastIdentifier(identifier);
      },
    },
  });
  const recording: Pick<Database, 'transaction'> = {
    transaction: (work) => database.transaction((stores) => work(recordPast(stores))),
  };
  const identities = (mode: IdentityMode) =>
    createIdentity({
      database: recording,
      clock: () => now,
      observe: (happening) => void happenings.push(happening),
      mode,
    });
  const signIn = (identity: Identity, mode: IdentityMode = 'lenient'): Promise<ResolvedUser> =>
    identities(mode).signIn({ identity, requestId: 'request-1' }, arrive);
  const seed = async (fields: Fields): Promise<User> => {
    const user = makeUser(fields);
    await database.users.insert(user);
    return user;
  };
  const read = async (user: { id: string }): Promise<User> => (await database.users.get(user.id))!;
  const auditOf = async (user: { id: string }) =>
    (await database.audit.list({ userId: user.id, limit: 100 })).map(({ event, details }) => ({ event, ...details }));
  const holder = async (identity: Identity) => {
    const { byUnionid, byOpenid } = await database.transaction(({ users }) => users.findByIdentity(identity));
    return { byUnionid: byUnionid?.id, byOpenid: byOpenid?.id };
  };
  const login = { lastLoginAt: new Date('2026-11-20T10:00:00.123Z') };

  describe('the cases 1 to 10, and 18', () => {
    for (const { what, rows: given = {}, comes, user: name, merged, past: gone, changes, ...told } of logins) {
      const begin = async () => {
        const known: Record<string, string> = {};
        const named = <Fields extends object>(fields: Fields): Fields =>
          Object.fromEntries(
            Object.entries(fields).map(([key, value]) => [
              key,
              /openid|unionid|^value$/i.test(key)
                ? (known[value as string] ??= fresh(value as string))
                : (value as unknown),
            ]),
          ) as Fields;
        const rows: Record<string, User> = {};
        for (const [key, fields] of Object.entries(given)) rows[key] = await seed(named(fields));
        const toRecord = (record: Record<string, string>) =>
          Object.fromEntries(Object.entries(record).map(([key, value]) => [key, rows[value]?.id ?? value]));
        return { rows, named, identity: named(comes), record: told.record && toRecord(told.record) };
      };

      it(what, async () => {
        const { rows, named, identity, record } = await begin();
        const { user, created } = await signIn(identity);
        expect(created).to.equal(name === undefined);
        const before = name === undefined ? { ...makeUser({}), id: user.id, createdAt: now } : rows[name];
        const expected = { ...before, ...named(changes ?? {}), ...login, lastLoginSrc: identity.channel };
        expect(user).to.deep.equal(expected);
        expect(await read(user)).to.deep.equal(user);
        const empty = { unionid: null, webOpenid: null, miniOpenid: null, mergedInto: user.id };
        for (const [key, row] of Object.entries(rows).filter(([other]) => other !== name))
          expect(await read(row), key).to.deep.equal(key === merged ? { ...row, ...empty } : row);
        if (merged) expect(await database.users.resolve(rows[merged]!.id)).to.deep.equal(user);
        expect(past).to.deep.equal(gone ? [{ userId: user.id, ...named(gone), at: now }] : []);
        if (gone) expect((await holder({ channel: 'web', openid: named(gone).value })).byOpenid).to.equal(undefined);
        expect(await auditOf(user)).to.deep.equal(record ? [record] : []);
        expect(happenings).to.deep.equal(record ? [{ kind: 'identity', event: record.event }] : []);
      });

      if (told.conflict) {
        it(`${what}; strict mode answers 409, keeps a record, and writes nothing else`, async () => {
          const { rows, identity, record } = await begin();
          expect(await codeOf(signIn(identity, 'strict'))).to.equal('identity_conflict');
          for (const row of Object.values(rows)) expect(await read(row)).to.deep.equal(row);
          expect(await auditOf(rows[name!]!)).to.have.deep.members([record, { ...record, event: 'login_refused' }]);
        });
      }
    }
  });

  it('case 7: a past openid identifies nobody, so a login with only this openid makes a new user', async () => {
    const ru = await seed({ unionid: fresh('u'), webOpenid: fresh('W') });
    await signIn({ channel: 'web', openid: fresh('W'), unionid: ru.unionid! });
    const { user, created } = await signIn({ channel: 'web', openid: ru.webOpenid! });
    expect(created).to.equal(true);
    expect(user.id).to.not.equal(ru.id);
  });

  describe('case 9: two rows turn out to be one person', () => {
    it('the row with the smaller id survives if both rows are equally old', async () => {
      const ids = [randomUUID(), randomUUID()].sort();
      const ro = await seed({ id: ids[0]!, miniOpenid: fresh('M') });
      const ru = await seed({ id: ids[1]!, unionid: fresh('u') });
      const { user } = await signIn({ channel: 'mini', openid: ro.miniOpenid!, unionid: ru.unionid! });
      expect(user.id).to.equal(ids[0]);
    });

    it('the survivor takes over a name, picture or phone number only if the survivor has none', async () => {
      const own = { nickname: '甲', avatarUrl: null, phone: null };
      const ru = await seed({ unionid: fresh('u'), webOpenid: fresh('W'), age: 1, ...own });
      const others = { nickname: '乙', avatarUrl: 'https://example.com/b.png', phone: '+8613800000000' };
      const ro = await seed({ miniOpenid: fresh('M'), ...others });
      const { user } = await signIn({ channel: 'mini', openid: ro.miniOpenid!, unionid: ru.unionid! });
      expect(user).to.include({ nickname: '甲', avatarUrl: others.avatarUrl, phone: others.phone });
      expect(await read(ro)).to.include({ nickname: null, avatarUrl: null, phone: null });
    });

    it('sessions and past identifiers move to the survivor, so that deleting the account removes them', async () => {
      const ru = await seed({ unionid: fresh('u'), webOpenid: fresh('W'), age: 1 });
      const ro = await seed({ miniOpenid: fresh('M') });
      const before = { kind: 'mini_openid', value: fresh('M') } as const;
      await database.users.addPastIdentifier({ userId: ro.id, ...before, at: now });
      const session = makeSession({ userId: ro.id, channel: 'mini', generation: 3 });
      await database.sessions.insert(session);
      await signIn({ channel: 'mini', openid: ro.miniOpenid!, unionid: ru.unionid! });
      expect(await database.sessions.get(session.id)).to.deep.equal({ ...session, userId: ru.id });
      expect(await database.users.removePastIdentifiers(ru.id)).to.deep.equal([before]);
    });

    it('a row that was merged earlier leads to the new survivor, as every other id does, without a cycle', async () => {
      const unionid = fresh('u');
      const first = await seed({ miniOpenid: fresh('M') });
      const second = await seed({ unionid, age: 1 });
      await signIn({ channel: 'mini', openid: first.miniOpenid!, unionid });
      const third = await seed({ webOpenid: fresh('W'), age: 2 });
      await signIn({ channel: 'web', openid: third.webOpenid!, unionid });
      for (const { id } of [first, second, third]) expect((await database.users.resolve(id))?.id).to.equal(third.id);
      expect(await read(third)).to.include({ unionid, miniOpenid: first.miniOpenid, webOpenid: third.webOpenid });
    });
  });

  describe('case 15: a disabled row is involved', () => {
    const refused = async (identity: Identity) => expect(await codeOf(signIn(identity))).to.equal('account_disabled');

    it('a login by its openid or unionid gets 403, leaves the row unchanged, and is in the audit trail', async () => {
      const row = await seed({ unionid: fresh('u'), webOpenid: fresh('W'), status: 'disabled' });
      await refused({ channel: 'web', openid: row.webOpenid! });
      await refused({ channel: 'web', openid: row.webOpenid!, unionid: row.unionid! });
      expect(await read(row)).to.deep.equal(row);
      expect(await auditOf(row)).to.have.deep.members([
        { event: 'login_refused', case: '2' },
        { event: 'login_refused', case: '8' },
      ]);
    });

    it('a new unionid is added to the row, so that a login on the other channel is refused too', async () => {
      const row = await seed({ webOpenid: fresh('W'), status: 'disabled' });
      const unionid = fresh('u');
      await refused({ channel: 'web', openid: row.webOpenid!, unionid });
      expect(await read(row)).to.deep.equal({ ...row, unionid });
      await refused({ channel: 'mini', openid: fresh('M'), unionid });
    });

    it('a new openid is added to the row, so that a login with only this openid is refused too', async () => {
      const row = await seed({ unionid: fresh('u'), status: 'disabled' });
      const openid = fresh('M');
      await refused({ channel: 'mini', openid, unionid: row.unionid! });
      expect(await read(row)).to.deep.equal({ ...row, miniOpenid: openid });
      await refused({ channel: 'mini', openid });
    });

    for (const disabled of ['unionid', 'openid'] as const) {
      for (const age of [0, 2]) {
        it(`a merge with the disabled row of the ${disabled}, which is ${age === 0 ? 'younger' : 'older'}, disables the survivor`, async () => {
          const status = (of: string) => (of === disabled ? 'disabled' : 'active');
          const ageOf = (of: string) => (of === disabled ? age : 1);
          const ru = await seed({ unionid: fresh('u'), status: status('unionid'), age: ageOf('unionid') });
          const ro = await seed({ webOpenid: fresh('W'), status: status('openid'), age: ageOf('openid') });
          const identity: Identity = { channel: 'web', openid: ro.webOpenid!, unionid: ru.unionid! };
          await refused(identity);
          const found = await holder(identity);
          expect(found.byUnionid).to.equal(found.byOpenid);
          expect((await read({ id: found.byOpenid! })).status).to.equal('disabled');
          await refused({ channel: 'web', openid: ro.webOpenid! });
          await refused({ channel: 'mini', openid: fresh('M'), unionid: ru.unionid! });
        });
      }
    }

    it('a login that also matches an active row gets 403 in both modes if the rows cannot be merged', async () => {
      const ru = await seed({ unionid: fresh('u') });
      const ro = await seed({ unionid: fresh('u'), webOpenid: fresh('W'), status: 'disabled' });
      const identity: Identity = { channel: 'web', openid: ro.webOpenid!, unionid: ru.unionid! };
      await refused(identity);
      expect(await codeOf(signIn(identity, 'strict'))).to.equal('account_disabled');
      expect([await read(ru), await read(ro)]).to.deep.equal([ru, ro]);
    });
  });

  describe('values that identify nobody', () => {
    it('case 16: an openid that equals somebody’s unionid, and an openid of the other channel', async () => {
      const text = fresh('same');
      const row = await seed({ unionid: text });
      const { user, created } = await signIn({ channel: 'web', openid: text });
      expect(created).to.equal(true);
      expect(user.id).to.not.equal(row.id);
      const mini = await signIn({ channel: 'mini', openid: text });
      expect(mini.created).to.equal(true);
      expect(mini.user.id).to.not.equal(user.id);
    });

    const bad: readonly (readonly [string, unknown])[] = [
      ['empty', ''],
      ['over 64 characters', 'x'.repeat(65)],
      ['with a control character', 'x\u0000y'],
      ['not a string', 17],
      ['an object', {}],
      ['null', null],
    ];
    for (const [form, openid] of bad) {
      it(`case 17: an openid that is ${form}: 502 and no row`, async () => {
        const unionid = fresh('u');
        const identity = { channel: 'web', openid, unionid } as Identity;
        expect(await codeOf(signIn(identity))).to.equal('idp_bad_response');
        expect(await holder({ channel: 'web', openid: fresh('W'), unionid })).to.deep.equal({
          byUnionid: undefined,
          byOpenid: undefined,
        });
      });
    }
    for (const [form, unionid] of bad.filter(([, value]) => value !== '' && value !== null)) {
      it(`case 17: a unionid that is ${form}: 502 and no row`, async () => {
        const openid = fresh('W');
        const identity = { channel: 'web', openid, unionid } as Identity;
        expect(await codeOf(signIn(identity))).to.equal('idp_bad_response');
        expect((await holder({ channel: 'web', openid })).byOpenid).to.equal(undefined);
      });
    }

    for (const [form, nothing] of bad.filter(([, value]) => value === '' || value === null)) {
      it(`case 17: a unionid that is ${form} counts as absent, so two people without a unionid stay two`, async () => {
        const attempt = () => signIn({ channel: 'web', openid: fresh('W'), unionid: nothing } as Identity);
        const [one, other] = [await attempt(), await attempt()];
        expect(one.user.unionid).to.equal(null);
        expect(other.user.id).to.not.equal(one.user.id);
      });
    }

    it('but an identifier may have 64 characters', async () => {
      const openid = fresh('W').padEnd(64, 'x');
      const { user } = await signIn({ channel: 'web', openid, unionid: '𝒖'.repeat(64) });
      expect(await read(user)).to.include({ webOpenid: openid, unionid: '𝒖'.repeat(64) });
    });
  });

  it('the final step of a login runs in the transaction of the login: if the step fails, nothing is written', async () => {
    const openid = fresh('W');
    const failure = new Error('the session could not be written');
    const attempt = identities('lenient').signIn({ identity: { channel: 'web', openid }, requestId: 'r' }, () =>
      Promise.reject(failure),
    );
    expect(await attempt.catch((error: unknown) => error)).to.equal(failure);
    expect((await holder({ channel: 'web', openid })).byOpenid).to.equal(undefined);
    expect(happenings).to.deep.equal([]);
  });

  it('a refused login runs no final step', async () => {
    const row = await seed({ webOpenid: fresh('W'), status: 'disabled' });
    let ran = 0;
    const login = { identity: { channel: 'web', openid: row.webOpenid! }, requestId: 'r' } as const;
    const attempt = identities('lenient').signIn(login, () => Promise.resolve((ran += 1)));
    expect(await codeOf(attempt)).to.equal('account_disabled');
    expect(ran).to.equal(0);
  });

  it('audit records contain our ids and the number of the case, and no identifier', async () => {
    const unionid = fresh('u');
    const ro = await seed({ miniOpenid: fresh('M'), age: 1 });
    const { user } = await signIn({ channel: 'web', openid: fresh('W'), unionid });
    await signIn({ channel: 'mini', openid: ro.miniOpenid!, unionid });
    const records = await Promise.all([user, ro].map(({ id }) => database.audit.list({ userId: id, limit: 10 })));
    const text = JSON.stringify(records);
    expect(text).to.include('users_merged').and.include('request-1');
    for (const secret of [unionid, ro.miniOpenid!, user.webOpenid!]) expect(text).to.not.include(secret);
  });

  it('random logins of both channels, bound and unbound, keep every identifier in one live row (property)', async function () {
    const identity = fc.record({
      channel: fc.constantFrom<Channel>('web', 'mini'),
      openid: fc.integer({ min: 0, max: 3 }),
      unionid: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined }),
    });
    const step = fc.oneof(
      { weight: 12, arbitrary: fc.record({ kind: fc.constant('login' as const), identity }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('disable' as const), identity }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('enable' as const), identity }) },
    );
    const mode = fc.constantFrom<IdentityMode>('lenient', 'strict');
    const property = fc.asyncProperty(mode, fc.array(step, { minLength: 1, maxLength: 25 }), async (mode, steps) => {
      const run = fresh('run');
      const oracle = createOracle(mode);
      const ids = new Map<number, string>();
      for (const { kind, identity: numbers } of steps) {
        now = new Date(now.getTime() + 1000);
        const named: Identity = {
          channel: numbers.channel,
          openid: `${run}-${numbers.channel}-${numbers.openid}`,
          unionid: numbers.unionid === undefined ? undefined : `${run}-u-${numbers.unionid}`,
        };
        if (kind !== 'login') {
          const id = (await holder({ channel: named.channel, openid: named.openid })).byOpenid;
          if (id) await database.users.update(id, { status: kind === 'disable' ? 'disabled' : 'active' });
          oracle.setDisabled(named, kind === 'disable');
          continue;
        }
        const outcome = await signIn(named, mode).then(
          ({ user }) => user.id,
          (error: unknown) => (error as Problem).code,
        );
        const expected = oracle.login(named);
        if (typeof expected === 'string') expect(outcome).to.equal(expected);
        else {
          if (!ids.has(expected)) ids.set(expected, outcome);
          expect(outcome).to.equal(ids.get(expected));
        }
      }
      await checkRows(oracle.people(), ids);
    });
    await fc.assert(property, { numRuns: 150 });
  });

  /**
   * Expects that all rows remain: live rows have the data of the oracle, and merged rows are empty and lead to the
   * survivor.
   */
  async function checkRows(people: ReturnType<ReturnType<typeof createOracle>['people']>, ids: Map<number, string>) {
    const held = new Set<string>();
    for (const person of people) {
      const id = ids.get(person.number);
      const row = await read({ id: id! });
      const identifiers = [row.unionid, row.webOpenid, row.miniOpenid];
      if (person.mergedInto !== undefined) {
        expect(identifiers).to.deep.equal([null, null, null]);
        const end = await database.users.resolve(id!);
        expect(end?.mergedInto).to.equal(null);
        expect(end?.id).to.equal(ids.get(person.survivor));
        continue;
      }
      expect(row.mergedInto).to.equal(null);
      expect(identifiers).to.deep.equal([person.unionid, person.web, person.mini]);
      expect(row.status).to.equal(person.disabled ? 'disabled' : 'active');
      for (const identifier of identifiers.filter((value) => value !== null)) {
        expect(held.has(identifier)).to.equal(false);
        held.add(identifier);
      }
    }
  }
});

describe('the table of identity cases', () => {
  const openid = fc.constantFrom('o', 'p', null);
  const row = fc.record({ other: openid, disabled: fc.boolean(), age: fc.integer({ min: 0, max: 3 }) });
  const facts = fc
    .record({
      mode: fc.constantFrom<IdentityMode>('lenient', 'strict'),
      channel: fc.constantFrom<Channel>('web', 'mini'),
      unionid: fc.constantFrom('u', undefined),
      ru: fc.option(fc.record({ row, here: fc.constantFrom('same', 'another', null) }), { nil: undefined }),
      ro: fc.option(fc.record({ row, unionid: fc.constantFrom('v', null) }), { nil: undefined }),
    })
    .map(({ mode, channel, unionid, ru, ro }): IdentityMatches => {
      const [here, there] =
        channel === 'web' ? (['webOpenid', 'miniOpenid'] as const) : (['miniOpenid', 'webOpenid'] as const);
      const toUser = (
        { other, disabled, age }: { other: string | null; disabled: boolean; age: number },
        prefix: string,
      ) => makeUser({ [there]: other && `${prefix}-${other}`, status: disabled ? 'disabled' : 'active', age });
      const byUnionid = unionid && ru && { ...toUser(ru.row, 'ru'), unionid, [here]: ru.here && `o-${ru.here}` };
      const same = byUnionid?.[here] === 'o-same' ? byUnionid : undefined;
      const byOpenid = same ?? (ro && { ...toUser(ro.row, 'ro'), unionid: ro.unionid, [here]: 'o-same' });
      const identity = { channel, openid: 'o-same', ...(unionid && { unionid }) };
      return { mode, identity, byUnionid: byUnionid || undefined, byOpenid };
    });

  const all = ({ byUnionid, byOpenid }: IdentityMatches) => [byUnionid, byOpenid].filter((user) => user !== undefined);

  it('never lets anybody in if a disabled row matches, and never enables a disabled row (property)', () => {
    const property = fc.property(facts, (facts) => {
      const decision = decide(facts);
      const disabled = all(facts).some(({ status }) => status === 'disabled');
      expect(decision.refusal === 'account_disabled').to.equal(disabled);
      const after = { ...decision.user, ...decision.changes }.status;
      if ([decision.user, decision.loser].some((user) => user?.status === 'disabled'))
        expect(after).to.equal('disabled');
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('neither loses nor invents identifiers: each identifier stays, moves to the user, or is kept as past (property)', () => {
    const property = fc.property(facts, (facts) => {
      const { user, loser, changes: set, past } = decide(facts);
      const identifiersOf = (row: Partial<User> = {}) =>
        [row.unionid, row.webOpenid, row.miniOpenid].filter((value) => typeof value === 'string');
      const before = [...identifiersOf(user), ...identifiersOf(loser)];
      const after = [...identifiersOf({ ...user, ...set }), ...(past ? [past.value] : [])];
      const came = [facts.identity.openid, facts.identity.unionid].filter((value) => value !== undefined);
      for (const value of before) expect(after).to.include(value);
      for (const value of after) expect([...before, ...came]).to.include(value);
      expect(new Set(after).size).to.equal(after.length);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('merges only rows without a unionid other than that of the login, and keeps the older row (property)', () => {
    const property = fc.property(facts, (facts) => {
      const { user, loser } = decide(facts);
      if (!user || !loser) return;
      expect([user.unionid, loser.unionid].filter((value) => value !== null)).to.deep.equal([facts.identity.unionid]);
      expect(user.createdAt.getTime()).to.be.at.most(loser.createdAt.getTime());
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('refuses with 409 only in strict mode, and then writes only the audit record (property)', () => {
    const property = fc.property(facts, (facts) => {
      const { refusal, event, changes: set, loser, past } = decide(facts);
      if (refusal !== 'identity_conflict') return;
      expect(facts.mode).to.equal('strict');
      expect(event).to.be.oneOf(['unionid_mismatch', 'identity_conflict']);
      expect({ set, loser, past }).to.deep.equal({ set: {}, loser: undefined, past: undefined });
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
