// The embedded database as a file on a disk: killed, half made, damaged, held by another process.
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openDatabase } from '../../server/stores/database.ts';
import { start } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';
import { makeUser, morning } from '../server/stores/rows.ts';

const script = fileURLToPath(new URL('../server/db/writer.ts', import.meta.url));
const open = (folder: string) => openDatabase({ folder, clock: () => morning, report() {} });

/** Starts a writer, takes the lines that it says until it said enough, and kills it. */
async function writeAndKill(folder: string, lines: number): Promise<string[]> {
  const child = start(['--import', 'tsx', script, folder]);
  const exit = once(child, 'exit');
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (said.length === lines) child.kill('SIGKILL');
  }
  await exit;
  return said;
}

describe('the embedded database', () => {
  it('after a kill -9 in the middle of writing every acknowledged write is there, whole, and the next start is at once', () =>
    withFolder(async (folder) => {
      for (let round = 0; round < 2; round += 1) {
        const [ready, ...ids] = await writeAndKill(folder, 200);
        expect(ready).to.equal('ready');
        expect(ids).to.have.length.of.at.least(199);
        const database = await open(folder);
        for (const id of ids) {
          expect(await database.users.get(id), id).to.not.equal(undefined);
          expect(
            await database.sessions.listOpen({ userId: id, now: morning, refreshedAfter: new Date(0), limit: 2 }),
            id,
          ).to.have.length(1);
        }
        await database.close();
      }
    }));

  it('a second process on the folder refuses to start, and the first goes on undisturbed', () =>
    withFolder(async (folder) => {
      const database = await open(folder);
      await database.migrate();
      const [said] = await writeAndKill(folder, 1);
      expect(said).to.include(`in use by process ${process.pid}`).and.include('DATABASE_URL');
      const user = makeUser();
      await database.users.insert(user);
      expect(await database.users.get(user.id)).to.deep.equal(user);
      await database.close();
    }));

  it('killed while it is being made, it is made anew: under its name there is only a whole one', () =>
    withFolder(async (folder) => {
      const child = start(['--import', 'tsx', script, folder]);
      const exit = once(child, 'exit');
      const begun = () => readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('base'));
      while (!begun()) await wait(5);
      child.kill('SIGKILL');
      await exit;
      expect(readdirSync(folder).sort()).to.deep.equal(['cluster.new', 'lock']);
      const database = await open(folder);
      await database.migrate();
      await database.close();
      expect(readdirSync(folder).sort()).to.deep.equal(['cluster', 'lock']);
    }));

  it('one that another version wrote is left as it is, with words what to do', () =>
    withFolder(async (folder) => {
      await (await open(folder)).close();
      const version = path.join(folder, 'cluster', 'PG_VERSION');
      writeFileSync(version, '12\n');
      const refusal = await open(folder).then(
        () => expect.fail('no error'),
        (error: unknown) => error as Error,
      );
      expect(refusal.message).to.include(folder).and.include('restore a backup');
      // The failed start holds nothing.
      writeFileSync(version, '18\n');
      await (await open(folder)).close();
    }));
});
