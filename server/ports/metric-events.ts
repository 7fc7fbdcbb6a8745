// The events that metrics count.
import type { AuditEvent } from './audit-store.ts';
import type { Channel, CircuitCalls, ProviderCall } from './identity-provider.ts';
import type { LimitKind } from './rate-limits.ts';

/** No event contains an identifier of a person. */
export type MetricEvent =
  | { readonly kind: 'login'; readonly channel: Channel; readonly result: string }
  | { readonly kind: 'refresh'; readonly result: string }
  | { readonly kind: 'provider'; readonly call: ProviderCall; readonly result: string; readonly seconds: number }
  | { readonly kind: 'circuit'; readonly calls: CircuitCalls; readonly state: 'open' | 'half-open' | 'closed' }
  | { readonly kind: 'identity'; readonly event: AuditEvent }
  | { readonly kind: 'limited'; readonly limit: LimitKind }
  | { readonly kind: 'unaudited'; readonly event: AuditEvent };

export type Observe = (event: MetricEvent) => void;
