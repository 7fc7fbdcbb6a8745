// Metrics in the Prometheus format. No label contains data from a request.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { SharedClock } from './shared-clock.ts';
import { problems } from '../problem.ts';
import { auditEvents } from '../ports/audit-store.ts';
import { channels, circuitCalls, providerCalls } from '../ports/identity-provider.ts';
import { limitKinds } from '../ports/rate-limits.ts';
import type { MetricEvent } from '../ports/metric-events.ts';
import type { Database } from '../ports/sql-database.ts';

export type Metrics = {
  readonly observe: (event: MetricEvent) => void;
  readonly observeRequest: (request: { route: string; method: string; status: number; seconds: number }) => void;
  /** The body of /metrics and its media type. */
  readonly read: () => Promise<{ readonly text: string; readonly type: string }>;
};

const latencies = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type MetricsParts = Pick<Database, 'pool'> &
  Pick<SharedClock, 'secondsAhead'> & {
    /** How many log lines have been dropped. */
    readonly linesDropped: () => number;
    readonly routes: readonly { readonly route: string; readonly method: string }[];
  };

export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const series = createSeries(registry);
  initialize(series, parts.routes);
  registerCollectors(registry, parts);
  return {
    observe: (event) => record(series, event),
    observeRequest: ({ route, method, status, seconds }) =>
      series.requests.observe({ route, method, status: String(status) }, seconds),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}

type Series = ReturnType<typeof createSeries>;

/** The metrics that events change. */
function createSeries(registry: Registry) {
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, buckets: latencies, registers });
  return {
    logins: counter('duplex_logins_total', 'Logins by channel and result', ['channel', 'result']),
    refreshes: counter('duplex_refreshes_total', 'Refreshes by result', ['result']),
    identities: counter('duplex_identity_events_total', 'Changes that logins made to users', ['event']),
    unaudited: counter('duplex_audit_lost_total', 'Audit records that could not be written', ['event']),
    limits: counter('duplex_limited_total', 'Requests refused by a limit', ['limit']),
    provider: histogram('duplex_provider_seconds', "Provider calls by result: 'ok' or a problem's code", [
      'call',
      'result',
    ]),
    requests: histogram('duplex_request_seconds', 'Requests by route, method and status', [
      'route',
      'method',
      'status',
    ]),
    circuit: new Gauge({
      name: 'duplex_provider_circuit_open',
      help: '1 while calls to the provider are paused',
      labelNames: ['calls'],
      registers,
    }),
  };
}

/**
 * Sets the expected series to 0, because Prometheus detects increases but not the first appearance of a series. For
 * requests, only the series with status 500 or 503 are set.
 */
function initialize(series: Series, routes: MetricsParts['routes']): void {
  const { logins, refreshes, identities, unaudited, limits, provider, requests, circuit } = series;
  const results = ['ok', ...Object.keys(problems)];
  for (const result of results) {
    for (const channel of channels) logins.inc({ channel, result }, 0);
    refreshes.inc({ result }, 0);
  }
  for (const event of auditEvents) {
    identities.inc({ event }, 0);
    unaudited.inc({ event }, 0);
  }
  for (const calls of circuitCalls) circuit.set({ calls }, 0);
  for (const limit of limitKinds) limits.inc({ limit }, 0);
  for (const call of providerCalls) {
    for (const result of results.filter((code) => code.startsWith('idp_'))) provider.zero({ call, result });
  }
  for (const labels of routes) {
    for (const status of ['500', '503']) requests.zero({ ...labels, status });
  }
}

/** The metrics that are read when Prometheus asks. */
function registerCollectors(registry: Registry, { pool, secondsAhead, linesDropped }: MetricsParts): void {
  const registers = [registry];
  new Gauge({
    name: 'duplex_database_connections',
    help: 'Database connections by state',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(pool())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'duplex_clock_ahead_seconds',
    help: "How far this machine's clock is ahead of the database's, which all instances follow",
    registers,
    collect() {
      this.set(secondsAhead());
    },
  });
  new Counter({
    name: 'duplex_log_lines_dropped_total',
    help: 'Log lines that could not be written to standard output',
    registers,
    collect() {
      this.reset();
      this.inc(linesDropped());
    },
  });
}

function record(series: Series, event: MetricEvent): void {
  switch (event.kind) {
    case 'login':
      return series.logins.inc({ channel: event.channel, result: event.result });
    case 'refresh':
      return series.refreshes.inc({ result: event.result });
    case 'provider':
      return series.provider.observe({ call: event.call, result: event.result }, event.seconds);
    case 'circuit':
      return series.circuit.set({ calls: event.calls }, event.state === 'closed' ? 0 : 1);
    case 'identity':
      return series.identities.inc({ event: event.event });
    case 'limited':
      return series.limits.inc({ limit: event.limit });
    case 'unaudited':
      return series.unaudited.inc({ event: event.event });
  }
}
