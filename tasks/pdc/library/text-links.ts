// The links of a text, found by rendering or parsing. The link check of the whole site uses them.
import { isLocked } from '../article/article.ts';
import type { Article, Locked, Page } from '../article/article.ts';
import { anchorsIn } from '../text/html.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { Base } from '../markdown/links.ts';
import type { Rendered } from '../markdown/render.ts';
import { remember } from '../remember.ts';

export type TextLinks = Pick<Rendered, 'links' | 'flaws' | 'fault'> & {
  /** The ids in the text; empty if the text never links to itself. */
  readonly anchors: readonly string[];
};

/** The links of a locked text, found by parsing. Rendering would find the same links. */
export const lockedTextLinks = remember(({ text: { links, flaws, anchors } }: Locked): TextLinks => ({
  links,
  flaws,
  anchors,
}));

export function textLinksOf(entry: Article | Page, { html, links, flaws, fault }: Rendered, base: Base): TextLinks {
  const renderingFault = fault && { fault };
  if (isLocked(entry)) return { ...lockedTextLinks(entry), ...renderingFault };
  const linksToItself = links.some(
    ({ target }) => target.includes('#') && resolveTarget(target, base).path === base.path,
  );
  return { links, flaws, anchors: linksToItself ? [...anchorsIn(html)] : [], ...renderingFault };
}
