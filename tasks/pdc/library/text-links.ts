// The links of a text, as rendering or parsing found them: the checks of the whole site begin with these.
import { isLocked } from '../article/article.ts';
import type { Article, Locked, Page } from '../article/article.ts';
import { anchorsIn } from '../text/html.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { Base } from '../markdown/links.ts';
import type { Rendered } from '../markdown/render.ts';
import { remember } from '../remember.ts';

export type TextLinks = Pick<Rendered, 'links' | 'flaws' | 'fault'> & {
  /** The ids in the text, if one of its own links names one: most texts have no such link. */
  readonly anchors: readonly string[];
};

/** A locked text has the links that parsing found, rendered or not. */
export const lockedTextLinks = remember(({ text: { links, flaws, anchors } }: Locked): TextLinks => ({
  links,
  flaws,
  anchors,
}));

export function textLinksOf(entry: Article | Page, { html, links, flaws, fault }: Rendered, base: Base): TextLinks {
  const rest = fault && { fault };
  if (isLocked(entry)) return { ...lockedTextLinks(entry), ...rest };
  const leadsIntoItself = links.some(
    ({ target }) => target.includes('#') && resolveTarget(target, base).path === base.path,
  );
  return { links, flaws, anchors: leadsIntoItself ? [...anchorsIn(html)] : [], ...rest };
}
