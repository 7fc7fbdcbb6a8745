// `npm run migrate`: applies or reverts migrations. In production it only needs DATABASE_URL.
import path from 'node:path';
import { languageOfTerminal, readDatabaseConfig } from '../login-config.ts';
import { openDatabase } from '../stores/database.ts';
import { runCommand } from '../command-failure.ts';
import { printedHelpOnly } from '../command-help.ts';
import type { Words } from '../bilingual-text.ts';

const usage: Words = {
  en: `npm run migrate             applies missing migrations to DATABASE_URL, or to the embedded database
npm run migrate -- --back   reverts the last migration, for the previous version; stop every instance first`,
  zh: `npm run migrate             在 DATABASE_URL 或内嵌数据库上执行还没有执行的迁移
npm run migrate -- --back   撤销最后一个迁移，供上一个版本使用；请先停止所有实例`,
};

const upToDate: Words = { en: 'Nothing to do: the database is up to date.', zh: '数据库已经是最新的，无需迁移。' };
const applied = (name: string): Words => ({ en: `Applied ${name}.`, zh: `已执行 ${name}。` });
const reverted = (name: string): Words => ({ en: `Reverted ${name}.`, zh: `已撤销 ${name}。` });

void runCommand(async () => {
  const back = process.argv[2] === '--back';
  // Scripts may read the output, so without a language it is English.
  const language = languageOfTerminal({ unset: 'en' });
  if (printedHelpOnly(usage[language], process.argv.slice(back ? 3 : 2))) return;
  const { databaseUrl: url, dataDir } = readDatabaseConfig();
  const folder = path.join(dataDir, 'database');
  const database = await openDatabase({ url, folder, clock: () => new Date(), report() {} });
  try {
    const names = await database.migrate({ back });
    const lines = names.length === 0 ? [upToDate] : names.map((name) => (back ? reverted(name) : applied(name)));
    process.stdout.write(lines.map((line) => `${line[language]}\n`).join(''));
  } finally {
    await database.close();
  }
});
