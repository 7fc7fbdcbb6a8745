// The expected results of logins, from a simple model: a person is a set of identifiers, and a login connects them.
import type { IdentityMode } from '../../../server/services/identity-service.ts';
import type { Identity } from '../../../server/ports/identity-provider.ts';

export type Person = {
  readonly number: number;
  unionid: string | null;
  web: string | null;
  mini: string | null;
  disabled: boolean;
  mergedInto: number | undefined;
};

/** A slow model in memory, which handles one login at a time. People are numbered by age. */
export function createOracle(mode: IdentityMode) {
  const everybody: Person[] = [];
  const live = () => everybody.filter(({ mergedInto }) => mergedInto === undefined);
  const find = (kind: 'unionid' | 'web' | 'mini', value: string | undefined) =>
    value === undefined ? undefined : live().find((person) => person[kind] === value);
  const survivorOf = ({ number, mergedInto }: Person): number =>
    mergedInto === undefined ? number : survivorOf(everybody[mergedInto]!);

  function add({
    channel,
    openid,
    unionid = null,
  }: {
    channel: 'web' | 'mini';
    openid: string;
    unionid?: string | null;
  }) {
    const person: Person = {
      number: everybody.length,
      unionid,
      web: null,
      mini: null,
      disabled: false,
      mergedInto: undefined,
      [channel]: openid,
    };
    everybody.push(person);
    return person;
  }

  /** Merges the owners of both identifiers, unless one person would get two unionids, or two openids of one channel. */
  function join(named: Person, holder: Person, channel: 'web' | 'mini'): Person | undefined {
    const there = channel === 'web' ? 'mini' : 'web';
    if (holder.unionid !== null || (named[there] !== null && holder[there] !== null)) return undefined;
    const [older, younger] = named.number < holder.number ? [named, holder] : [holder, named];
    const joined = {
      unionid: named.unionid,
      [channel]: holder[channel],
      [there]: named[there] ?? holder[there],
      disabled: named.disabled || holder.disabled,
    };
    Object.assign(younger, { unionid: null, web: null, mini: null, mergedInto: older.number });
    return Object.assign(older, joined);
  }

  return {
    /** The number of the person who is signed in, or the code of the refusal. */
    login({ channel, openid, unionid }: Identity): number | 'account_disabled' | 'identity_conflict' {
      const holder = find(channel, openid);
      const named = find('unionid', unionid);
      const barred = [holder, named].some((person) => person?.disabled);
      const settle = (person: Person, conflict = false) => {
        if (barred) return 'account_disabled';
        return conflict && mode === 'strict' ? 'identity_conflict' : person.number;
      };
      if (!holder && !named) return add({ channel, openid, unionid: unionid ?? null }).number;
      if (!named) {
        const conflict = unionid !== undefined && holder!.unionid !== null;
        if (unionid !== undefined && !conflict) holder!.unionid = unionid;
        return settle(holder!, conflict);
      }
      if (!holder) return settle(Object.assign(named, { [channel]: openid }));
      if (holder === named) return settle(named);
      const joined = join(named, holder, channel);
      return settle(joined ?? named, joined === undefined);
    },
    setDisabled({ channel, openid }: Identity, disabled: boolean): void {
      const person = find(channel, openid);
      if (person) person.disabled = disabled;
    },
    /** Deletes a person, so that their identifiers lead to nobody. */
    remove(number: number): void {
      Object.assign(everybody[number]!, { unionid: null, web: null, mini: null, disabled: false });
    },
    /** Everybody who ever existed, each with the number of the person who survived the merges. */
    people: () => everybody.map((person) => ({ ...person, survivor: survivorOf(person) })),
  };
}
