// The commands of an operator by their names: each runs as soon as it is loaded, and its arguments follow its name.
import { Failure, runCommand } from '../failure.ts';

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
