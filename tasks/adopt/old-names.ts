// Names as the generators write them into addresses: each has its own idea of what may stand there.

/**
 * Hexo: signs and blanks become one hyphen, accents go, other scripts and case stay unless `filename_case` says
 * otherwise.
 */
export function hexoSlug(text: string, filenameCase: unknown = 0): string {
  const slug = text
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
    .normalize('NFC')
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-+|-+$/g, '');
  if (filenameCase === 1) return slug.toLowerCase();
  return filenameCase === 2 ? slug.toUpperCase() : slug;
}

/** Hugo: letters, digits and a few signs stay, blanks become hyphens, everything else goes. */
export function hugoPath(text: string, { lower = true } = {}): string {
  let path = '';
  let isJoining = false;
  const signs = [...text];
  for (const [at, sign] of signs.entries()) {
    const isEncoded = sign === '%' && /^[\da-f]{2}$/i.test(signs.slice(at + 1, at + 3).join(''));
    if (/[\p{L}\p{Nd}\p{M}./\\_#+~@-]/u.test(sign) || isEncoded) {
      path += isJoining && sign !== '-' ? `-${sign}` : sign;
      isJoining = false;
    } else if (path !== '' && !path.endsWith('-') && /\s/.test(sign)) isJoining = true;
  }
  return lower ? path.toLowerCase() : path;
}

/** Jekyll's titles: what may not stand in an address becomes a hyphen; case stays. */
export const jekyllTitle = (text: string): string => hyphened(text, /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu);

/** Jekyll's slugs: letters and digits alone, in lowercase. */
export const jekyllSlug = (text: string): string => hyphened(text, /[^\p{M}\p{L}\p{Nd}]+/gu).toLowerCase();

const hyphened = (text: string, others: RegExp): string => text.replace(others, '-').replace(/^-|-$/g, '');
