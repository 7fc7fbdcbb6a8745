// Runs a suite on both databases: the embedded one, and PostgreSQL if it is available.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/stores/database.ts';
import type { Database } from '../../server/ports/sql-database.ts';
import { makeSchema } from './services.ts';

/** Opens an empty, migrated database that is closed and removed after the suite. Call it in a `before` hook. */
export type Open = (suite: Mocha.Context) => Promise<Database>;

/** The location of a database, as `openDatabase` takes it, for a suite that opens it itself. */
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

/** The same for a suite that opens and closes the databases itself. They are removed after it. */
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

/** Making an embedded database takes seconds, so the first one is copied. */
let template: Promise<string> | undefined;

/** Puts an empty embedded database into a folder; TEST_DATABASE_TEMPLATE names one that was made before. */
export async function fillFolder(folder: string): Promise<void> {
  const made = process.env.TEST_DATABASE_TEMPLATE ?? (await (template ??= makeTemplate()));
  cpSync(made, folder, { recursive: true });
}

/** The caller removes it. */
export async function makeTemplateIn(folder: string): Promise<void> {
  await (await openDatabase({ ...parts, folder })).close();
}

async function makeTemplate(): Promise<string> {
  const folder = makeFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await makeTemplateIn(folder);
  return folder;
}

function makeFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'duplex-database-'));
}
