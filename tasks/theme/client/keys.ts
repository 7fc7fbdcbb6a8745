// What a tab remembers of the posts that were opened in it: for each the key that opens it and nothing else. Never a
// password, which may open other things, and which no key gives away.
import type { Envelope } from '#pdc/locked/encryption';

/** A post whose salt is another has another key. */
const nameOf = ({ slug, salt }: Envelope): string => `unlocked ${slug} ${salt}`;

export const rememberKey = (envelope: Envelope, key: string): void =>
  attempt(() => sessionStorage.setItem(nameOf(envelope), key));

export const recallKey = (envelope: Envelope): string | undefined =>
  attempt(() => sessionStorage.getItem(nameOf(envelope)) ?? undefined);

export const forgetKey = (envelope: Envelope): void => attempt(() => sessionStorage.removeItem(nameOf(envelope)));

/** A browser that keeps nothing asks again. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
