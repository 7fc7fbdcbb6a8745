// The settings of a command: flags override the environment, which overrides the defaults. Only this file in `tasks/`
// reads the environment, except for COMPILED (.load.mjs).
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainAddress } from '#pdc/site/site-keys';
import { parseArguments, withoutWords } from './arguments.ts';
import { Failure } from './failure.ts';
import { isFlagged, optionsOf } from './flags.ts';
import type { CommandName } from './flags.ts';
import { message } from '#pdc/words/message';

export type Settings = {
  /** Absolute paths. */
  readonly content: string;
  readonly statics: string;
  readonly dest: string;
  /** Overrides `_site.yml`; set by a flag or the environment. */
  readonly baseUrl?: string;
  readonly lenient: boolean;
  /** Absolute paths of folders to which links in `content` and `statics` may lead. Only a flag can allow this. */
  readonly follow: readonly string[];
  readonly format: 'text' | 'json';
  /** `gulp check`: prints the rules instead of checking. */
  readonly tellsRules: boolean;
  /** Prints every warning of a lenient build instead of three for each rule. */
  readonly verbose?: boolean;
  /** `gulp build`: uses the results of earlier builds. */
  readonly cached: boolean;
  /** `gulp watch`: the port, and the login service to which it forwards `/api/auth`. */
  readonly port: number;
  readonly authOrigin: string;
  /** Arguments that are not flags. */
  readonly operands: readonly string[];
};

/** The folder of this repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The `node_modules` folder that contains this package; undefined in a checkout. */
export const installedIn = /^.*?[\\/]node_modules(?=[\\/])/.exec(root)?.[0];

/** The user's current directory: gulp and npm change it before they call us. */
export const here = process.env.INIT_CWD ?? process.cwd();

/**
 * The folder of the site: the nearest folder upward that has a `content/`, otherwise this repository. If Duplex is
 * installed as a package, the current directory replaces this repository, because packages must not be written to.
 * gulp's `--cwd` changes the current directory.
 */
export const base =
  baseFrom(process.argv.some((arg) => /^--cwd(?:=|$)/.test(arg)) ? process.cwd() : here) ??
  (installedIn === undefined ? root : here);

function baseFrom(folder: string): string | undefined {
  if (statSync(path.join(folder, 'content'), { throwIfNoEntry: false })?.isDirectory()) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : baseFrom(above);
}

/** How the user calls a command: through gulp in this repository, as a script in a site's own repository. */
export const callOf = (command: 'build' | 'check' | 'watch'): string =>
  base === root ? `npx gulp ${command}` : `npm run ${command}`;

/** A path for messages, relative to the user's current directory. */
export function nameOf(file: string): string {
  const relative = path.relative(here, file);
  return (relative === '' ? '.' : relative).replaceAll('\\', '/');
}

/** The default static folder. It may be missing, but a folder that a flag or the environment names must exist. */
export const defaultStatics = path.join(base, 'static');

/** The language of the terminal, by default Chinese; used before there is a site. */
export const languageOfUser = ({ LC_ALL, LC_MESSAGES, LANG } = process.env): string =>
  /^(?:zh|C$|C\.|POSIX|$)/.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh-CN' : 'en';

/** The content folder if no flag names one. */
export const defaultContent = process.env.CONTENT_DIR
  ? path.resolve(here, process.env.CONTENT_DIR)
  : path.join(base, 'content');

/** The static files of the product, for sites whose own folder lacks a required one. */
export const ownStatics = path.join(root, 'static');

/** The watcher's default output folder. It has drafts and local addresses, so it is not the one that is published. */
export const watchFolder = path.join(base, '.cache/watch/site');

/** Flags of gulp itself, which commands ignore. */
const gulpFlags = {
  gulpfile: { type: 'string', short: 'f' },
  cwd: { type: 'string' },
  preload: { type: 'string', multiple: true },
  silent: { type: 'boolean', short: 'S' },
  continue: { type: 'boolean' },
  series: { type: 'boolean' },
  color: { type: 'boolean' },
  'no-color': { type: 'boolean' },
  'log-level': { type: 'boolean', short: 'L', multiple: true },
} as const;

/** Reads the settings from the arguments and the environment. Throws a Failure that names what is wrong. */
export function readSettings(command: CommandName, argv = process.argv.slice(2), env = process.env): Settings {
  const { flags, operands } = parseFlags(command, argv);
  const folder = (flag: string, variable: string, fallback: string): string => {
    // An empty variable counts as not set.
    const value = flags[flag] ?? (env[variable] || undefined);
    if (value === '') throw new Failure(message('needsFolder', { flag }));
    return value === undefined ? path.resolve(base, fallback) : path.resolve(here, value as string);
  };
  const baseUrl = (flags['base-url'] ?? env.SITE_URL) as string | undefined;
  return {
    content: folder('content', 'CONTENT_DIR', 'content'),
    statics: folder('static', 'STATIC_DIR', defaultStatics),
    dest: folder('dest', 'DEST_DIR', command === 'watch' ? watchFolder : 'public'),
    ...(baseUrl ? { baseUrl: readAddress(baseUrl, '--base-url (SITE_URL)') } : {}),
    lenient: flags.lenient === true || readSwitch(env.LENIENT, 'LENIENT'),
    follow: readFolders(flags.follow as string[] | undefined),
    cached: flags['no-cache'] !== true,
    verbose: flags.verbose === true,
    format: readFormat(flags.format as string | undefined),
    tellsRules: flags.rules === true,
    port: readPort((flags.port as string | undefined) ?? '4000'),
    authOrigin: readAddress(env.AUTH_ORIGIN || 'http://127.0.0.1:3000', 'AUTH_ORIGIN'),
    operands,
  };
}

/** The arguments of a command that gulp runs, without the names of gulp's tasks, because gulp may run several. */
export const withoutTasks = (command: CommandName, argv: string[]): string[] =>
  withoutWords(argv, {
    options: { ...optionsOf(command), ...gulpFlags },
    isLeftOut: (word) => isFlagged(word) || word === 'default',
  });

/** The folders that `--follow` names. */
export function readFolders(names: readonly string[] = []): string[] {
  return names.map((name) => {
    const folder = path.resolve(here, name);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    throw new Failure(message('followNotAFolder', { folder: name }));
  });
}

function parseFlags(command: CommandName, argv: string[]): { flags: Record<string, unknown>; operands: string[] } {
  const options = optionsOf(command);
  const names = Object.keys(options).map((flag) => `--${flag}`);
  const { values, positionals } = parseArguments(argv, {
    options: { ...options, ...gulpFlags },
    words: command === 'new' ? 1 : 0,
    explain: (reason) => message('withFlags', { reason, command, flags: names.join(', ') }),
  });
  return { flags: values, operands: positionals };
}

function readAddress(text: string, name: string): string {
  if (!URL.canParse(text) || !plainAddress.test(text)) {
    throw new Failure(message('mustBeSiteAddress', { name, text }));
  }
  return text.replace(/\/+$/, '');
}

function readSwitch(text: string | undefined, name: string): boolean {
  if (text === undefined || text === '' || text === '0' || text === 'false') return false;
  if (text === '1' || text === 'true') return true;
  throw new Failure(message('mustBeSwitch', { name, text }));
}

function readFormat(text = 'text'): Settings['format'] {
  if (text === 'text' || text === 'json') return text;
  throw new Failure(message('mustBeFormat', { text }));
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65536) return port;
  throw new Failure(message('mustBePort', { text }));
}
