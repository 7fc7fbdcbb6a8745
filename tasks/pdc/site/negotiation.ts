// An article's Markdown at the address of its page: by the Accept header, and by `.md` after the address.
import Negotiator from 'negotiator';
import { llmsPath } from './paths.ts';

/**
 * Whether a client prefers Markdown to HTML. If it accepts both equally or names neither, it gets HTML.
 */
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

/** A `Link` header (RFC 8288) that names the page that Markdown stands for, and its title. */
export function linkToPage(url: string, title: string): string {
  const encoded = encodeURIComponent(title).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `<${url}>; rel="canonical"; title*=UTF-8''${encoded}`;
}

/**
 * A `Link` header that leads to `/llms.txt`, for a site below the path `base`. The relation is that of the llms.txt
 * proposal since its version 2 of August 2026, and of the head of every page.
 */
export const linkToLlms = (base: string): string => `<${base}${llmsPath}>; rel="describedby"; type="text/plain"`;
