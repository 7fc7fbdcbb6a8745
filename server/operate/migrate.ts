// `npm run migrate`: brings the database's tables up to this code. In production it needs DATABASE_URL and nothing else.
import path from 'node:path';
import { readDatabaseConfig } from '../config.ts';
import { openDatabase } from '../stores/database.ts';
import { runCommand } from '../failure.ts';
import { printedHelpOnly } from '../usage.ts';

const usage = `npm run migrate             brings the tables of DATABASE_URL, or of the embedded database, up to this code
npm run migrate -- --back   takes the last migration back, for the version before it; stop every newer instance first`;

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
        : names.map((name) => `${back ? 'Took back' : 'Applied'} ${name}.`);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
});
