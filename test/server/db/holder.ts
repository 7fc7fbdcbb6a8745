// A process that locks a folder until it is killed, or reports why it cannot.
import { lockFolder } from '../../../server/db/folder-lock.ts';

try {
  lockFolder({ folder: process.argv[2]!, since: new Date() });
  process.stdout.write('held\n');
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(`${(error as Error).message}\n`);
}
