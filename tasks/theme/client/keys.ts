// A tab remembers the key of each locked post that was opened in it. It never stores the password, which readers may
// use elsewhere; the key does not reveal the password.
import type { Envelope } from '#pdc/locked/encryption';

/** A post with another salt has another key. */
const nameOf = ({ slug, salt }: Envelope): string => `unlocked ${slug} ${salt}`;

export const rememberKey = (envelope: Envelope, key: string): void =>
  attempt(() => sessionStorage.setItem(nameOf(envelope), key));

export const recallKey = (envelope: Envelope): string | undefined =>
  attempt(() => sessionStorage.getItem(nameOf(envelope)) ?? undefined);

export const forgetKey = (envelope: Envelope): void => attempt(() => sessionStorage.removeItem(nameOf(envelope)));

/** In a browser without storage, readers must enter the password again. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
