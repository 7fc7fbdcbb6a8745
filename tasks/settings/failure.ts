// A command that could not do what it was asked: the message is all that its user needs to see.
import { textOf } from '#pdc/message';
import type { Message } from '#pdc/message';

export class Failure extends Error {
  override readonly name = 'Failure';
  /** gulp prints such an error without a stack trace. */
  readonly showStack = false;
  readonly #lines: readonly Message[];

  /** In English, until somebody knows the language of the site. */
  constructor(reason: Message, details: readonly Message[] = []) {
    super();
    this.#lines = [reason, ...details];
    this.inLanguage('en');
  }

  inLanguage(language: string): this {
    this.message = this.#lines.map((line) => textOf(line, language)).join('\n');
    return this;
  }

  override toString(): string {
    return this.message;
  }
}
