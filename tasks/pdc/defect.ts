// What can be wrong with what an author wrote: the rules, their severities, and how a defect is told.

export type Severity = 'error' | 'warn';
export type Setting = Severity | 'off';

/** Where something stands in a source file; line and column count from 1. */
export type Place = { readonly line: number; readonly column: number };

/** The first character of a file: where a defect stands that has no better place. */
export const top: Place = { line: 1, column: 1 };

export type Defect = Place & {
  readonly file: string;
  readonly severity: Severity;
  readonly rule: RuleId | 'site';
  readonly message: string;
};

/** The rules of contract section 2, in its order. `lenient`: `--lenient` turns the rule into a warning, because there is a fallback. */
export const rules = [
  { id: 'front-matter', severity: 'error', lenient: false },
  { id: 'title', severity: 'error', lenient: true },
  { id: 'title-quoted', severity: 'error', lenient: true },
  { id: 'date', severity: 'error', lenient: false },
  { id: 'date-format', severity: 'error', lenient: true },
  { id: 'updated', severity: 'error', lenient: true },
  { id: 'categories', severity: 'error', lenient: true },
  { id: 'categories-prefix', severity: 'error', lenient: true },
  { id: 'tags', severity: 'error', lenient: true },
  { id: 'tags-first', severity: 'error', lenient: true },
  { id: 'description', severity: 'error', lenient: true },
  { id: 'filename', severity: 'error', lenient: true },
  { id: 'filename-prefix', severity: 'error', lenient: true },
  { id: 'filename-ascii', severity: 'error', lenient: true },
  { id: 'slug-unique', severity: 'error', lenient: true },
  { id: 'slug-collision', severity: 'error', lenient: true },
  { id: 'taxonomy-map', severity: 'error', lenient: true },
  { id: 'types', severity: 'error', lenient: true },
  { id: 'password-strength', severity: 'warn', lenient: false },
  { id: 'prompt-element', severity: 'error', lenient: true },
  { id: 'prompt-args', severity: 'error', lenient: true },
  { id: 'links', severity: 'error', lenient: true },
  // Beyond the contract: what a blog of another engine brings along.
  { id: 'template-tags', severity: 'warn', lenient: false },
] as const satisfies readonly { id: string; severity: Severity; lenient: boolean }[];

export type RuleId = (typeof rules)[number]['id'];

export type RuleSettings = Readonly<Partial<Record<RuleId, Setting>>>;

/** Rules that nothing can stand in for: `_site.yml` cannot turn them down. */
export const fixedRules: readonly RuleId[] = ['front-matter', 'date'];

/** Decides how grave a broken rule is: the site's setting over the default, and `--lenient` over an error that has a fallback. */
export function severityOf(id: RuleId, { settings, lenient }: { settings: RuleSettings; lenient: boolean }): Setting {
  const rule = rules.find((candidate) => candidate.id === id)!;
  const setting = settings[id] ?? rule.severity;
  return lenient && rule.lenient && setting === 'error' ? 'warn' : setting;
}

/**
 * A finding before anybody decided how grave it is. `always`: an error that no setting turns down (an unusable password),
 * or a warning that no setting turns up.
 */
export type Finding = {
  readonly rule: RuleId;
  readonly place: Place;
  readonly message: string;
  readonly always?: Severity;
};

/** Turns a finding into a defect, or into nothing where its rule is off. */
export function toDefects(
  findings: readonly Finding[],
  context: { file: string; settings: RuleSettings; lenient: boolean },
): Defect[] {
  return findings.flatMap(({ rule, place, message, always }) => {
    const setting = severityOf(rule, context);
    const severity = always === 'error' || (always === 'warn' && setting !== 'off') ? always : setting;
    return severity === 'off' ? [] : [{ file: context.file, ...place, severity, rule, message }];
  });
}

export const isError = (defect: Defect): boolean => defect.severity === 'error';

/** By path, then by position: the order in which defects are told. */
export function sortDefects(defects: readonly Defect[]): Defect[] {
  return [...defects].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
}

/** Orders by code unit, the same on every machine: never by locale. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One line for people: `path:line:column  severity  rule-id  message`. */
export function formatDefect({ file, line, column, severity, rule, message }: Defect): string {
  return `${file}:${line}:${column}  ${severity}  ${rule}  ${message.replace(/\s+/g, ' ')}`;
}

/** The array that `--format json` prints. */
export function formatDefectsJson(defects: readonly Defect[]): string {
  const rows = defects.map(({ file, line, column, severity, rule, message }) =>
    JSON.stringify({ file, line, column, severity, rule, message }),
  );
  return rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`;
}
