// `npm run user`: what an operator does to an account, with a record in the audit trail.
import path from 'node:path';
import { readDatabaseConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { tellFailure } from './failure.ts';
import { createAccount } from './services/account.ts';
import type { Account } from './services/account.ts';
import type { Database, SessionKeyStore, User } from './types.ts';

const usage = `npm run user -- find WORD       an id, an openid, a unionid or a phone number
npm run user -- disable ID      no login and no refresh any more; its sessions wait
npm run user -- enable ID
npm run user -- sign-out ID     ends its sessions, and keeps the account
npm run user -- delete ID       identifiers, phone, names and sessions go; the id and the audit trail stay
npm run user -- sessions ID     where it is signed in
npm run user -- audit ID        what happened to it, the newest first`;

type Desk = { readonly database: Database; readonly account: Account; readonly print: (line: string) => void };
type Command = (desk: Desk, word: string) => Promise<void>;

const commands: Readonly<Record<string, Command>> = {
  async find({ database, print }, word) {
    const users = await database.users.search(word);
    if (users.length === 0) throw new Failure(`Nobody is called ${JSON.stringify(word)}.`);
    for (const user of users) print(describe(user));
  },
  async disable({ account, ...desk }, id) {
    desk.print(describe(await account.setStatus({ userId: await demandUser(desk, id), status: 'disabled' })));
  },
  async enable({ account, ...desk }, id) {
    desk.print(describe(await account.setStatus({ userId: await demandUser(desk, id), status: 'active' })));
  },
  async 'sign-out'({ database, print }, id) {
    const userId = await demandUser({ database }, id);
    const count = await database.transaction(async ({ sessions, audit }) => {
      const now = new Date();
      const ended = await sessions.revokeAll({ userId, now });
      await audit.add({ at: now, event: 'sessions_revoked', userId, details: { count: ended } });
      return ended;
    });
    print(`${userId}  ${count} session${count === 1 ? '' : 's'} ended`);
  },
  async delete({ account, ...desk }, id) {
    const userId = await demandUser(desk, id);
    await account.remove({ userId });
    desk.print(`${userId}  deleted`);
  },
  async sessions(desk, id) {
    const { database, print } = desk;
    const sessions = await database.sessions.listOpen({ userId: await demandUser(desk, id), now: new Date() });
    if (sessions.length === 0) print('No open sessions.');
    for (const { id: session, channel, lastUsedAt, userAgent } of sessions) {
      print([session, channel, lastUsedAt.toISOString(), userAgent ?? '-'].join('  '));
    }
  },
  async audit({ database, print }, id) {
    const records = await database.audit.list({ userId: id, limit: 100 });
    if (records.length === 0) print('No records.');
    for (const { at, event, details } of records) {
      print([at.toISOString(), event, ...(details ? [JSON.stringify(details)] : [])].join('  '));
    }
  },
};

class Failure extends Error {
  readonly showStack = false;
}

/** The living account behind an id: a merged one leads to its survivor. */
async function demandUser({ database }: Pick<Desk, 'database'>, id: string): Promise<string> {
  const user = await database.users.resolve(id);
  if (user && user.status !== 'deleted') return user.id;
  throw new Failure(`There is no account ${JSON.stringify(id)}: \`npm run user -- find WORD\` finds ids.`);
}

/** Identifiers are told by their presence: a terminal's history is no place for them. */
function describe(user: User): string {
  const ways = [user.unionid && 'unionid', user.webOpenid && 'web', user.miniOpenid && 'mini'].filter(Boolean);
  return [
    user.id,
    user.mergedInto === null ? user.status : `merged into ${user.mergedInto}`,
    ways.join('+') || 'no identifiers',
    `since ${user.createdAt.toISOString()}`,
    `last login ${user.lastLoginAt?.toISOString() ?? 'never'}`,
    JSON.stringify(user.nickname),
  ].join('  ');
}

/** A session key lives 30 minutes in a store that this command does not open. */
const noSessionKeys: SessionKeyStore = {
  put: () => Promise.resolve(),
  get: () => Promise.resolve(undefined),
  remove: () => Promise.resolve(),
};

async function main([name = '', word = '', ...rest]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || word === '' || rest.length > 0) throw new Failure(usage);
  const { databaseUrl: url, dataDir } = readDatabaseConfig();
  const clock = (): Date => new Date();
  const folder = path.join(dataDir, 'database');
  const database = await openDatabase({ url, folder, clock, report() {} });
  try {
    await database.checkMigrated();
    const account = createAccount({ database, sessionKeys: noSessionKeys, clock });
    await command({ database, account, print: (line) => process.stdout.write(`${line}\n`) }, word);
  } finally {
    await database.close();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${tellFailure(error)}\n`);
  process.exitCode = 1;
}
