// The doctor's reports and their output.
import type { Words } from '../../bilingual-text.ts';

export type Report = {
  /** `ok`: correct; `warn`: works, but may not be wanted; `error`: logins will fail or are insecure. */
  readonly verdict: 'ok' | 'warn' | 'error';
  readonly about: Subject;
  /** The observation. It contains no secrets and no text from other servers, except the database driver's. */
  readonly message: Words;
  /** The remedy. */
  readonly remedy?: Words;
};

/** In the order of the output. */
export const subjects = ['settings', 'database', 'clock', 'redis', 'platform', 'pages', 'proxy', 'cookies'] as const;
export type Subject = (typeof subjects)[number];

/** Checks return remarks; `about` adds the subject. */
export type Remark = Omit<Report, 'about'>;

export const ok = (message: Words): Remark => ({ verdict: 'ok', message });
export const warn = (message: Words, remedy: Words): Remark => ({ verdict: 'warn', message, remedy });
export const error = (message: Words, remedy: Words): Remark => ({ verdict: 'error', message, remedy });

export const about = (subject: Subject, remarks: readonly Remark[]): readonly Report[] =>
  remarks.map((remark) => ({ ...remark, about: subject }));

/** The output: reports by subject, each with its remedy, and a summary. */
export function formatReports(reports: readonly Report[], language: keyof Words): string {
  const lines = subjects
    .flatMap((subject) => reports.filter((report) => report.about === subject))
    .flatMap(({ verdict, about, message, remedy }) => [
      `${verdict.padEnd(5)}  ${about.padEnd(8)}  ${message[language]}`,
      ...(remedy === undefined ? [] : [`${' '.repeat(17)}-> ${remedy[language]}`]),
    ]);
  const count = (verdict: Report['verdict']): number => reports.filter((report) => report.verdict === verdict).length;
  const [errors, warnings, right] = [count('error'), count('warn'), count('ok')];
  const summary: Words = {
    en: `${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${right} correct.`,
    zh: `${errors} 个错误，${warnings} 个警告，${right} 项正常。`,
  };
  return `${[...lines, '', summary[language]].join('\n')}\n`;
}

const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
