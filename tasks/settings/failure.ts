// A command that could not do what it was asked: the message is all that its user needs to see.
import { textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export class Failure extends Error {
  override readonly name = 'Failure';
  /** gulp prints such an error without a stack trace. */
  readonly showStack = false;
  readonly #lines: readonly Message[];
  #isTold = false;

  /** In English, until somebody knows the language of the site. */
  constructor(reason: Message, details: readonly Message[] = []) {
    super();
    this.#lines = [reason, ...details];
    this.message = this.#textIn('en');
  }

  /** The first who names a language stands nearest to the site: later calls change nothing. */
  inLanguage(language: string): this {
    if (!this.#isTold) this.message = this.#textIn(language);
    this.#isTold = true;
    return this;
  }

  #textIn(language: string): string {
    return this.#lines.map((line) => textOf(line, language)).join('\n');
  }

  override toString(): string {
    return this.message;
  }
}
