// Renders Markdown to the HTML of the human channel, and collects headings, links, words and flaws on the way.
import type { Place } from '../words/defect.ts';
import { html } from '../text/markup.ts';
import { breakable } from './breaks.ts';
import { define, formulasIn, readFormulas, withFormulaText } from './formula-html.ts';
import type { FormulaState } from './formula-html.ts';
import { isFormula } from './formulas.ts';
import { findPrompt, toText } from './grammar.ts';
import type { PromptEnv, ShowPrompt, Token } from './grammar.ts';
import { changeTags, readdress } from '../text/html.ts';
import { lineStarts } from '../text/line-starts.ts';
import type { Changes, Tag } from '../text/html.ts';
import type { HtmlEnv, HtmlFlaw } from './author-html.ts';
import { noRules, rendererFor } from './markdown-renderers.ts';
import type { Extend, FormulaEnv } from './markdown-renderers.ts';
import { orderHtml } from './ordered-html.ts';
import { localityOf } from './unreachable-addresses.ts';
import { countWords } from './word-count.ts';

/** `shown` is the text in a list for people, with formulas as text. */
export type Heading = {
  readonly level: number;
  readonly id: string;
  readonly text: string;
  readonly shown?: string;
};

/** A link or image as the author wrote it. Lines count from 0 within the raw body; `lines` is half open. */
export type Link = {
  readonly target: string;
  readonly lines: readonly [number, number];
  /** Whether a browser loads the target with the page, such as an image or a frame. */
  readonly loads?: true;
  /**
   * Whether the page shows the target as a picture, a sound or a film, or in a sandbox. If the target were opened as a
   * document, it could run scripts.
   */
  readonly shown?: true;
  /** The place of the link in the file, if only parsing can find this place. */
  readonly place?: Place;
};

export type Rendered = {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly links: readonly Link[];
  /** Han characters and words of other scripts, without code. */
  readonly words: number;
  /** The flaws of the author's HTML, each with its offset in the raw body. */
  readonly flaws: readonly PlacedFlaw[];
  /** The error that the owner's own rules threw. In this case, the body was rendered without these rules. */
  readonly fault?: { readonly error: unknown };
};

export type PlacedFlaw = Pick<HtmlFlaw, 'kind' | 'tag'> & { readonly offset: number };

/** Returns the address of a link in the human channel, by the target that the author wrote. */
export type ResolveLink = (target: string) => string;

/** In pixels. */
export type ImageSize = { readonly width: number; readonly height: number };

export type RenderOptions = {
  readonly resolve: ResolveLink;
  /** Returns the size of an image by the target that the author wrote; undefined if the size is unknown. */
  readonly sizeOf?: (target: string) => ImageSize | undefined;
  /** Whether the article has `mathjax: true`, so that `$...$` and `$$...$$` are formulas. */
  readonly math: boolean;
  /** Only for a `prompt-` article, whose prompt is one block even in a fence. In other articles the fence is code. */
  readonly showPrompt?: ShowPrompt;
  /** The site's language, for the few words that rendering adds. */
  readonly language?: string;
  /** The host of the site. Frames of other hosts stay as written. All other frames are sandboxed. */
  readonly host?: string;
  /** Adds the owner's own rules to our rules. */
  readonly extend?: Extend | undefined;
};

/** Renders a raw body. HTML in it passes through. */
export function renderMarkdown(raw: string, { extend, ...options }: RenderOptions): Rendered {
  if (!extend) return renderWith(noRules, { raw, ...options });
  try {
    return renderWith(extend, { raw, ...options });
  } catch (error) {
    return { ...renderWith(noRules, { raw, ...options }), fault: { error } };
  }
}

function renderWith(
  extend: Extend,
  { raw, resolve, sizeOf, math, showPrompt, language = 'zh-CN', host }: RenderOptions & { readonly raw: string },
): Rendered {
  const markdown = rendererFor(language, math, extend);
  const env: PromptEnv & HtmlEnv & FormulaEnv = { ...findPrompt(raw), ...(showPrompt && { showPrompt }) };
  const tokens = markdown.parse(raw, env);
  const links: Link[] = [];
  const headings: Heading[] = [];
  // The lists of headings and the alt texts show formulas before the body draws them.
  const formulasSoFar = math ? readFormulas(tokens) : undefined;
  const listsFormulas = tokens.some((token, index) => listsFormula(token, tokens[index - 1]));
  if (formulasSoFar) env.formulas = { ...formulasSoFar, macros: { ...formulasSoFar.macros } };
  let words = 0;
  let lines: Link['lines'] = [0, 0];

  for (const [index, token] of tokens.entries()) {
    // A token without lines, such as a table cell, has the lines of the last block that opened before it.
    lines = token.map ?? lines;
    if (formulasSoFar && listsFormulas) for (const formula of formulasIn(token)) define(formula, formulasSoFar);
    if (token.type === 'heading_open') headings.push(toHeading(token, tokens[index + 1]!, formulasSoFar));
    if (token.type === 'html_block') rewriteHtml(token);
    for (const child of token.children ?? []) {
      if (child.type === 'html_inline') rewriteHtml(child);
      else if (child.type === 'link_open') rewriteAttribute(child, { name: 'href', loads: false });
      else if (child.type === 'image') rewriteImage(child);
      else if (child.type === 'text') {
        words += countWords(child.content);
        links.push(...targetsOfBroken(child.content).map((target) => ({ target, lines, loads: true as const })));
      }
    }
  }
  for (const [index, { type }] of tokens.entries()) if (type === 'heading_open') markBreaks(tokens[index + 1]!);
  const renderedHtml = markdown.renderer.render(tokens, markdown.options, env);
  const orderedHtml = env.needsParser ? orderHtml(renderedHtml, host) : renderedHtml;
  return { html: orderedHtml, headings, links, words, flaws: locateFlaws(env.flaws ?? [], raw) };

  function collectLink(
    target: string,
    { loads, shown: isShown }: { readonly loads: boolean; readonly shown: boolean },
  ): string {
    links.push({ target, lines, ...(loads && { loads }), ...(isShown && { shown: isShown }) });
    return resolve(target);
  }
  function rewriteAttribute(token: Token, { name, loads }: { readonly name: string; readonly loads: boolean }): void {
    const target = token.attrGet(name);
    if (target !== null) token.attrSet(name, collectLink(String(target), { loads, shown: loads }));
  }
  function rewriteImage(token: Token): void {
    ({ children: token.children } = withFormulaText(token, formulasSoFar));
    const size = sizeOf?.(String(token.attrGet('src')));
    rewriteAttribute(token, { name: 'src', loads: true });
    for (const [name, value] of [...toAttributes(size), ...lazyAttributes]) token.attrSet(name, value);
    if (size && isBroad(size)) token.attrJoin('class', 'broad');
  }
  /** If the author wrote a width or a height, nothing is added. */
  function sizesOf({ attributes }: Tag): Changes {
    if (attributes.has('width') || attributes.has('height')) return {};
    return Object.fromEntries(toAttributes(sizeOf?.(attributes.get('src')?.trim() ?? '')));
  }
  function rewriteHtml(token: Token): void {
    token.content = changeTags(token.content, (tag) => {
      for (const [, target = ''] of (tag.attributes.get('style') ?? '').matchAll(styleAddress))
        if (localityOf(target)) links.push({ target, lines, loads: true });
      return {
        ...(tag.name === 'img' && { ...sizesOf(tag), ...lazyAttributesOf(tag) }),
        ...readdress(tag, (target, { loads }) => collectLink(target, { loads, shown: elementsThatShow.has(tag.name) })),
      };
    });
  }
}

function toHeading(token: Token, inline: Token, formulas: FormulaState | undefined): Heading {
  return {
    level: Number(token.tag.slice(1)),
    id: String(token.attrGet('id') ?? ''),
    text: toText(inline),
    ...(inline.children?.some(isFormula) && { shown: toText(withFormulaText(inline, formulas)) }),
  };
}

/** Finds the offset of each flaw. Equal flaws get different offsets. */
function locateFlaws(flaws: readonly HtmlFlaw[], raw: string): PlacedFlaw[] {
  if (flaws.length === 0) return [];
  const starts = lineStarts(raw);
  let lastOffset = -1;
  const takenOffsets = new Set<number>();
  const searchStarts = new Map<string, number>();
  return [...flaws]
    .sort((a, b) => a.line - b.line)
    .map(({ kind, tag, line }) => {
      const tagText = tag.replace(/ \.\.\.>$/, '');
      const start = starts[line] ?? 0;
      const position = raw.indexOf(tagText, Math.max(start, lastOffset + 1));
      const isInLine = position !== -1 && position < (starts[line + 1] ?? raw.length);
      const offset = isInLine ? position : (findElsewhere(tagText) ?? start);
      if (isInLine) lastOffset = position;
      takenOffsets.add(offset);
      return { kind, tag, offset };
    });

  /** Searches the whole body, because the line of an inline footnote is unknown. */
  function findElsewhere(tagText: string): number | undefined {
    let offset = raw.indexOf(tagText, searchStarts.get(tagText) ?? 0);
    while (offset !== -1 && takenOffsets.has(offset)) offset = raw.indexOf(tagText, offset + 1);
    searchStarts.set(tagText, offset === -1 ? raw.length : offset);
    return offset === -1 ? undefined : offset;
  }
}

/** An image or link to a file on a disk that Markdown reads as text, because the path has a space. */
const brokenLink = /\]\(\s*((?:file:|[a-z]:[\\/]|\\\\?[a-z])[^\n()]{0,1000})\)/gi;
const targetsOfBroken = (text: string): string[] => [...text.matchAll(brokenLink)].map(([, target = '']) => target);

/** An address in a style that the author wrote. */
const styleAddress = /url\(\s*["']?([^"'()]{1,1000})/gi;

/** Whether a token has a formula in a heading or in an alt text. */
const listsFormula = ({ children }: Token, previous: Token | undefined): boolean =>
  children?.some((child) =>
    child.type === 'image' ? child.children?.some(isFormula) : isFormula(child) && previous?.type === 'heading_open',
  ) === true;

/** Marks the places where a heading may break. */
function markBreaks({ children }: Token): void {
  for (const child of children ?? []) {
    if (child.type !== 'text') continue;
    child.content = String(html`${breakable(child.content)}`);
    child.type = 'html_inline';
  }
}

/** These elements show their target as a picture, a sound or a film, or in a sandbox. */
const elementsThatShow = new Set([
  'img',
  'source',
  'video',
  'audio',
  'track',
  'iframe',
  'input',
  'image',
  'use',
  'feimage',
  'link',
]);

/** Images of a body load only when they are near the visible part, and the text does not wait for them. */
const lazyAttributes = [
  ['loading', 'lazy'],
  ['decoding', 'async'],
] as const;

function toAttributes(size: ImageSize | undefined): [name: string, value: string][] {
  if (!size) return [];
  return [
    ['width', String(size.width)],
    ['height', String(size.height)],
  ];
}

/** A wide picture of many pixels, which may be broader than the text. */
const isBroad = ({ width, height }: ImageSize): boolean => width >= 1200 && width >= 1.5 * height;

/** Adds only attributes that the author did not write. */
const lazyAttributesOf = ({ attributes }: Tag): Changes =>
  Object.fromEntries(lazyAttributes.filter(([name]) => !attributes.has(name)));
