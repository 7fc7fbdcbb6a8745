// The made-up people who can sign in, and what an app at the provider knows of each.
import { createHash } from 'node:crypto';

export type Person = {
  /** Names them in the control API. */
  readonly id: string;
  /** What the stand-in's own pages call them. */
  readonly name: string;
  /** What they call themselves: untrusted text, as at the provider. */
  readonly nickname: string;
  /** Hue of the drawn picture in degrees; without one they have none. */
  readonly hue?: number;
  readonly phone: { readonly countryCode: string; readonly number: string };
};

// Numbers that nobody has: no mobile number in China begins with 12, the others are set aside for fiction.
export const people: readonly Person[] = [
  {
    id: 'lin',
    name: '林晓雨',
    nickname: '晓雨',
    hue: 160,
    phone: { countryCode: '86', number: '12000000001' },
  },
  {
    id: 'chen',
    name: '陈志远',
    nickname: '志远 Chen',
    hue: 220,
    phone: { countryCode: '86', number: '12000000002' },
  },
  {
    id: 'zhao',
    name: '赵静怡',
    nickname: '静静🌿',
    hue: 310,
    phone: { countryCode: '44', number: '7700900103' },
  },
  {
    // Pages that forget to escape show it here.
    id: 'wang',
    name: '王小明',
    nickname: '小明 <b>&amp;</b> "O\'Ming"',
    hue: 30,
    phone: { countryCode: '1', number: '2025550104' },
  },
  {
    // Who hides name and picture is told like this by the provider.
    id: 'zhou',
    name: '周子墨',
    nickname: '微信用户',
    phone: { countryCode: '61', number: '491570156' },
  },
];

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
