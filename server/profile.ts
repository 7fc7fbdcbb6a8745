// Nicknames and pictures. Values from the provider are cleaned; values that a person sends must already be clean.
import { maxLengths } from './ports/max-lengths.ts';

/** An emoji flag of a region, with its tag characters. */
const flag = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,31}\\u{e007f}';
/**
 * Characters that a nickname must not contain: control characters, lone surrogates, characters that change the text
 * direction, and invisible characters. Joiners and variation selectors are allowed, because emoji and some scripts need
 * them.
 */
const unfitCharacter =
  '(?!\\u200c|\\u200d|[\\ufe00-\\ufe0f]|[\\u{e0100}-\\u{e01ef}])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{NChar}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029]';
const flagsAndUnfit = new RegExp(`(${flag})|${unfitCharacter}`, 'gu');
/** A visible character: not a space, a joiner, a selector or the empty Braille pattern. */
const visibleCharacter = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;
const ends = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/gu;

/** One line of 1 to 64 code points, or undefined if nothing visible is left. */
export function cleanNickname(text: string): string | undefined {
  const line = fold(strip(text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')));
  // Cutting may leave half a flag, which is stripped too.
  const cut = fold(strip([...line].slice(0, maxLengths.nickname).join('')));
  return visibleCharacter.test(cut) ? cut : undefined;
}

/** The name with spaces collapsed and trimmed; undefined if it contains anything else that cleaning would remove. */
export function readNickname(text: string): string | undefined {
  const name = fold(text);
  return cleanNickname(name) === name ? name : undefined;
}

const strip = (text: string): string => text.replace(flagsAndUnfit, (_match, wholeFlag?: string) => wholeFlag ?? '');
const fold = (text: string): string => text.replace(ends, '').replace(/\p{Zs}+/gu, ' ');

/** Hosts of WeChat's pictures, some of which still use http. */
const ofWeChat = /(?:^|\.)(?:qlogo|qpic)\.cn$/;

/**
 * The normalized address of a picture: https, or http on `plainHosts`. Undefined for other addresses, for those that
 * are too long, and for those with a user name, which could disguise the host.
 */
export function readPicture(text: string, plainHosts = ofWeChat): string | undefined {
  if (text.length > maxLengths.avatarUrl || !URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(text);
  if (username !== '' || password !== '' || href.length > maxLengths.avatarUrl) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && plainHosts.test(hostname)) ? href : undefined;
}
