// Invariants that the tables keep at every visible moment, in SQL, without the product's code.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { Place } from './databases.ts';

type Ask = (sql: string) => Promise<readonly Record<string, unknown>[]>;

/** Each statement finds the rows that break its rule. */
const invariants: Readonly<Record<string, string>> = {
  'an identifier is in at most one living row': ['unionid', 'web_openid', 'mini_openid']
    .map(
      (column) =>
        `select '${column}' as what, count(*) from users where ${column} is not null group by ${column} having count(*) > 1`,
    )
    .join(' union all '),
  'a merged or deleted row holds no identifier':
    "select id from users where (merged_into is not null or status = 'deleted') and num_nonnulls(unionid, web_openid, mini_openid) > 0",
  'merged_into has no cycle': `
    with recursive path (start, id, steps) as (
      select id, merged_into, 1 from users where merged_into is not null
      union all
      select start, users.merged_into, steps + 1 from path join users using (id)
      where users.merged_into is not null and steps < 1000
    ) select start from path where id = start or steps >= 1000`,
  'the sessions of a merged user move to the survivor':
    'select sessions.id from sessions join users on users.id = user_id where merged_into is not null',
  'the past identifiers of a merged user move to the survivor':
    'select user_id from past_identifiers join users on users.id = user_id where merged_into is not null',
  'a deleted user has no personal data, session or past identifier': `
    select users.id from users
    where status = 'deleted' and (num_nonnulls(nickname, avatar_url, phone) > 0
      or exists (select from sessions where user_id = users.id)
      or exists (select from past_identifiers where user_id = users.id))`,
  'every living row has an identifier to sign in with':
    "select id from users where merged_into is null and status <> 'deleted' and num_nonnulls(web_openid, mini_openid) = 0",
  'every user was created once, and the audit trail has a record of it': `
    select users.id from users
    left join audit on audit.user_id = users.id and event = 'user_created'
    where users.created_at >= $since::timestamptz
    group by users.id having count(audit.id) <> 1`,
  'no transaction is left open': `
    select pid from pg_stat_activity
    where state like 'idle in transaction%' and application_name = current_setting('application_name') and pid <> pg_backend_pid()`,
};

export type Findings = {
  /** The broken rules; empty if all hold. */
  readonly broken: readonly string[];
  /** The ids of all rows that ever existed. */
  readonly ids: readonly string[];
};

/** Checks a database. An embedded database must not be open. `now` is the service's time in milliseconds. */
export async function inspect({ url, folder }: Place, { now = Date.now() } = {}): Promise<Findings> {
  // The sweeper may have removed older rows.
  const since = new Date(now - 365 * 86_400_000).toISOString();
  if (url !== undefined) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return inspectBy(since, async (sql) => (await client.query(sql)).rows as Record<string, unknown>[]).finally(() =>
      client.end(),
    );
  }
  const cluster = path.join(folder, 'cluster');
  if (!existsSync(cluster)) throw new Error(`${cluster} is not there`);
  const pglite = await PGlite.create(cluster);
  return inspectBy(since, async (sql) => (await pglite.query<Record<string, unknown>>(sql)).rows).finally(() =>
    pglite.close(),
  );
}

async function inspectBy(since: string, ask: Ask): Promise<Findings> {
  const broken: string[] = [];
  for (const [name, sql] of Object.entries(invariants)) {
    const rows = await ask(sql.replace('$since', `'${since}'`));
    if (rows.length > 0) broken.push(`${name}: ${JSON.stringify(rows)}`);
  }
  const ids = (await ask('select id from users order by id')).map(({ id }) => String(id));
  return { broken, ids };
}
