// Renders Markdown to HTML: data.raw becomes data.content.
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { baseOf } from '#pdc/library/entry-links';
import type { Library } from '#pdc/library/library';
import { textLinksOf } from '#pdc/library/text-links';
import { secretOf } from '#pdc/locked/secret';
import { resolveTarget } from '#pdc/markdown/links';
import { renderMarkdown } from '#pdc/markdown/render';
import type { ImageSize, Rendered } from '#pdc/markdown/render';
import { stage } from './stage.ts';
import type { EntryFile, RowFile } from './vinyl.ts';

export type RenderOptions = {
  /** The size of the image at a site path; undefined if it is unknown. */
  readonly sizeOf: (path: string) => ImageSize | undefined;
  /** Makes the markup for the prompt of a `prompt-` article. */
  readonly showPrompt: (article: Article, prompt: { readonly text: string; readonly body: string }) => string;
  /** The last rendered text of a file, if rendering it again would give the same text. */
  readonly lastText: (file: RowFile) => Rendered | undefined;
};

export function render(library: Library, { lastText, ...options }: RenderOptions): NodeJS.ReadWriteStream {
  return stage(function render(file: EntryFile): EntryFile {
    const { entry } = file;
    const rendered = lastText(file) ?? renderEntry(entry, { library, ...options });
    const { html, ...withoutHtml } = rendered;
    file.content = html;
    file.rendered = withoutHtml;
    file.text = textLinksOf(entry, rendered, baseOf(library, entry));
    if (!isLocked(entry)) file.openHtml = html;
    return file;
  });
}

export type EntryContext = Pick<RenderOptions, 'showPrompt'> &
  Partial<Pick<RenderOptions, 'sizeOf'>> & { readonly library: Library };

/** Renders one entry. */
export function renderEntry(
  entry: Article | Page,
  { library, sizeOf = () => undefined, showPrompt }: EntryContext,
): Rendered {
  const base = baseOf(library, entry);
  const body = isLocked(entry) ? secretOf(entry).raw : entry.raw;
  return renderMarkdown(body, {
    resolve: (target) => resolveTarget(target, base).href,
    sizeOf: (target) => {
      const { path } = resolveTarget(target, base);
      return path === undefined ? undefined : sizeOf(path);
    },
    language: library.site.language,
    host: new URL(library.site.url).hostname,
    extend: library.site.functions?.markdown,
    math: entry.mathjax === true,
    ...(entry.layout === 'post' && entry.prefix === 'prompt'
      ? { showPrompt: (text: string) => showPrompt(entry, { text, body }) }
      : {}),
  });
}
