// Messages with counts: of articles, of files, of the names that a list leaves out.
import { message } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import { printable } from '#pdc/words/printable';

/** The first names of a list, and the number of the others. */
export function firstNames(names: readonly string[], max: number): MessageValue {
  const firstNames = names.slice(0, max).map(printable).join(', ');
  return names.length > max ? message('andMore', { shown: firstNames, count: names.length - max }) : firstNames;
}

export const countArticles = (count: number): Message => message(count === 1 ? 'article' : 'articles', { count });

export const countFiles = (count: number): Message => message(count === 1 ? 'file' : 'files', { count });
