// A finding of `verify`: the rule that a published site breaks, where, and what to do about it.
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** A finding of a rule: a site path, and a message that says what is wrong and what to do. */
export type RuleFinding = {
  readonly path: string;
  readonly message: Message;
  /** The default is an error. */
  readonly severity?: 'warn';
};

/** A site with warnings may be published as it is. A site with errors should not be published. */
export type Finding = {
  readonly path: string;
  readonly severity: 'error' | 'warn';
  readonly rule: string;
  /** In the language of the site. */
  readonly message: string;
};

export const toFinding = (rule: string, { path, severity, message }: RuleFinding, language: string): Finding => ({
  path,
  severity: severity ?? 'error',
  rule,
  message: textOf(message, language),
});

/** Adds the end that most messages have: advice to build again. */
export const withBuildAdvice = (fault: Message): Message => message('buildAgain', { fault });

export const joined = (messages: readonly Message[]): Message =>
  messages.reduce((first, second) => message('joined', { first, second }));

/** A text of the site for a message: short, quoted and on one line. */
export function quote(text: unknown): string {
  const json = JSON.stringify(text) ?? 'nothing';
  return json.length > 120 ? `${json.slice(0, 117)}...` : json;
}
