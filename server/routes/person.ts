// A person's name and picture, as the person may change them.
import { orNull, text, textOf } from '../openapi/describe.ts';
import type { Form, Schema } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import { longest } from '../types.ts';
import { demand } from './request.ts';

/** Neither blanks at the ends nor characters that turn the text around or cannot be seen, be they fillers that count as letters. */
const nicknameForm: Form = {
  pattern: new RegExp(
    `^(?=\\S)[^\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0\\u2028\\u2029]{1,${longest.nickname}}(?<=\\S)$`,
    'u',
  ),
  description: `1 to ${longest.nickname} visible characters without blanks at the ends, or null`,
};
const avatarForm: Form = {
  pattern: new RegExp(`^https://[\\x21-\\x7e]{1,${longest.avatarUrl - 'https://'.length}}$`),
  description: `an https address of at most ${longest.avatarUrl} characters without a user name, or null`,
};

/** A request may change these members of a person. */
export const profileChange: Readonly<Record<'nickname' | 'avatar_url', Schema>> = {
  nickname: orNull(text('Untrusted text, to be escaped', { maxLength: longest.nickname })),
  avatar_url: orNull({
    ...textOf(avatarForm, 'Address of a picture'),
    ...{ format: 'uri', maxLength: longest.avatarUrl },
  }),
};

export const readNickname = (value: unknown): string | null =>
  value === null ? null : demand(value, { name: 'nickname', form: nicknameForm });

/** As browsers read it: what is kept leads to the host that it seems to name. */
export function readPicture(value: unknown): string | null {
  if (value === null) return null;
  const text = demand(value, { name: 'avatar_url', form: avatarForm });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && url.username === '' && url.password === '' && url.href.length <= longest.avatarUrl) return url.href;
  throw new Problem('malformed_parameter', { detail: `avatar_url must be ${avatarForm.description}.` });
}
