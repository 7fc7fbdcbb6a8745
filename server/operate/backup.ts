// `npm run backup` and `npm run restore`: the embedded database in one file, and back.
import path from 'node:path';
import { readDatabaseConfig } from '../config.ts';
import { backUp, restore } from '../db/backup.ts';
import { Failure, runCommand } from '../failure.ts';
import { tellHelp } from '../usage.ts';

type Place = { readonly dataDir: string; readonly folder: string; readonly file: string; readonly now: Date };
type Verb = {
  readonly usage: string;
  /** What PostgreSQL's own tools do instead. */
  readonly line: string;
  /** Does it and tells what came of it. */
  readonly run: (place: Place) => Promise<readonly string[]>;
};

const verbs: Readonly<Record<string, Verb>> = {
  backup: {
    usage: 'npm run backup -- FILE      the embedded database in a new file; the service must be stopped',
    line: 'pg_dump --format=custom --no-owner --file=FILE "$DATABASE_URL"',
    async run(place) {
      const { users, sessions, bytes } = await backUp(place);
      return [
        `Backed up ${count(users, 'user')} and ${count(sessions, 'session')} to ${place.file}, ${bytes} bytes.`,
        `It is personal data. The secret that signs tokens is not in it: keep ${secretsOf(place)} (or JWT_SECRET) in another place; without it everybody must sign in again.`,
      ];
    },
  },
  restore: {
    usage: 'npm run restore -- FILE     a backup in place of the embedded database; the service must be stopped',
    line: 'pg_restore --clean --if-exists --no-owner --single-transaction --dbname="$DATABASE_URL" FILE',
    async run(place) {
      const { users, sessions, kept } = await restore(place);
      return [
        `Restored ${count(users, 'user')} and ${count(sessions, 'session')} from ${place.file}.`,
        ...(kept === undefined ? [] : [`The database of before is in ${kept}: remove it when all is well.`]),
        `Their tokens go on if ${secretsOf(place)} (or JWT_SECRET) is that of the backup. Whoever signed out or left since the backup is back: do that again.`,
      ];
    },
  },
};

const usage = Object.values(verbs)
  .map((verb) => verb.usage)
  .join('\n');

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
const secretsOf = ({ dataDir }: Place): string => path.join(dataDir, 'secrets.json');

async function main([name = '', given = '', ...rest]: readonly string[]): Promise<void> {
  const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined;
  if (!verb) throw new Failure(usage);
  if (given === '' || given.startsWith('-') || rest.length > 0) throw new Failure(verb.usage);
  const { databaseUrl, dataDir } = readDatabaseConfig();
  if (databaseUrl !== undefined) {
    throw new Failure(`DATABASE_URL names a PostgreSQL server, whose own tools do this:\n  ${verb.line}`);
  }
  const place = { dataDir, folder: path.join(dataDir, 'database'), file: path.resolve(given), now: new Date() };
  const lines = await verb.run(place);
  process.stdout.write(`${lines.join('\n')}\n`);
}

await runCommand(async () => {
  if (!tellHelp(usage)) await main(process.argv.slice(2));
});
