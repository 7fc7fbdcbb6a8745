// Markup as template literals that escape their values. No other file in `tasks/` imports hono/html.
import { html, raw } from 'hono/html';

export { html, raw };

/** Escaped markup. No value in it is a promise, so the markup is never a promise at run time. */
export type Markup = ReturnType<typeof html>;
