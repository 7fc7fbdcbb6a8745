// The Worker of the site: serves static assets, and articles as Markdown at the addresses of their pages.
import { linkToLlms, linkToPage } from '#pdc/site/link-headers';
import { pagesOfMarkdownPath, prefersMarkdown } from '#pdc/site/markdown-requests';
import { foldersAbove, postJsonPath, postMdPath } from '#pdc/site/paths';

type Environment = {
  readonly ASSETS: { readonly fetch: (request: Request | URL) => Promise<Response> };
  /** The path of the site's address, such as `/blog`, if it has one. */
  readonly BASE_PATH?: string;
};

export default {
  async fetch(request: Request, environment: Environment): Promise<Response> {
    const { pathname } = new URL(request.url);
    const articlePages = pagesOfMarkdownPath(pathname);
    const pages = prefersMarkdown(request.headers.get('accept') ?? undefined)
      ? [...articlePages, pathname]
      : articlePages;
    const [post] = (await Promise.all(pages.map((page) => findPost(page, request.url, environment)))).flat();
    const answer = await environment.ASSETS.fetch(post ? new Request(post.file, request) : request);
    const headers = new Headers(answer.headers);
    if (articlePages.length === 0) headers.append('Vary', 'Accept');
    const llms = linkToLlms(environment.BASE_PATH ?? '');
    headers.set('Link', post ? `${post.link}, ${llms}` : llms);
    // A 304 needs the policy too, because the browser replaces its stored headers with those of the 304.
    const isFile = answer.ok || answer.status === 304;
    const policy = isFile ? policyOf(headers.get('Content-Type')) : undefined;
    if (policy !== undefined && (await isDocument(request.url, environment)))
      headers.set('Content-Security-Policy', policy);
    return new Response(answer.body, { status: answer.status, headers });
  },
};

/**
 * The policy for a document beside an article. If it is opened directly, it must not run scripts with the rights of the
 * site. `_headers` cannot set this policy for all addresses, because an HTML file is also served at the address without
 * `.html` or `index.html`. Undefined for other files.
 */
function policyOf(type: string | null): string | undefined {
  if (type === null) return undefined;
  if (/^image\/svg\+xml/i.test(type)) return "frame-ancestors 'self'; sandbox";
  if (!/^(?:text\/html|(?:text|application)\/(?:[\w.-]+\+)?xml)/i.test(type)) return undefined;
  return "frame-ancestors 'self'; sandbox allow-scripts allow-forms";
}

/**
 * Whether an address is that of a document and not of a page of the site. The address of a page ends with "/", or with
 * `.html` if the permalink does. A document whose address ends with "/" is below the address of an article.
 */
async function isDocument(url: string, environment: Environment): Promise<boolean> {
  const { pathname } = new URL(url);
  const isArticle = async (page: string) => (await findPost(page, url, environment)).length > 0;
  if (!pathname.endsWith('/')) return !(await isArticle(`${pathname.replace(/\.html$/, '')}.html`));
  const pages = foldersAbove(pathname).flatMap((folder) => [`${folder}/`, `${folder}.html`]);
  const areArticles = await Promise.all(pages.map((page) => page !== pathname && isArticle(page)));
  return areArticles.includes(true);
}

/** The article of a page: its Markdown file, and the header with the canonical link. Empty for other pages. */
async function findPost(page: string, origin: string, { ASSETS, BASE_PATH = '' }: Environment) {
  const [, slug] = /([^/]+?)(?:\/|\.html)$/.exec(page) ?? [];
  if (slug === undefined) return [];
  const answer = await ASSETS.fetch(new URL(BASE_PATH + postJsonPath(slug), origin));
  if (!answer.ok) return [];
  const { url, title } = (await answer.json()) as { url: string; title: string };
  if (new URL(url).pathname !== page) return [];
  return [{ file: new URL(BASE_PATH + postMdPath(slug), origin), link: linkToPage(url, title) }];
}
