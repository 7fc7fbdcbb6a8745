// data.raw becomes data.content: Markdown to HTML.
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { baseOf } from '#pdc/library/links';
import type { Library } from '#pdc/library/library';
import { secretOf } from '#pdc/locked/secret';
import { resolveTarget } from '#pdc/markdown/links';
import { renderMarkdown } from '#pdc/markdown/render';
import type { ImageSize, Rendered } from '#pdc/markdown/render';
import { createPostLookup } from '#pdc/library/post-names';
import type { Lookups } from '#pdc/markdown/tag-templates';
import { expandTags } from '#pdc/markdown/template-tags';
import { stage } from './stage.ts';
import type { EntryFile } from './vinyl.ts';

export type RenderOptions = {
  /** How large the image at a site path is; nothing where that is not known. */
  readonly sizeOf: (path: string) => ImageSize | undefined;
  /** Hears of every entry that was rendered: its links are checked when all of the output is known. */
  readonly observe: (entry: Article | Page, rendered: Rendered) => void;
  /** How the prompt of a `prompt-` article is shown. */
  readonly showPrompt: (article: Article, prompt: { readonly text: string; readonly body: string }) => string;
};

export function render(library: Library, { sizeOf, observe, showPrompt }: RenderOptions): NodeJS.ReadWriteStream {
  const lookups = { post: createPostLookup(library) };
  return stage(function render(file: EntryFile): EntryFile {
    const { entry } = file;
    const rendered = renderEntry(entry, { library, lookups, sizeOf, showPrompt });
    observe(entry, rendered);
    const { html, ...rest } = rendered;
    file.content = html;
    file.rendered = rest;
    return file;
  });
}

export type EntryContext = Pick<RenderOptions, 'showPrompt'> &
  Partial<Pick<RenderOptions, 'sizeOf'>> & { readonly library: Library; readonly lookups: Lookups };

/** The same of one entry. */
export function renderEntry(
  entry: Article | Page,
  { library, lookups, sizeOf = () => undefined, showPrompt }: EntryContext,
): Rendered {
  const base = baseOf(library, entry);
  const body = isLocked(entry) ? secretOf(entry).raw : entry.raw;
  return renderMarkdown(expandTags(body, lookups), {
    resolve: (target) => resolveTarget(target, base).href,
    sizeOf: (target) => {
      const { path } = resolveTarget(target, base);
      return path === undefined ? undefined : sizeOf(path);
    },
    language: library.site.language,
    extend: library.site.functions?.markdown,
    math: entry.layout === 'post' && entry.mathjax === true,
    ...(entry.layout === 'post' && entry.prefix === 'prompt'
      ? { showPrompt: (text: string) => showPrompt(entry, { text, body }) }
      : {}),
  });
}
