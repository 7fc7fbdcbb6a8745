// The subjects of the corpus: one domain for each prefix, with the words of its articles.
import { readWords } from './words.ts';

export type Domain = {
  prefix: string;
  categories: readonly [string, string];
  /** In addition to the last category, which is the first tag of every article. */
  tags: readonly string[];
  /** English words of the file name. */
  topics: readonly string[];
  subjects: readonly string[];
  concepts: readonly string[];
  tools: readonly string[];
  codes: readonly string[];
  /** The languages of the code blocks, in turn. As in real posts, some are plain text and some name no language. */
  languages: readonly string[];
};

type Domains = {
  /** Tags of every domain, with their slugs. */
  readonly commonTags: Readonly<Record<string, string>>;
  readonly promptDomain: Domain;
  readonly domains: readonly Domain[];
};

export const { commonTags, promptDomain, domains } = readWords<Domains>('domains');
