// `npm run backup` and `npm run restore`, as an operator runs them; and a restore that is killed.
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { openDatabase } from '../../server/stores/database.ts';
import { digestsOf, run, start } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { startEverybody, startServer } from '../support/processes.ts';
import type { Everybody } from '../support/processes.ts';
import { makeSchema, skip } from '../support/services.ts';

type Tokens = { readonly refresh_token: string; readonly user: { readonly id: string } };

const command = (verb: string, file: string): string[] => ['--import', 'tsx', 'server/operate/backup.ts', verb, file];
const post = async (address: string, body: unknown): Promise<Tokens & { code?: string }> => {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  return (await answer.json()) as Tokens & { code?: string };
};

describe('npm run backup and npm run restore', () => {
  let root: string;
  let provider: Everybody;
  /** A database of one person, of two, and a backup of the second. */
  let one: string;
  let two: string;
  let backup: string;
  let saved: Outcome;
  let tokens: Tokens;

  const envOf = (folder: string) => ({
    DATA_DIR: folder,
    BASE_URL: 'http://localhost:3000',
    IDP_API_URL: provider.url,
    LIMIT_ADDRESS_PER_MINUTE: '0',
  });
  const save = (folder: string, file: string): Promise<Outcome> =>
    run(command('backup', file), { env: { DATA_DIR: folder } });
  const load = (folder: string, file: string): Promise<Outcome> =>
    run(command('restore', file), { env: { DATA_DIR: folder } });
  const databaseOf = (folder: string): string => path.join(folder, 'database');
  const copyOf = (folder: string): string => {
    const copy = mkdtempSync(path.join(root, 'copy-'));
    cpSync(folder, copy, { recursive: true });
    return copy;
  };
  /** How many people the database holds once it is opened as the service opens it. */
  const countPeople = async (folder: string): Promise<number> => {
    const clock = () => new Date();
    const database = await openDatabase({ folder: databaseOf(folder), clock, report() {} });
    const found = await Promise.all(['o-li', 'o-wu'].map((openid) => database.users.search(openid)));
    await database.close();
    return found.flat().length;
  };

  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'duplex-backup-'));
    provider = await startEverybody();
    one = path.join(root, 'one');
    const server = await startServer(envOf(one));
    await post(`${server.origin}/api/auth/idp/mini/login`, { code: 'li~1' });
    await server.stop('SIGTERM');
    two = copyOf(one);
    const again = await startServer(envOf(two));
    tokens = await post(`${again.origin}/api/auth/idp/mini/login`, { code: 'wu~1' });
    await again.stop('SIGTERM');
    backup = path.join(root, 'two.backup');
    saved = await save(two, backup);
  });
  after(() => {
    provider.stop();
    rmSync(root, { recursive: true, force: true });
  });

  it('writes one file for this user alone, and says what is in it and what is not', () => {
    expect(saved.code, saved.stderr).to.equal(0);
    expect(saved.stdout).to.contain(`Backed up 2 users and 2 sessions to ${backup}`).and.contain('secrets.json');
    expect(statSync(backup).mode & 0o777).to.equal(0o600);
    expect(readdirSync(root).filter((name) => name.includes('.part'))).to.deep.equal([]);
    const { jwtSecret } = JSON.parse(readFileSync(path.join(two, 'secrets.json'), 'utf8')) as { jwtSecret: string };
    expect(spawnSync('zcat', [backup]).stdout.includes(jwtSecret)).to.equal(false);
  });

  it('after a loss of everything but the secrets, users and sessions are there and refresh works', async () => {
    const folder = mkdtempSync(path.join(root, 'new-machine-'));
    cpSync(path.join(two, 'secrets.json'), path.join(folder, 'secrets.json'));
    const { code, stdout, stderr } = await load(folder, backup);
    expect(code, stderr).to.equal(0);
    expect(stdout).to.contain('Restored 2 users and 2 sessions').and.not.contain('of before');
    const server = await startServer(envOf(folder));
    const next = await post(`${server.origin}/api/auth/refresh`, { refresh_token: tokens.refresh_token });
    expect(next.user.id).to.equal(tokens.user.id);
    const login = await post(`${server.origin}/api/auth/idp/mini/login`, { code: 'wu~2' });
    expect(login.user).to.include({ id: tokens.user.id, created: false });
    await server.stop('SIGTERM');
  });

  it('without the secrets the users are there, and their tokens are worth nothing', async () => {
    const folder = mkdtempSync(path.join(root, 'no-secrets-'));
    await load(folder, backup);
    const server = await startServer(envOf(folder));
    const refused = await post(`${server.origin}/api/auth/refresh`, { refresh_token: tokens.refresh_token });
    expect(refused.code).to.equal('refresh_token_invalid');
    const login = await post(`${server.origin}/api/auth/idp/mini/login`, { code: 'wu~3' });
    expect(login.user.id).to.equal(tokens.user.id);
    await server.stop('SIGTERM');
  });

  it('keeps the database of before under a name that it tells', async () => {
    const folder = copyOf(one);
    const { code, stdout, stderr } = await load(folder, backup);
    expect(code, stderr).to.equal(0);
    const kept = /The database of before is in (\S+):/.exec(stdout)![1]!;
    expect(await countPeople(folder)).to.equal(2);
    const old = mkdtempSync(path.join(root, 'old-'));
    mkdirSync(databaseOf(old));
    renameSync(kept, path.join(databaseOf(old), 'cluster'));
    expect(await countPeople(old)).to.equal(1);
  });

  it('overwrites no file, and makes no folder', async () => {
    const before = readFileSync(backup);
    const again = await save(two, backup);
    expect(again).to.include({ code: 1, stdout: '' });
    expect(again.stderr).to.contain(`${backup} exists already`).and.not.contain('    at ');
    expect(readFileSync(backup).equals(before)).to.equal(true);
    const nowhere = await save(two, path.join(root, 'nowhere', 'x.backup'));
    expect(nowhere.code).to.equal(1);
    expect(nowhere.stderr).to.contain(path.join(root, 'nowhere'));
  });

  it('says so when there is no database to back up, and makes none', async () => {
    const folder = mkdtempSync(path.join(root, 'empty-'));
    const { code, stderr } = await save(folder, path.join(root, 'empty.backup'));
    expect(code).to.equal(1);
    expect(stderr).to.contain('There is no embedded database').and.contain('DATA_DIR');
    expect(readdirSync(folder)).to.deep.equal([]);
  });

  it('a running service holds the folder: both say who it is, and change nothing', async () => {
    const folder = copyOf(one);
    const server = await startServer(envOf(folder));
    for (const { code, stderr } of [await save(folder, path.join(root, 'held.backup')), await load(folder, backup)]) {
      expect(code).to.equal(1);
      expect(stderr).to.contain(`process ${server.child.pid}`).and.not.contain('    at ');
    }
    expect(existsSync(path.join(root, 'held.backup'))).to.equal(false);
    await server.stop('SIGTERM');
    expect(await countPeople(folder)).to.equal(1);
  });

  /** The backup's own files with a change, packed again. */
  const repack = (change: (tree: string) => void, ...flags: string[]): Buffer => {
    const tree = mkdtempSync(path.join(root, 'tree-'));
    spawnSync('tar', ['-xzf', backup, '-C', tree]);
    change(tree);
    return spawnSync('tar', ['-czP', '-C', tree, ...flags, ...readdirSync(tree)], { maxBuffer: 1e9 }).stdout;
  };

  it('a file that is cut off, altered or foreign leaves everything as it was', async function () {
    this.timeout(300_000);
    const folder = copyOf(one);
    const before = digestsOf(databaseOf(folder));
    const whole = readFileSync(backup);
    const altered = Buffer.from(whole);
    altered[Math.floor(whole.length / 2)]! ^= 0xff;
    const broken = {
      'cut-in-half': whole.subarray(0, whole.length / 2),
      'without-its-end': whole.subarray(0, -4),
      altered,
      empty: Buffer.alloc(0),
      words: Buffer.from('no backup at all\n'),
      'packed-words': gzipSync('no backup at all\n'),
      'packed-noise': gzipSync(randomBytes(5_000)),
      'another-archive': spawnSync('tar', ['-cz', '-C', one, 'secrets.json']).stdout,
      'with-a-stranger': repack((tree) => writeFileSync(path.join(tree, 'stranger'), '')),
      'with-a-link': repack((tree) => symlinkSync('/etc', path.join(tree, 'pg_link'))),
      'with-a-way-out': repack(
        (tree) => writeFileSync(path.join(tree, 'base', 'way'), 'out'),
        '--transform=s,base/way,base/../../../escaped,',
      ),
      'without-its-control-file': repack((tree) => rmSync(path.join(tree, 'global/pg_control'))),
      'with-noise-for-tables': repack((tree) => {
        for (const name of readdirSync(path.join(tree, 'base/5'))) {
          writeFileSync(path.join(tree, 'base/5', name), randomBytes(8192));
        }
      }),
    };
    for (const [name, bytes] of Object.entries(broken)) {
      const file = path.join(root, name);
      writeFileSync(file, bytes);
      const { code, stdout, stderr } = await load(folder, file);
      expect({ code, stdout }, name).to.deep.equal({ code: 1, stdout: '' });
      expect(stderr, name)
        .to.contain(file)
        .and.contain('Nothing was changed')
        .and.not.match(/\n\s+at /);
      const after = digestsOf(databaseOf(folder));
      // Who held the folder last stands in it.
      delete after.lock;
      expect(after, name).to.deep.equal(Object.fromEntries(Object.entries(before).filter(([file]) => file !== 'lock')));
    }
    expect(readdirSync(root, { recursive: true }).filter((name) => String(name).endsWith('escaped'))).to.deep.equal([]);
    expect((await load(folder, path.join(root, 'absent'))).stderr).to.contain('There is no file');
  });

  it('killed with kill -9 at any point it leaves the old database or the new one', async function () {
    /** What appears in the folder as the restore goes on. */
    const points = ['cluster.restoring/base/1', 'cluster.restored', 'cluster.before'];
    const outcomes: number[] = [];
    for (const point of points) {
      const folder = copyOf(one);
      const child = start(command('restore', backup), { env: { DATA_DIR: folder } });
      const exit = once(child, 'exit');
      let gone = false;
      child.on('exit', () => (gone = true));
      const reached = (): boolean =>
        existsSync(path.join(databaseOf(folder), point)) ||
        readdirSync(databaseOf(folder)).some((name) => name.startsWith(`${point}-`));
      while (!reached() && !gone) await new Promise((resolve) => setImmediate(resolve));
      child.kill('SIGKILL');
      await exit;
      const people = await countPeople(folder);
      expect(people, point).to.be.within(1, 2);
      outcomes.push(people);
      // And the next try works.
      expect((await load(folder, backup)).stdout).to.contain('Restored 2 users');
    }
    expect(outcomes[0], 'nothing counts before it is whole').to.equal(1);
  });

  it('killed between its two renames it is finished at the next start', async () => {
    const folder = copyOf(one);
    const restored = copyOf(two);
    const at = (name: string): string => path.join(databaseOf(folder), name);
    renameSync(path.join(databaseOf(restored), 'cluster'), at('cluster.restored'));
    expect(await countPeople(folder), 'before the first').to.equal(1);
    renameSync(at('cluster'), at('cluster.before-a-while'));
    expect(await countPeople(folder), 'after the first').to.equal(2);
    expect(readdirSync(databaseOf(folder)))
      .to.include('cluster.before-a-while')
      .and.not.include('cluster.restored');
  });

  it('explain themselves to who calls them wrongly', async () => {
    for (const args of [
      ['backup'],
      ['restore'],
      ['backup', '--force'],
      ['restore', 'a', 'b'],
      ['constructor', 'a'],
      [],
    ]) {
      const { code, stderr } = await run(['--import', 'tsx', 'server/operate/backup.ts', ...args]);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^npm run (backup|restore) -- FILE/);
    }
  });

  it('with DATABASE_URL name the tools of PostgreSQL, in lines that work', async function () {
    const schema = await makeSchema(this);
    await schema.drop();
    if (spawnSync('pg_dump', ['--version']).status !== 0) skip(this, 'skipped: no pg_dump on the path');
    const name = new URL(schema.url).searchParams.get('options')!.split('=')[1]!;
    const server = new pg.Client({ connectionString: schema.url });
    await server.connect();
    const url = new URL(schema.url);
    url.search = '';
    url.pathname = `/${name}`;
    const env = { DATABASE_URL: url.href };
    const tell = async (sql: string): Promise<pg.QueryResult> => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      return client.query(sql).finally(() => client.end());
    };
    /** Runs the line that the command prints. */
    const follow = async (verb: string): Promise<void> => {
      const { code, stderr } = await run(command(verb, 'x'), { env });
      expect(code).to.equal(1);
      expect(stderr).to.not.contain(url.href);
      const line = stderr.split('\n')[1]!.replace('FILE', path.join(root, 'server.dump'));
      const shell = spawnSync('sh', ['-c', line], { env: { ...process.env, ...env }, encoding: 'utf8' });
      expect(shell.status, shell.stderr).to.equal(0);
    };
    try {
      await server.query(`create database ${name}`);
      await run(['--import', 'tsx', 'server/operate/migrate.ts'], { env });
      const insert = 'insert into users (id, status, created_at) values (gen_random_uuid(), $$active$$, now())';
      await tell(insert);
      await follow('backup');
      await tell(insert);
      await follow('restore');
      expect((await tell('select from users')).rowCount).to.equal(1);
    } finally {
      await server.query(`drop database if exists ${name} with (force)`);
      await server.end();
    }
  });
});
