// The fictional people who can sign in, and their data at the provider.
import { createHash } from 'node:crypto';
import data from './people.json' with { type: 'json' };

export type Person = {
  /** The id of the person in requests. */
  readonly id: string;
  /** The name on the stand-in's pages. */
  readonly name: string;
  /**
   * Untrusted text, as at the provider: the nickname of `wang` shows whether a page escapes it. `zhou` hides name and
   * picture, and gets the provider's default.
   */
  readonly nickname: string;
  /** Hue of the generated picture in degrees; absent for a person without a picture. */
  readonly hue?: number;
  /** A fictional number: no mobile number in China starts with 12, and the other numbers are reserved for fiction. */
  readonly phone: { readonly countryCode: string; readonly number: string };
};

export const people: readonly Person[] = data;

export function findPerson(id: unknown): Person | undefined {
  return people.find((person) => person.id === id);
}

/** The openid is derived, so that it stays the same after a restart: the users in the database outlive the stand-in. */
export function openidOf(person: Person, appId: string): string {
  return derive(`openid ${appId} ${person.id}`);
}

/** The unionid, which is the same for all apps of a platform account. */
export function unionidOf(person: Person): string {
  return derive(`unionid ${person.id}`);
}

/** The provider's format: 28 characters, starting with `o`. */
function derive(text: string): string {
  return `o${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
}

export function phoneNumberOf({ phone }: Person): string {
  // Chinese numbers are written without a country code in this field.
  return phone.countryCode === '86' ? phone.number : `+${phone.countryCode}${phone.number}`;
}

/** A generated picture: the first character of the name on a colored background. */
export function drawPicture({ name, hue = 0 }: Person): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 132" width="132" height="132" role="img">
<rect width="132" height="132" fill="hsl(${hue} 45% 42%)"/>
<circle cx="104" cy="20" r="44" fill="hsl(${hue} 55% 52%)"/>
<text x="66" y="88" font-family="sans-serif" font-size="64" text-anchor="middle" fill="#fff">${[...name][0]}</text>
</svg>
`;
}
