// HTML templates of hono. The stand-in does not import those of the build.
import { html } from 'hono/html';

export { html };

/** Escaped markup. No template here is asynchronous, so the markup is never a promise at run time. */
export type Markup = ReturnType<typeof html>;
