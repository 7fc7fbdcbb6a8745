// Compares the text of a built site's pages, parsed as in a browser, with their Markdown, rendered by plain
// markdown-it. A difference is a word that readers lose, or a word that they see and the Markdown does not have.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeParts } from '#pdc/text/decode';
import createParser from 'markdown-it';
import { parse, parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** A line of a text with the words that the other channel lacks. */
export type Difference = {
  readonly slug: string;
  readonly side: 'lost' | 'added';
  readonly words: string;
  readonly line: string;
};

type Post = {
  readonly slug: string;
  readonly url: string;
  readonly api_md_url: string;
  readonly encrypted: boolean;
};

/** Every difference of a site in a folder. Locked articles are not compared, because their text is secret. */
export function differencesOf(site: string): Difference[] {
  const read = (name: string): string => readFileSync(path.join(site, name), 'utf8');
  const index = JSON.parse(read('api/index.json')) as { url: string; posts: Post[] };
  const base = new URL(index.url).pathname.replace(/\/$/, '');
  const fileOf = (url: string): string => decodeURIComponent(new URL(url).pathname).slice(base.length);
  return index.posts
    .filter(({ encrypted }) => !encrypted)
    .flatMap(({ slug, url, api_md_url }) => {
      const page = read(path.join(fileOf(url), 'index.html'));
      return compare({ page, markdown: read(fileOf(api_md_url)) }).map((found) => ({ slug, ...found }));
    });
}

/** The differences between a page and its Markdown. */
export function compare({ page, markdown }: { readonly page: string; readonly markdown: string }) {
  const content = find(parse(page), (node) => classesOf(node).includes('content'));
  if (!content) throw new Error('the page has no element of class "content"');
  const shown = linesOf(content);
  const hasFormulas = classNames(content).has('katex');
  const source = linesOf(parseFragment(plain.render(readable(markdown, { hasFormulas }))));
  const lost = without(source, shown);
  const added = without(shown, source);
  return [...wordsMissing(lost, added, 'lost'), ...wordsMissing(added, lost, 'added')];
}

const plain = createParser({ html: true });

/** Outside code, removes formulas, which are not compared, and keeps the labels of notes as text. */
function readable(markdown: string, options: { readonly hasFormulas: boolean }): string {
  const lines = markdown.split('\n');
  const code = plain.parse(markdown, {}).filter(({ type }) => /^(?:fence|code_block)$/.test(type));
  const parts: string[] = [];
  let end = 0;
  for (const { map } of code) {
    const [from, to] = map!;
    parts.push(withoutExtensions(lines.slice(end, from), options), ...lines.slice(from, to));
    end = to;
  }
  return [...parts, withoutExtensions(lines.slice(end), options)].join('\n');
}

const withoutExtensions = (lines: readonly string[], { hasFormulas }: { readonly hasFormulas: boolean }): string =>
  lines
    .join('\n')
    .split(/(`[^`\n]+`)/)
    .map((part, at) =>
      at % 2 === 1 ? part : (hasFormulas ? part.replace(formula, ' ') : part).replaceAll('[^', '\\[^'),
    )
    .join('');

const formula = /\$\$[^]*?\$\$|\$[^$\n]+\$|\\begin\{(\w+\*?)\}[^]*?\\end\{\1\}/g;

/** Elements that our pages add for people: machine links, section marks, callout titles, footnote links, formulas. */
const ours = /^(?:pdc-links|anchor|callout-title|footnote-ref|footnote-backref|katex|katex-block)$/;

/** Elements whose content a browser does not show. */
const unseen = /^(?:script|style|template|head|title|noscript|datalist)$/;
/** Each of these elements counts as one word, its name. */
const pictures = /^(?:img|video|audio|iframe|canvas|object|embed|svg)$/;

const blocks =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|dialog|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|option|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;

/** The lines of a text: one for each block and for each line of code. */
function linesOf(root: Tree.ParentNode): string[] {
  let text = '';
  const visit = (node: Tree.ChildNode | Tree.ParentNode, isCode: boolean): void => {
    if ('value' in node) text += isCode ? node.value : node.value.replace(/\s+/g, ' ');
    if (!('childNodes' in node)) return;
    const name = 'tagName' in node ? node.tagName : '';
    if (unseen.test(name) || classesOf(node).some((each) => ours.test(each))) return;
    if (pictures.test(name)) {
      // An image's title may be its caption.
      text += ` <${name}> ${titleOf(node)} `;
      return;
    }
    const edge = blocks.test(name) ? '\n' : '';
    text += edge;
    for (const child of node.childNodes) visit(child, isCode || name === 'pre' || name === 'textarea');
    text += edge;
  };
  visit(root, false);
  return text
    .split('\n')
    .map((line) => line.replace(notation, '').replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** Notes, callouts and tasks that plain Markdown does not know. */
const notation = /\\?\[\^[^\]\s]+\]:?|^\s*\[![A-Za-z]+\]\s*|^\s*\[[ xX]\](?=\s)/g;

/** The lines of `list` that `other` lacks. A line that `list` repeats must be repeated in `other` as well. */
function without<T>(list: readonly T[], other: readonly T[]): T[] {
  const counts = new Map<T, number>();
  for (const each of other) counts.set(each, (counts.get(each) ?? 0) + 1);
  return list.filter((each) => {
    const count = counts.get(each) ?? 0;
    counts.set(each, count - 1);
    return count <= 0;
  });
}

/** Lines may break at other places, so a difference is only a word that no line of the other side has. */
function wordsMissing(lines: readonly string[], other: readonly string[], side: Difference['side']) {
  const counts = new Map<string, number>();
  for (const word of other.flatMap(wordsIn)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return lines.flatMap((line) => {
    const words = wordsIn(line).filter((word) => {
      const count = counts.get(word) ?? 0;
      counts.set(word, count - 1);
      return count <= 0;
    });
    return words.length === 0 ? [] : [{ side, words: words.join(' '), line }];
  });
}

/** Plain Markdown leaves addresses encoded, and shows asterisks and tildes beside Han characters; our pages do not. */
const wordsIn = (line: string): string[] => decodeParts(line.replaceAll(/\*|~~/g, '')).match(word) ?? [];

/** A character of a script without spaces, a tag, or a run of all other characters. */
const word =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]|<[^\s<>]*>|[<>]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef<>]+/gu;

const titleOf = (node: Tree.ChildNode | Tree.ParentNode): string =>
  'attrs' in node ? (node.attrs.find(({ name }) => name === 'title')?.value ?? '') : '';

const classesOf = (node: Tree.ChildNode | Tree.ParentNode): string[] =>
  'attrs' in node ? (node.attrs.find(({ name }) => name === 'class')?.value.split(/\s+/) ?? []) : [];

function* elementsIn(node: Tree.ParentNode): Generator<Tree.Element> {
  for (const child of node.childNodes) {
    if ('tagName' in child) yield child;
    if ('childNodes' in child) yield* elementsIn(child);
  }
}

function find(root: Tree.ParentNode, isWanted: (element: Tree.Element) => boolean): Tree.Element | undefined {
  for (const element of elementsIn(root)) if (isWanted(element)) return element;
  return undefined;
}

const classNames = (root: Tree.ParentNode): ReadonlySet<string> => new Set([...elementsIn(root)].flatMap(classesOf));
