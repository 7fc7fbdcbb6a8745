// Compares the figures of `bench build` with the goals of the build. The goal that is missed most comes first.
import { compare, figures, select } from './build-rows.ts';
import type { FigureName, Row } from './build-rows.ts';
import { median, row } from './options.ts';

type Subject = { readonly corpus?: string; readonly key?: string };
type Goal = {
  readonly articles: number;
  readonly figure: FigureName;
  /** The measured subject. By default, the product on `made` and on `real`; the worse of both results counts. */
  readonly of?: Subject;
  /** The divisor, from the same round. Without a divisor, the figure itself counts. */
  readonly by?: Subject;
  readonly atMost: number;
};

const besideCold = { key: 'duplex' };

const goals: readonly Goal[] = [
  { articles: 71, figure: 'CPU', by: { key: 'eleventy' }, atMost: 1 },
  { articles: 71, figure: 'CPU', by: { key: 'hexo' }, atMost: 1 },
  { articles: 1_000, figure: 'CPU', by: { key: 'floor' }, atMost: 2.4 },
  { articles: 1_000, figure: 'CPU', by: { key: 'hugo' }, atMost: 1 },
  { articles: 1_000, figure: 'wall', by: { key: 'hugo' }, atMost: 1.6 },
  { articles: 1_000, figure: 'CPU', by: { key: 'eleventy' }, atMost: 1.5 },
  { articles: 1_000, figure: 'CPU', by: { key: 'hexo' }, atMost: 1 },
  { articles: 1_000, figure: 'CPU', by: { key: 'eleventy-whole' }, atMost: 0.33 },
  { articles: 1_000, figure: 'CPU', by: { key: 'hexo-whole' }, atMost: 0.4 },
  { articles: 1_000, figure: 'CPU', by: { key: 'hugo-pagefind' }, atMost: 0.55 },
  { articles: 1_000, figure: 'CPU', of: { corpus: 'formulas' }, by: { corpus: 'made' }, atMost: 2 },
  { articles: 1_000, figure: 'CPU', of: { corpus: 'formulas' }, by: { key: 'floor' }, atMost: 2.4 },
  { articles: 1_000, figure: 'CPU', of: { corpus: 'locked' }, by: { corpus: 'made' }, atMost: 1.2 },
  { articles: 1_000, figure: 'CPU', of: { corpus: 'real locked' }, by: { corpus: 'real' }, atMost: 1.2 },
  { articles: 1_000, figure: 'peak', of: { corpus: 'real locked' }, by: { corpus: 'real' }, atMost: 1.15 },
  {
    articles: 1_000,
    figure: 'CPU',
    of: { corpus: 'real locked', key: 'edit' },
    by: { corpus: 'real', key: 'edit' },
    atMost: 1.3,
  },
  { articles: 1_000, figure: 'peak', atMost: 280 },
  { articles: 1_000, figure: 'CPU', of: { corpus: 'foreign', key: 'adopt' }, by: besideCold, atMost: 1.2 },
  { articles: 1_000, figure: 'CPU', of: { key: 'verify' }, by: besideCold, atMost: 0.45 },
  { articles: 10_000, figure: 'CPU', by: { key: 'floor' }, atMost: 2.4 },
  { articles: 10_000, figure: 'CPU', by: { key: 'hugo' }, atMost: 0.55 },
  { articles: 10_000, figure: 'peak', atMost: 850 },
  { articles: 10_000, figure: 'CPU', of: { key: 'unchanged' }, by: besideCold, atMost: 0.015 },
  { articles: 10_000, figure: 'CPU', of: { key: 'edit' }, by: besideCold, atMost: 0.12 },
];

/** The worst result of a goal; undefined if nothing was measured. */
function measure(rows: readonly Row[], { articles, figure, of = {}, by }: Goal): number | undefined {
  const sized = rows.filter((one) => one.articles === articles);
  const results = (of.corpus === undefined ? ['made', 'real'] : [of.corpus]).map((corpus) => {
    const subject = { corpus, key: 'duplex', ...of };
    const found = select(sized, subject);
    return by ? compare(found, select(sized, { ...subject, ...by }), figure) : median(found.map(figures[figure]));
  });
  const worst = Math.max(...results.filter((result) => !Number.isNaN(result)));
  return worst === -Infinity ? undefined : worst;
}

/** The table of the goals that have measurements. */
export function writeGoals(rows: readonly Row[], nameOf: (key: string) => string): string {
  const lines = goals.flatMap((goal) => {
    const { articles, figure, of = {}, by, atMost } = goal;
    const measured = measure(rows, goal);
    if (measured === undefined) return [];
    const write = ({ corpus, key }: Subject): string =>
      [nameOf(key ?? 'duplex'), ...(corpus === undefined ? [] : [`on ${corpus}`])].join(' ');
    const text = `${figure}${by ? '' : ' MB'}: ${write(of)}${by ? ` / ${write(by)}` : ''}`;
    const cells = [articles, text, atMost, measured.toFixed(by ? 3 : 0), measured <= atMost ? 'met' : 'missed'];
    return [{ excess: measured / atMost, cells }];
  });
  return [
    row(['articles', 'goal', 'at most', 'measured', '']),
    '| ---: | --- | ---: | ---: | --- |',
    ...lines.toSorted((a, b) => b.excess - a.excess).map(({ cells }) => row(cells)),
  ].join('\n');
}
