// The types of `ctx.state`.
import type { AuthenticatedSession } from '../ports/session-store.ts';

declare module 'koa' {
  // Only an interface can extend Koa's interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface DefaultState {
    requestId: string;
    /** When the request times out, a time of `performance.now()`. */
    deadline: number;
    /** The session and user, set by the step `authenticate`. */
    signedIn: AuthenticatedSession;
    /** The code of the problem in the response, for the log. */
    problem?: string;
    /** An error that concerns the operator, for the log. */
    failure?: unknown;
  }
}
