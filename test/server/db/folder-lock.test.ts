// Only one process at a time may use a folder, tested with real processes.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { Failure } from '../../../server/command-failure.ts';
import { lockFolder } from '../../../server/db/folder-lock.ts';
import { start } from '../../support/command.ts';
import { withFolder } from '../../support/defects.ts';

const script = fileURLToPath(new URL('holder.ts', import.meta.url));
const since = new Date('2026-11-20T08:00:00Z');

type Holder = { readonly pid: number; readonly says: string; kill(): Promise<void> };

/** Starts a process that tries to lock the folder; resolves when that process has the lock or has given up. */
async function startHolder(folder: string): Promise<Holder> {
  const child = start(['--import', 'tsx', script, folder]);
  const [text] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const gone = once(child, 'exit');
  return {
    pid: child.pid!,
    says: text.trim(),
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}

describe('the lock of the embedded database', () => {
  it('makes a second process refuse to start, and name the holder and a remedy', () =>
    withFolder(async (folder) => {
      const first = await startHolder(folder);
      const second = await startHolder(folder);
      await Promise.all([first.kill(), second.kill()]);
      expect(first.says).to.equal('held');
      expect(second.says)
        .to.include(`in use by process ${first.pid} on ${hostname()}, since 20`)
        .and.include(folder)
        .and.include('Stop that process')
        .and.include('DATA_DIR')
        .and.include('DATABASE_URL');
    }));

  it('names DATA_DIR if the folder cannot be made', () =>
    withFolder(async (folder) => {
      const file = path.join(folder, 'a file');
      writeFileSync(file, '');
      for (const place of [file, path.join(file, 'below')])
        expect(() => lockFolder({ folder: place, since })).to.throw(Failure, 'set DATA_DIR');
    }));

  it('cannot be taken again by the process that holds it', () =>
    withFolder(async (folder) => {
      const lock = lockFolder({ folder, since });
      expect(() => lockFolder({ folder, since })).to.throw(`in use by process ${process.pid} on`);
      lock.release();
      lockFolder({ folder, since }).release();
    }));

  it('is free for the next start immediately after a kill -9', () =>
    withFolder(async (folder) => {
      const first = await startHolder(folder);
      expect(() => lockFolder({ folder, since })).to.throw('in use');
      await first.kill();
      lockFolder({ folder, since }).release();
    }));

  it('is taken by exactly one of six simultaneous starts', () =>
    withFolder(async (folder) => {
      const holders = await Promise.all(Array.from({ length: 6 }, () => startHolder(folder)));
      await Promise.all(holders.map((holder) => holder.kill()));
      expect(holders.filter(({ says }) => says === 'held')).to.have.length(1);
      expect(holders.filter(({ says }) => says.includes('is in use'))).to.have.length(5);
    }));

  it('is taken by exactly one of six simultaneous starts after a kill -9', () =>
    withFolder(async (folder) => {
      await (await startHolder(folder)).kill();
      const holders = await Promise.all(Array.from({ length: 6 }, () => startHolder(folder)));
      await Promise.all(holders.map((holder) => holder.kill()));
      expect(holders.filter(({ says }) => says === 'held')).to.have.length(1);
    }));

  it('is free even if the process id in its file now belongs to another process', () =>
    withFolder(async (folder) => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(
        path.join(folder, 'lock'),
        `process ${process.pid} on ${hostname()}, since ${since.toISOString()}\n`,
      );
      lockFolder({ folder, since }).release();
    }));

  it('stays with a stopped holder, because the lock needs no heartbeat', () =>
    withFolder(async (folder) => {
      const first = await startHolder(folder);
      process.kill(first.pid, 'SIGSTOP');
      expect(() => lockFolder({ folder, since })).to.throw('in use');
      await first.kill();
    }));

  it('is not inherited by child processes of the holder', () =>
    withFolder(async (folder) => {
      const lock = lockFolder({ folder, since });
      const descriptors = spawnSync('ls', ['-l', '/proc/self/fd'], { encoding: 'utf8' }).stdout;
      lock.release();
      expect(descriptors).to.not.include(folder);
    }));

  it('of the next holder is not released if the previous holder releases twice', () =>
    withFolder(async (folder) => {
      const first = lockFolder({ folder, since });
      first.release();
      const second = lockFolder({ folder, since });
      first.release();
      expect(() => lockFolder({ folder, since })).to.throw('in use');
      second.release();
    }));

  it('has a file that names the holder, and that remains after the release', () =>
    withFolder(async (folder) => {
      lockFolder({ folder, since }).release();
      const file = path.join(folder, 'lock');
      expect(existsSync(file)).to.equal(true);
      expect(readFileSync(file, 'utf8')).to.equal(
        `process ${process.pid} on ${hostname()}, since 2026-11-20T08:00:00.000Z\n`,
      );
    }));

  it('creates its folder so that only the owner can read it', () =>
    withFolder(async (folder) => {
      const inside = path.join(folder, 'data', 'database');
      lockFolder({ folder: inside, since }).release();
      expect(statSync(inside).mode & 0o077).to.equal(0);
    }));
});
