// The doctor's findings and their output.
import type { Words } from '../../words.ts';

export type Finding = {
  /** `ok`: correct; `warn`: works, but may not be wanted; `error`: logins will fail or are insecure. */
  readonly verdict: 'ok' | 'warn' | 'error';
  readonly about: Subject;
  /** The observation. It contains no secrets and no text from other servers, except the database driver's. */
  readonly message: Words;
  /** The remedy. */
  readonly mend?: Words;
};

/** In the order of the output. */
export const subjects = ['settings', 'database', 'clock', 'redis', 'platform', 'pages', 'proxy', 'cookies'] as const;
export type Subject = (typeof subjects)[number];

/** Checks return remarks; `about` adds the subject. */
export type Remark = Omit<Finding, 'about'>;

export const ok = (message: Words): Remark => ({ verdict: 'ok', message });
export const warn = (message: Words, mend: Words): Remark => ({ verdict: 'warn', message, mend });
export const error = (message: Words, mend: Words): Remark => ({ verdict: 'error', message, mend });

export const about = (subject: Subject, remarks: readonly Remark[]): readonly Finding[] =>
  remarks.map((remark) => ({ ...remark, about: subject }));

/** The output: findings by subject, each with its remedy, and a summary. */
export function formatFindings(findings: readonly Finding[], language: keyof Words): string {
  const lines = subjects
    .flatMap((subject) => findings.filter((finding) => finding.about === subject))
    .flatMap(({ verdict, about, message, mend }) => [
      `${verdict.padEnd(5)}  ${about.padEnd(8)}  ${message[language]}`,
      ...(mend === undefined ? [] : [`${' '.repeat(17)}-> ${mend[language]}`]),
    ]);
  const count = (verdict: Finding['verdict']): number =>
    findings.filter((finding) => finding.verdict === verdict).length;
  const [errors, warnings, right] = [count('error'), count('warn'), count('ok')];
  const summary: Words = {
    en: `${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${right} correct.`,
    zh: `${errors} 个错误，${warnings} 个警告，${right} 项正常。`,
  };
  return `${[...lines, '', summary[language]].join('\n')}\n`;
}

const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
