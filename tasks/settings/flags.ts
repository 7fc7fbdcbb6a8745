// The flags of build, check, watch, clean, new and ai-context. Arguments are parsed by this table. `duplex --help` and
// the table in tasks/README.md are made from it.
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type CommandName = 'build' | 'check' | 'watch' | 'clean' | 'new' | 'ai-context';

export type Flag = {
  /** The placeholder for the value of the flag; absent for a switch. */
  readonly form?: string;
  /** The flag may be repeated. */
  readonly multiple?: true;
  /** The environment variable with the same meaning. */
  readonly variable?: string;
  /** The default value, or a message that describes it. */
  readonly default: string | Message;
  readonly description: Message;
  readonly commands: readonly CommandName[];
};

/** The commands that gulp runs. */
const all: readonly CommandName[] = ['build', 'check', 'watch', 'clean'];

/** Whether gulp runs a command. The help of such a command is this table; the others have a usage text. */
export const isFlagged = (name: string): boolean => (all as readonly string[]).includes(name);

const publishing: readonly CommandName[] = ['build', 'check', 'watch'];

export const flags = {
  content: {
    form: 'DIR',
    variable: 'CONTENT_DIR',
    default: '`content`',
    description: message('flagContent'),
    commands: [...all, 'new', 'ai-context'],
  },
  static: {
    form: 'DIR',
    variable: 'STATIC_DIR',
    default: '`static`',
    description: message('flagStatic'),
    commands: [...all, 'ai-context'],
  },
  dest: {
    form: 'DIR',
    variable: 'DEST_DIR',
    default: message('usualDest'),
    description: message('flagDest'),
    commands: all,
  },
  'base-url': {
    form: 'URL',
    variable: 'SITE_URL',
    default: message('usualBaseUrl'),
    description: message('flagBaseUrl'),
    commands: all,
  },
  lenient: {
    variable: 'LENIENT=1',
    default: message('usualOff'),
    description: message('flagLenient'),
    commands: all,
  },
  follow: {
    form: 'DIR',
    multiple: true,
    default: message('usualNone'),
    description: message('flagFollow'),
    commands: [...publishing, 'ai-context'],
  },
  verbose: {
    default: message('usualOff'),
    description: message('flagVerbose'),
    commands: publishing,
  },
  format: { form: 'text|json', default: 'text', description: message('flagFormat'), commands: ['build', 'check'] },
  'no-cache': { default: message('usualOff'), description: message('flagNoCache'), commands: ['build'] },
  rules: { default: message('usualOff'), description: message('flagRules'), commands: ['check'] },
  port: { form: 'NUMBER', default: '4000', description: message('flagPort'), commands: ['watch'] },
} as const satisfies Readonly<Record<string, Flag>>;

const rows = Object.entries(flags) as readonly (readonly [name: string, flag: Flag])[];

const inLanguage = (text: string | Message, language: string): string =>
  typeof text === 'string' ? text : textOf(text, language);

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

/** The table for tasks/README.md. */
export const flagsMarkdown = (): string =>
  [
    '| flag | environment | default | meaning |',
    '|---|---|---|---|',
    ...rows.map(([name, flag]) => {
      const scope = all.some((command) => !flag.commands.includes(command)) ? ` (${flag.commands.join(', ')})` : '';
      const form = write(name, flag).replaceAll('|', '\\|');
      const variable = flag.variable === undefined ? '' : `\`${flag.variable}\``;
      const [fallback, description] = [inLanguage(flag.default, 'en'), inLanguage(flag.description, 'en')];
      return `| \`${form}\` | ${variable} | ${fallback} | ${description}${scope} |`;
    }),
    '',
  ].join('\n');

/** The flags of all commands, for a terminal. */
export function flagsText(language: string): string {
  const width = Math.max(...rows.map(([name, flag]) => write(name, flag).length));
  return rows
    .map(([name, flag]) => {
      const text = textOf(describe(flag), language).replaceAll('`', '');
      return `  ${write(name, flag).padEnd(width)}  ${text}\n`;
    })
    .join('');
}

function describe({ description, default: fallback, variable, commands }: Flag): Message {
  const names = commands.join(', ');
  return variable === undefined
    ? message('flagLine', { description, default: fallback, commands: names })
    : message('flagLineOfVariable', { description, default: fallback, variable, commands: names });
}
