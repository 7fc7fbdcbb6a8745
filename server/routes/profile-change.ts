// Validates changes of a person's nickname and picture.
import { orNull, text, textOf } from '../openapi/describe.ts';
import type { Form, Schema } from '../openapi/describe.ts';
import { Problem } from '../problem.ts';
import { readNickname, readPicture } from '../profile.ts';
import { maxLengths } from '../ports/max-lengths.ts';
import type { User, UserPatch } from '../ports/user-store.ts';
import type { Body } from './read-body.ts';

const pictureForm: Form = {
  pattern: new RegExp(
    `^(?=.{1,${maxLengths.avatarUrl}}$)(?:https://|http://(?:[a-z0-9-]+\\.)*(?:qlogo|qpic)\\.cn/)[\\x21-\\x7e]+$`,
  ),
  description: `an https address of at most ${maxLengths.avatarUrl} characters without a user name, or null; http is only accepted for WeChat's own pictures`,
};

/** The members that a request may change. */
export const profileChange: Readonly<Record<'nickname' | 'avatar_url', Schema>> = {
  nickname: orNull(
    text(`Untrusted text, to be escaped: at most ${maxLengths.nickname} visible characters`, {
      maxLength: maxLengths.nickname,
    }),
  ),
  avatar_url: orNull({
    ...textOf(pictureForm, 'The address of a picture'),
    ...{ format: 'uri', maxLength: maxLengths.avatarUrl },
  }),
};

/** The changes in a body. Throws `malformed_parameter`. Current values are accepted, even if they are invalid. */
export function readChange(
  { nickname, avatar_url: avatarUrl, ...otherMembers }: Body,
  user: Pick<User, 'nickname' | 'avatarUrl'>,
): Pick<UserPatch, 'nickname' | 'avatarUrl'> {
  if (Object.keys(otherMembers).length > 0) throw malformed('Only nickname and avatar_url can be changed.');
  const isChange = (value: unknown, present: string | null): boolean => value !== undefined && value !== present;
  return {
    ...(isChange(nickname, user.nickname) ? { nickname: demandNickname(nickname) } : {}),
    ...(isChange(avatarUrl, user.avatarUrl) ? { avatarUrl: demandPicture(avatarUrl) } : {}),
  };
}

function demandNickname(value: unknown): string | null {
  if (value === null) return null;
  const name = typeof value === 'string' ? readNickname(value) : undefined;
  if (name !== undefined) return name;
  throw malformed(
    `nickname must be 1 to ${maxLengths.nickname} visible characters on one line, without characters that change the text direction, or null.`,
  );
}

function demandPicture(value: unknown): string | null {
  if (value === null) return null;
  const address = typeof value === 'string' ? readPicture(value) : undefined;
  if (address !== undefined) return address;
  throw malformed(`avatar_url must be ${pictureForm.description}.`);
}

const malformed = (detail: string): Problem => new Problem('malformed_parameter', { detail });
