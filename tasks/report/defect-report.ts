// Prints the defects that a command found, on stderr.
import { formatDefect, formatDefectsJson, isError, sortDefects } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { printable } from '#pdc/words/printable';
import type { Settings } from '../settings/settings.ts';

/** `language` is the language of the site. */
export type DefectReportOptions = Pick<Settings, 'format'> &
  Partial<Pick<Settings, 'lenient' | 'verbose'>> & { readonly language: string };

/**
 * Prints all defects, sorted, and their count. With `--format json`, prints only the array, on stdout. A lenient build
 * prints three warnings for each rule unless `verbose` is set, and lists at the end the files that are left out.
 */
export function reportDefects(
  defects: readonly Defect[],
  { format, lenient = false, verbose = false, language }: DefectReportOptions,
): void {
  const sorted = sortDefects(defects);
  if (format === 'json') {
    process.stdout.write(formatDefectsJson(sorted, language));
    return;
  }
  if (sorted.length === 0) return;
  const lineOf = (defect: Defect): string => formatDefect(defect, language);
  const errors = sorted.filter(isError);
  const warnings = sorted.filter((defect) => !isError(defect));
  const lines = lenient
    ? [...(verbose ? warnings.map(lineOf) : linesByRule(warnings, { lineOf, language })), ...errors.map(lineOf)]
    : sorted.map(lineOf);
  const counts = textOf(countsOf({ errors: errors.length, warnings: warnings.length }), language);
  const affectedFiles = lenient
    ? [...linesOfUnpublishedFiles(errors, language), ...linesOfUnencryptedArticles(warnings, language)]
    : [];
  process.stderr.write(`${[...lines, '', counts, ...affectedFiles].join('\n')}\n`);
}

const countsOf = ({ errors, warnings }: { errors: number; warnings: number }): Message =>
  message('defectCounts', {
    errors: message(errors === 1 ? 'error' : 'errors', { count: errors }),
    warnings: message(warnings === 1 ? 'warning' : 'warnings', { count: warnings }),
  });

/** Three warnings for each rule, the most frequent rule last, where readers see it. */
function linesByRule(
  warnings: readonly Defect[],
  { lineOf, language }: { lineOf: (defect: Defect) => string; language: string },
): string[] {
  const byRule = new Map<Defect['rule'], Defect[]>();
  for (const warning of warnings) byRule.set(warning.rule, [...(byRule.get(warning.rule) ?? []), warning]);
  return [...byRule]
    .sort(([, a], [, b]) => a.length - b.length)
    .flatMap(([rule, warningsOfRule]) => {
      const more = warningsOfRule.length - 3;
      return [
        ...warningsOfRule.slice(0, 3).map(lineOf),
        ...(more > 0 ? [`  ${textOf(message('moreOfRule', { count: more, rule }), language)}`] : []),
      ];
    });
}

/** The files that are not published, with the rules that they break. */
function linesOfUnpublishedFiles(errors: readonly Defect[], language: string): string[] {
  const rules = new Map<string, Set<string>>();
  for (const { file, rule } of errors.filter((error) => error.rule !== 'site'))
    rules.set(file, (rules.get(file) ?? new Set()).add(rule));
  return rules.size === 0
    ? []
    : [
        textOf(message(rules.size === 1 ? 'leftOutFile' : 'leftOutFiles', { count: rules.size }), language),
        ...[...rules].map(([file, names]) => `  ${printable(file)} (${[...names].join(', ')})`),
      ];
}

/** Lists the articles that are published unencrypted because their password is empty, so that their authors notice. */
function linesOfUnencryptedArticles(warnings: readonly Defect[], language: string): string[] {
  const files = warnings.flatMap(({ file, message: { key } }) =>
    key === 'passwordEmptyOpen' ? [`  ${printable(file)}`] : [],
  );
  return files.length === 0 ? [] : [textOf(message('openWithEmptyPassword'), language), ...files];
}
