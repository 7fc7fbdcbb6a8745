// A rule of `verify`.
import type { RuleFinding } from './finding.ts';
import type { ParsedPage } from './page.ts';
import type { Published } from './published.ts';

/** A rule looks at the site as a whole, or at every page for people, or at both. */
export type Rule = {
  readonly id: string;
  readonly check?: (published: Published) => Promise<RuleFinding[]>;
  readonly checkPage?: (page: ParsedPage, published: Published) => Promise<RuleFinding[]>;
};
