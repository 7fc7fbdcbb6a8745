// What the corpus is about: one domain for each prefix it uses, with the words its articles are made of.
import { readWords } from './words.ts';

export type Domain = {
  prefix: string;
  categories: readonly [string, string];
  /** Beside the last category, which is the first tag of every article. */
  tags: readonly string[];
  /** English words of the file name. */
  topics: readonly string[];
  subjects: readonly string[];
  concepts: readonly string[];
  tools: readonly string[];
  codes: readonly string[];
  /** Of the code blocks, in turn; as in real posts, some are plain text and some say nothing. */
  languages: readonly string[];
};

type Domains = {
  /** Tags of every domain, with their slugs. */
  readonly commonTags: Readonly<Record<string, string>>;
  readonly promptDomain: Domain;
  readonly domains: readonly Domain[];
};

export const { commonTags, promptDomain, domains } = readWords<Domains>('domains');
