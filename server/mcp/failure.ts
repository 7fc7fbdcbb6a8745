// Failures outside of the protocol: a command that cannot start, and a site that cannot be read.

/** The command cannot do what it was asked: the message is all that its user needs to see. */
export class Failure extends Error {
  override readonly name = 'Failure';
}

/** A file that may exist and could not be read. The message is for the log of whoever runs the adapter, not for clients. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}

/** The bytes came, and are no UTF-8: cut off in the middle of a character, or of another encoding. */
export class NotText extends Unavailable {
  override readonly name = 'NotText';
}
