// The made-up people who can sign in, and what an app at the provider knows of each.
import { createHash } from 'node:crypto';
import data from './people.json' with { type: 'json' };

export type Person = {
  /** Names them in the control API. */
  readonly id: string;
  /** The stand-in's own pages show this name. */
  readonly name: string;
  /**
   * They chose it: untrusted text, as at the provider. Pages that forget to escape show it with `wang`; `zhou`
   * hides name and picture, which the provider tells like this.
   */
  readonly nickname: string;
  /** Hue of the drawn picture in degrees; without one they have none. */
  readonly hue?: number;
  /** Nobody's: no mobile number in China begins with 12, the others are set aside for fiction. */
  readonly phone: { readonly countryCode: string; readonly number: string };
};

export const people: readonly Person[] = data;

export function findPerson(id: unknown): Person | undefined {
  return people.find((person) => person.id === id);
}

/** Always the same: the users of a development database outlive the stand-in's memory. */
export function openidOf(person: Person, appId: string): string {
  return derive(`openid ${appId} ${person.id}`);
}

/** One for all apps that are bound to the same platform account. */
export function unionidOf(person: Person): string {
  return derive(`unionid ${person.id}`);
}

/** The provider's look: 28 characters, the first an o. */
function derive(text: string): string {
  return `o${createHash('sha256').update(text).digest('base64url').slice(0, 27)}`;
}

export function phoneNumberOf({ phone }: Person): string {
  // At home without, abroad with the country's code.
  return phone.countryCode === '86' ? phone.number : `+${phone.countryCode}${phone.number}`;
}

/** A picture of somebody: their first character on their colour. */
export function drawPicture({ name, hue = 0 }: Person): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 132 132" width="132" height="132" role="img">
<rect width="132" height="132" fill="hsl(${hue} 45% 42%)"/>
<circle cx="104" cy="20" r="44" fill="hsl(${hue} 55% 52%)"/>
<text x="66" y="88" font-family="sans-serif" font-size="64" text-anchor="middle" fill="#fff">${[...name][0]}</text>
</svg>
`;
}
