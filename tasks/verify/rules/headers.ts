// Rule `headers`: a host sends the right types, forbids sniffing, and handles caching, negotiation and missing files
// (404) correctly.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { feedPath, homePath, indexJsonPath, postMdPath, robotsPath, sitemapPath } from '#pdc/site/paths';
import { eachOf } from '../site/files.ts';
import type { Files } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { pathOfPost } from '../site/published.ts';
import type { Published } from '../site/published.ts';
import { reasonOf } from '../site/source.ts';
import type { Probe } from '../site/source.ts';

/** Checks only a deployed site, because a folder does not send headers. */
export async function checkHeaders(published: Published): Promise<RuleFinding[]> {
  const { probe } = published;
  if (!probe) return [];
  return [
    ...(await checkFiles(published)),
    ...(await orSilence(indexJsonPath, published, checkRevalidation(probe))),
    ...(await checkNegotiation(published, probe)),
    ...(await checkNotFound(published, probe)),
  ];
}

/**
 * The findings of a check, or the finding that the host did not answer. Rule `endpoints` reports a file that cannot be
 * read.
 */
const orSilence = (path: string, { files }: Published, check: Promise<RuleFinding[]>): Promise<RuleFinding[]> =>
  check.catch((error: Error) => {
    const message = reasonOf(error);
    return files.faults.has(path) ? [] : [{ path, message }];
  });

/**
 * The longest time, in seconds, for which a copy may be used without revalidation. Every build can change a file
 * without a digest in its name.
 */
const maxSeconds = 3600;

/** A fault that many files share is reported once, for the first of these files. */
async function checkFiles({ files, machine, posts, site }: Published): Promise<RuleFinding[]> {
  const checkedPaths = [
    ...machine,
    robotsPath,
    sitemapPath,
    feedPath,
    homePath(1),
    ...posts.flatMap((post) => pathOfPost(site, post) ?? []),
  ];
  const faults = new Map<string, { fault: Message; paths: string[] }>();
  await eachOf(checkedPaths, async (path) => {
    const headers = (await files.serve(path))?.headers;
    for (const fault of headers ? faultsOf(path, headers) : []) {
      const key = JSON.stringify(fault);
      faults.set(key, { fault, paths: [...(faults.get(key)?.paths ?? []), path] });
    }
    return [];
  });
  return [...faults.values()].map(({ fault, paths }) => {
    const [path, ...otherPaths] = paths.sort();
    const count = otherPaths.length;
    return { path: path!, message: count === 0 ? fault : message('andSoOfMore', { fault, count }) };
  });
}

function faultsOf(path: string, headers: Headers): Message[] {
  const type = headers.get('content-type')?.toLowerCase() ?? '';
  const media = type.replace(/;.*$/s, '').trim();
  const expectedTypes = typesOf(path);
  const maxAge = Number(/\bmax-age=(\d+)/.exec(headers.get('cache-control') ?? '')?.[1] ?? 0);
  return [
    // Rule `endpoints` reports a file that is served as a page.
    ...(expectedTypes.includes(media) || media === 'text/html'
      ? []
      : [message('servedAs', { type: quote(type), expected: expectedTypes[0] })]),
    ...(media.startsWith('text/') && !/charset="?utf-8"?/.test(type) ? [message('noCharset')] : []),
    ...(headers.get('x-content-type-options')?.toLowerCase() === 'nosniff' ? [] : [message('noNosniff')]),
    ...(headers.has('etag') || headers.has('last-modified') ? [] : [message('noValidator')]),
    ...(maxAge > maxSeconds || /\bimmutable\b/.test(headers.get('cache-control') ?? '')
      ? [message('keptTooLong', { seconds: maxAge })]
      : []),
  ];
}

function typesOf(path: string): readonly [string, ...string[]] {
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
    : [{ path: indexJsonPath, message: message('etagUnheard', { status: again.status }) }];
}

/** A host does not have to negotiate. If it does, it must send Vary and answer with the Markdown file of the post. */
async function checkNegotiation(published: Published, probe: Probe): Promise<RuleFinding[]> {
  const { files, posts, site } = published;
  const post = posts.find(({ encrypted }) => !encrypted);
  const path = post && pathOfPost(site, post);
  if (!post || path === undefined) return [];
  return orSilence(path, published, checkAnswers({ path, file: postMdPath(post.slug), files }, probe));
}

type Negotiated = { readonly path: string; readonly file: string; readonly files: Files };

/** Asks for the page of a post as Markdown, as a browser asks, and as a client that refuses Markdown. */
async function checkAnswers({ path, file, files }: Negotiated, probe: Probe): Promise<RuleFinding[]> {
  const asMarkdown = await probe(path, { accept: 'text/markdown' });
  if (!asMarkdown.headers.get('content-type')?.startsWith('text/markdown')) return [];
  const toFinding = (fault: Message): RuleFinding => ({ path, message: message('lookAtHost', { fault }) });
  const asPage = await probe(path, { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' });
  const refused = await probe(path, { accept: 'text/markdown;q=0, text/html' });
  const expected = await files.bytes(file);
  return [
    ...([asMarkdown, asPage].some(
      ({ headers }) => !/(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(headers.get('vary') ?? ''),
    )
      ? [toFinding(message('noVary'))]
      : []),
    ...(asPage.headers.get('content-type')?.startsWith('text/html') ? [] : [toFinding(message('noPageForBrowser'))]),
    ...(refused.headers.get('content-type')?.startsWith('text/markdown')
      ? [toFinding(message('markdownUnwanted'))]
      : []),
    ...(expected && !Buffer.from(expected).equals(asMarkdown.bytes)
      ? [toFinding(message('markdownDiffers', { file }))]
      : []),
  ];
}

const absent = ['/api/posts/there-is-no-such-post.md', '/there-is-no-such-page/'];

async function checkNotFound(published: Published, probe: Probe): Promise<RuleFinding[]> {
  const check = async (path: string): Promise<RuleFinding[]> => {
    const { status } = await probe(path);
    // Rule `endpoints` reports a host that answers everything.
    return status === 404 || status === 200 ? [] : [{ path, message: message('absentAnswered', { status }) }];
  };
  return eachOf(absent, (path) => orSilence(path, published, check(path)));
}
