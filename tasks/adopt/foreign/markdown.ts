// Writes the Markdown that replaces tags: links, pictures, quotations, code, and collapsible blocks.
import type { Friend } from '#pdc/site/friends';
import { decodeWhole } from '#pdc/text/decode';
import { isAddress, readWords } from './tag-arguments.ts';
import { withSlashes } from './backslashes.ts';

export const link = (text: string, target: string): string => `[${escapeText(text)}](${address(target)})`;

/** Encodes a target for the parentheses of a link. Parts that are already encoded stay unchanged. */
export const address = (target: string): string =>
  withSlashes(target.trim()).replace(
    /[\s()<>"\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );

export const escapeText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\[\]<]/g, '\\$&');

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

/** A link to a file or a page. The text of the link is the name of the file, which needs no translation. */
export function file(sign: string, url: string): string {
  const [path = ''] = url.replace(/^(?:https?:)?\/\//, '').split(/[?#]/, 1);
  return link(`${sign}${decodeWhole(path.replace(/\/+$/, '').replace(/^.*\//, ''))}`, url);
}

/** An item of a list of links. */
export const linkItem = ({ name, url, about = '' }: Friend): string =>
  `- ${link(name, url)}${about === '' ? '' : `：${escapeText(about)}`}`;

/** A picture from the arguments `[classes] file [width] [height] [title [alt]]`. */
export function image(args: string): string {
  const words = readWords(args);
  const at = words.findIndex((word) => isAddress(word) || /\.\w+$/.test(word));
  if (at === -1) return '';
  const [src = '', ...options] = words.slice(at);
  const sizes = options.slice(0, 2).filter((word) => /^\d+(?:px|%)?$/.test(word));
  const caption = options.slice(sizes.length).join(' ');
  // One argument may contain the title and the alternative text, each in its own quotes.
  const [title = '', alt = title] = /^["']/.test(caption) ? readWords(caption) : [caption];
  const [width, height] = sizes;
  return picture({ src, alt, title: title === alt ? '' : title, width, height });
}

type Picture = Readonly<Record<'src' | 'alt', string>> &
  Readonly<Partial<Record<'title' | 'width' | 'height', string | undefined>>>;

/** A picture in Markdown, or in HTML if it has a size. */
export function picture({ src, alt, title = '', width, height }: Picture): string {
  if (src === '') return '';
  if (width === undefined && height === undefined) {
    const suffix = title === '' ? '' : ` "${title.replaceAll('"', '&quot;')}"`;
    return `![${escapeText(alt)}](${address(src)}${suffix})`;
  }
  const attributes = { src: address(src), alt, title, width, height };
  const texts = Object.entries(attributes).filter(
    ([name, value]) => value !== undefined && (value !== '' || name === 'alt'),
  );
  return `<img ${texts.map(([name, value]) => `${name}="${escapeHtml(value!)}"`).join(' ')}>`;
}

/** Code in a fence that is longer than any run of backticks in the code. */
export function fence(language: string, code: string): string[] {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return [`${ticks}${language.replace(/[`\s]/g, '')}`, ...code.split('\n'), ticks];
}

export const quote = (lines: readonly string[]): string[] => lines.map((line) => `> ${line}`.trimEnd());

export const callout = (kind: string, title: string, inside: readonly string[]): string[] =>
  quote([`[!${kind}]`, ...titled(title), ...inside]);

export const titled = (title: string): string[] => (title.trim() === '' ? [] : [`**${title.trim()}**`, '']);

export function details(summary: string, inside: string, open = ''): string[] {
  return [
    `<details${open}>`,
    // Without a summary the browser shows its own label in the reader's language.
    ...(summary === '' ? [] : [`<summary>${escapeHtml(summary)}</summary>`]),
    '',
    ...inside.split('\n'),
    '',
    '</details>',
  ];
}
