// The headers of the stand-in's own pages.
import type { Context } from 'koa';

/** A policy that allows the page its own script, style and pictures and nothing inline; `others` changes directives. */
export function setPolicy(ctx: Context, overrides: Readonly<Record<string, string>>): void {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    // The empty icon, which keeps browsers from asking for another.
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
