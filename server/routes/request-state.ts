// What the application keeps in `ctx.state` of every request.

declare module 'koa' {
  // Koa's own is an interface, and only an interface adds to it.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface DefaultState {
    requestId: string;
    /** When it is answered at the latest, a time of `performance.now()`. */
    deadline: number;
    /** The code of the problem that it was answered with, for the log. */
    problem?: string;
    /** An error that concerns the operator, for the log. */
    failure?: unknown;
  }
}
