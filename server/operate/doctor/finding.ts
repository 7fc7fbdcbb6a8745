// What the doctor found, and how it is told.

export type Finding = {
  /** `ok`: as it should be; `warn`: works, and should be known; `error`: people will meet it. */
  readonly verdict: 'ok' | 'warn' | 'error';
  readonly about: Subject;
  /** What was seen. Never a secret, and of other servers' words only what the database's driver says. */
  readonly says: string;
  /** What to do about it. */
  readonly mend?: string;
};

/** In the order in which they are told. */
export const subjects = ['settings', 'database', 'clock', 'redis', 'platform', 'proxy', 'cookies', 'origins'] as const;
export type Subject = (typeof subjects)[number];

/** What one check hands over: the subject is said once, where the check stands. */
export type Remark = Omit<Finding, 'about'>;

export const ok = (says: string): Remark => ({ verdict: 'ok', says });
export const warn = (says: string, mend: string): Remark => ({ verdict: 'warn', says, mend });
export const error = (says: string, mend: string): Remark => ({ verdict: 'error', says, mend });

export const about = (subject: Subject, remarks: readonly Remark[]): readonly Finding[] =>
  remarks.map((remark) => ({ ...remark, about: subject }));

/** Lines for a terminal: by subject, with the remedy below each finding, and a count at the end. */
export function tell(findings: readonly Finding[]): string {
  const lines = subjects
    .flatMap((subject) => findings.filter((finding) => finding.about === subject))
    .flatMap(({ verdict, about, says, mend }) => [
      `${verdict.padEnd(5)}  ${about.padEnd(8)}  ${says}`,
      ...(mend === undefined ? [] : [`${' '.repeat(17)}-> ${mend}`]),
    ]);
  const count = (verdict: Finding['verdict']): number => findings.filter((each) => each.verdict === verdict).length;
  const summary = `${plural(count('error'), 'error')}, ${plural(count('warn'), 'warning')}, ${count('ok')} as they should be.`;
  return `${[...lines, '', summary].join('\n')}\n`;
}

const plural = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
