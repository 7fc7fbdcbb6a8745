// `npm run migrate`: brings the database's tables up to this code. In production it needs DATABASE_URL and nothing else.
import path from 'node:path';
import { readDatabaseConfig } from './config.ts';
import { openDatabase } from './db/database.ts';
import { tellFailure } from './failure.ts';

try {
  const { databaseUrl, dataDir } = readDatabaseConfig();
  await migrate({ url: databaseUrl, folder: path.join(dataDir, 'database') });
} catch (error) {
  process.stderr.write(`${tellFailure(error)}\n`);
  process.exitCode = 1;
}

async function migrate({ url, folder }: { url: string | undefined; folder: string }): Promise<void> {
  const database = await openDatabase({ url, folder, clock: () => new Date(), report() {} });
  try {
    const names = await database.migrate();
    const lines =
      names.length === 0 ? ['Nothing to do: the database is up to date.'] : names.map((name) => `Applied ${name}.`);
    process.stdout.write(`${lines.join('\n')}\n`);
  } finally {
    await database.close();
  }
}
