// Describes the sender of a request for sessions and audit records: the user agent, the kind of program and, if
// AUDIT_ADDRESS is set, the network. Also returns the request's deadline.
import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Context } from 'koa';
import type { Trace } from '../ports/audit-store.ts';
import kinds from './agents.json' with { type: 'json' };
import type { Parts } from './endpoint-parts.ts';
import { readAddress } from './client-address.ts';

export const callerOf = (
  ctx: Context,
  { config }: Pick<Parts, 'config'>,
): { readonly userAgent: string; readonly trace: Trace; readonly deadline: number } => {
  const userAgent = ctx.get('User-Agent');
  const deadline = ctx.state.deadline;
  const trace = { requestId: ctx.state.requestId, agent: kindOf(userAgent) };
  return { userAgent, deadline, trace: config.auditAddress ? { ...trace, network: networkAround(ctx.ip) } : trace };
};

const compile = (table: Readonly<Record<string, string>>) =>
  Object.entries(table).map(([name, pattern]) => [name, new RegExp(pattern)] as const);
const [programs, systems] = [compile(kinds.programs), compile(kinds.systems)];

/** Such as `WeChat on Android`: enough to recognize one's own device, but without a version that helps tracking. */
function kindOf(userAgent: string): string {
  const find = (table: typeof programs): string | undefined =>
    table.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const system = find(systems);
  return `${find(programs) ?? 'another program'}${system === undefined ? '' : ` on ${system}`}`;
}

/** The network of an internet provider or a company: IPv4 /24, IPv6 /48. */
function networkAround(address: string): string | undefined {
  const ip = readAddress(address);
  if (ip === undefined) return undefined;
  const text = ipaddr.process(ip).toString();
  return isIPv4(text)
    ? `${ipaddr.IPv4.networkAddressFromCIDR(`${text}/24`).toString()}/24`
    : `${ipaddr.IPv6.networkAddressFromCIDR(`${text}/48`).toString()}/48`;
}
