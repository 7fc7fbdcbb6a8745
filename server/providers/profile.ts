// Names and pictures that people gave the provider: untrusted text, cleaned before anything keeps or shows it.
import { longest } from '../types.ts';
import type { Profile } from '../types.ts';

/** Cleans a nickname and a picture's address; undefined is whichever is unfit to be stored. */
export function cleanProfile({ nickname, avatarUrl }: { nickname: unknown; avatarUrl: unknown }): Profile {
  return { nickname: cleanNickname(nickname), avatarUrl: cleanAddress(avatarUrl) };
}

/**
 * One line without control characters, halves of surrogate pairs, and signs that turn the direction of what follows.
 * Invisible characters are removed except for joiners: emoji and some scripts are written with them.
 */
function cleanNickname(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  const line = text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/(?![\u200c\u200d])[\p{Cf}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const cut = [...line].slice(0, longest.nickname).join('').trim();
  return /[^\s\u200c\u200d]/.test(cut) ? cut : undefined;
}

/** An http or https address that fits, without a user name in it. */
function cleanAddress(text: unknown): string | undefined {
  if (typeof text !== 'string' || text.length > longest.avatarUrl || !URL.canParse(text)) return undefined;
  const { protocol, username, password, href } = new URL(text);
  const plain = ['http:', 'https:'].includes(protocol) && username === '' && password === '';
  return plain && href.length <= longest.avatarUrl ? href : undefined;
}
