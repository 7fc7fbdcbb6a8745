// Finds out whether a request for a page means the Markdown of this page, by the Accept header and by `.md` after the
// address.
import Negotiator from 'negotiator';

/** Whether a client prefers Markdown to HTML. A client that accepts both equally or names neither gets HTML. */
export const prefersMarkdown = (accept: string | undefined): boolean =>
  new Negotiator({ headers: { accept } }).mediaType(['text/html', 'text/markdown']) === 'text/markdown';

/**
 * The pages that an address with `.md` after it may mean: `/posts/a.md`, `/posts/a/.md` and `/posts/a/index.html.md`
 * mean `/posts/a/`, and `/posts/a.html.md` means `/posts/a.html`. Empty for other addresses.
 */
export function pagesOfMarkdownPath(path: string): readonly string[] {
  const [, page] = /^(.*?)(?:\/(?:index(?:\.html)?)?)?\.md$/.exec(path) ?? [];
  return page === undefined ? [] : [`${page}/`, page];
}
