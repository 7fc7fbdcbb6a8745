// Errors outside the protocol: a command that cannot start, and a site that cannot be read.

/** An error of the command that is shown to the user without a stack. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** A file could not be read. The message is for the operator's log, not for clients. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}

/** The file is not UTF-8: it is truncated or has another encoding. */
export class NotText extends Unavailable {
  override readonly name = 'NotText';
}
