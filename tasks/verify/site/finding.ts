// A finding of `verify`: the rule that a published site breaks, where, and what to do about it.

/** A rule's answer: a site path, and a message that says what is wrong and what to do. */
export type RuleFinding = {
  readonly path: string;
  readonly message: string;
  /** An error, where it does not say otherwise. */
  readonly severity?: 'warn';
};

/** With a warning a site may be published as it is; with an error it should not be. */
export type Finding = Omit<RuleFinding, 'severity'> & { readonly rule: string; readonly severity: 'error' | 'warn' };

export const toFinding = (rule: string, { path, severity, message }: RuleFinding): Finding => ({
  path,
  severity: severity ?? 'error',
  rule,
  message,
});

/** Text that a site said, short and on one line, as a message quotes it. */
export function quote(text: unknown): string {
  const written = JSON.stringify(text) ?? 'nothing';
  return written.length > 120 ? `${written.slice(0, 117)}...` : written;
}
