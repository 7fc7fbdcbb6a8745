// Rule `active-file`: a host sandboxes the documents beside an article, so that they run no code in the site's origin.
// It does not sandbox the pages of the site.
import { message } from '#pdc/words/message';
import { isActivePath } from '#pdc/site/paths';
import { decode } from '../site/files.ts';
import type { RuleFinding } from '../site/finding.ts';
import { locate } from '../site/page.ts';
import type { ParsedPage } from '../site/page.ts';
import type { Published } from '../site/published.ts';

/** Checks only a deployed site, because a folder does not show which headers its future host sends. */
export async function checkActiveFiles(page: ParsedPage, published: Published): Promise<RuleFinding[]> {
  if (!published.probe) return [];
  const findings: RuleFinding[] = [];
  // A host's pattern for documents may match articles, if it was not made for the permalink of the site.
  if (published.required.has(page.path) && isSandboxed((await published.files.serve(page.path))?.headers))
    findings.push({ path: page.path, message: message('pageSandboxed') });
  const folder = `${page.path.replace(/\.html?$|\/$/, '')}/`;
  const paths = new Set<string>();
  for (const link of page.authored) {
    const { target, place } = await locate(page, link, published);
    if (!('path' in target)) continue;
    const path = place ?? target.path;
    if (path === page.path || !path.startsWith(folder)) continue;
    paths.add(path);
    // A host may send `demo/index.html` with other headers than `demo/`.
    if (isActivePath(target.path)) paths.add(target.path);
  }
  for (const path of paths) {
    const served = await published.files.serve(path);
    if (!served || isSandboxed(served.headers) || isPicture(path, served.bytes)) continue;
    // Below a page that is not an article there may be articles, such as /blog/NAME/ below /blog/.
    if (isActivePath(path) || (page.injections.length > 0 && isDocumentType(served.type)))
      findings.push({ path, message: message('documentUnsandboxed') });
  }
  return findings;
}

/** Whether browsers show a file of this media type as a document. */
const isDocumentType = (type = ''): boolean => /^(?:text\/html|(?:text|application|image)\/(?:.+\+)?xml)$/.test(type);

/** Whether a policy sandboxes the file outside the site's origin. Browsers enforce all policies, so one is enough. */
const isSandboxed = (headers: Headers | undefined): boolean =>
  (headers?.get('content-security-policy') ?? '')
    .split(/[,;]/)
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .some(([name, ...rights]) => name === 'sandbox' && !rights.includes('allow-same-origin'));

/** Whether the file is an SVG in which nothing could run. */
const isPicture = (path: string, bytes: Uint8Array): boolean =>
  /\.svg$/i.test(path) &&
  !/<script|\son\w+\s*=|script:|<foreignobject|<!entity|<\?xml-stylesheet|<\w+:/i.test(decode(bytes));
