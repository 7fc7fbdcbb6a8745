// `npm run user`: finds and changes accounts. Changes are recorded in the audit trail.
import path from 'node:path';
import { languageOfTerminal, readDatabaseConfig, readSessionKeyConfig } from '../login-config.ts';
import { openDatabase } from '../stores/database.ts';
import { Failure, runCommand } from '../command-failure.ts';
import { printedHelp } from '../command-help.ts';
import { createAccount } from '../services/account-service.ts';
import type { Account } from '../services/account-service.ts';
import { revokeAll } from '../services/session-service.ts';
import { refreshSeconds } from '../services/token-service.ts';
import { pageSize, readPages } from '../row-pages.ts';
import { createSharedClock } from '../process/shared-clock.ts';
import { openKeyv } from '../stores/keyv.ts';
import { createSessionKeyStore } from '../stores/session-keys.ts';
import type { KeptRecord } from '../ports/audit-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { SessionKeyStore } from '../ports/session-key-store.ts';
import type { Session } from '../ports/session-store.ts';
import type { Database } from '../ports/sql-database.ts';
import type { User } from '../ports/user-store.ts';
import type { Words } from '../bilingual-text.ts';

const usage: Words = {
  en: `npm run user -- find WORD       an id, an openid, a unionid or a phone number
npm run user -- disable ID      refuses logins and refreshes; sessions are kept
npm run user -- enable ID       allows logins and refreshes again
npm run user -- sign-out ID     ends all sessions
npm run user -- delete ID       removes identifiers, phone number, names and sessions; keeps the id and the audit trail
npm run user -- sessions ID     lists the open sessions
npm run user -- history ID      lists sign-ins, refusals and changes, newest first: time, event, channel, session, program,
                                network and request id, which is also in the log`,
  zh: `npm run user -- find WORD       按 id、openid、unionid 或手机号查找账号
npm run user -- disable ID      禁止登录和刷新；会话保留
npm run user -- enable ID       恢复登录和刷新
npm run user -- sign-out ID     结束所有会话
npm run user -- delete ID       删除标识、手机号、昵称和会话；保留 id 和审计记录
npm run user -- sessions ID     列出有效的会话
npm run user -- history ID      列出登录、拒绝和变更，最新的在前：时间、事件、渠道、会话、程序、
                                网段、请求 id（日志里也有）`,
};

// Scripts may read the output, so without a language it is English.
const language = languageOfTerminal({ unset: 'en' });
/** A sentence in the language of the terminal. */
const say = (words: Words): string => words[language];

type CommandContext = {
  readonly database: Database;
  /** The database's time, which all instances use. */
  readonly clock: Clock;
  readonly account: Account;
  readonly sessionKeys: SessionKeys;
  readonly print: (line: string) => void;
};
type Command = (context: CommandContext, word: string) => Promise<void>;

const commands: Readonly<Record<string, Command>> = {
  async find({ database, print }, word) {
    const users = await database.users.search(word);
    if (users.length === 0) {
      const quoted = JSON.stringify(word);
      throw new Failure(say({ en: `No account found for ${quoted}.`, zh: `没有找到账号 ${quoted}。` }));
    }
    for (const user of users) print(describe(user));
  },
  async disable({ account, ...context }, id) {
    context.print(describe(await account.setStatus({ userId: await requireUser(context, id), status: 'disabled' })));
  },
  async enable({ account, ...context }, id) {
    context.print(describe(await account.setStatus({ userId: await requireUser(context, id), status: 'active' })));
  },
  async 'sign-out'({ database, clock, print }, id) {
    const userId = await requireUser({ database }, id);
    const count = await database.transaction((stores) => revokeAll(stores, { userId, now: clock() }));
    const sessions = count === 1 ? 'session' : 'sessions';
    print(`${userId}  ${say({ en: `${count} ${sessions} ended`, zh: `已结束 ${count} 个会话` })}`);
  },
  async delete({ account, ...context }, id) {
    const userId = await requireUser(context, id);
    await account.remove({ userId });
    context.print(`${userId}  ${say({ en: 'deleted', zh: '已删除' })}`);
    if (context.sessionKeys.reach === 'memory') {
      context.print(
        say({
          en: 'KEYV_URL is not set here: a session key in the memory of the service expires within 30 minutes.',
          zh: '这里没有设置 KEYV_URL：服务内存里的会话密钥会在 30 分钟内过期。',
        }),
      );
    }
  },
  async sessions(context, id) {
    const userId = await requireUser(context, id);
    const now = context.clock();
    const refreshedAfter = new Date(now.getTime() - refreshSeconds * 1000);
    const query = { userId, now, refreshedAfter, limit: pageSize };
    const pages = readPages((cursor: Session | undefined) => context.database.sessions.listOpen({ ...query, cursor }));
    await printAll(context, {
      pages,
      emptyText: { en: 'No open sessions.', zh: '没有有效的会话。' },
      toLine: (session) => [session.id, session.channel, session.lastUsedAt.toISOString(), session.userAgent ?? '-'],
    });
  },
  async history(context, userId) {
    const query = { userId, limit: pageSize };
    const pages = readPages((cursor: KeptRecord | undefined) => context.database.audit.list({ ...query, cursor }));
    await printAll(context, {
      pages,
      emptyText: { en: 'No records.', zh: '没有记录。' },
      toLine: ({ at, event, channel = '-', sessionId = '-', agent = '-', network = '-', requestId = '-', details }) => [
        ...[at.toISOString(), event, channel, sessionId, agent, network, requestId],
        ...(details ? [JSON.stringify(details)] : []),
      ],
    });
  },
};

/** Prints a line per row. Reads the rows in pages, because there may be thousands. */
async function printAll<Row>(
  { print }: Pick<CommandContext, 'print'>,
  {
    pages,
    emptyText,
    toLine,
  }: { pages: AsyncIterable<readonly Row[]>; emptyText: Words; toLine: (row: Row) => readonly string[] },
): Promise<void> {
  let count = 0;
  for await (const page of pages) {
    count += page.length;
    for (const row of page) print(toLine(row).join('  '));
  }
  if (count === 0) print(say(emptyText));
}

/** The id of an existing account. The id of a merged account leads to the remaining one. */
async function requireUser({ database }: Pick<CommandContext, 'database'>, id: string): Promise<string> {
  const user = await database.users.resolve(id);
  if (user && user.status !== 'deleted') return user.id;
  const quoted = JSON.stringify(id);
  throw new Failure(
    say({
      en: `The account ${quoted} does not exist: \`npm run user -- find WORD\` finds ids.`,
      zh: `没有账号 ${quoted}：可以用 \`npm run user -- find WORD\` 查找 id。`,
    }),
  );
}

/** Shows only which identifiers exist, because the output may be kept in the terminal's history. */
function describe(user: User): string {
  const identifiers = [user.unionid && 'unionid', user.webOpenid && 'web', user.miniOpenid && 'mini'].filter(Boolean);
  return [
    user.id,
    user.mergedInto === null ? user.status : `merged into ${user.mergedInto}`,
    identifiers.join('+') || 'no identifiers',
    `since ${user.createdAt.toISOString()}`,
    `last login ${user.lastLoginAt?.toISOString() ?? 'never'}`,
    JSON.stringify(user.nickname),
  ].join('  ');
}

/** Access to the session keys. Those in the memory of the service cannot be reached from here. */
type SessionKeys = { readonly store: SessionKeyStore; readonly reach: 'redis' | 'memory'; close(): Promise<void> };

const unreachableKeys: SessionKeys = {
  store: { put: async () => {}, get: async () => undefined, remove: async () => {} },
  reach: 'memory',
  close: async () => {},
};

/** Throws if a required setting is missing, before anything is deleted. */
function openSessionKeys(): SessionKeys {
  const config = readSessionKeyConfig();
  if (!config) return unreachableKeys;
  const keyv = openKeyv({ url: config.keyvUrl });
  const store = createSessionKeyStore({ keyv, ...config });
  // The timeouts of Redis are made for requests. An operator has time for a second attempt.
  const remove = (openid: string): Promise<void> => store.remove(openid).catch(() => store.remove(openid));
  return { store: { ...store, remove }, reach: 'redis', close: () => keyv.close() };
}

async function main([name = '', word = '', ...extraArguments]: readonly string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || word === '' || extraArguments.length > 0) throw new Failure(say(usage));
  const { databaseUrl: url, dataDir } = readDatabaseConfig();
  const sessionKeys = name === 'delete' ? openSessionKeys() : unreachableKeys;
  const folder = path.join(dataDir, 'database');
  const database = await openDatabase({ url, folder, clock: () => new Date(), report() {} });
  const { now: clock, measure, stop } = createSharedClock({ database, report() {} });
  try {
    await database.checkMigrated();
    await measure();
    const warn = (message: string): void => void process.stderr.write(`${message}\n`);
    const account = createAccount({ database, sessionKeys: sessionKeys.store, clock, warn });
    await command({ database, clock, account, sessionKeys, print: (line) => process.stdout.write(`${line}\n`) }, word);
  } finally {
    stop();
    await database.close();
    await sessionKeys.close();
  }
}

void runCommand(async () => {
  if (!printedHelp(say(usage))) await main(process.argv.slice(2));
});
