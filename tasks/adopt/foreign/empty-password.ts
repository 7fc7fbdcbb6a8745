// An empty password, as scaffolds of other engines write it: they publish the text, and so do lenient builds, where
// nothing else says that it is meant to be locked.
import type { FrontMatter } from '#pdc/article/front-matter';
import { lockKeys } from '#pdc/article/withholding-keys';
import { passwordIn } from '#pdc/article/password';
import { holdsPasswordLine, secondHead } from './foreign-keys.ts';

/** The key with nothing behind it, and no comment, which could say otherwise. */
const emptyLine = /^["']?password["']?[ \t]*[:=][ \t]*(?:''|""|null|~)?[ \t]*,?\r?$/;

/** Whether a file has the key `password` once, with nothing in it, and nothing else that locks. */
export function hasEmptyPassword(
  source: string,
  { attributes, raw }: Pick<FrontMatter, 'attributes' | 'raw'>,
): boolean {
  const { keys, value } = passwordIn(attributes);
  if (String(keys) !== 'password' || (value !== null && value !== '')) return false;
  if (lockKeys(attributes).length > 0) return false;
  const head = source.slice(0, source.length - raw.length).split('\n');
  const lines = head.filter((line) => !emptyLine.test(line));
  return lines.length === head.length - 1 && !holdsPasswordLine(`${lines.join('\n')}\n${secondHead(raw)}`);
}
