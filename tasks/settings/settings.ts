// The settings of a command: flags over environment over defaults. The one place of `tasks/` that reads the environment,
// but for COMPILED (.load.mjs).
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainAddress } from '#pdc/site/site';
import { parseArguments } from './arguments.ts';
import { Failure } from './failure.ts';
import { optionsOf } from './flags.ts';
import type { CommandName } from './flags.ts';
import { message } from '#pdc/words/message';

export type Settings = {
  /** Absolute paths. */
  readonly content: string;
  readonly statics: string;
  readonly dest: string;
  /** Wins over `_site.yml`; nothing where neither flag nor environment says one. */
  readonly baseUrl?: string;
  readonly lenient: boolean;
  /** Absolute paths of folders to which links of the two may lead: nobody but who calls the command says so. */
  readonly follow: readonly string[];
  readonly format: 'text' | 'json';
  /** `gulp check`: tells the rules instead. */
  readonly tellsRules: boolean;
  /** Every warning of a lenient build, not three of each rule. */
  readonly verbose?: boolean;
  /** `gulp build`: as if there had been no build before. */
  readonly cached: boolean;
  /** `gulp watch`: where it listens, and the login backend it forwards `/api/auth` to. */
  readonly port: number;
  readonly authOrigin: string;
  /** Arguments that are no flags: gulp's task names, or what an npm script was called with. */
  readonly operands: readonly string[];
};

/** The folder of this repository. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');

/** The folder of packages that this stands in, whose parent is the site; none where it is a checkout. */
export const installedIn = /^.*?[\\/]node_modules(?=[\\/])/.exec(root)?.[0];

/** Where the user stands: gulp and npm both change the folder before they call us. */
export const here = process.env.INIT_CWD ?? process.cwd();

/**
 * The folder that holds what is published: the nearest from there upward that has a `content/`, else this repository; of a
 * package, which is nobody's to write into, where the user stands. gulp's `--cwd` names another place to stand, and gulp has
 * gone there.
 */
export const base =
  baseFrom(process.argv.some((arg) => /^--cwd(?:=|$)/.test(arg)) ? process.cwd() : here) ??
  (installedIn === undefined ? root : here);

function baseFrom(folder: string): string | undefined {
  if (statSync(path.join(folder, 'content'), { throwIfNoEntry: false })?.isDirectory()) return folder;
  const above = path.dirname(folder);
  return above === folder ? undefined : baseFrom(above);
}

/** How a command that gulp has in this repository is called: a site of its own has it as a script. */
export const callOf = (command: 'build' | 'check' | 'watch'): string =>
  base === root ? `npx gulp ${command}` : `npm run ${command}`;

/** A path as messages name it: from where the user stands. */
export function nameOf(file: string): string {
  const relative = path.relative(here, file);
  return (relative === '' ? '.' : relative).replaceAll('\\', '/');
}

/** Nobody needs files of his own: without a name, and only then, this may be missing. */
export const usualStatics = path.join(base, 'static');

/** The language of whoever has no site yet: that of the terminal, where it names one. */
export const languageOfUser = ({ LC_ALL, LC_MESSAGES, LANG } = process.env): string =>
  /^(?:zh|C$|C\.|POSIX|$)/.test(LC_ALL || LC_MESSAGES || LANG || '') ? 'zh-CN' : 'en';

/** The folder of articles that a command reads when no flag names one. */
export const usualContent = process.env.CONTENT_DIR
  ? path.resolve(here, process.env.CONTENT_DIR)
  : path.join(base, 'content');

/** The static files that come with the product, for sites whose own static folder lacks a required one. */
export const ownStatics = path.join(root, 'static');

/** Where the watcher writes unless a folder is named: what is meant to be published holds neither drafts nor local addresses. */
export const watchFolder = path.join(base, '.cache/watch/site');

/** Gulp itself reads these flags: commands ignore them. */
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

/** Reads a gulp command's settings from its arguments and the environment. Throws a Failure that names what is wrong. */
export function readSettings(command: CommandName, argv = process.argv.slice(2), env = process.env): Settings {
  const { flags, operands } = parseFlags(command, argv);
  const folder = (flag: string, variable: string, fallback: string): string => {
    const given = flags[flag] ?? env[variable];
    if (given === '') throw new Failure(message('needsFolder', { flag }));
    return given === undefined ? path.resolve(base, fallback) : path.resolve(here, given as string);
  };
  const baseUrl = (flags['base-url'] ?? env.SITE_URL) as string | undefined;
  return {
    content: folder('content', 'CONTENT_DIR', 'content'),
    statics: folder('static', 'STATIC_DIR', usualStatics),
    dest: folder('dest', 'DEST_DIR', command === 'watch' ? watchFolder : 'public'),
    ...(baseUrl ? { baseUrl: readAddress(baseUrl, '--base-url (SITE_URL)') } : {}),
    lenient: flags.lenient === true || readSwitch(env.LENIENT, 'LENIENT'),
    follow: readFolders(flags.follow as string[] | undefined),
    cached: flags['no-cache'] !== true,
    verbose: flags.verbose === true,
    format: readFormat(flags.format as string | undefined),
    tellsRules: flags.rules === true,
    port: readPort((flags.port as string | undefined) ?? '4000'),
    authOrigin: readAddress(env.AUTH_ORIGIN ?? 'http://127.0.0.1:3000', 'AUTH_ORIGIN'),
    operands,
  };
}

/** The folders that `--follow` names. */
export function readFolders(names: readonly string[] = []): string[] {
  return names.map((name) => {
    const folder = path.resolve(here, name);
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
    throw new Failure(message('followNotAFolder', { folder: name }));
  });
}

function parseFlags(command: CommandName, argv: string[]): { flags: Record<string, unknown>; operands: string[] } {
  const own = optionsOf(command);
  const known = Object.keys(own).map((flag) => `--${flag}`);
  const { values, positionals } = parseArguments(argv, { ...own, ...gulpFlags }, (reason) =>
    message('withFlags', { reason, command, flags: known.join(', ') }),
  );
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
