// Whether a site needs what draws diagrams.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { mayHoldDiagram } from '../markdown/code.ts';

/** Whether some text of a library may have a diagram. */
export const holdsDiagrams = ({
  articles,
  pages,
}: {
  readonly articles: readonly Article[];
  readonly pages: readonly Page[];
}): boolean => articles.some(holdsDiagram) || pages.some(holdsDiagram);

// A watcher asks with every save, and few of its entries are new.
const known = new WeakMap<Article | Page, boolean>();

function holdsDiagram(entry: Article | Page): boolean {
  const holds = known.get(entry) ?? (isLocked(entry) ? entry.text.holdsDiagram : mayHoldDiagram(entry.raw));
  known.set(entry, holds);
  return holds;
}
