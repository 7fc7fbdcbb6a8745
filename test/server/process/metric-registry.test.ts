// Metrics before the first request: Prometheus sees an increase only in a series that already exists.
import { expect } from 'chai';
import { createMetrics } from '../../../server/process/metric-registry.ts';
import { auditEvents } from '../../../server/ports/audit-store.ts';
import { circuitCalls } from '../../../server/ports/identity-provider.ts';
import { limitKinds } from '../../../server/ports/rate-limits.ts';

describe('the metrics of an instance that has seen no request', () => {
  it('contain every series that alerts use, with the value 0', async () => {
    const { read } = createMetrics({
      pool: () => ({ used: 0, free: 1, waiting: 0 }),
      secondsAhead: () => 0,
      linesDropped: () => 0,
      routes: [{ route: '/here', method: 'GET' }],
    });
    const lines = (await read()).text.split('\n');
    const expected = [
      ...auditEvents.map((event) => `duplex_identity_events_total{event="${event}"} 0`),
      ...auditEvents.map((event) => `duplex_audit_lost_total{event="${event}"} 0`),
      ...limitKinds.map((limit) => `duplex_limited_total{limit="${limit}"} 0`),
      ...circuitCalls.map((calls) => `duplex_provider_circuit_open{calls="${calls}"} 0`),
      ...['web', 'mini'].map((channel) => `duplex_logins_total{channel="${channel}",result="internal"} 0`),
      'duplex_refreshes_total{result="store_unavailable"} 0',
      'duplex_provider_seconds_count{call="phone",result="idp_quota"} 0',
      ...['500', '503'].map(
        (status) => `duplex_request_seconds_count{route="/here",method="GET",status="${status}"} 0`,
      ),
    ];
    for (const line of expected) expect(lines).to.include(line);
  });
});
