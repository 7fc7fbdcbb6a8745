// Markup as template literals that escape their values: the only import of hono/html.
import { html, raw } from 'hono/html';

export { html, raw };

/** Escaped markup. No value is a promise, so it is never a promise at run time. */
export type Markup = ReturnType<typeof html>;
