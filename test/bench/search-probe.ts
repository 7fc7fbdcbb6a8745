// What a reader of the search index pays: opens it, asks it, and prints times and memory. Bundled and run by `bench search`.
import { readFileSync } from 'node:fs';
import { openSearchIndex, searchPosts } from '#pdc/search/rank';
import type { Entry } from '#pdc/schema';

export type Probe = {
  openMilliseconds: number;
  /** By query, in order; each the second of two. */
  milliseconds: number[];
  heapBytes: number;
  residentBytes: number;
};

const [indexFile, searchFile, queryFile] = process.argv.slice(2) as [string, string, string];
const { posts } = JSON.parse(readFileSync(indexFile, 'utf8')) as { posts: Entry[] };
const queries = JSON.parse(readFileSync(queryFile, 'utf8')) as string[];

const timed = <T>(work: () => T): { result: T; milliseconds: number } => {
  const started = performance.now();
  return { result: work(), milliseconds: performance.now() - started };
};
const { result: index, milliseconds: openMilliseconds } = timed(() =>
  openSearchIndex(readFileSync(searchFile, 'utf8')),
);
const ask = (query: string): number => timed(() => searchPosts(index, posts, { query, limit: 10 })).milliseconds;
queries.forEach(ask);
const milliseconds = queries.map(ask);
// The largest that the process ever was, the texts that it parsed included.
const residentBytes = process.resourceUsage().maxRSS * 1024;
const probe: Probe = { openMilliseconds, milliseconds, heapBytes: process.memoryUsage().heapUsed, residentBytes };
process.stdout.write(JSON.stringify(probe));
