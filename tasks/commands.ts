// All commands by name. gulp, the npm scripts and `duplex` in a site's own repository run them.
import { Failure } from './settings/failure.ts';
import { flagsText, isFlagged } from './settings/flags.ts';
import type { CommandName as FlaggedCommand } from './settings/flags.ts';
import { languageOfUser, readSettings, defaultContent, withoutTasks } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';
import { startTiming, takeTimingText } from './stages/timing.ts';
import { message, textOf } from '#pdc/words/message';
import { printable } from '#pdc/words/printable';
import type { Message } from '#pdc/words/message';

export type Command = (argv: string[]) => Promise<void>;

// The reader of our output may stop early, as in `gulp check | head`. The command still runs to its end, so that no
// site stays half built and no folder stays locked. The exit code does not change.
process.stderr.on('error', () => {});
let isLost = false;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isLost) return;
  isLost = true;
  process.stderr.write(`${textOf(message('outputLost', { code: code ?? 'unknown' }), languageOfUser())}\n`);
  process.once('exit', () => (process.exitCode ||= 1));
});

const print = (text: string): void => void process.stdout.write(text);

/** Runs a command that publishes a site. The message of a Failure is in the site's language. */
async function publishing(
  name: 'build' | 'check' | 'watch',
  argv: string[],
  command: (settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(name, argv);
  if (settings.verbose) startTiming();
  const { languageOf, withFailuresIn } = await import('./report/language.ts');
  await withFailuresIn(
    () => languageOf(settings.content),
    () => command(settings),
  ).finally(() => process.stderr.write(takeTimingText()));
}

/** Each command loads its modules only when it runs, so that no command waits for the modules of another. */
const commands = {
  build: (argv) => publishing('build', argv, async (settings) => (await import('./build.ts')).build(settings)),
  check: (argv) => publishing('check', argv, async (settings) => (await import('./check.ts')).check(settings)),
  watch: (argv) => publishing('watch', argv, async (settings) => (await import('./watch.ts')).watch(settings)),
  clean: async (argv) => (await import('./clean.ts')).clean(readSettings('clean', argv)),
  new: async (argv) => print(await (await import('./new.ts')).runNew(argv)),
  init: async (argv) => print(await (await import('./init.ts')).runInit(argv)),
  adopt: async (argv) => print(printableLines(await (await import('./adopt.ts')).runAdopt(argv))),
  'ai-context': async (argv) => print(await (await import('./ai-context.ts')).writeAiContext(argv)),
  config: async (argv) => print((await import('./config.ts')).describeConfig(argv, await languageAround('config'))),
  verify: async (argv) => {
    // The exit code if `runVerify` throws: then nothing was checked.
    process.exitCode = 2;
    process.exitCode = await (await import('./verify.ts')).runVerify(argv);
  },
} as const satisfies Readonly<Record<string, Command>>;

type CommandName = keyof typeof commands;

/** The usage texts of the commands that are not in the table of flags. */
const usages: Readonly<Partial<Record<string, () => Promise<{ readonly usage: Message }>>>> = {
  new: () => import('./new.ts'),
  init: () => import('./init.ts'),
  adopt: () => import('./adopt.ts'),
  'ai-context': () => import('./ai-context.ts'),
  config: () => import('./config.ts'),
  verify: () => import('./verify.ts'),
};

const usage = message('usage', { commands: Object.keys(commands).join(', ') });

/** Runs a command. Throws a Failure with a message for the user, or an unexpected error. */
export async function run(name: string, argv: string[]): Promise<void> {
  try {
    await (argv.includes('--help') || name === '--help' ? runHelp(name) : runCommand(name, argv));
  } catch (error) {
    throw error instanceof Failure ? error.inLanguage(await languageAround(name)) : error;
  }
}

/** Runs a command as a task of gulp, whose arguments may name several tasks. */
export const runTask = (name: FlaggedCommand, argv: string[]): Promise<void> => run(name, withoutTasks(name, argv));

async function runHelp(name: string): Promise<void> {
  const language = await languageAround(name);
  const ownUsage = Object.hasOwn(usages, name) ? (await usages[name]!()).usage : undefined;
  if (ownUsage) print(`${textOf(ownUsage, language)}\n`);
  else if (name === '--help' || isFlagged(name)) print(`${textOf(usage, language)}\n\n${flagsText(language)}`);
  else throw unknownCommand();
}

async function runCommand(name: string, argv: string[]): Promise<void> {
  if (!Object.hasOwn(commands, name)) throw unknownCommand();
  await commands[name as CommandName](argv);
}

const unknownCommand = (): Failure => new Failure(message('withHelp', { usage }));

/**
 * The language of the site. Commands that make a site, and commands outside of a site, use the language of the
 * terminal.
 */
async function languageAround(name: string): Promise<string> {
  if (name === 'init' || name === 'adopt') return languageOfUser();
  return (await import('./report/language.ts')).languageOf(defaultContent);
}

/** Runs a command as the whole process: errors go to stderr, and the exit code is 1 or that of the command. */
export async function runAlone(name: string, argv: string[]): Promise<void> {
  try {
    await run(name, argv);
  } catch (error) {
    // The message of a Failure says what to do; for unexpected errors print the stack trace.
    process.stderr.write(
      error instanceof Failure ? `${printableLines(error.message)}\n` : `${(error as Error).stack}\n`,
    );
    process.exitCode ??= 1;
  }
}

/** Makes control characters visible, line by line, because text that others wrote must not control the terminal. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
