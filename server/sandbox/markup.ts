// The stand-in's door to hono/html: it knows nothing of the build, and neither of its markup.
import { html } from 'hono/html';

export { html };

/** Markup that is escaped already. Nothing here waits, so it is never a promise at run time. */
export type Markup = ReturnType<typeof html>;
