// An error that ends a command and whose message is all that the user needs.
import { textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export class Failure extends Error {
  override readonly name = 'Failure';
  /** gulp then prints the error without a stack trace. */
  readonly showStack = false;
  readonly #lines: readonly Message[];
  #hasLanguage = false;

  /** The message is in English until `inLanguage` is called. */
  constructor(reason: Message, details: readonly Message[] = []) {
    super();
    this.#lines = [reason, ...details];
    this.message = this.#textIn('en');
  }

  /** Only the first call counts: it comes from the code that knows the site best. */
  inLanguage(language: string): this {
    if (!this.#hasLanguage) this.message = this.#textIn(language);
    this.#hasLanguage = true;
    return this;
  }

  #textIn(language: string): string {
    return this.#lines.map((line) => textOf(line, language)).join('\n');
  }

  override toString(): string {
    return this.message;
  }
}
