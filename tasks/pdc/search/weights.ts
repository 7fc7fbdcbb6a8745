// The weight of a term in an article, by its place.
import { levels as mostLevel } from './postings.ts';
import type { Field } from './counts.ts';

/**
 * The weight of one occurrence. A title has the highest weight, because it says what an article is about, while a body
 * mentions many things.
 */
export const weights = { title: 10, names: 5, headings: 4, description: 3, body: 1 };

/** Each further occurrence counts less. A term with this weight gets half of the highest level. */
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
