// Words that mean nearly the same, as the search index carries them: what a query says, and what articles may say instead.
import { termsOf } from './terms.ts';

/** For a form of a word: the terms of each other form that stands in the index. */
export type Meanings = {
  readonly of: (form: string) => readonly (readonly string[])[];
  /** Characters of the longest form. */
  readonly longest: number;
};

/**
 * Reads groups: the forms that stand in the index, ">", those that only queries have; "|" between groups. A form behind
 * "+" is found by the others, and finds none.
 */
export function readMeanings(written: string): Meanings {
  const others = new Map<string, string[][]>();
  for (const group of written.split('|')) {
    const [own = [], asked = []] = group.split('>').map((forms) => forms.split(' ').filter((form) => form !== ''));
    for (const form of [...own, ...asked].filter((one) => !one.startsWith('+'))) {
      const name = form.replaceAll('_', ' ');
      const known = others.get(name) ?? [];
      known.push(...own.filter((other) => other !== form).map((other) => termsOf(other.replace('+', ''))));
      others.set(name, known);
    }
  }
  return {
    of: (form) => others.get(form) ?? [],
    longest: Math.max(0, ...[...others.keys()].map((form) => form.length)),
  };
}
