// Finds out whether a request for a page means the Markdown of this page, by the Accept header and by `.md` after the
// address.
import Negotiator from 'negotiator';
import { llmsPath } from './paths.ts';

/** Whether a client prefers Markdown to HTML. A client that accepts both equally or names neither gets HTML. */
export const prefersMarkdown = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept } }).mediaType(['text/html', 'text/markdown']) === 'text/markdown';

/**
 * The pages that an address with `.md` after it may mean: `/posts/a.md`, `/posts/a/.md` and `/posts/a/index.html.md`
 * mean `/posts/a/`, and `/posts/a.html.md` means `/posts/a.html`. Empty for other addresses.
 */
export function pagesBehind(path: string): readonly string[] {
  const [, page] = /^(.*?)(?:\/(?:index(?:\.html)?)?)?\.md$/.exec(path) ?? [];
  return page === undefined ? [] : [`${page}/`, page];
}

/** A `Link` header (RFC 8288) that leads from the Markdown of a page to the page, with the title of the page. */
export function linkToPage(url: string, title: string): string {
  const encoded = encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `<${url}>; rel="canonical"; title*=UTF-8''${encoded}`;
}

/**
 * A `Link` header that leads to `/llms.txt`, for a site below the path `base`. Version 2 of the llms.txt proposal
 * (August 2026) and the head of every page use the same relation.
 */
export const linkToLlms = (base: string): string => `<${base}${llmsPath}>; rel="describedby"; type="text/plain"`;
