// Names and pictures of people, by one rule whoever brings them: the provider's are cleaned, a person's own are refused.
import { maxLengths } from './ports/max-lengths.ts';

/**
 * What a nickname is never made of: control characters, halves of surrogate pairs, signs that turn the direction of what
 * follows, and all that is invisible. Spared are joiners and selectors, which emoji and scripts are written with, and the
 * tags of a flag that stands whole before them.
 */
const flag = '\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,31}\\u{e007f}';
const unfit =
  '(?!\\u200c|\\u200d|[\\ufe00-\\ufe0f]|[\\u{e0100}-\\u{e01ef}])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{NChar}\\p{Default_Ignorable_Code_Point}\\u2028\\u2029]';
const flagsAndUnfit = new RegExp(`(${flag})|${unfit}`, 'gu');
/** A sign that somebody can see: blanks, joiners, selectors and the empty Braille pattern are none. */
const visible = /[^\s\p{Default_Ignorable_Code_Point}\u2800]/u;
const ends = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/gu;

/** One line of 1 to 64 characters (code points), or undefined where nothing is left that can be seen. */
export function cleanNickname(text: string): string | undefined {
  const line = fold(strip(text.replace(/[\p{Cc}\u2028\u2029]/gu, ' ')));
  // A cut may leave half a flag.
  const cut = fold(strip([...line].slice(0, maxLengths.nickname).join('')));
  return visible.test(cut) ? cut : undefined;
}

/** The same name with single blanks inside and none at its ends; undefined where cleaning would take more away. */
export function readNickname(text: string): string | undefined {
  const name = fold(text);
  return cleanNickname(name) === name ? name : undefined;
}

const strip = (text: string): string => text.replace(flagsAndUnfit, (_match, wholeFlag?: string) => wholeFlag ?? '');
const fold = (text: string): string => text.replace(ends, '').replace(/\p{Zs}+/gu, ' ');

/** WeChat's pictures still come over http at times. */
const ofWeChat = /(?:^|\.)(?:qlogo|qpic)\.cn$/;

/**
 * The address of a picture as browsers read it, so that it leads to the host that it seems to name: https, or http of
 * `plainHosts`; undefined for any other, for one that is too long and for one with a user name.
 */
export function readPicture(text: string, plainHosts = ofWeChat): string | undefined {
  if (text.length > maxLengths.avatarUrl || !URL.canParse(text)) return undefined;
  const { protocol, hostname, username, password, href } = new URL(text);
  if (username !== '' || password !== '' || href.length > maxLengths.avatarUrl) return undefined;
  return protocol === 'https:' || (protocol === 'http:' && plainHosts.test(hostname)) ? href : undefined;
}
