// A process that creates and opens the embedded database, and reports the result.
import { openDatabase } from '../../../server/stores/database.ts';

try {
  const database = await openDatabase({ folder: process.argv[2]!, clock: () => new Date(), report() {} });
  await database.close();
  process.stdout.write('opened\n');
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
