// Recognizes requests of browsers, and those that a page of another site makes a browser send.
import type { Context } from 'koa';

/** Whether a browser sent this: it has Sec-Fetch-Site or accepts HTML. Node's fetch sends only Sec-Fetch-Mode. */
export function isBrowser(ctx: Context): boolean {
  return ctx.get('Sec-Fetch-Site') !== '' || ctx.get('Accept').toLowerCase().includes('text/html');
}

/**
 * Whether a page of another site made a browser fetch this without a navigation: as an image, in a frame, by a script
 * or as a prefetch. The destination of a top-level navigation is `document`. Browsers before 2020 send no destination,
 * and for them the mode `navigate` excludes frames.
 */
export function isForeignFetch(ctx: Context): boolean {
  // For a prefetch Chromium sends `Sec-Fetch-Site: none`.
  if (ctx.get('Sec-Purpose') !== '') return true;
  if (ctx.get('Sec-Fetch-Site') !== 'cross-site') return false;
  const dest = ctx.get('Sec-Fetch-Dest');
  return dest === '' ? ctx.get('Sec-Fetch-Mode') !== 'navigate' : dest !== 'document';
}
