// How much a term says of an article, by where it stands.
import { levels as mostLevel } from './postings.ts';
import { countTerms } from './counts.ts';

/** How much one occurrence says: a title says what an article is about, a body says much in passing. */
export const weights = { title: 10, names: 5, headings: 4, description: 3, body: 1 };

/** An occurrence more says the less, the more there were: half of all that can be said is said at this many. */
const half = 5;

/** Normalized texts. `names`: slug, categories and tags. */
export type Fields = {
  readonly title: string;
  readonly names: string;
  readonly description: string;
  readonly headings?: string;
};

/** What every term of these fields says. */
export function weigh({ title, names, description, headings = '' }: Fields): Map<string, number> {
  const says = new Map<string, number>();
  const count = (text: string, weight: number): void => {
    for (const [term, times] of countTerms(text).top(Infinity)) says.set(term, (says.get(term) ?? 0) + weight * times);
  };
  count(title, weights.title);
  count(names, weights.names);
  count(description, weights.description);
  count(headings, weights.headings);
  return says;
}

export const toLevel = (weight: number): number => Math.max(1, Math.round((weight / (weight + half)) * mostLevel));
