// Detects the empty password that scaffolds of other engines write. Those engines publish a text with an empty
// password. A lenient build does the same if nothing else shows that the text is meant to be locked.
import type { FrontMatter } from '#pdc/article/front-matter';
import { lockKeys } from '#pdc/article/withholding-keys';
import { passwordIn } from '#pdc/article/password';
import { holdsPasswordLine, secondHead } from './foreign-keys.ts';

/** A line with the key, and no value or comment after it: a comment could say that the text is locked. */
const emptyLine = /^["']?password["']?[ \t]*[:=][ \t]*(?:''|""|null|~)?[ \t]*,?\r?$/;

/** Whether a file has the key `password` exactly once, without a value, and nothing else that locks the text. */
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
