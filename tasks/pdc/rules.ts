// The rules of articles (protocol section 6): one table, in its order, from which severities follow, `_site.yml` is
// checked, and `gulp check --rules` is printed.

export type Severity = 'error' | 'warn';
export type Setting = Severity | 'off';

export type Rule = {
  readonly id: string;
  readonly severity: Severity;
  /** The demand on an article. */
  readonly asks: string;
  /** `--lenient` uses this instead where the rule is broken, and warns; without one the severity stays. */
  readonly fallback?: string;
  /** There is no fallback: `_site.yml` cannot turn the rule down. */
  readonly fixed?: true;
};

export const rules = [
  {
    id: 'front-matter',
    severity: 'error',
    asks: 'the file is UTF-8 and opens with a YAML mapping, no key twice',
    fixed: true,
  },
  { id: 'title', severity: 'error', asks: 'a non-empty string', fallback: "the file's name" },
  { id: 'title-quoted', severity: 'error', asks: 'the title stands in double quotes', fallback: 'as it is' },
  { id: 'date', severity: 'error', asks: 'there is one', fixed: true },
  { id: 'date-format', severity: 'error', asks: 'YYYY-MM-DD HH:mm:ss, a real date', fallback: 'any YAML or ISO date' },
  { id: 'updated', severity: 'error', asks: 'the same form, not before date', fallback: 'ignored' },
  {
    id: 'categories',
    severity: 'error',
    asks: 'two levels, of an article whose prefix has one level one',
    fallback: 'as written, else uncategorised',
  },
  { id: 'categories-prefix', severity: 'error', asks: "those of the file name's prefix", fallback: 'as written' },
  { id: 'tags', severity: 'error', asks: '2 to 5 strings, no two the same', fallback: 'as written' },
  { id: 'tags-first', severity: 'error', asks: "the first is one of the prefix's", fallback: 'as written' },
  {
    id: 'description',
    severity: 'error',
    asks: '50 to 150 characters',
    fallback: 'as written, else the opening of the body; of a locked article none',
  },
  {
    id: 'filename',
    severity: 'error',
    asks: 'lower-case words joined by hyphens, the last not a number',
    fallback: 'as it is',
  },
  { id: 'filename-prefix', severity: 'error', asks: 'begins with a known prefix', fallback: 'no prefix' },
  { id: 'filename-ascii', severity: 'error', asks: 'ASCII', fallback: 'spelled in ASCII' },
  {
    id: 'slug-unique',
    severity: 'error',
    asks: 'no two articles, categories or tags share an output path',
    fallback: 'the first by path stays, the next is `folder-name`',
  },
  {
    id: 'slug-collision',
    severity: 'error',
    asks: 'no two names by accident share a slug',
    fallback: 'the first stays',
  },
  {
    id: 'taxonomy-map',
    severity: 'error',
    asks: 'every category and tag has an ASCII slug',
    fallback: 'spelled in ASCII',
  },
  {
    id: 'types',
    severity: 'error',
    asks: 'mathjax true or false, cover a file that exists, password a non-empty string',
    fallback: 'dropped with a warning; an unusable password stays an error',
  },
  { id: 'password-strength', severity: 'warn', asks: '8 characters or more; a password that is public is an error' },
  {
    id: 'prompt-element',
    severity: 'error',
    asks: 'a prompt- article holds exactly one whole <prompt> element',
    fallback: 'no prompt',
  },
  {
    id: 'prompt-args',
    severity: 'error',
    asks: 'name, description, required, example; names unique; only in prompt- articles',
    fallback: 'no arguments',
  },
  {
    id: 'links',
    severity: 'error',
    asks: 'links and images within the site lead to what the build emits',
    fallback: 'as written',
  },
  {
    id: 'outside',
    severity: 'error',
    asks: 'no link leads out of `content/`, `static/` and their repository; no devices and pipes, no dot files that no host reads',
    fixed: true,
  },
  { id: 'template-tags', severity: 'warn', asks: 'no tag of another engine is shown as text; beyond the protocol' },
  { id: 'formulas', severity: 'warn', asks: 'a formula can be read; beyond the protocol' },
] as const satisfies readonly Rule[];

export type RuleId = (typeof rules)[number]['id'];

export type RuleSettings = Readonly<Partial<Record<RuleId, Setting>>>;

export const fixedRules: readonly RuleId[] = rules.filter((rule: Rule) => rule.fixed).map(({ id }) => id);

/** The table as Markdown. */
export function describeRules(): string {
  const rows = rules.map(
    ({ id, severity, asks, fallback = '-' }: Rule) => `| \`${id}\` | ${severity} | ${asks} | ${fallback} |`,
  );
  return `${['| rule | severity | what it asks | instead, with --lenient |', '|---|---|---|---|', ...rows].join('\n')}\n`;
}
