// The shipped Prometheus rules: expressions that parse, over figures, labels and values that the service has.
import type { parser as Parser } from '@prometheus-io/lezer-promql';
import { expect } from 'chai';
import { parse } from 'yaml';
import { createMetrics } from '../../../server/process/metrics.ts';
import { problems } from '../../../server/problem.ts';
import { auditEvents } from '../../../server/types.ts';
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

/** The labels of each figure of an instance that has seen one of everything. */
async function readFigures(): Promise<Map<string, Set<string>>> {
  const { observe, observeRequest, read } = createMetrics({
    pool: () => ({ used: 0, free: 1, waiting: 0 }),
    secondsAhead: () => 0,
  });
  observe({ kind: 'login', channel: 'web', result: 'ok' });
  observe({ kind: 'refresh', result: 'ok' });
  observe({ kind: 'identity', event: 'user_created' });
  observe({ kind: 'limited', limit: 'user' });
  observe({ kind: 'provider', call: 'web_code', result: 'ok', seconds: 1 });
  observe({ kind: 'circuit', state: 'open' });
  observeRequest({ route: '/api/auth/refresh', method: 'POST', status: 200, seconds: 1 });
  const figures = new Map<string, Set<string>>([['up', new Set()]]);
  for (const [, name, labels = ''] of (await read()).text.matchAll(/^([a-z0-9_]+)(?:\{(.*)\})? \S+$/gm)) {
    const known = figures.get(name!) ?? new Set();
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
    figures.set(name!, known);
  }
  return figures;
}

type Selector = { readonly name: string; readonly matchers: readonly { label: string; value: string }[] };

/** Throws where the expression does not parse. */
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

  it('asks for figures and labels that /metrics has', async () => {
    const figures = await readFigures();
    for (const { alert, expr } of rules) {
      for (const { name, matchers } of readSelectors(expr)) {
        expect([...figures.keys()], alert).to.include(name);
        // Prometheus itself adds these two.
        const labels = ['job', 'instance', ...figures.get(name)!];
        for (const { label } of matchers) expect(labels, `${alert}: ${name}`).to.include(label);
      }
      for (const [, by = ''] of expr.matchAll(/by \(([^)]*)\)/g)) {
        const known = [...figures.values()].flatMap((labels) => [...labels]);
        for (const label of by.split(/,\s*/)) expect(known, alert).to.include(label);
      }
    }
  });

  it('waits for results and events that can come', () => {
    const values: Readonly<Record<string, readonly string[]>> = {
      result: ['ok', ...Object.keys(problems)],
      event: auditEvents,
      state: ['used', 'free', 'waiting'],
      status: Object.values(problems).map(({ status }) => String(status)),
      route: ['/api/auth/refresh'],
    };
    for (const { alert, expr } of rules) {
      for (const { label, value } of readSelectors(expr).flatMap(({ matchers }) => matchers)) {
        if (label === 'job') expect(value, alert).to.equal('duplex-login');
        else for (const word of value.split('|')) expect(values[label], `${alert}: ${label}`).to.include(word);
      }
    }
  });

  it('names each alert once, says how urgent it is, and whom it wakes what to do', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).to.equal(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect(labels.severity, alert).to.be.oneOf(['page', 'ticket']);
      expect(annotations.summary, alert).to.be.a('string').and.not.empty;
      if (labels.severity === 'page') expect(annotations.remedy, alert).to.be.a('string').and.not.empty;
    }
  });
});
