// Parses a page for people as a browser does, and finds the targets of its links.
import { decode, decodeWhole } from '#pdc/text/decode';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { defaultTreeAdapter, parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import * as paths from '#pdc/site/paths';
import { remember } from '#pdc/remember';
import { decode as decodeUtf8 } from './files.ts';
import { toSitePath } from './published.ts';
import type { Published } from './published.ts';

/** A page as the rules see it. */
export type ParsedPage = Readonly<Reading>;

type Reading = {
  path: string;
  bytes: Uint8Array;
  /** The base of the page's relative links. */
  base: URL;
  hasBase: boolean;
  /** Every distinct address that an element refers to, with the name of an attribute that holds it. */
  links: Map<string, string>;
  /** Those of `links` that are in the author's text. */
  authored: Set<string>;
  /** Ids, and names of old anchors: what a fragment may lead to. */
  anchors: Set<string>;
  canonicals: string[];
  alternates: { type: string; href: string }[];
  injections: Injection[];
  /** The elements after the injected links, in the body of a post. */
  visibleElements: Set<string>;
  /** The sealed bodies of a locked post, as written. */
  envelopes: string[];
  /** Whether the page has a table of contents. */
  contents: boolean;
  /** The policies of its `<meta>` elements. */
  policies: string[];
  runsScripts: boolean;
  /** Whether the page is marked as a draft. */
  draft: boolean;
};

/** The links that the injection put into a page. */
type Injection = {
  readonly hrefs: readonly string[];
  /** Whether these links are the first content of their parent. */
  first: boolean;
};

export type Target =
  /** Leads out of the site. */
  | { readonly external: true }
  /** A decoded site path, and a decoded fragment. */
  | { readonly path: string; readonly fragment: string }
  | { readonly fault: Message };

/** The target of a link of a page, and the path that answers. */
export type Located = { readonly target: Target; readonly place?: string | undefined };

const locatedLinksOf = remember((_published: Published) => new Map<string, Located>());

/** Finds the target of a link. A link that does not depend on its page is cached, because every page may have it. */
export function locate(page: ParsedPage, link: string, published: Published): Located | Promise<Located> {
  const locatedLinks = locatedLinksOf(published);
  // Relative links depend on their page.
  const isRooted = /^(?:[a-z]+:\/)?\//i.test(link);
  const key = `${page.base.origin} ${link}`;
  const earlier = isRooted ? locatedLinks.get(key) : undefined;
  if (earlier) return earlier;
  const target = resolveLink(page, link, published);
  const keep = (locatedLink: Located): Located => {
    if (isRooted) locatedLinks.set(key, locatedLink);
    return locatedLink;
  };
  return 'path' in target && (isRooted || target.path !== page.path)
    ? findPlace(published, target.path).then((place) => keep({ target, place }))
    : keep({ target });
}

function resolveLink({ base, path: pagePath, hasBase }: ParsedPage, link: string, { site }: Published): Target {
  // Half of all links lead to a section of their page. With `URL` they would take a tenth of the time of `verify`.
  const section = link.startsWith('#') && !hasBase ? decode(link.slice(1)) : undefined;
  if (section !== undefined) return { path: pagePath, fragment: section };
  if (!URL.canParse(link, base)) return { fault: message('pageLinkNoAddress') };
  const url = new URL(link, base);
  if (!/^https?:$/.test(url.protocol) || url.origin !== new URL(site.url).origin) return { external: true };
  const path = toSitePath(site, url.href);
  if (path !== undefined) return { path, fragment: decodeWhole(url.hash.slice(1)) };
  // An absolute address outside the base path belongs to another site. A path outside the base path is a mistake.
  if (/^(?:https?:)?\/\//i.test(link)) return { external: true };
  return { fault: message('linkLeavesBase', { base: `${paths.basePath(site)}/` }) };
}

/** The path that answers a link, with the slash that hosts add to a folder. Undefined without such a file. */
async function findPlace({ files }: Published, path: string): Promise<string | undefined> {
  // A page answers with and without `index.html`, and the rules use the address without it.
  const [, folder] = /^(.*\/)index\.html$/.exec(path) ?? [];
  if (folder !== undefined || path.endsWith('/'))
    return (await files.exists(folder ?? path)) ? (folder ?? path) : undefined;
  const asFile = /\.[^/]*$/.test(path);
  for (const candidate of asFile ? [path, `${path}/`] : [`${path}/`, path]) {
    if (await files.exists(candidate)) return candidate;
  }
  return undefined;
}

/** An element while a page is read, with data for its content. */
type Parent = Tree.ParentNode & {
  /** Whether the element is in the author's text. */
  isAuthored?: boolean;
  /** Whether the element is after the injected links. */
  isShown?: boolean;
  /** The links of the injection that contains the element. */
  hrefs?: string[];
  hasContent?: boolean;
  injection?: Injection;
  /** The index of a sealed body in `envelopes`. */
  envelope?: number;
};

/**
 * Parses a page as a browser would. No tree is kept: each element is read when it is added to its parent, and parents
 * are read first.
 */
export function readPage({ site }: Published, path: string, bytes: Uint8Array): ParsedPage {
  const page: Reading = {
    path,
    bytes,
    base: new URL(paths.toAbsolute(site, path)),
    links: new Map(),
    authored: new Set(),
    anchors: new Set(),
    canonicals: [],
    alternates: [],
    injections: [],
    visibleElements: new Set(),
    envelopes: [],
    contents: false,
    policies: [],
    runsScripts: false,
    draft: false,
    hasBase: false,
  };
  const enter = (parent: Parent, node: Tree.ChildNode & Parent): void => {
    const isMoved = node.parentNode !== null;
    node.parentNode = parent;
    if (isMoved && node.injection) node.injection.first = !parent.hasContent;
    if (!isMoved && 'attrs' in node) enterElement(page, parent, node);
  };
  const insertText = (parent: Parent, text: string): void => {
    parent.hasContent ||= text.trim() !== '';
    if (parent.envelope !== undefined) page.envelopes[parent.envelope] += text;
  };
  // Scripts are disabled in the parser, so that `<noscript>` is read too.
  parse(decodeUtf8(bytes), {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      appendChild: enter,
      insertBefore: enter,
      insertText,
      insertTextBefore: insertText,
      detachNode: () => {},
    },
  });
  return page;
}

function enterElement(page: Reading, parent: Parent, node: Tree.Element & Parent): void {
  const classes = valueOf(node, 'class')?.split(/\s+/) ?? [];
  node.isAuthored = parent.isAuthored || classes.includes(wordsClass);
  node.isShown = parent.isShown ?? false;
  if (node.isShown) page.visibleElements.add(node.tagName);
  if (parent.hrefs) node.hrefs = parent.hrefs;
  if (classes.includes(injectedClass)) {
    node.hrefs = [];
    parent.isShown ||= page.injections.length === 0;
    node.injection = { hrefs: node.hrefs, first: !parent.hasContent };
    page.injections.push(node.injection);
  }
  parent.hasContent = true;
  if ('content' in node)
    Object.assign(node.content, { isAuthored: node.isAuthored, isShown: node.isShown, hrefs: node.hrefs });
  if (node.attrs.length > 0 || node.tagName === 'script') readElement(page, node, classes);
}

function readElement(page: Reading, node: Tree.Element & Parent, classes: readonly string[]): void {
  const { tagName, attrs, isAuthored } = node;
  const href = valueOf(node, 'href');
  if (href !== undefined) node.hrefs?.push(href);
  for (const { name, value } of attrs) {
    if (name === 'id' || (name === 'name' && tagName === 'a')) page.anchors.add(value);
    else if (name === 'data-draft' && !isAuthored) page.draft = true;
  }
  if (tagName === 'base') {
    if (href === undefined || !URL.canParse(href.trim(), page.base)) return;
    page.base = new URL(href.trim(), page.base);
    page.hasBase = true;
    return;
  }
  if (tagName === 'link' && !isAuthored) {
    const rel = (valueOf(node, 'rel') ?? '').toLowerCase().split(/\s+/);
    if (rel.includes('canonical')) return void page.canonicals.push(href?.trim() ?? '');
    if (rel.includes('alternate'))
      page.alternates.push({ type: (valueOf(node, 'type') ?? '').toLowerCase(), href: href?.trim() ?? '' });
  }
  if (tagName === 'script' && classes.includes('envelope')) node.envelope = page.envelopes.push('') - 1;
  if (tagName === 'script' && isProgram(valueOf(node, 'type'))) page.runsScripts = true;
  if (tagName === 'nav' && classes.includes('contents')) page.contents = true;
  if (valueOf(node, 'http-equiv')?.toLowerCase() === 'content-security-policy')
    page.policies.push(valueOf(node, 'content') ?? '');
  for (const [name, value] of addressesOf(node)) {
    page.links.set(value, name);
    if (isAuthored) page.authored.add(value);
  }
}

const valueOf = ({ attrs }: Tree.Element, attributeName: string): string | undefined =>
  attrs.find(({ name }) => name === attributeName)?.value;

/** The class of the element with the author's text. */
const wordsClass = 'content';

/** The class that injection gives its links, and that `css/custom.css` styles. */
const injectedClass = 'pdc-links';

/** A script of any other type is data. */
const isProgram = (type = ''): boolean =>
  /^(?:module|importmap|(?:text|application)\/(?:java|ecma)script)?$/i.test(type.trim());

/** Every address in the attributes of an element, with the name of the attribute. */
function addressesOf(node: Tree.Element): [name: string, address: string][] {
  return node.attrs.flatMap(({ name, value }): [string, string][] => {
    if (name === 'href' || name === 'src' || name === 'poster') return [[name, value.trim()]];
    if (name === 'srcset')
      return value
        .split(/,\s+|(?<=\s[\d.]+[wx]),/)
        .map((candidate): [string, string] => [name, candidate.trim().replace(/\s.*$/s, '')])
        .filter(([, address]) => address !== '');
    const address = name === 'content' && node.tagName === 'meta' ? addressOfMeta(node, value) : undefined;
    return address ? [[name, address]] : [];
  });
}

function addressOfMeta(node: Tree.Element, content: string): string | undefined {
  if (valueOf(node, 'property')?.toLowerCase() === 'og:image') return content.trim();
  return valueOf(node, 'http-equiv')?.toLowerCase() === 'refresh'
    ? /url\s*=\s*["']?([^"']+)/i.exec(content)?.[1]?.trim()
    : undefined;
}
