// The Content-Security-Policy of the stand-in's pages.
import type { Context } from 'koa';

/** Allows only scripts, styles and images of the stand-in, and nothing inline. `overrides` replaces directives. */
export function setPolicy(ctx: Context, overrides: Readonly<Record<string, string>>): void {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // `data:` for the empty icon, which keeps browsers from requesting /favicon.ico.
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...overrides,
  };
  ctx.set(
    'Content-Security-Policy',
    Object.entries(directives)
      .map((directive) => directive.join(' '))
      .join('; '),
  );
}
