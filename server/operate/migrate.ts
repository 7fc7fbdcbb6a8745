// `npm run migrate`: applies or reverts migrations. In production it only needs DATABASE_URL.
import path from 'node:path';
import { readDatabaseConfig } from '../config.ts';
import { openDatabase } from '../stores/database.ts';
import { runCommand } from '../failure.ts';
import { printedHelpOnly } from '../usage.ts';

const usage = `npm run migrate             applies missing migrations to DATABASE_URL, or to the embedded database
npm run migrate -- --back   reverts the last migration, for the previous version; stop every instance first`;

void runCommand(async () => {
  const back = process.argv[2] === '--back';
  if (printedHelpOnly(usage, process.argv.slice(back ? 3 : 2))) return;
  const { databaseUrl: url, dataDir } = readDatabaseConfig();
  const folder = path.join(dataDir, 'database');
  const database = await openDatabase({ url, folder, clock: () => new Date(), report() {} });
  try {
    const names = await database.migrate({ back });
    const lines =
      names.length === 0
        ? ['Nothing to do: the database is up to date.']
        : names.map((name) => `${back ? 'Reverted' : 'Applied'} ${name}.`);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
});
