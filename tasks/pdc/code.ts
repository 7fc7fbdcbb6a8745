// A block of code as people see it: its colours, what it is called, the lines that matter, and diagrams by their source.
import hljs from 'highlight.js/lib/common';
import { html, raw } from 'hono/html';
import type { MarkdownIt, Token } from './grammar.ts';

/** What stands behind the opening of a fence: `js title="a.js" {1,3-5}`, as Docusaurus, VitePress and Expressive Code read it. */
type Info = { readonly language: string; readonly title: string; readonly marked: ReadonlySet<number> };

/** The language of the blocks that are drawn. */
const diagramLanguage = 'mermaid';

/** Whether a raw body has a diagram, told without parsing it: at worst a file too many is published. */
export const mayHoldDiagram = (body: string): boolean =>
  body.includes(diagramLanguage) && /(?:`{3}|~{3}|\{%-?)[ \t]*mermaid\b/.test(body);

/** Without script a diagram is its source: the theme's script draws it above. */
export function renderFence({ content, info }: Token, { escapeHtml, unescapeAll }: MarkdownIt['utils']): string {
  const { language, title, marked } = readInfo(unescapeAll(info));
  const code = markLines(highlight(content, language) ?? escapeHtml(content), marked);
  const kind = language === '' ? '' : ` class="language-${escapeHtml(language)}"`;
  const block = raw(`<pre><code${kind}>${code}</code></pre>`);
  const name = nameOfLanguage(language);
  const named = name !== '' && html` data-language="${name}"`;
  const caption = title !== '' && html`<figcaption>${title}</figcaption>`;
  if (language === diagramLanguage) {
    return `${String(html`<figure class="diagram"><div class="code"${named}>${block}</div>${caption}</figure>`)}\n`;
  }
  if (caption) return `${String(html`<figure class="code"${named}>${caption}${block}</figure>`)}\n`;
  return `${String(html`<div class="code"${named}>${block}</div>`)}\n`;
}

/** VitePress has no space before the braces: there they are no part of the language either. */
function readInfo(info: string): Info {
  const title = /(?:^|\s)title=(["'])(.*?)\1/.exec(info);
  const rest = title ? info.replace(title[0], '') : info;
  const lines = /\{([\d\s,-]*)\}/.exec(rest);
  const [language = ''] = (lines ? rest.replace(lines[0], ' ') : rest).trim().split(/\s+/);
  return { language, title: title?.[2]!.trim() ?? '', marked: toNumbers(lines?.[1] ?? '') };
}

/** No block is longer than this, whatever its author asks for. */
const mostLines = 10_000;

function toNumbers(ranges: string): Set<number> {
  const numbers = new Set<number>();
  for (const range of ranges.split(',')) {
    const [, from, to] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(range) ?? [];
    for (let line = Number(from); line <= Math.min(Number(to ?? from), mostLines); line += 1) numbers.add(line);
  }
  return numbers;
}

/** Nothing where the language is not known. */
function highlight(code: string, language: string): string | undefined {
  const name = language.toLowerCase();
  return hljs.getLanguage(name) ? hljs.highlight(code, { language: name, ignoreIllegals: true }).value : undefined;
}

/** Marks whole lines. What is coloured across lines is closed before a mark and opened again within it. */
function markLines(code: string, marked: ReadonlySet<number>): string {
  if (marked.size === 0) return code;
  const open: string[] = [];
  const close = (): string => '</span>'.repeat(open.length);
  return code
    .split(/(?<=\n)/)
    .map((line, index) => {
      const before = [close(), open.join('')];
      for (const [tag] of line.matchAll(/<\/?span[^>]*>/g)) {
        if (tag === '</span>') open.pop();
        else open.push(tag);
      }
      return marked.has(index + 1)
        ? `${before[0]}<mark class="line">${before[1]}${line}${close()}</mark>${open.join('')}`
        : line;
    })
    .join('');
}

function nameOfLanguage(language: string): string {
  if (/^(?:te?xt|plaintext)?$/i.test(language)) return '';
  if (language === diagramLanguage) return 'Mermaid';
  const name = hljs.getLanguage(language.toLowerCase())?.name ?? language;
  // One grammar serves several languages: then the name is as written.
  return name.includes(',') ? language.toUpperCase() : name;
}
