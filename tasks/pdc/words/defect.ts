// The defects of an author's files: their rules, their severities, and their form in messages.
import { textOf } from './message.ts';
import type { Message } from './message.ts';
import { printablePath } from './printable.ts';
import { rules } from './rules.ts';
import type { RuleId, RuleSettings, Setting, Severity } from './rules.ts';

/** A place in a source file; line and column count from 1. */
export type Place = { readonly line: number; readonly column: number };

/** The first character of a file: the place of a defect without a better place. */
export const top: Place = { line: 1, column: 1 };

export type Defect = Place & {
  readonly file: string;
  readonly severity: Severity;
  readonly rule: RuleId | 'site';
  readonly message: Message;
};

/**
 * Decides the severity of a broken rule: the site's setting overrides the default, and `--lenient` turns an error of a
 * rule with a fallback into a warning.
 */
export function severityOf(id: RuleId, { settings, lenient }: { settings: RuleSettings; lenient: boolean }): Setting {
  const rule = rules.find((candidate) => candidate.id === id)!;
  const setting = settings[id] ?? rule.severity;
  return lenient && rule.fallback !== undefined && setting === 'error' ? 'warn' : setting;
}

/**
 * A finding without a severity. `always` makes it an error that no setting lowers, for example for an unusable
 * password, or a warning that no setting raises.
 */
export type Finding = {
  readonly rule: RuleId;
  readonly place: Place;
  readonly message: Message;
  readonly always?: Severity;
};

/** Turns findings into defects. Findings of rules that are off are left out. */
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

/** Sorts defects as in reports: by path, then by position. */
export function sortDefects(defects: readonly Defect[]): Defect[] {
  return [...defects].sort(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.rule, b.rule),
  );
}

/** Orders by code unit, not by locale, so that the order is the same on every machine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** One line for people: `path:line:column  severity  rule-id  message`. */
export function formatDefect({ file, line, column, severity, rule, message }: Defect, language: string): string {
  return `${printablePath(file)}:${line}:${column}  ${severity}  ${rule}  ${textOf(message, language).replace(/\s+/g, ' ')}`;
}

/** The array that `--format json` prints. */
export function formatDefectsJson(defects: readonly Defect[], language: string): string {
  const rows = defects.map(({ file, line, column, severity, rule, message }) =>
    JSON.stringify({ file, line, column, severity, rule, message: textOf(message, language) }),
  );
  return rows.length === 0 ? '[]\n' : `[\n${rows.join(',\n')}\n]\n`;
}

/**
 * Whether the defects stop a build. With `--lenient`, an article with an error is left out instead, and only errors of
 * rule `site` stop the build.
 */
export function stops(defects: readonly Defect[], { lenient }: { lenient: boolean }): boolean {
  return defects.some((defect) => isError(defect) && (!lenient || defect.rule === 'site'));
}
