// The operator's figures, in Prometheus' form. No label holds anything that came with a request.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { SharedClock } from './shared-clock.ts';
import { problems } from '../problem.ts';
import { auditEvents } from '../ports/audit-store.ts';
import { circuitCalls, providerCalls } from '../ports/identity-provider.ts';
import { limitKinds } from '../ports/rate-limits.ts';
import type { MetricEvent } from '../ports/metric-events.ts';
import type { Database } from '../ports/sql-database.ts';

export type Metrics = {
  readonly observe: (event: MetricEvent) => void;
  readonly observeRequest: (request: { route: string; method: string; status: number; seconds: number }) => void;
  /** The text of /metrics and its media type. */
  readonly read: () => Promise<{ readonly text: string; readonly type: string }>;
};

const latencies = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type MetricsParts = Pick<Database, 'pool'> &
  Pick<SharedClock, 'secondsAhead'> & {
    /** The log counts the lines that it dropped. */
    readonly linesDropped: () => number;
    readonly routes: readonly { readonly route: string; readonly method: string }[];
  };

export function createMetrics({ pool, secondsAhead, linesDropped, routes }: MetricsParts): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });

  const logins = counter('duplex_logins_total', 'Logins by channel and result', ['channel', 'result']);
  const refreshes = counter('duplex_refreshes_total', 'Refreshes by result', ['result']);
  const identities = counter('duplex_identity_events_total', 'What logins did to user rows', ['event']);
  const unaudited = counter('duplex_audit_lost_total', 'Audit records that could not be written', ['event']);
  const limits = counter('duplex_limited_total', 'Requests refused by a limit', ['limit']);
  const provider = new Histogram({
    name: 'duplex_provider_seconds',
    help: "Provider calls by result: 'ok' or a problem's code",
    labelNames: ['call', 'result'],
    buckets: latencies,
    registers,
  });
  const requests = new Histogram({
    name: 'duplex_request_seconds',
    help: 'Requests by route, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: latencies,
    registers,
  });
  const circuit = new Gauge({
    name: 'duplex_provider_circuit_open',
    help: '1 while calls to the provider are held back',
    labelNames: ['calls'],
    registers,
  });
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
    help: 'Log lines that standard output did not take',
    registers,
    collect() {
      this.reset();
      this.inc(linesDropped());
    },
  });

  // Prometheus sees how much a series increased, and not that it appeared: what may be waited for stands at 0 from the
  // start. Of each request that is its trouble on our side alone.
  const results = ['ok', ...Object.keys(problems)];
  for (const result of results) {
    for (const channel of ['web', 'mini']) logins.inc({ channel, result }, 0);
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

  const observe = (event: MetricEvent): void => {
    switch (event.kind) {
      case 'login':
        return logins.inc({ channel: event.channel, result: event.result });
      case 'refresh':
        return refreshes.inc({ result: event.result });
      case 'provider':
        return provider.observe({ call: event.call, result: event.result }, event.seconds);
      case 'circuit':
        return circuit.set({ calls: event.calls }, event.state === 'closed' ? 0 : 1);
      case 'identity':
        return identities.inc({ event: event.event });
      case 'limited':
        return limits.inc({ limit: event.limit });
      case 'unaudited':
        return unaudited.inc({ event: event.event });
    }
  };
  return {
    observe,
    observeRequest: ({ route, method, status, seconds }) =>
      requests.observe({ route, method, status: String(status) }, seconds),
    read: async () => ({ text: await registry.metrics(), type: registry.contentType }),
  };
}
