// Markup that is written as text and escaped where something is put into it: the one door to hono/html.
import { html, raw } from 'hono/html';

export { html, raw };

/** Markup that is escaped already. Nothing here waits, so it is never a promise at run time. */
export type Markup = ReturnType<typeof html>;
