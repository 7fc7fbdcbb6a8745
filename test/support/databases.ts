// Runs a suite on both databases: the embedded one, and PostgreSQL if it is available.
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/stores/database.ts';
import type { Database } from '../../server/ports/sql-database.ts';
import { repository } from './command.ts';
import { makeSchema } from './services.ts';

/** Opens an empty, migrated database that is closed and removed after the suite. Call it in a `before` hook. */
export type Open = (suite: Mocha.Context) => Promise<Database>;

/** The location of a database, as `openDatabase` takes it, for a suite that opens the database itself. */
export type Place = { readonly url?: string; readonly folder: string };

type DatabaseKind = {
  readonly name: string;
  /** Makes an empty database, and returns the function that removes it. */
  make(suite: Mocha.Context): Promise<{ readonly place: Place; remove(): void | Promise<void> }>;
};

const parts = { clock: () => new Date(), report() {} };

const kinds: readonly DatabaseKind[] = [
  {
    name: 'PostgreSQL',
    async make(suite) {
      const { url, drop } = await makeSchema(suite);
      return { place: { url, folder: '/nowhere' }, remove: drop };
    },
  },
  {
    name: 'the embedded database',
    async make() {
      const folder = makeFolder();
      await fillFolder(folder);
      return { place: { folder }, remove: () => rmSync(folder, { recursive: true, force: true }) };
    },
  },
];

/** Runs a suite once per kind of database. */
export function eachDatabase(title: string, define: (open: Open) => void): void {
  eachPlace(title, (makePlace) => {
    let databases: Database[] = [];

    define(async (suite) => {
      const database = await openDatabase({ ...parts, ...(await makePlace(suite)) });
      databases.push(database);
      await database.migrate();
      return database;
    });

    after(async () => {
      await Promise.all(databases.map((database) => database.close()));
      databases = [];
    });
  });
}

/** The same for a suite that opens and closes its databases itself. The databases are removed after the suite. */
export function eachPlace(title: string, define: (makePlace: (suite: Mocha.Context) => Promise<Place>) => void): void {
  for (const { name, make } of kinds) {
    describe(`${title} on ${name}`, () => {
      const removals: (() => void | Promise<void>)[] = [];

      define(async (suite) => {
        const { place, remove } = await make(suite);
        removals.push(remove);
        return place;
      });

      after(async () => {
        for (const remove of removals.splice(0)) await remove();
      });
    });
  }
}

/** Puts an empty embedded database into a folder. */
export async function fillFolder(folder: string): Promise<void> {
  cpSync(await (template ??= findTemplate()), folder, { recursive: true });
}

/** Puts an empty embedded database into DATA_DIR, unless it has a database or DATABASE_URL names a server. */
export async function fillDataFolder({ DATA_DIR, DATABASE_URL }: Readonly<Record<string, string>>): Promise<void> {
  if (DATA_DIR === undefined || DATABASE_URL !== undefined) return;
  const folder = path.join(DATA_DIR, 'database');
  if (!existsSync(folder)) await fillFolder(folder);
}

let template: Promise<string> | undefined;

/** Creating a database takes 4 s of CPU, so an empty one of each version of PGlite is kept and copied. */
async function findTemplate(): Promise<string> {
  const manifest = path.join(repository, 'node_modules/@electric-sql/pglite/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const folder = path.join(repository, '.cache/test', `database-${version}`);
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  await (await openDatabase({ ...parts, folder: draft })).close();
  try {
    renameSync(draft, folder);
  } catch {
    // Another test process was faster.
    rmSync(draft, { recursive: true });
  }
  return folder;
}

function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'duplex-database-'));
}
