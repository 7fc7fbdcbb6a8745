// The current time, as services receive it.

/** Returns the current time. Tests pass their own. */
export type Clock = () => Date;
