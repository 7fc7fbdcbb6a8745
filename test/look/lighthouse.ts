// Lighthouse's scores of home, a post and a search, as on a phone: the median of several runs. Lighthouse needs a
// newer Node than the product, so npm fetches both for this run.
import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { findChromium } from '../support/browser.ts';

const paths = ['/', '/posts/tcp-ip-handshake-observed/', `/?q=${encodeURIComponent('二分查找的边界')}`];
const packages = ['-p', 'node@24', '-p', 'lighthouse@13'];
const runs = 3;

/** The minimum score of a category, of 100. */
const least = 95;

export type Scores = {
  readonly path: string;
  readonly categories: Readonly<Record<string, number>>;
  /** In milliseconds; layout shift is a number without unit. */
  readonly measures: Readonly<Record<string, number>>;
  readonly faults: readonly string[];
};

type Result = {
  readonly categories: Readonly<Record<string, { readonly title: string; readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
};

const measures = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  CLS: 'cumulative-layout-shift',
} as const;

export async function* scoresOf(origin: string): AsyncGenerator<Scores> {
  for (const path of paths) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await visit(origin + path));
    const categories = Object.fromEntries(
      Object.entries(results[0]!.categories).map(([id, { title }]) => [
        title,
        median(results.map((result) => Math.round(result.categories[id]!.score * 100))),
      ]),
    );
    const faults = Object.entries(categories).filter(([, score]) => score < least);
    yield {
      path: decodeURIComponent(path),
      categories,
      measures: Object.fromEntries(
        Object.entries(measures).map(([name, audit]) => [
          name,
          median(results.map(({ audits }) => audits[audit]?.numericValue ?? NaN)),
        ]),
      ),
      faults: faults.map(([title, score]) => `${title} is ${score}, and should be at least ${least}`),
    };
  }
}

async function visit(url: string): Promise<Result> {
  const flags = ['--quiet', '--output=json', '--chrome-flags=--headless=new --no-sandbox --disable-gpu'];
  const { stdout } = await promisify(execFile)('npx', ['-y', ...packages, 'lighthouse', url, ...flags], {
    env: { ...process.env, CHROME_PATH: findChromium() },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as Result;
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
