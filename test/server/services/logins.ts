// Random logins, which are the same in every process for the same seed, and the rows that must result from them.
import fc from 'fast-check';
import type { Channel, Identity } from '../../../server/ports/identity-provider.ts';
import type { ResolvedUser } from '../../../server/services/identity-service.ts';

/** Finishes a login without a session. */
export const arrive = (arrival: ResolvedUser): Promise<ResolvedUser> => Promise.resolve(arrival);

/** A trail that writes nothing, for tests that check only the writes of the transaction. */
export const noTrail = { note: () => Promise.resolve() };

export type Draw = { readonly seed: number; readonly people: number; readonly count: number };

/** Random logins. Applications are bound late: a unionid comes with some logins of a person and not with others. */
export function drawLogins({ seed, people, count }: Draw): readonly Identity[] {
  const login = fc.record({
    person: fc.integer({ min: 1, max: people }),
    channel: fc.constantFrom<Channel>('web', 'mini'),
    bound: fc.boolean(),
  });
  return fc.sample(login, { seed, numRuns: count }).map(({ person, ...rest }) => identityOf(person, rest));
}

export function identityOf(
  person: number,
  { channel, bound }: { readonly channel: Channel; readonly bound: boolean },
): Identity {
  return { channel, openid: `${channel}-${person}`, ...(bound && { unionid: `u-${person}` }) };
}

/**
 * The identifiers of each row: those of one login, and all that other logins connect with them. The order of the
 * logins does not matter.
 */
export function toRows(logins: readonly Identity[]): readonly string[] {
  const rows = new Map<string, Set<string>>();
  for (const { openid, unionid } of logins) {
    const names = unionid === undefined ? [openid] : [openid, unionid];
    const row = new Set(names.flatMap((name) => [name, ...(rows.get(name) ?? [])]));
    for (const name of row) rows.set(name, row);
  }
  return [...new Set(rows.values())].map((row) => [...row].sort().join(' ')).sort();
}
