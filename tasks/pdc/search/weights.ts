// How much a term says of an article, by where it stands.
import { levels as mostLevel } from './postings.ts';
import type { Field } from './counts.ts';

/** How much one occurrence says: a title says what an article is about, a body says much in passing. */
export const weights = { title: 10, names: 5, headings: 4, description: 3, body: 1 };

/** An occurrence more says the less, the more there were: half of all that can be said is said at this many. */
const half = 5;

/** Normalized texts. `names`: slug, categories and tags. */
export type Fields = {
  readonly title: string;
  readonly names: string;
  readonly description: string;
  readonly headings: string;
};

export const weigh = ({ title, names, description, headings }: Fields): Field[] => [
  [title, weights.title],
  [names, weights.names],
  [description, weights.description],
  [headings, weights.headings],
];

export const toLevel = (weight: number): number => Math.max(1, Math.round((weight / (weight + half)) * mostLevel));
