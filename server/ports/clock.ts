// The current time, as services receive it.

/** Tells the time; passed in, so that tests can move it. */
export type Clock = () => Date;
