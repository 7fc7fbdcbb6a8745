// The `Link` headers that lead from the Markdown of a page to the page, and from every page to `/llms.txt`.
import { llmsPath } from './paths.ts';

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
