// data.raw becomes data.content: Markdown to HTML.
import { objectTransform } from 'through2';
import type { Article, Page } from '#pdc/article';
import { baseOf } from '#pdc/library';
import type { Library } from '#pdc/library';
import { resolveTarget } from '#pdc/links';
import { renderMarkdown } from '#pdc/markdown';
import type { Rendered } from '#pdc/markdown';
import type { EntryFile } from './vinyl.ts';

/** `observe` hears of every entry that was rendered: its links are checked when all of the output is known. */
export function render(
  library: Library,
  observe: (entry: Article | Page, rendered: Rendered) => void,
): NodeJS.ReadWriteStream {
  return objectTransform(async function render(file: EntryFile): Promise<EntryFile> {
    const base = baseOf(library, file.entry);
    const rendered = renderMarkdown(file.entry.raw, {
      resolve: (target) => resolveTarget(target, base).href,
      math: file.entry.layout === 'post' && file.entry.mathjax === true,
    });
    observe(file.entry, rendered);
    const { html, ...rest } = rendered;
    file.contents = Buffer.from(html);
    file.rendered = rest;
    return file;
  });
}
