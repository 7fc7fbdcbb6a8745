// Reads a page as its reader sees it: words in their order, line breaks, pictures, links and headings.
import { remember } from '#pdc/remember';
import { decode } from '#pdc/text/decode';
import { defaultTreeAdapter, parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** The words of a text, and the other data that a comparison needs. */
export type Words = {
  /** Words in NFC: Latin words and numbers, single Han characters, and the marks of Markdown and of template tags. */
  readonly words: readonly string[];
  /** The indexes of words before which a new line or block begins. */
  readonly lines: ReadonlySet<number>;
  /** The indexes of words before which the source has `<br>`. */
  readonly breaks: readonly number[];
  /** The names of picture files, decoded. */
  readonly images: readonly string[];
};

export type Page = Words & {
  readonly title: string;
  /** The texts of `<title>` and of headings. */
  readonly headings: readonly string[];
  /** Every `src` and `href`, as written. */
  readonly links: readonly string[];
  /** The address to which the page redirects by itself, as written. */
  readonly refresh?: string;
  /** The elements that may contain a whole text, in the order in which they end; the last is the document. */
  readonly elements: readonly Extent[];
};

/** The words and pictures between the tags of an element that may contain a whole text. */
export type Extent = {
  readonly className: string;
  readonly start: number;
  readonly end: number;
  readonly images: readonly [number, number];
  readonly links: readonly [number, number];
};

/** Elements that browsers do not show, or show as controls of the page. */
const unseen = new Set(['script', 'style', 'template', 'noscript', 'head', 'svg', 'button', 'iframe', 'textarea']);

/** Elements that begin and end a line. */
const blocks = new Set(
  'address article aside blockquote dd details div dl dt figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table td th tr ul'.split(
    ' ',
  ),
);

/** Elements that themes put around a whole text. A paragraph or a list is only a part of a text. */
const containers = new Set(['body', 'main', 'article', 'section', 'div', 'td']);

/** Chromium nests elements at most 512 deep. */
const maxDepth = 512;

/**
 * The classes of line numbers beside code, of links at headings, of our own links to machine files, and of the names of
 * callouts.
 */
const besideText =
  /(?:^|[\s_-])(?:gutter|line-?numbers?|linenos?|lnt?|pdc-links|callout-title|custom-block-title|headerlink|header-anchor)(?:$|\s)/i;

/** Prism gives the class of line numbers to a whole block of code, which also has the class of a language. */
const isBesideText = (className: string): boolean => besideText.test(className) && !/\blanguage-/.test(className);

/** Whether an element names the language of the code beside it. An author may use the same class for other text. */
const isLanguageOfCode = (className: string, { parentNode }: Tree.Element): boolean =>
  /(?:^|\s)lang(?:$|\s)/i.test(className) && parentNode !== null && containsCode(parentNode);

const containsCode = remember((parent: Tree.ParentNode) =>
  parent.childNodes.some(({ nodeName }) => nodeName === 'pre'),
);

/**
 * A Han or kana character is a word. Other letters and digits form words. Signs count only if they are marks that
 * Markdown or a template left. The kind of a block is part of its mark.
 */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{L}\p{M}\p{N}]|$)|\*\*|\{%|%\}|\{\{|\}\}|\[\[|\]\]|:::(?: [a-z-]+)?|```[\w+#-]*|!\[/gu;

/** Whether a word is a mark that Markdown or a template left. */
export const isMark = (word: string): boolean => /^[^\p{L}\p{M}\p{N}]/u.test(word);

export const wordsIn = (text: string): string[] => text.normalize('NFC').match(word) ?? [];

/** Reads a whole HTML document, in time linear in its length. */
export function readPage(html: string): Page {
  const words: string[] = [];
  const lines = new Set<number>();
  const breaks: number[] = [];
  const images: string[] = [];
  const links: string[] = [];
  const headings: string[] = [];
  const elements: Extent[] = [];
  let title = '';
  let refresh: string | undefined;
  let preformatted = 0;
  let code = 0;
  // The beginning of a word that the next element may continue, because highlighters put elements within words of code.
  let unfinished = '';

  function visit(node: Tree.Node, depth: number): void {
    if (defaultTreeAdapter.isTextNode(node)) addText(node.value);
    else if (depth > maxDepth) return;
    else if (defaultTreeAdapter.isElementNode(node)) enter(node, depth + 1);
    else if ('childNodes' in node) for (const child of node.childNodes) visit(child, depth + 1);
  }

  /** A line feed breaks the line only in preformatted text. */
  function addText(text: string): void {
    if (code > 0) unfinished += text;
    else addLines(text);
  }

  function addLines(text: string): void {
    for (const [at, line] of (preformatted > 0 ? text.split('\n') : [text]).entries()) {
      if (at > 0) lines.add(words.length);
      for (const lineWord of wordsIn(line)) words.push(lineWord);
    }
  }

  function enter(element: Tree.Element, depth: number): void {
    const { tagName } = element;
    const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
    if (tagName === 'title') return void headings.push((title ||= textIn(element)));
    if (tagName === 'meta' && /^refresh$/i.test(attributes.get('http-equiv') ?? ''))
      refresh ??= /url\s*=\s*['"]?([^'"]+)/i.exec(attributes.get('content') ?? '')?.[1]?.trim();
    if (/^(?:math\/tex)/.test(attributes.get('type') ?? '')) return void words.push(...wordsIn(textIn(element)));
    if (tagName === 'math') return void words.push(...wordsIn(sourceOf(element) ?? textIn(element)));
    if (tagName === 'head') return element.childNodes.forEach((child) => !isText(child) && visit(child, depth));
    const className = attributes.get('class') ?? '';
    // A diagram is drawn from a source that its page hides.
    const isDiagram = /\bmermaid\b/.test(className);
    if (unseen.has(tagName) || (isHidden(attributes) && !isDiagram)) return;
    if (isBesideText(className) || isLanguageOfCode(className, element)) return;
    if (/^h[1-6]$/.test(tagName)) headings.push(textIn(element));
    const isBlock = tagName === 'br' || blocks.has(tagName);
    const isCode = tagName === 'pre' || tagName === 'code';
    if (isBlock || isCode) finish();
    if (tagName === 'br') breaks.push(words.length);
    if (isBlock) lines.add(words.length);
    const [start, firstImage, firstLink] = [words.length, images.length, links.length];
    note(tagName, attributes);
    if (tagName === 'pre') preformatted += 1;
    if (isCode) code += 1;
    for (const child of element.childNodes) visit(child, depth);
    if (isBlock || isCode) finish();
    if (tagName === 'pre') preformatted -= 1;
    if (isCode) code -= 1;
    if (isBlock) lines.add(words.length);
    if (!containers.has(tagName)) return;
    elements.push({
      ...{ className, start, end: words.length },
      images: [firstImage, images.length],
      links: [firstLink, links.length],
    });
  }

  function finish(): void {
    addLines(unfinished);
    unfinished = '';
  }

  function note(tagName: string, attributes: ReadonlyMap<string, string>): void {
    const lazy = ['data-src', 'data-original', 'data-lazy-src', 'src'].map((name) => attributes.get(name));
    const source = lazy.find((value) => value !== undefined && value !== '' && !value.startsWith('data:'));
    for (const link of [source, attributes.get('href'), attributes.get('poster')])
      if (link !== undefined) links.push(link);
    if (tagName === 'img' && source !== undefined) images.push(lastPartOf(source));
  }

  visit(parse(html), 0);
  return {
    ...{ words, lines, breaks, images, links, headings, elements, title },
    ...(refresh !== undefined && { refresh }),
  };
}

/** The words of one element of a page. */
export function partOf(page: Page, { start, end, images }: Extent): Words {
  return {
    words: page.words.slice(start, end),
    lines: new Set([...page.lines].filter((at) => at >= start && at < end).map((at) => at - start)),
    breaks: page.breaks.filter((at) => at >= start && at < end).map((at) => at - start),
    images: page.images.slice(...images),
  };
}

const isText = (node: Tree.Node): boolean => defaultTreeAdapter.isTextNode(node);

/** KaTeX hides the rendered half of a formula. The other half contains the source of the formula. */
const isHidden = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.has('hidden') || attributes.get('aria-hidden') === 'true';

/** All nodes below a node, in the order of the page, at any depth. */
function* below(node: Tree.ParentNode): Generator<Tree.Node> {
  const waiting: Tree.Node[] = [...node.childNodes].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    if ('childNodes' in next)
      for (let at = next.childNodes.length - 1; at >= 0; at -= 1) waiting.push(next.childNodes[at]!);
  }
}

function textIn(node: Tree.ParentNode): string {
  let text = '';
  for (const child of below(node)) if (defaultTreeAdapter.isTextNode(child)) text += child.value;
  return text;
}

/** The TeX source of a formula. */
function sourceOf(math: Tree.Element): string | undefined {
  for (const node of below(math))
    if (defaultTreeAdapter.isElementNode(node) && node.tagName === 'annotation') return textIn(node);
  return undefined;
}

function lastPartOf(address: string): string {
  const name = address.replace(/[?#].*$/s, '').replace(/^.*\//s, '');
  return decode(name)?.normalize('NFC') ?? name;
}
