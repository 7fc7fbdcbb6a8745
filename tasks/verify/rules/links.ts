// Rule `links`: what a page refers to inside the site exists, and so do the places it refers to within itself. What is dead in
// an author's own words, perhaps for ten years, is a warning: the site is whole without it.
import { message } from '#pdc/message';
import type { Message } from '#pdc/message';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { locate } from '../site/page.ts';
import type { Located, ParsedPage } from '../site/page.ts';
import type { Published } from '../site/published.ts';

export async function checkLinks(page: ParsedPage, published: Published): Promise<RuleFinding[]> {
  const flaws: RuleFinding[] = [];
  for (const [link, attribute] of page.links) {
    const located = locate(page, link, published);
    const fault = faultOf(page, located instanceof Promise ? await located : located, published);
    if (fault === undefined) continue;
    const severity = page.authored.has(link) && { severity: 'warn' as const };
    flaws.push({
      path: page.path,
      message: message('linkWrong', { attribute, link: quote(link), fault }),
      ...severity,
    });
  }
  return flaws;
}

function faultOf(page: ParsedPage, { target, place: found }: Located, published: Published): Message | undefined {
  if ('fault' in target) return target.fault;
  if ('external' in target || isServed(target.path)) return undefined;
  const { path, fragment } = target;
  const place = path === page.path ? path : found;
  if (place === undefined) {
    const isReported = [path, `${path}/`].some(
      (candidate) => published.required.has(candidate) || published.files.faults.has(candidate),
    );
    return isReported ? undefined : message('pageLinkDead');
  }
  return place === page.path && !isWithin(page, fragment) ? message('linkNoPlace') : undefined;
}

/** The login backend answers these at run time: no file does. */
const isServed = (path: string): boolean => path.startsWith('/api/auth/');

/** Browsers take "#" and "#top" for the start of a page, and ":~:" for a search in its text. */
const isWithin = ({ anchors }: ParsedPage, fragment: string): boolean =>
  fragment === '' ||
  fragment.toLowerCase() === 'top' ||
  fragment.startsWith(':~:') ||
  anchors.has(fragment.split(':~:')[0]!);
