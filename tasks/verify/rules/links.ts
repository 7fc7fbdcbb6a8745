// Rule `links`: the targets of a page's links exist, and so do the anchors on pages of the site. No page loads anything
// from the reader's machine. A dead link in an author's text is only a warning, because the site works without its
// target.
import { leadsTo } from '#pdc/library/entry-links';
import { localityOf } from '#pdc/markdown/unreachable-addresses';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { remember } from '#pdc/remember';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { locate, readPage } from '../site/page.ts';
import type { Located, ParsedPage } from '../site/page.ts';
import type { Published } from '../site/published.ts';

export async function checkLinks(page: ParsedPage, published: Published): Promise<RuleFinding[]> {
  const findings: RuleFinding[] = [];
  for (const [link, attribute] of page.links) {
    const located = locate(page, link, published);
    const { target, place } = located instanceof Promise ? await located : located;
    const local = 'external' in target ? faultOfPlace(link, attribute) : undefined;
    const fault = local?.fault ?? (await faultOf(page, { target, place }, published));
    if (fault === undefined) continue;
    const isWarning = local?.isUsual ?? page.authored.has(link);
    findings.push({
      path: page.path,
      message: message('linkWrong', { attribute, link: quote(link), fault }),
      ...(isWarning && { severity: 'warn' as const }),
    });
  }
  return findings;
}

/** The fault of an address that only the author's machine answers. Links to a local server are normal in tutorials. */
function faultOfPlace(link: string, attribute: string): { fault: Message; isUsual: boolean } | undefined {
  const locality = localityOf(link);
  if (locality === undefined) return undefined;
  const isUsual = locality === 'machine' && attribute === 'href';
  return { fault: message(locality === 'file' ? 'pageLinkToFile' : 'pageLinkToMachine'), isUsual };
}

async function faultOf(
  page: ParsedPage,
  { target, place: targetPlace }: Located,
  published: Published,
): Promise<Message | undefined> {
  if ('fault' in target) return target.fault;
  if ('external' in target || isServed(target.path)) return undefined;
  const { path, fragment } = target;
  const place = path === page.path ? path : targetPlace;
  if (place === undefined) {
    const isReported = [path, `${path}/`].some(
      (candidate) => published.required.has(candidate) || published.files.faults.has(candidate),
    );
    return isReported ? undefined : message('pageLinkDead');
  }
  if (place === page.path) return leadsTo(fragment, page.anchors) ? undefined : message('linkNoPlace');
  if (fragment === '' || !isHtml(place) || published.postByPath.get(place)?.encrypted) return undefined;
  const anchors = await anchorsAt(place, published);
  return anchors === undefined || leadsTo(fragment, anchors) ? undefined : message('linkNoPlaceThere');
}

/** Whether the login backend answers a path at run time. Such a path is not a file. */
const isServed = (path: string): boolean => path.startsWith('/api/auth/');

const isHtml = (path: string): boolean => /(?:\/|\.html?)$/.test(path);

const pagesOf = remember((_published: Published) => new Map<string, Promise<ReadonlySet<string> | undefined>>());

/** The anchors of a page. They are stored, because many pages may link to them. */
function anchorsAt(path: string, published: Published): Promise<ReadonlySet<string> | undefined> {
  const pages = pagesOf(published);
  const reading =
    pages.get(path) ??
    published.files.bytes(path).then((bytes) => (bytes ? readPage(published, path, bytes).anchors : undefined));
  pages.set(path, reading);
  return reading;
}
