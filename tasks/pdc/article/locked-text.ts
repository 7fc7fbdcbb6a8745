// Hides a locked text, and extracts the facts about it that the build may know: links, flaws, anchors and files.
import { anchorsIn, toPlainText } from '../text/html.ts';
import { hide } from '../locked/secret.ts';
import type { LockedText } from '../locked/secret.ts';
import { mayHoldDiagram } from '../markdown/code.ts';
import { filesNamedIn, fragmentOf } from '../markdown/links.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Source } from './fields.ts';
import { createPlaces, placeInBody } from './places.ts';

export function lockText(
  { frontMatter, site }: Source,
  { password, math }: { readonly password: string | undefined; readonly math: boolean },
): LockedText {
  const { raw } = frontMatter;
  const { html, links, flaws } = renderMarkdown(raw, {
    resolve: (target) => target,
    math,
    host: new URL(site.url).hostname,
    language: site.language,
    extend: site.functions?.markdown,
  });
  const placeOf = createPlaces(frontMatter);
  const targets = links.map(({ target }) => target);
  const fragments = new Set(targets.map(fragmentOf));
  const text = {
    links: links.map((link) => ({ ...link, place: placeOf(link) })),
    flaws: flaws.map(({ kind, offset }) => ({ kind, tag: '', offset, place: placeInBody(frontMatter, offset) })),
    anchors: [...anchorsIn(html)].filter((anchor) => fragments.has(anchor)),
    files: filesNamedIn([raw, ...targets].join('\n')),
    holdsDiagram: mayHoldDiagram(raw),
  };
  return hide(text, { raw, visibleText: toPlainText(html), password });
}
