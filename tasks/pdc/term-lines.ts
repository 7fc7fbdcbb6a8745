// The lines of a search index while they are written: a term, a space and its postings.
import { compare } from './defect.ts';
import { writePosting } from './postings.ts';

export type Lines = {
  /** Articles come in order. */
  readonly add: (term: string, post: number, level: number) => void;
  readonly terms: () => Iterable<string>;
  /** In the order in which they are searched. */
  readonly written: () => string[];
};

export function createLines(): Lines {
  const lines = new Map<string, { readonly postings: string[]; last: number }>();
  return {
    add(term, post, level) {
      const line = lines.get(term);
      if (!line) lines.set(term, { postings: [writePosting({ before: -1, post, level })], last: post });
      else {
        line.postings.push(writePosting({ before: line.last, post, level }));
        line.last = post;
      }
    },
    terms: () => lines.keys(),
    written: () => [...lines.keys()].sort(compare).map((term) => `${term} ${lines.get(term)!.postings.join('')}`),
  };
}
