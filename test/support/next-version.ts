// Makes a next version of the product: a copy with one more migration.
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './command.ts';

/** The migration that `makeNextVersion` adds. */
export const nextMigration = '2099-01-01-locale';

/** Copies this product to `folder`, and adds a migration that creates a column. Any new version may create columns. */
export function makeNextVersion(folder: string): void {
  for (const name of ['server', 'tasks', 'package.json', 'tsconfig.json', '.load.mjs'])
    cpSync(path.join(repository, name), path.join(folder, name), { recursive: true });
  symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
  const file = path.join(folder, 'server/db/migrations.ts');
  const added = `$1, {
    name: '${nextMigration}',
    up: (knex) => knex.raw("alter table users add column locale text not null default ''"),
  }];`;
  const list = /(const migrations: readonly Migration\[\] = \[[^]*?)\];/;
  const text = readFileSync(file, 'utf8');
  if (!list.test(text)) throw new Error(`${file}: no list of migrations`);
  writeFileSync(file, text.replace(list, added));
}
