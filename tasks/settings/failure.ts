// A command that could not do what it was asked: the message is all that its user needs to see.

export class Failure extends Error {
  override readonly name = 'Failure';
  /** gulp prints such an error without a stack trace. */
  readonly showStack = false;

  override toString(): string {
    return this.message;
  }
}
