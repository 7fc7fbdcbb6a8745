// The embedded database as a folder on a disk: incomplete, of another version, locked by another process.
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { openDatabase } from '../../server/stores/database.ts';
import { start } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';
import { errorOf } from '../support/errors.ts';
import { makeUser, morning } from '../server/stores/rows.ts';

const script = fileURLToPath(new URL('../server/db/opener.ts', import.meta.url));
const open = (folder: string) => openDatabase({ folder, clock: () => morning, report() {} });

describe('the embedded database', () => {
  it('refuses a second process on the folder, without disturbing the first', () =>
    withFolder(async (folder) => {
      const database = await open(folder);
      await database.migrate();
      const said = await text(start(['--import', 'tsx', script, folder]).stdout);
      expect(said).to.include(`in use by process ${process.pid}`).and.include('DATABASE_URL');
      const user = makeUser();
      await database.users.insert(user);
      expect(await database.users.get(user.id)).to.deep.equal(user);
      await database.close();
    }));

  it('is created again if the process was killed during its creation, so that it is never incomplete', () =>
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

  it('is left unchanged if another version wrote it, and the error says what to do', () =>
    withFolder(async (folder) => {
      await (await open(folder)).close();
      const version = path.join(folder, 'cluster', 'PG_VERSION');
      writeFileSync(version, '12\n');
      const refusal = await errorOf(open(folder));
      expect(refusal.message).to.include(folder).and.include('move the folder away');
      // The failed start does not keep a lock.
      writeFileSync(version, '18\n');
      await (await open(folder)).close();
    }));
});
