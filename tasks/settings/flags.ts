// Every flag of build, check, watch, clean, new and ai-context in one table: its form, its variable, its default, what it
// means. From it come the reading of arguments, `duplex --help` and the table in tasks/README.md.
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type CommandName = 'build' | 'check' | 'watch' | 'clean' | 'new' | 'ai-context';

export type Flag = {
  /** The value that follows the flag; a switch has none. */
  readonly form?: string;
  /** It may be given again. */
  readonly multiple?: true;
  /** The variable that says the same. */
  readonly variable?: string;
  /** Code, or words for it. */
  readonly usual: string | Message;
  readonly means: Message;
  readonly commands: readonly CommandName[];
};

/** The commands that gulp runs. */
const all: readonly CommandName[] = ['build', 'check', 'watch', 'clean'];

/** Whether a command is told by this table; the others have a usage of their own. */
export const isFlagged = (name: string): boolean => (all as readonly string[]).includes(name);

const publishing: readonly CommandName[] = ['build', 'check', 'watch'];

export const flags = {
  content: {
    ...{ form: 'DIR', variable: 'CONTENT_DIR', usual: '`content`' },
    ...{ means: message('flagContent'), commands: [...all, 'new', 'ai-context'] },
  },
  static: {
    ...{ form: 'DIR', variable: 'STATIC_DIR', usual: '`static`' },
    ...{ means: message('flagStatic'), commands: [...all, 'ai-context'] },
  },
  dest: {
    ...{ form: 'DIR', variable: 'DEST_DIR', usual: message('usualDest') },
    ...{ means: message('flagDest'), commands: all },
  },
  'base-url': {
    ...{ form: 'URL', variable: 'SITE_URL', usual: message('usualBaseUrl') },
    ...{ means: message('flagBaseUrl'), commands: all },
  },
  lenient: {
    ...{ variable: 'LENIENT=1', usual: message('usualOff') },
    ...{ means: message('flagLenient'), commands: all },
  },
  follow: {
    ...{ form: 'DIR', multiple: true, usual: message('usualNone') },
    ...{ means: message('flagFollow'), commands: [...publishing, 'ai-context'] },
  },
  verbose: {
    ...{ usual: message('usualOff'), means: message('flagVerbose'), commands: publishing },
  },
  format: { form: 'text|json', usual: 'text', means: message('flagFormat'), commands: ['build', 'check'] },
  'no-cache': { usual: message('usualOff'), means: message('flagNoCache'), commands: ['build'] },
  rules: { usual: message('usualOff'), means: message('flagRules'), commands: ['check'] },
  port: { form: 'NUMBER', usual: '4000', means: message('flagPort'), commands: ['watch'] },
} as const satisfies Readonly<Record<string, Flag>>;

const rows = Object.entries(flags) as readonly (readonly [name: string, flag: Flag])[];

const inWords = (said: string | Message, language: string): string =>
  typeof said === 'string' ? said : textOf(said, language);

const write = (name: string, { form }: Flag): string => (form === undefined ? `--${name}` : `--${name} ${form}`);

/** The flags of a command, as `parseArgs` takes them. */
export const optionsOf = (command: CommandName): Record<string, { type: 'string' | 'boolean'; multiple: boolean }> =>
  Object.fromEntries(
    rows
      .filter(([, { commands }]) => commands.includes(command))
      .map(([name, { form, multiple = false }]) => [
        name,
        { type: form === undefined ? 'boolean' : 'string', multiple },
      ]),
  );

/** The table of tasks/README.md. */
export const flagsMarkdown = (): string =>
  [
    '| flag | environment | default | means |',
    '|---|---|---|---|',
    ...rows.map(([name, flag]) => {
      const own = all.some((command) => !flag.commands.includes(command)) ? ` (${flag.commands.join(', ')})` : '';
      const form = write(name, flag).replaceAll('|', '\\|');
      const variable = flag.variable === undefined ? '' : `\`${flag.variable}\``;
      const [usual, means] = [inWords(flag.usual, 'en'), inWords(flag.means, 'en')];
      return `| \`${form}\` | ${variable} | ${usual} | ${means}${own} |`;
    }),
    '',
  ].join('\n');

/** The flags of all commands for a terminal. */
export function flagsText(language: string): string {
  const width = Math.max(...rows.map(([name, flag]) => write(name, flag).length));
  return rows
    .map(([name, flag]) => {
      const text = textOf(describe(flag), language).replaceAll('`', '');
      return `  ${write(name, flag).padEnd(width)}  ${text}\n`;
    })
    .join('');
}

function describe({ means, usual, variable, commands }: Flag): Message {
  const names = commands.join(', ');
  return variable === undefined
    ? message('flagLine', { means, usual, commands: names })
    : message('flagLineOfVariable', { means, usual, variable, commands: names });
}
