// Rule `headers`: what a host says with the files: types, no guessing, caching, negotiation, and 404 where there is nothing.
import { feedPath, homePath, indexJsonPath, postMdPath, robotsPath, sitemapPath } from '#pdc/paths';
import { eachOf } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { pathOfPost } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import type { Probe } from '../site/source.ts';

/** A folder has no headers: only a deployed site is checked. */
export async function checkHeaders(published: Published): Promise<RuleFinding[]> {
  const { probe } = published;
  if (!probe) return [];
  return [
    ...(await checkFiles(published)),
    ...(await checkRevalidation(probe)),
    ...(await checkNegotiation(published, probe)),
    ...(await checkNotFound(probe)),
  ];
}

/** Seconds for which a copy may be used unasked: every build may change what has no digest in its name. */
const longest = 3600;

/** A fault that many files share is reported once, for the first of them. */
async function checkFiles({ files, machine, posts, site }: Published): Promise<RuleFinding[]> {
  const asked = [
    ...machine,
    robotsPath,
    sitemapPath,
    feedPath,
    homePath(1),
    ...posts.flatMap((post) => pathOfPost(site, post) ?? []),
  ];
  const faults = new Map<string, string[]>();
  await eachOf(asked, async (path) => {
    const headers = (await files.serve(path))?.headers;
    for (const fault of headers ? faultsOf(path, headers) : []) faults.set(fault, [...(faults.get(fault) ?? []), path]);
    return [];
  });
  return [...faults].map(([fault, paths]) => {
    const [path, ...others] = paths.sort();
    return { path: path!, message: others.length === 0 ? fault : `${fault} (and so of ${others.length} more)` };
  });
}

function faultsOf(path: string, headers: Headers): string[] {
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  const media = type.split(';')[0]!.trim();
  const wanted = typesOf(path);
  const maxAge = Number(/\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);
  return [
    // Served as a page: rule `endpoints` tells.
    ...(wanted.includes(media) || media === 'text/html'
      ? []
      : [`is served as ${quote(type)}: make the host say ${wanted[0]}`]),
    ...(media.startsWith('text/') && !/charset="?utf-8"?/.test(type)
      ? ['is text served without "charset=utf-8": some readers would guess another encoding']
      : []),
    ...(headers.get('x-content-type-options')?.toLowerCase() === 'nosniff'
      ? []
      : ['is served without "X-Content-Type-Options: nosniff": a browser may take it for something else']),
    ...(headers.has('etag') || headers.has('last-modified')
      ? []
      : ['is served without ETag and Last-Modified: readers must fetch it whole each time']),
    ...(maxAge > longest || /\bimmutable\b/.test(headers.get('cache-control') ?? '')
      ? [`may be kept for ${maxAge} s without asking, though a build may change it: send "Cache-Control: no-cache"`]
      : []),
  ];
}

function typesOf(path: string): readonly string[] {
  if (path === feedPath) return ['application/atom+xml', 'application/xml', 'text/xml'];
  if (path.endsWith('.json')) return ['application/json'];
  if (path.endsWith('.md')) return ['text/markdown'];
  if (path.endsWith('.txt')) return ['text/plain'];
  if (path.endsWith('.xml')) return ['application/xml', 'text/xml'];
  return ['text/html'];
}

async function checkRevalidation(probe: Probe): Promise<RuleFinding[]> {
  const { status, headers } = await probe(indexJsonPath);
  const etag = headers.get('etag');
  if (status !== 200 || etag === null) return [];
  const again = await probe(indexJsonPath, { 'if-none-match': etag });
  return again.status === 304
    ? []
    : [
        {
          path: indexJsonPath,
          message: `answers ${again.status} to If-None-Match with its own ETag, and must answer 304: look at the host`,
        },
      ];
}

/** A host need not negotiate; one that does says so to caches, and answers with the file that stands for the post. */
async function checkNegotiation({ files, posts, site }: Published, probe: Probe): Promise<RuleFinding[]> {
  const post = posts.find(({ encrypted }) => !encrypted);
  const path = post && pathOfPost(site, post);
  if (!post || path === undefined) return [];
  const asMarkdown = await probe(path, { accept: 'text/markdown' });
  if (!asMarkdown.headers.get('content-type')?.startsWith('text/markdown')) return [];
  const flaw = (message: string): RuleFinding => ({ path, message: `${message}: look at the host` });
  const asPage = await probe(path, { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' });
  const refused = await probe(path, { accept: 'text/markdown;q=0, text/html' });
  const expected = await files.bytes(postMdPath(post.slug));
  return [
    ...([asMarkdown, asPage].some(
      ({ headers }) => !/(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(headers.get('vary') ?? ''),
    )
      ? [flaw('is answered by what the reader accepts, and does not always say "Vary: Accept"')]
      : []),
    ...(asPage.headers.get('content-type')?.startsWith('text/html')
      ? []
      : [flaw('is not answered as a page to a browser')]),
    ...(refused.headers.get('content-type')?.startsWith('text/markdown')
      ? [flaw('is answered as Markdown to a reader that takes none (text/markdown;q=0)')]
      : []),
    ...(expected && !Buffer.from(expected).equals(asMarkdown.bytes)
      ? [flaw(`is answered as other Markdown than ${postMdPath(post.slug)}`)]
      : []),
  ];
}

const absent = ['/api/posts/there-is-no-such-post.md', '/there-is-no-such-page/'];

async function checkNotFound(probe: Probe): Promise<RuleFinding[]> {
  return eachOf(absent, async (path) => {
    const { status } = await probe(path);
    // Rule `endpoints` tells of a host that answers everything.
    return status === 404 || status === 200
      ? []
      : [{ path, message: `does not exist and is answered with HTTP ${status}: make the host answer 404` }];
  });
}
