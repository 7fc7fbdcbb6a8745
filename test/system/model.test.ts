// Compares the login backend with a model of it, only through HTTP: random actions of people, operators and clocks.
import { expect } from 'chai';
import fc from 'fast-check';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import nock from 'nock';
import { openDatabase } from '../../server/stores/database.ts';
import { createAccount } from '../../server/services/account-service.ts';
import type { Channel } from '../../server/ports/identity-provider.ts';
import { eachPlace } from '../support/databases.ts';
import type { Place } from '../support/databases.ts';
import { inspect } from '../support/invariants.ts';
import type { Findings } from '../support/invariants.ts';
import { fresh, startBackend, tokensOf } from '../support/login.ts';
import type { Answer, Backend } from '../support/login.ts';
import { startProvider } from '../support/provider.ts';
import type { ScriptedProvider } from '../support/provider.ts';
import { makeRedisServer } from '../support/redis.ts';
import type { RedisServer } from '../support/redis.ts';
import { createOracle } from '../server/services/oracle.ts';

/**
 * Limits for each database; the first that is reached ends the test. MODEL_SECONDS=600 is for a long evening,
 * MODEL_SEED repeats a failure.
 */
const seconds = Number(process.env.MODEL_SECONDS ?? 8);
const mostRuns = Number(process.env.MODEL_RUNS ?? seconds * 10);
const seed = process.env.MODEL_SEED === undefined ? {} : { seed: Number(process.env.MODEL_SEED) };

const firstSecret = 'model-jwt-secret-0-of-at-least-32-bytes';
const graceSeconds = 10;
const accessSeconds = 7_200;
const refreshSeconds = 2_592_000;
const maxAgeSeconds = 3_000_000;
const people = 2;

type Token = { readonly text: string; readonly session: number; readonly generation: number };

/** A session as clients know it. Sessions and people are numbers here; the real ids are looked up. */
type SessionModel = {
  readonly person: number;
  readonly channel: Channel;
  readonly createdAt: number;
  rotatedAt: number;
  generation: number;
  /** When the token of each generation was used first. */
  readonly usedAt: number[];
  ended: boolean;
  gone: boolean;
};

class Model {
  now = 0;
  readonly bound = new Set<number>();
  readonly oracle = createOracle('lenient');
  readonly deleted = new Set<number>();
  readonly sessions: SessionModel[] = [];
  /** Every refresh token that was ever issued, and its access token. */
  readonly tokens: (Token & { readonly access: string })[] = [];
  /** Numbers of people to their ids, and back. */
  readonly ids = new Map<number, string>();

  survivor(person: number) {
    const everybody = this.oracle.people();
    return everybody[everybody[person]!.survivor]!;
  }
  status(person: number): 'active' | 'disabled' | 'deleted' {
    const { number, disabled } = this.survivor(person);
    if (this.deleted.has(number)) return 'deleted';
    return disabled ? 'disabled' : 'active';
  }
  /** The code with which a refresh of the session is refused. */
  whyEnded(session: SessionModel): string | undefined {
    if (session.gone) return 'refresh_token_invalid';
    if (session.ended) return 'refresh_token_revoked';
    return this.now >= session.createdAt + maxAgeSeconds ? 'refresh_token_expired' : undefined;
  }
  open(person: number, channel: Channel): number {
    const { now } = this;
    const session = {
      person,
      channel,
      createdAt: now,
      rotatedAt: now,
      usedAt: [],
      generation: 0,
      ended: false,
      gone: false,
    };
    return this.sessions.push(session) - 1;
  }
}

/** The service, for the commands. */
class Real {
  readonly run = `${process.pid}-${Math.random().toString(36).slice(2)}`;
  next = 0;

  readonly world: World;
  constructor(world: World) {
    this.world = world;
  }
  /** Instances take turns. */
  get backend(): Backend {
    this.next += 1;
    const { backends } = this.world;
    return backends[this.next % backends.length]!;
  }
  personOf(person: number, channel: Channel, bound: boolean) {
    const openid = `${channel}-${person}-${this.run}`;
    return { openid, ...(bound ? { unionid: `u-${person}-${this.run}` } : {}) };
  }
  async start(): Promise<Backend> {
    const [secret, ...previous] = this.world.secrets;
    return startBackend(
      { ...this.world.env, JWT_SECRET: secret!, JWT_SECRET_PREVIOUS: previous.join() },
      { clock: () => new Date(this.world.startMs + this.world.now * 1000) },
    );
  }
  /** One instance after the other if several may run; otherwise one stops before the next starts. */
  async replaceAll(): Promise<void> {
    const { several, backends } = this.world;
    for (let index = 0; index < this.world.instances; index += 1) {
      const old = backends[index];
      if (!several) await old?.stop();
      backends[index] = await this.start();
      if (several) await old?.stop();
    }
  }
  async stop(): Promise<void> {
    await Promise.all(this.world.backends.splice(0).map((backend) => backend.stop()));
  }
}

type World = {
  readonly place: Place;
  readonly env: Record<string, string>;
  readonly several: boolean;
  readonly instances: number;
  readonly provider: ScriptedProvider;
  readonly redis: RedisServer | undefined;
  readonly startMs: number;
  /** The backends outlive a run: rows of earlier runs belong to other people. */
  readonly backends: Backend[];
  secrets: string[];
  now: number;
};

type Command = fc.AsyncCommand<Model, Real>;

/** Makes a command whose name in a trace says what it does. */
function command(text: string, run: (model: Model, real: Real) => Promise<void>): Command {
  return {
    check: () => true,
    async run(model, real) {
      // No two events have the same time, so that the order is certain.
      model.now += 1;
      real.world.now += 1;
      await run(model, real);
    },
    toString: () => text,
  };
}

function expectCode(answer: Answer, code: string | undefined): void {
  expect(answer.body.code, answer.text).to.equal(code);
  if (code === undefined) expect(answer.status, answer.text).to.be.below(300);
}

/** Compares a token answer with the model, and remembers it. */
function learn(model: Model, answer: Answer, session: number): void {
  const { access, refresh: text, userId } = tokensOf(answer);
  const { person, generation } = model.sessions[session]!;
  const { number } = model.survivor(person);
  const known = model.ids.get(number);
  expect(userId, 'the same person is the same user').to.equal(known ?? userId);
  for (const [other, id] of model.ids)
    if (other !== number) expect(userId, 'two people are two users').not.to.equal(id);
  model.ids.set(number, userId);
  model.tokens.push({ text, access, session, generation });
}

const login = (person: number, channel: Channel, codes: number): Command =>
  command(`login(${channel} ${person}${codes > 1 ? `, ${codes} times` : ''})`, async (model, real) => {
    const identity = { channel, ...real.personOf(person, channel, model.bound.has(person)) };
    const expected = model.oracle.login(identity);
    const code = real.world.provider.code(identity);
    const answers = await (channel === 'mini' ? signInMini(real, { code, codes }) : signInWeb(real, { code, codes }));
    const good = answers.filter(({ status }) => status === 200);
    const bad = answers.filter(({ status }) => status !== 200);
    const loser = channel === 'mini' ? 'idp_code_used' : 'state_unknown';
    expect(real.world.provider.sent(code), 'exchanges').to.equal(1);
    if (typeof expected === 'number') {
      expect(good, bad[0]?.text).to.have.length(1);
      for (const answer of bad) expectCode(answer, loser);
      learn(model, good[0]!, model.open(expected, channel));
    } else {
      expect(good).to.have.length(0);
      expect(bad.filter(({ body }) => body.code === expected)).to.have.length(1);
      expect(bad.filter(({ body }) => body.code === loser)).to.have.length(codes - 1);
    }
  });

type Tries = { readonly code: string; readonly codes: number };

function signInMini(real: Real, { code, codes }: Tries): Promise<Answer[]> {
  return Promise.all(Array.from({ length: codes }, () => real.backend.post('/api/auth/idp/mini/login', { code })));
}

async function signInWeb(real: Real, { code, codes }: Tries): Promise<Answer[]> {
  const state = fresh('state');
  expect((await real.backend.get(`/api/auth/idp/web/login?state=${state}`)).status).to.equal(302);
  const target = `/api/auth/idp/web/callback?code=${code}&state=${state}`;
  return Promise.all(Array.from({ length: codes }, () => real.backend.get(target)));
}

const deny = command('deny()', async (_model, real) => {
  const state = fresh('state');
  const before = real.world.provider.requests();
  await real.backend.get(`/api/auth/idp/web/login?state=${state}`);
  expectCode(await real.backend.get(`/api/auth/idp/web/callback?state=${state}`), 'user_denied');
  expectCode(await real.backend.get(`/api/auth/idp/web/callback?code=late&state=${state}`), 'state_unknown');
  expect(real.world.provider.requests()).to.equal(before);
});

const bind = (person: number, bound: boolean): Command =>
  command(`${bound ? 'bind' : 'unbind'}(${person})`, async (model) => {
    if (bound) model.bound.add(person);
    else model.bound.delete(person);
  });

/** One of the issued tokens, counted from the newest. */
function pick(model: Model, back: number) {
  return model.tokens.length === 0 ? undefined : model.tokens.at(-1 - (back % model.tokens.length));
}

const refresh = (back: number, times: number): Command =>
  command(`refresh(token ${back} back${times > 1 ? `, ${times} times` : ''})`, async (model, real) => {
    const token = pick(model, back);
    if (!token) return;
    const session = model.sessions[token.session]!;
    const expected = predictRefresh(model, token);
    const tries = Array.from({ length: times }, () =>
      real.backend.post('/api/auth/refresh', { refresh_token: token.text }),
    );
    const answers = await Promise.all(tries);
    if (expected !== undefined) {
      // The first request with a reused token ends the session; the others may find it ended.
      const [first, ...others] = answers
        .map(({ body }) => body.code as string)
        .sort((one, other) => (one < other ? 1 : -1));
      if (expected === 'refresh_token_reused') {
        session.ended = true;
        expect(others.concat(first!)).to.include(expected);
        for (const other of [first, ...others])
          expect(['refresh_token_reused', 'refresh_token_revoked']).to.include(other);
      } else for (const answer of answers) expectCode(answer, expected);
      return;
    }
    if (token.generation === session.generation) {
      session.generation += 1;
      session.usedAt.push(model.now);
      session.rotatedAt = model.now;
    }
    for (const answer of answers) expectCode(answer, undefined);
    expect(new Set(answers.map(({ body }) => body.refresh_token)).size, 'successors').to.equal(1);
    const successor = answers[0]!.body.refresh_token as string;
    const same = model.tokens.find((one) => one.session === token.session && one.generation === session.generation);
    if (!same) return learn(model, answers[0]!, token.session);
    // The bytes must be the same as long as neither the secret nor the owner has changed.
    if (same.text !== successor) learn(model, answers[0]!, token.session);
  });

/** The code with which a refresh must be refused, by the rules of the contract; undefined if it must succeed. */
function predictRefresh(model: Model, { session: number, generation }: Token): string | undefined {
  const session = model.sessions[number]!;
  const token = model.tokens.find((one) => one.session === number && one.generation === generation)!;
  const issuedAt = issuedAtOf(token.text);
  if (issuedAt + refreshSeconds <= model.now) return 'refresh_token_expired';
  const ended = model.whyEnded(session);
  if (ended) return ended;
  const behind = session.generation - generation;
  const inGrace = behind > 0 && model.now - session.usedAt[generation]! < graceSeconds;
  if (behind > 0 && !inGrace) return 'refresh_token_reused';
  const status = model.status(session.person);
  if (status === 'deleted') return 'refresh_token_invalid';
  return status === 'disabled' ? 'account_disabled' : undefined;
}

let epoch = 0;
/** Seconds on the model's clock. */
function issuedAtOf(token: string): number {
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { iat: number };
  return claims.iat - epoch;
}

const refreshForged = command('refresh(a token from the future)', async (model, real) => {
  const token = pick(model, 0);
  if (!token) return;
  // A token of the next generation, which was never signed: it has the signature of this one.
  const [head, claims, signature] = token.text.split('.') as [string, string, string];
  const text = Buffer.from(claims, 'base64url')
    .toString()
    .replace(/rt\.(\d+)\./, (_, digits) => `rt.${Number(digits) + 1}.`);
  const forged = [head, Buffer.from(text).toString('base64url'), signature].join('.');
  expectCode(await real.backend.post('/api/auth/refresh', { refresh_token: forged }), 'refresh_token_invalid');
});

/** The code with which a request with an access token must be refused; undefined if it must succeed. */
function predictAccess(model: Model, token: Token & { access: string }): string | undefined {
  const session = model.sessions[token.session]!;
  if (issuedAtOf(token.access) + accessSeconds <= model.now) return 'access_token_expired';
  if (model.whyEnded(session)) return 'session_revoked';
  const status = model.status(session.person);
  if (status === 'deleted') return 'session_revoked';
  return status === 'disabled' ? 'account_disabled' : undefined;
}

const me = (back: number): Command =>
  command(`me(token ${back} back)`, async (model, real) => {
    const token = pick(model, back);
    if (!token) return;
    const answer = await real.backend.get('/api/auth/me', { bearer: token.access });
    expectCode(answer, predictAccess(model, token));
    if (answer.status !== 200) return;
    const { number, web, mini } = model.survivor(model.sessions[token.session]!.person);
    const channels = [...(web === null ? [] : ['web']), ...(mini === null ? [] : ['mini'])];
    // The survivor of a merge has one of its earlier ids.
    expect(answer.body.id).to.equal(model.ids.get(number) ?? answer.body.id);
    expect(answer.body.channels).to.deep.equal(channels);
  });

/** Calls of a signed-in person, and their effect on the model. */
const act = (name: string, back: number, { method, target, effect }: Act): Command =>
  command(`${name}(token ${back} back)`, async (model, real) => {
    const token = pick(model, back);
    if (!token) return;
    const expected = predictAccess(model, token);
    const answer = await real.backend.request(method, target, { bearer: token.access });
    // A disabled user may still sign out: the session ends, and later answers say so.
    const ends = name.startsWith('logout') && expected === 'account_disabled';
    const over = ends || (name === 'logout' && expected === 'session_revoked');
    expectCode(answer, over ? undefined : expected);
    if (expected === undefined || ends) effect(model, model.sessions[token.session]!);
  });

type Act = {
  readonly method: string;
  readonly target: string;
  readonly effect: (model: Model, session: SessionModel) => void;
};

function ofSurvivor(model: Model, session: SessionModel): SessionModel[] {
  const { number } = model.survivor(session.person);
  return model.sessions.filter(({ person }) => model.survivor(person).number === number);
}

const logout: Act = { method: 'POST', target: '/api/auth/logout', effect: (_, session) => void (session.ended = true) };
const logoutAll: Act = {
  method: 'POST',
  target: '/api/auth/logout-all',
  effect: (model, session) => {
    for (const one of ofSurvivor(model, session)) if (!model.whyEnded(one)) one.ended = true;
  },
};
const leave: Act = {
  method: 'DELETE',
  target: '/api/auth/me',
  effect: (model, session) => {
    const { number } = model.survivor(session.person);
    for (const one of ofSurvivor(model, session)) one.gone = true;
    model.deleted.add(number);
    model.oracle.remove(number);
  },
};

const revoke = (back: number, other: number): Command =>
  command(`revoke(token ${back} back, session of token ${other} back)`, async (model, real) => {
    const [own, target] = [pick(model, back), pick(model, other)];
    if (!own || !target) return;
    const expected = predictAccess(model, own);
    const session = model.sessions[target.session]!;
    const sid = (JSON.parse(Buffer.from(target.text.split('.')[1]!, 'base64url').toString()) as { sid: string }).sid;
    const answer = await real.backend.request('DELETE', `/api/auth/sessions/${sid}`, { bearer: own.access });
    if (expected !== undefined) return expectCode(answer, expected);
    const mine = ofSurvivor(model, model.sessions[own.session]!).includes(session) && !model.whyEnded(session);
    expectCode(answer, mine ? undefined : 'not_found');
    if (mine) session.ended = true;
  });

const setStatus = (person: number, channel: Channel, disabled: boolean): Command =>
  command(`${disabled ? 'disable' : 'enable'}(${channel} ${person})`, async (model, real) => {
    const { openid } = real.personOf(person, channel, false);
    const found = model.oracle.people().find((one) => one.mergedInto === undefined && one[channel] === openid);
    if (!found) return;
    model.oracle.setDisabled({ channel, openid }, disabled);
    // As an operator does it: while the instances run, or while the one that locks the folder is stopped.
    if (!real.world.several) await real.stop();
    const database = await openDatabase({ ...real.world.place, clock: () => new Date(), report() {} });
    const [user] = await database.users.search(openid);
    const sessionKeys = { put: async () => {}, get: async () => undefined, remove: async () => {} };
    const account = createAccount({ database, sessionKeys, clock: () => new Date(), warn() {} });
    await account.setStatus({ userId: user!.id, status: disabled ? 'disabled' : 'active' });
    await database.close();
    if (!real.world.several) await real.replaceAll();
  });

const passTime = (by: number): Command =>
  command(`wait(${by} s)`, async (model, real) => {
    model.now += by;
    real.world.now += by;
  });

const restart = command('restart()', async (_model, real) => {
  await real.stop();
  await real.replaceAll();
});

const rotate = command('rotate()', async (_model, real) => {
  const { world } = real;
  world.secrets = [`model-jwt-secret-${world.secrets.length}-of-at-least-32-bytes`, ...world.secrets];
  await real.replaceAll();
});

const loseRedis = command('loseRedis()', async (_model, real) => {
  const state = fresh('state');
  await real.backend.get(`/api/auth/idp/web/login?state=${state}`);
  if (real.world.redis) await real.world.redis.tell('FLUSHALL');
  else {
    await real.stop();
    await real.replaceAll();
  }
  expectCode(await real.backend.get(`/api/auth/idp/web/callback?code=x&state=${state}`), 'state_unknown');
});

const person = fc.integer({ min: 0, max: people - 1 });
const channel = fc.constantFrom<Channel>('web', 'mini');
const back = fc.oneof({ weight: 3, arbitrary: fc.nat({ max: 3 }) }, { weight: 1, arbitrary: fc.nat({ max: 12 }) });
const tries = fc.constantFrom(1, 1, 1, 2, 5);
const often = (count: number, arbitrary: fc.Arbitrary<Command>): fc.Arbitrary<Command>[] =>
  Array.from({ length: count }, () => arbitrary);

/** Commands that end sessions and accounts are rare, because interesting states need time. */
const cheap: fc.Arbitrary<Command>[] = [
  ...often(
    8,
    fc.tuple(person, channel, tries).map((args) => login(...args)),
  ),
  ...often(
    4,
    fc.tuple(person, fc.boolean()).map((args) => bind(...args)),
  ),
  ...often(
    8,
    fc.tuple(back, tries).map((args) => refresh(...args)),
  ),
  ...often(3, fc.constantFrom(3, 8, 11).map(passTime)),
  ...often(2, back.map(me)),
  fc.constantFrom(accessSeconds, refreshSeconds - 5, maxAgeSeconds).map(passTime),
  fc.constant(deny),
  fc.constant(refreshForged),
  back.map((token) => act('logout', token, logout)),
  back.map((token) => act('logoutAll', token, logoutAll)),
  back.map((token) => act('leave', token, leave)),
  fc.tuple(back, back).map((args) => revoke(...args)),
];
const dear: fc.Arbitrary<Command>[] = [
  fc.tuple(person, channel, fc.boolean()).map((args) => setStatus(...args)),
  fc.constant(restart),
  fc.constant(rotate),
  fc.constant(loseRedis),
];

eachPlace('the service and its model', (makePlace) => {
  let world: World;
  let folder: string;

  before(async function () {
    const place = await makePlace(this);
    const several = place.url !== undefined;
    nock.restore();
    const provider = await startProvider();
    const redis = several ? await makeRedisServer(this) : undefined;
    await redis?.start();
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-model-'));
    if (!several) symlinkSync(place.folder, path.join(folder, 'database'));
    const env = {
      IDP_API_URL: provider.url,
      REFRESH_GRACE_SECONDS: String(graceSeconds),
      SESSION_MAX_AGE: String(maxAgeSeconds),
      ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
      ...(redis ? { KEYV_URL: redis.url } : {}),
      DATA_DIR: folder,
    };
    const startMs = Math.floor(Date.now() / 1000) * 1000;
    epoch = startMs / 1000;
    world = {
      place,
      env,
      several,
      instances: several ? 2 : 1,
      provider,
      redis,
      startMs,
      backends: [],
      secrets: [firstSecret],
      now: 0,
    };
  });
  after(async () => {
    await Promise.all((world?.backends ?? []).map((backend) => backend.stop()));
    await world?.provider.close();
    await world?.redis?.stop();
    rmSync(folder, { recursive: true, force: true });
    if (!nock.isActive()) nock.activate();
  });

  it('agree, and no invariant is ever broken', async function () {
    this.timeout(0);
    let seen: readonly string[] = [];
    let known: readonly string[] = [];
    // Restarts with the embedded database take seconds, so they are drawn less often.
    const weights = world.several ? [...cheap, ...dear] : [...cheap, ...cheap, ...dear];
    const commands = fc.commands(weights, { maxCommands: world.several ? 80 : 40, size: 'max' });
    let runs = 0;
    let failed = false;
    const end = performance.now() + seconds * 1000;
    const property = fc.asyncProperty(commands, async (list) => {
      // A failure is reported by the shortest trace, even if finding it takes long.
      if (performance.now() > end && !failed) return;
      runs += 1;
      const real = new Real(world);
      const model = new Model();
      model.now = world.now;
      const [before, brokenBefore] = [seen, known];
      if (world.backends.length === 0 || world.secrets.length > 1) {
        world.secrets = [firstSecret];
        await real.replaceAll();
      }
      let findings: Findings;
      try {
        failed = true;
        await fc.asyncModelRun(() => ({ model, real }), list);
      } finally {
        if (!world.several) await real.stop();
        findings = await inspect(world.place, { now: world.startMs + world.now * 1000 });
        [seen, known] = [findings.ids, findings.broken];
      }
      // A shorter trace runs on the tables that a longer one broke, so only new faults count.
      expect(findings.broken.filter((one) => !brokenBefore.includes(one))).to.deep.equal([]);
      expect(findings.ids, 'ids never vanish').to.include.members([...before]);
      expect(findings.ids.length - before.length, 'rows').to.equal(model.oracle.people().length);
      failed = false;
    });
    await fc.assert(property, { ...seed, numRuns: mostRuns });
    if (process.env.MODEL_SECONDS) process.stderr.write(`      ${runs} runs\n`);
    expect(runs).to.be.at.least(1);
  });
});
