// The tables of `bench watch`, the slowest edits first.
import { contenders } from './contenders.ts';
import { describeRun, quantile, row, usedIn } from './options.ts';
import type { Circumstances } from './options.ts';
import type { EditKind } from './watch-edits.ts';

/** Milliseconds from the save. */
export type Followed = { readonly kind: EditKind; readonly page: number; readonly everywhere?: number };

/** All edits of one contender on one corpus, or the reason why they are missing. */
export type Row = { readonly articles: number; readonly key: string } & (
  | {
      readonly followed: readonly Followed[];
      /** Resident megabytes at the start and after all edits. */
      readonly memory: readonly [start: number, end: number];
      readonly cpuPerEdit: number;
    }
  | { readonly failed: string }
);
export type FollowedRow = Extract<Row, { followed: unknown }>;

type Goal = { readonly page: number; readonly everywhere?: number };

/** The limits, in milliseconds, that 95 of 100 edits should keep, by the number of articles. */
const goals: Readonly<Record<number, Partial<Record<EditKind, Goal>>>> = {
  1_000: {
    body: { page: 50 },
    title: { page: 150 },
    tag: { page: 150, everywhere: 300 },
    date: { page: 150, everywhere: 300 },
    'new file': { page: 150, everywhere: 300 },
    rename: { page: 150, everywhere: 300 },
  },
  10_000: { body: { page: 309 }, title: { page: 927 } },
};

const nameOf = (key: string): string => contenders.find((contender) => contender.key === key)?.name ?? key;

export function writeReport(rows: readonly (Row & Circumstances)[]): string {
  const sizes = [...new Set(rows.map(({ articles }) => articles))].sort((a, b) => a - b);
  return `# From a save to the replaced output

${describeRun(rows, usedIn(rows))}

Milliseconds from the save until the article's page shows the edit, and until everything does. Everything does when \`digests.json\`, which is written last, has the digest of the new \`index.json\`: then all lists, the feed, the sitemap and the manifest are in place. For \`_site.yml\` and \`_site.js\`, every page must show the edit. Each edit of an article also adds a line to its text. The slowest kinds come first. Saves come every 0.2 to 2.5 s.

${sizes
  .map((articles) =>
    writeSize(
      rows.filter((one) => one.articles === articles),
      articles,
    ),
  )
  .join('\n\n')}
`;
}

function writeSize(rows: readonly Row[], articles: number): string {
  const done = rows.filter((one): one is FollowedRow => 'followed' in one);
  const kinds = done.flatMap(({ key, followed }) =>
    [...new Set(followed.map(({ kind }) => kind))].map((kind) => {
      const some = followed.filter((one) => one.kind === kind);
      const pages = some.map(({ page }) => page);
      const everywhere = some.flatMap((one) => one.everywhere ?? []);
      return {
        worst: quantile(pages, 0.95),
        cells: [
          nameOf(key),
          kind,
          some.length,
          ...spread(pages),
          ...spread(everywhere),
          key === 'duplex' ? verdict({ pages, everywhere, goal: goals[articles]?.[kind] }) : '',
        ],
      };
    }),
  );
  const costs = done.map(({ key, followed, memory: [start, end], cpuPerEdit }) =>
    row([
      nameOf(key),
      followed.length,
      cpuPerEdit.toFixed(0),
      start.toFixed(0),
      end.toFixed(0),
      (end / start).toFixed(2),
    ]),
  );
  return [
    `## ${articles} articles\n`,
    row(['', 'edit', 'edits', 'page p50', 'p95', 'everywhere p50', 'p95', 'goals of p95']),
    '| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ...kinds.toSorted((a, b) => b.worst - a.worst).map(({ cells }) => row(cells)),
    ...rows.flatMap((one) => ('failed' in one ? [row([nameOf(one.key), one.failed, '', '', '', '', '', ''])] : [])),
    '',
    row(['', 'edits', 'CPU ms an edit', 'MB at the start', 'MB after them', 'ratio']),
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...costs,
  ].join('\n');
}

type Judged = {
  readonly pages: readonly number[];
  readonly everywhere: readonly number[];
  readonly goal: Goal | undefined;
};

function verdict({ pages, everywhere, goal }: Judged): string {
  const judge = (name: string, numbers: readonly number[], atMost?: number): string[] =>
    atMost === undefined || numbers.length === 0
      ? []
      : [`${name} ${atMost}: ${quantile(numbers, 0.95) <= atMost ? 'met' : 'missed'}`];
  return goal
    ? [...judge('page', pages, goal.page), ...judge('everywhere', everywhere, goal.everywhere)].join(', ')
    : '';
}

const spread = (numbers: readonly number[]): string[] =>
  [0.5, 0.95].map((share) => (numbers.length === 0 ? '' : quantile(numbers, share).toFixed(0)));
