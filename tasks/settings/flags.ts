// Every flag of build, check, watch, clean, new and ai-context in one table: its form, its variable, its default, what it
// means. From it come the reading of arguments, `duplex --help` and the table in tasks/README.md.

export type CommandName = 'build' | 'check' | 'watch' | 'clean' | 'new' | 'ai-context';

export type Flag = {
  /** The value that follows the flag; a switch has none. */
  readonly form?: string;
  /** It may be given again. */
  readonly multiple?: true;
  /** The variable that says the same. */
  readonly variable?: string;
  readonly usual: string;
  readonly means: string;
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
    ...{ means: 'the Markdown files and `_site.yml`', commands: [...all, 'new', 'ai-context'] },
  },
  static: {
    ...{ form: 'DIR', variable: 'STATIC_DIR', usual: '`static`' },
    ...{ means: 'files that ship as they are', commands: [...all, 'ai-context'] },
  },
  dest: {
    ...{ form: 'DIR', variable: 'DEST_DIR', usual: '`public`; of `watch` `.cache/watch/site`' },
    ...{ means: 'where the site is written', commands: all },
  },
  'base-url': {
    ...{ form: 'URL', variable: 'SITE_URL', usual: '`url` of `_site.yml`, or `http://localhost:4000`' },
    ...{ means: 'where the site will stand', commands: all },
  },
  lenient: {
    ...{ variable: 'LENIENT=1', usual: 'off' },
    ...{ means: 'read what other engines wrote; leave out what is wrong', commands: all },
  },
  follow: {
    ...{ form: 'DIR', multiple: true, usual: 'none' },
    ...{
      means: 'a folder to which links may lead out of the two; once for each',
      commands: [...publishing, 'ai-context'],
    },
  },
  verbose: {
    ...{ usual: 'off', commands: publishing },
    means: 'what each part took; with `--lenient`, every warning, not three of each rule',
  },
  format: { form: 'text|json', usual: 'text', means: 'how defects are told', commands: ['build', 'check'] },
  'no-cache': { usual: 'off', means: 'as if there had been no build before', commands: ['build'] },
  rules: { usual: 'off', means: 'tell every rule, and read nothing', commands: ['check'] },
  port: { form: 'NUMBER', usual: '4000', means: 'where the watcher listens', commands: ['watch'] },
} as const satisfies Readonly<Record<string, Flag>>;

const rows = Object.entries(flags) as readonly (readonly [name: string, flag: Flag])[];

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
      return `| \`${form}\` | ${variable} | ${flag.usual} | ${flag.means}${own} |`;
    }),
    '',
  ].join('\n');

/** The flags of all commands for a terminal. */
export function flagsText(): string {
  const width = Math.max(...rows.map(([name, flag]) => write(name, flag).length));
  const plain = (text: string): string => text.replaceAll('`', '');
  return rows
    .map(([name, flag]) => {
      const also = flag.variable === undefined ? '' : `, or ${flag.variable}`;
      return `  ${write(name, flag).padEnd(width)}  ${plain(flag.means)}; ${plain(flag.usual)}${also} (${flag.commands.join(', ')})\n`;
    })
    .join('');
}
