// The lines of a search index while they are written: a word, a space and its postings; all pairs that begin with one Han
// character on one line, which saves a seventh of the file when it is compressed.
import { compare } from '../defect.ts';
import { levels, writePosting } from './postings.ts';
import { isHan } from './terms.ts';

export type Lines = {
  /** Articles come in order. */
  readonly add: (term: string, post: number, level: number) => void;
  readonly terms: () => Iterable<string>;
  /** In the order in which they are searched. */
  readonly written: () => Iterable<string>;
};

const base = levels + 1;

export function createLines(): Lines {
  // Of each term where it stands and how much it says there, as one number: texts of so many would keep the collector busy.
  const lines = new Map<string, number[]>();
  return {
    add(term, post, level) {
      const posting = post * base + level;
      const known = lines.get(term);
      if (known) known.push(posting);
      else lines.set(term, [posting]);
    },
    terms: () => lines.keys(),
    *written() {
      const postingsOf = (term: string): string => {
        let before = -1;
        const write = (posting: number): string => {
          const post = Math.floor(posting / base);
          const written = writePosting({ before, post, level: posting % base });
          before = post;
          return written;
        };
        return lines.get(term)!.map(write).join('');
      };
      let line = '';
      for (const term of [...lines.keys()].sort(compare)) {
        if (isHan(term) && term[0] === line[0]) line += ` ${term.slice(1)}${postingsOf(term)}`;
        else {
          if (line !== '') yield line;
          if (!isHan(term)) line = `${term} ${postingsOf(term)}`;
          else line = term.length === 1 ? term + postingsOf(term) : `${term[0]!} ${term.slice(1)}${postingsOf(term)}`;
        }
      }
      if (line !== '') yield line;
    },
  };
}
