// Finds out whether a site has diagrams.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { mayHoldDiagram } from '../markdown/code.ts';
import { remember } from '../remember.ts';

// Remembered, because a watcher calls this after every save.
const holdsDiagram = remember((entry: Article | Page): boolean =>
  isLocked(entry) ? entry.text.holdsDiagram : mayHoldDiagram(entry.raw),
);

/** Whether a text of the library may have a diagram. */
export const holdsDiagrams = ({
  articles,
  pages,
}: {
  readonly articles: readonly Article[];
  readonly pages: readonly Page[];
}): boolean => [...articles, ...pages].some((entry) => holdsDiagram(entry));
