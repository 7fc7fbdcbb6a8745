// Whether a site needs what draws diagrams.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { mayHoldDiagram } from '../markdown/code.ts';
import { remember } from '../remember.ts';

// A watcher asks after every save, and few of its entries are new.
const holdsDiagram = remember((entry: Article | Page): boolean =>
  isLocked(entry) ? entry.text.holdsDiagram : mayHoldDiagram(entry.raw),
);

/** Whether some text of a library may have a diagram. */
export const holdsDiagrams = ({
  articles,
  pages,
}: {
  readonly articles: readonly Article[];
  readonly pages: readonly Page[];
}): boolean => [...articles, ...pages].some((entry) => holdsDiagram(entry));
