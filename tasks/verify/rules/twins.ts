// Rule `twins`: the page of an article says what its Markdown says: the same headings and the same words, in order.
import { parseFragment } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';
import { renderMarkdown } from '#pdc/markdown/render';
import { postMdPath } from '#pdc/paths';
import { expandTags, mayNamePosts } from '#pdc/markdown/template-tags';
import { quote } from '../site/finding.ts';
import type { Flaw } from '../site/finding.ts';
import { elementsOf, hasClass } from '../site/page.ts';
import type { Page } from '../site/page.ts';
import type { Published } from '../site/published.ts';

/** Locked posts and pages without injected links are other rules' to tell. */
export async function checkTwins(
  { path, content, envelopes }: Page,
  { files, postByPath }: Published,
): Promise<Flaw[]> {
  const entry = postByPath.get(path);
  if (!entry || entry.encrypted || !content || envelopes.length > 0) return [];
  const markdown = await files.text(postMdPath(entry.slug));
  // A tag that names another article shows its title, which no Markdown holds.
  if (markdown === undefined || mayNamePosts(markdown)) return [];
  const flaw = (message: string): Flaw[] => [{ path, message: `${message}: build again` }];

  const expected = read(markdown, content.some(isFormula));
  const headings = content.flatMap((node) => headingsOf(node));
  const at = difference(headings, expected.headings);
  if (at !== -1)
    return flaw(
      `its heading ${at + 1} is ${quote(headings[at] ?? '')}, and that of its Markdown ${quote(expected.headings[at] ?? '')}`,
    );
  const text = content.map(textOf).join('');
  if (text === expected.text) return [];
  const from = difference([...text], [...expected.text]);
  return flaw(
    `it says ${quote(around(text, from))} where its Markdown says ${quote(around(expected.text, from))} (letters and digits alone are compared)`,
  );
}

function read(markdown: string, math: boolean): { headings: string[]; text: string } {
  const shown = expandTags(markdown, { post: () => undefined });
  const { html } = renderMarkdown(shown, { resolve: (target) => target, math });
  const fragment = parseFragment(html);
  return { headings: headingsOf(fragment), text: textOf(fragment) };
}

const headingsOf = (root: Tree.Node): string[] =>
  [...elementsOf(root)].filter(({ tagName }) => /^h[1-6]$/.test(tagName)).map(textOf);

/** The letters and digits of what a reader sees: renderers differ in quotes, dashes and spaces, and say the same. */
function textOf(root: Tree.Node): string {
  const texts: string[] = [];
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.nodeName === '#text') texts.push((node as Tree.TextNode).value);
    else if ('tagName' in node && isPassedOver(node)) continue;
    if ('childNodes' in node) stack.push(...node.childNodes.toReversed());
  }
  return texts
    .join('')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Formulas, which are no words; what is no text; and what a page adds to a prompt so that people can fill it in, or takes for a caption of code. */
const isPassedOver = (element: Tree.Element): boolean =>
  ['script', 'style', 'template', 'form', 'math', 'svg'].includes(element.tagName) ||
  ['katex', 'MathJax', 'variables'].some((name) => hasClass(element, name)) ||
  (element.tagName === 'figcaption' && isOfCode(element.parentNode));

const isOfCode = (node: Tree.ParentNode | null): boolean =>
  node !== null && 'tagName' in node && ['prompt-block', 'code', 'diagram'].some((name) => hasClass(node, name));

const isFormula = (root: Tree.Node): boolean =>
  [...elementsOf(root)].some((element) => hasClass(element, 'katex') || hasClass(element, 'katex-error'));

/** The first place where two lists differ; -1 where none does. */
function difference(left: readonly string[], right: readonly string[]): number {
  const length = Math.max(left.length, right.length);
  for (let at = 0; at < length; at += 1) if (left[at] !== right[at]) return at;
  return -1;
}

const around = (text: string, at: number): string => [...text].slice(Math.max(0, at - 8), at + 16).join('');
