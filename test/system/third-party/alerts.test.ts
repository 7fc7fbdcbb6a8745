// The included Prometheus rules: expressions that parse, with metrics, labels and values of the service.
import type { parser as Parser } from '@prometheus-io/lezer-promql';
import { expect } from 'chai';
import { parse } from 'yaml';
import { endpoints } from '../../../server/login-endpoints.ts';
import { createMetrics } from '../../../server/process/metric-registry.ts';
import { routeOf } from '../../../server/routes/endpoint.ts';
import { readShipped } from '../deploy/nginx.ts';
import { load } from './installed.ts';

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly remedy?: string };
};

const { groups } = parse(readShipped('alerts.yml')) as { groups: { name: string; rules: Rule[] }[] };
let parser: typeof Parser;
const rules = groups.flatMap((group) => group.rules);

type Series = { readonly name: string; readonly labels: Readonly<Record<string, string>> };

/** The metrics of an instance before its first request. */
async function readFigures(): Promise<readonly Series[]> {
  const { read } = createMetrics({
    pool: () => ({ used: 0, free: 1, waiting: 0 }),
    secondsAhead: () => 0,
    linesDropped: () => 0,
    routes: endpoints.map(({ method, path }) => ({ method, route: routeOf(path) })),
  });
  const lines = (await read()).text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? \S+$/gm);
  return [...lines].map(([, name, labels = '']) => ({
    name: name!,
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!])),
  }));
}

type Selector = { readonly name: string; readonly matchers: readonly { label: string; value: string }[] };

/** Throws if the expression does not parse. */
function readSelectors(expression: string): Selector[] {
  const selectors: Selector[] = [];
  parser.parse(expression).iterate({
    enter({ type, node, from, to }) {
      if (type.isError) throw new Error(`${expression} does not parse at ${from}`);
      if (type.name !== 'VectorSelector') return;
      const name = node.getChild('Identifier');
      const matchers = [...expression.slice(from, to).matchAll(/(\w+)=~?"([^"]*)"/g)];
      selectors.push({
        name: name ? expression.slice(name.from, name.to) : '',
        matchers: matchers.map(([, label, value]) => ({ label: label!, value: value! })),
      });
    },
  });
  return selectors;
}

describe('the shipped alerts.yml', () => {
  before(async function () {
    ({ parser } = await load(this, () => import('@prometheus-io/lezer-promql')));
  });

  it('has expressions that parse', () => {
    for (const { expr } of rules) expect(readSelectors(expr), expr).not.to.be.empty;
    expect(() => readSelectors('sum(rate(duplex_logins_total[5m]) >')).to.throw('does not parse');
  });

  it('uses series that /metrics has from the start, because a first value is not an increase', async () => {
    const figures = await readFigures();
    for (const { alert, expr } of rules) {
      for (const { name, matchers } of readSelectors(expr).filter((selector) => selector.name !== 'up')) {
        let series = figures.filter((each) => each.name === name);
        // Prometheus itself adds the job.
        for (const { label, value } of matchers.filter((matcher) => matcher.label !== 'job')) {
          const words = value.split('|');
          expect(new Set(series.map(({ labels }) => labels[label])), `${alert}: ${name}`).to.include.keys(words);
          series = series.filter(({ labels }) => words.includes(labels[label]!));
        }
        expect(series, `${alert}: ${name}`).not.to.be.empty;
      }
      for (const [, by = ''] of expr.matchAll(/by \(([^)]*)\)/g)) {
        const known = ['instance', ...figures.flatMap(({ labels }) => Object.keys(labels))];
        for (const label of by.split(/,\s*/)) expect(known, alert).to.include(label);
      }
    }
  });

  it('counts no probes and scrapes in its shares of requests, only the requests of people', () => {
    const shares = rules.filter(({ expr }) =>
      /duplex_request_seconds_count[^]*\/[^]*duplex_request_seconds_count/.test(expr),
    );
    expect(shares).not.to.be.empty;
    for (const { alert, expr } of shares) {
      for (const [selector] of expr.matchAll(/duplex_request_seconds_count(\{[^}]*\})?/g)) {
        const [, routes = ''] = /route!~"([^"]*)"/.exec(selector) ?? [];
        expect(routes.split('|'), `${alert}: ${selector}`).to.have.members(['/healthz', '/readyz', '/metrics', 'none']);
      }
    }
  });

  it('names each alert once, says how urgent it is, and has a remedy for each alert that wakes somebody', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity, alert).to.be.oneOf(['page', 'ticket']);
      expect(annotations.summary, alert).to.be.a('string').and.not.empty;
      if (labels.severity === 'page') expect(annotations.remedy, alert).to.be.a('string').and.not.empty;
    }
  });
});
