// The operator's commands by name. Each runs when its module is loaded.
import { Failure, runCommand } from '../command-failure.ts';

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  doctor: () => import('./doctor.ts'),
  migrate: () => import('./migrate.ts'),
  settings: () => import('./settings.ts'),
  user: () => import('./user.ts'),
};

const [name = ''] = process.argv.splice(2, 1);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
if (command) void command();
else void runCommand(() => Promise.reject(new Failure(`node server/operate ${Object.keys(commands).join('|')}`)));
