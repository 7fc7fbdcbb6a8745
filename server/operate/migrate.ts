// `npm run migrate`: brings the database's tables up to this code. In production it needs DATABASE_URL and nothing else.
import path from 'node:path';
import { readDatabaseConfig } from '../config.ts';
import { openDatabase } from '../stores/database.ts';
import { runCommand } from '../failure.ts';
import { tellHelpAlone } from '../usage.ts';

const usage = 'npm run migrate   brings the tables of DATABASE_URL, or of the embedded database, up to this code';

void runCommand(async () => {
  if (tellHelpAlone(usage)) return;
  const { databaseUrl: url, dataDir } = readDatabaseConfig();
  const folder = path.join(dataDir, 'database');
  const database = await openDatabase({ url, folder, clock: () => new Date(), report() {} });
  try {
    const names = await database.migrate();
    const lines =
      names.length === 0 ? ['Nothing to do: the database is up to date.'] : names.map((name) => `Applied ${name}.`);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
});
