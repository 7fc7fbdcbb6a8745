// A process that writes to the embedded database until it is killed, and says of every write when it was acknowledged.
import { randomUUID } from 'node:crypto';
import { openDatabase } from '../../../server/stores/database.ts';
import type { Database } from '../../../server/types.ts';
import { makeSession, makeUser } from '../stores/rows.ts';

try {
  const database = await openDatabase({ folder: process.argv[2]!, clock: () => new Date(), report() {} });
  await database.migrate();
  process.stdout.write('ready\n');
  await Promise.all(Array.from({ length: 8 }, () => write(database)));
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}

async function write(database: Database): Promise<void> {
  for (;;) {
    const user = makeUser({ id: randomUUID(), webOpenid: `o-${randomUUID()}` });
    await database.transaction(async ({ users, sessions }) => {
      await users.insert(user);
      await sessions.insert(makeSession({ userId: user.id }));
    });
    process.stdout.write(`${user.id}\n`);
  }
}
