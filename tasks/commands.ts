// Every command by name: gulp's, the npm scripts and those of `duplex` in a site's own repository are these.
import { Failure } from './settings/failure.ts';
import { flagsText, isFlagged } from './settings/flags.ts';
import { languageOfUser, readSettings, usualContent } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';
import { startTiming, takeTimingText } from './stages/timing.ts';
import { message, textOf } from '#pdc/words/message';
import { printable } from '#pdc/words/printable';
import type { Message } from '#pdc/words/message';

export type Command = (argv: string[]) => Promise<void>;

// Whoever reads our output may have read enough: `gulp check | head`. What a command does it does to its end, so that no
// site stays half built and no folder locked, and its exit code is the same.
process.stderr.on('error', () => {});
let isLost = false;
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isLost) return;
  isLost = true;
  process.stderr.write(`${textOf(message('outputLost', { code: code ?? 'unknown' }), languageOfUser())}\n`);
  process.once('exit', () => (process.exitCode ||= 1));
});

const print = (text: string): void => void process.stdout.write(text);

/** Runs a command that publishes a site: what ends it is told in the site's language. */
async function publishing(
  name: 'build' | 'check' | 'watch',
  argv: string[],
  command: (settings: Settings) => Promise<void>,
): Promise<void> {
  const settings = readSettings(name, argv);
  if (settings.verbose) startTiming();
  const { languageOf, tellingIn } = await import('./report/language.ts');
  await tellingIn(
    () => languageOf(settings.content),
    () => command(settings),
  ).finally(() => process.stderr.write(takeTimingText()));
}

/** Each is loaded when it is asked for: none waits for another's modules. */
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
    // Until something was checked.
    process.exitCode = 2;
    process.exitCode = await (await import('./verify.ts')).runVerify(argv);
  },
} as const satisfies Readonly<Record<string, Command>>;

export type CommandName = keyof typeof commands;

/** The `--help` of the commands that publish nothing. */
const usages: Readonly<Partial<Record<string, () => Promise<{ readonly usage: Message }>>>> = {
  new: () => import('./new.ts'),
  init: () => import('./init.ts'),
  adopt: () => import('./adopt.ts'),
  'ai-context': () => import('./ai-context.ts'),
  config: () => import('./config.ts'),
  verify: () => import('./verify.ts'),
};

const usage = message('usage', { commands: Object.keys(commands).join(', ') });

/** Runs a command. Throws a Failure whose message is for its user, or whatever went wrong. */
export async function run(name: string, argv: string[]): Promise<void> {
  try {
    await (argv.includes('--help') || name === '--help' ? runHelp(name) : runCommand(name, argv));
  } catch (error) {
    throw error instanceof Failure ? error.inLanguage(await languageAround(name)) : error;
  }
}

async function runHelp(name: string): Promise<void> {
  const language = await languageAround(name);
  const usageOfIt = Object.hasOwn(usages, name) ? (await usages[name]!()).usage : undefined;
  if (usageOfIt) print(`${textOf(usageOfIt, language)}\n`);
  else if (name === '--help' || isFlagged(name)) print(`${textOf(usage, language)}\n\n${flagsText(language)}`);
  else throw unknownCommand();
}

async function runCommand(name: string, argv: string[]): Promise<void> {
  if (!Object.hasOwn(commands, name)) throw unknownCommand();
  await commands[name as CommandName](argv);
}

const unknownCommand = (): Failure => new Failure(message('withHelp', { usage }));

/** The language of the site; of the terminal for a command that begins one, and before there is one. */
async function languageAround(name: string): Promise<string> {
  if (name === 'init' || name === 'adopt') return languageOfUser();
  return (await import('./report/language.ts')).languageOf(usualContent);
}

/** Runs a command as the process: an error goes to stderr, and the exit code is 1 or the command's own. */
export async function runAlone(name: string, argv: string[]): Promise<void> {
  try {
    await run(name, argv);
  } catch (error) {
    // A Failure is its user's to mend and its message says how; of anything else the trace is the message.
    process.stderr.write(
      error instanceof Failure ? `${printableLines(error.message)}\n` : `${(error as Error).stack}\n`,
    );
    process.exitCode ??= 1;
  }
}

/** Text of several lines: what a stranger wrote in one must not drive the terminal. */
const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
