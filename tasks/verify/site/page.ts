// A page for people, parsed as a browser would: what it refers to, and where that leads.
import { decodeWhole } from '#pdc/decode';
import { message } from '#pdc/message';
import type { Message } from '#pdc/message';
import { parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import * as paths from '#pdc/paths';
import { decode } from './files.ts';
import { toSitePath } from './published.ts';
import type { Published } from './published.ts';

/** A page as the rules see it. */
export type ParsedPage = {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Its relative links are resolved against this. */
  readonly base: URL;
  /** Every distinct address that an element refers to, with the name of an attribute that holds it. */
  readonly links: ReadonlyMap<string, string>;
  /** Those of `links` that stand in the author's own words. */
  readonly authored: ReadonlySet<string>;
  /** Ids, and names of old anchors: what a fragment may lead to. */
  readonly anchors: ReadonlySet<string>;
  readonly canonicals: readonly string[];
  readonly alternates: readonly { readonly type: string; readonly href: string }[];
  readonly injections: readonly Injection[];
  /** The nodes behind the injected links: the body of a post. */
  readonly content?: readonly Tree.ChildNode[];
  /** The sealed bodies of a locked post, as they stand. */
  readonly envelopes: readonly string[];
  /** Whether it has a table of contents. */
  readonly contents: boolean;
  /** The policies that it says itself. */
  readonly policies: readonly string[];
  readonly runsScripts: boolean;
  /** It says of itself that it is not yet published. */
  readonly draft: boolean;
};

/** The links that the injection put into a page. */
export type Injection = {
  readonly hrefs: readonly string[];
  /** They are the first thing in their parent. */
  readonly first: boolean;
};

export type Target =
  /** Leads out of the site. */
  | { readonly external: true }
  /** A decoded site path, and a decoded fragment. */
  | { readonly path: string; readonly fragment: string }
  | { readonly fault: Message };

/** Where a link of a page leads, and what answers there. */
export type Located = { readonly target: Target; readonly place?: string | undefined };

const located = new WeakMap<Published, Map<string, Located>>();

/** What the menu of every page links to is looked for once. */
export function locate(page: ParsedPage, link: string, published: Published): Located | Promise<Located> {
  const known = located.get(published) ?? new Map<string, Located>();
  located.set(published, known);
  // Others depend on where they stand.
  const isRooted = /^(?:[a-z]+:\/)?\//i.test(link);
  const key = `${page.base.origin} ${link}`;
  const found = isRooted ? known.get(key) : undefined;
  if (found) return found;
  const target = resolveLink(page, link, published);
  const keep = (one: Located): Located => {
    if (isRooted) known.set(key, one);
    return one;
  };
  return 'path' in target
    ? findPlace(published, target.path).then((place) => keep({ target, place }))
    : keep({ target });
}

function resolveLink({ base }: ParsedPage, link: string, { site }: Published): Target {
  if (!URL.canParse(link, base)) return { fault: message('pageLinkNoAddress') };
  const url = new URL(link, base);
  if (!/^https?:$/.test(url.protocol) || url.origin !== new URL(site.url).origin) return { external: true };
  const path = toSitePath(site, url.href);
  if (path !== undefined) return { path, fragment: decodeWhole(url.hash.slice(1)) };
  // A whole address names another site of this host on purpose; a path that leaves the base path forgot it.
  if (/^(?:https?:)?\/\//i.test(link)) return { external: true };
  return { fault: message('linkLeavesBase', { base: `${paths.basePath(site)}/` }) };
}

/** The path that answers for a link: hosts add the slash of a folder. Nothing where none does. */
async function findPlace({ files }: Published, path: string): Promise<string | undefined> {
  // One page has both addresses: rules know it by the shorter.
  const [, folder] = /^(.*\/)index\.html$/.exec(path) ?? [];
  if (folder !== undefined || path.endsWith('/'))
    return (await files.exists(folder ?? path)) ? (folder ?? path) : undefined;
  const asFile = /\.[^/]*$/.test(path);
  for (const candidate of asFile ? [path, `${path}/`] : [`${path}/`, path]) {
    if (await files.exists(candidate)) return candidate;
  }
  return undefined;
}

/** Parses a page. */
export function readPage({ site }: Published, path: string, bytes: Uint8Array): ParsedPage {
  const links = new Map<string, string>();
  const authored = new Set<string>();
  const anchors = new Set<string>();
  const canonicals: string[] = [];
  const alternates: { type: string; href: string }[] = [];
  const injections: Injection[] = [];
  const envelopes: string[] = [];
  const policies: string[] = [];
  let content: readonly Tree.ChildNode[] | undefined;
  let contents = false;
  let runsScripts = false;
  let draft = false;
  let base = new URL(paths.toAbsolute(site, path));

  // Without scripts, so that what stands in noscript is read too.
  for (const { element, isAuthored } of nodesOf(parse(decode(bytes), { scriptingEnabled: false }))) {
    if (element.attrs.length === 0 && element.tagName !== 'script') continue;
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
    const href = attributes.get('href')?.trim();
    if (attributes.has('id')) anchors.add(attributes.get('id')!);
    if (element.tagName === 'a' && attributes.has('name')) anchors.add(attributes.get('name')!);
    if (element.tagName === 'base') {
      if (href !== undefined && URL.canParse(href, base)) base = new URL(href, base);
      continue;
    }
    const rel = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (element.tagName === 'link' && rel.includes('canonical')) {
      canonicals.push(href ?? '');
      continue;
    }
    if (element.tagName === 'link' && rel.includes('alternate'))
      alternates.push({ type: (attributes.get('type') ?? '').toLowerCase(), href: href ?? '' });
    if (hasClass(element, injectedClass)) {
      injections.push(toInjection(element));
      content ??= siblingsAfter(element);
    }
    if (element.tagName === 'script' && hasClass(element, 'envelope')) envelopes.push(scriptText(element));
    if (element.tagName === 'script' && isProgram(attributes.get('type'))) runsScripts = true;
    if (attributes.has('data-draft')) draft = true;
    if (element.tagName === 'nav' && hasClass(element, 'contents')) contents = true;
    if (attributes.get('http-equiv')?.toLowerCase() === 'content-security-policy')
      policies.push(attributes.get('content') ?? '');
    for (const [name, value] of addressesOf(element.tagName, attributes)) {
      links.set(value, name);
      if (isAuthored) authored.add(value);
    }
  }
  return {
    path,
    bytes,
    base,
    links,
    authored,
    anchors,
    canonicals,
    alternates,
    injections,
    ...(content && { content }),
    envelopes,
    contents,
    policies,
    runsScripts,
    draft,
  };
}

/** The class of what holds a text as its author wrote it. */
const wordsClass = 'content';

const siblingsAfter = (element: Tree.Element): Tree.ChildNode[] => {
  const siblings = element.parentNode?.childNodes ?? [];
  return siblings.slice(siblings.indexOf(element) + 1);
};

const scriptText = ({ childNodes }: Tree.Element): string =>
  childNodes.map((node) => (node.nodeName === '#text' ? (node as Tree.TextNode).value : '')).join('');

/** A script of any other type is data. */
const isProgram = (type = ''): boolean =>
  /^(?:module|importmap|(?:text|application)\/(?:java|ecma)script)?$/i.test(type.trim());

/** Every attribute of an element that refers to something. */
function addressesOf(tagName: string, attributes: ReadonlyMap<string, string>): [string, string][] {
  if (!['href', 'src', 'poster', 'srcset', 'content'].some((name) => attributes.has(name))) return [];
  const single = ['href', 'src', 'poster'].flatMap((name): [string, string][] =>
    attributes.has(name) ? [[name, attributes.get(name)!.trim()]] : [],
  );
  const set = (attributes.get('srcset') ?? '')
    .split(/,\s+|(?<=\s[\d.]+[wx]),/)
    .map((candidate) => candidate.trim().split(/\s+/)[0]!)
    .filter((address) => address !== '');
  const refresh =
    tagName === 'meta' && attributes.get('http-equiv')?.toLowerCase() === 'refresh'
      ? /url\s*=\s*["']?([^"']+)/i.exec(attributes.get('content') ?? '')?.[1]?.trim()
      : undefined;
  const picture =
    tagName === 'meta' && attributes.get('property')?.toLowerCase() === 'og:image'
      ? attributes.get('content')?.trim()
      : undefined;
  return [
    ...single,
    ...[refresh, picture].flatMap((address): [string, string][] => (address ? [['content', address]] : [])),
    ...set.map((address): [string, string] => ['srcset', address]),
  ];
}

/** All elements in document order; without recursion, because a page may nest as deep as it likes. */
export function* elementsOf(root: Tree.Node): Generator<Tree.Element> {
  for (const { element } of nodesOf(root)) yield element;
}

/** And whether each stands in words as their author wrote them. */
function* nodesOf(root: Tree.Node): Generator<{ element: Tree.Element; isAuthored: boolean }> {
  const stack = [{ node: root, isAuthored: false }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node } = top;
    const isAuthored = top.isAuthored || ('attrs' in node && hasClass(node, wordsClass));
    if ('tagName' in node) yield { element: node, isAuthored };
    if ('content' in node) stack.push({ node: node.content, isAuthored });
    if ('childNodes' in node)
      for (let at = node.childNodes.length - 1; at >= 0; at -= 1) {
        const child = node.childNodes[at]!;
        if ('childNodes' in child) stack.push({ node: child, isAuthored });
      }
  }
}

/** The class that injection gives its links, and that `css/custom.css` styles. */
const injectedClass = 'pdc-links';

export const hasClass = ({ attrs }: Tree.Element, wanted: string): boolean =>
  attrs.some(({ name, value }) => name === 'class' && value.split(/\s+/).includes(wanted));

function toInjection(element: Tree.Element): Injection {
  const siblings = element.parentNode?.childNodes ?? [];
  const before = siblings.slice(0, siblings.indexOf(element));
  return {
    hrefs: [...elementsOf(element)].flatMap(({ attrs }) =>
      attrs.filter(({ name }) => name === 'href').map(({ value }) => value),
    ),
    first: before.every(
      (node) =>
        node.nodeName === '#comment' || (node.nodeName === '#text' && (node as Tree.TextNode).value.trim() === ''),
    ),
  };
}
