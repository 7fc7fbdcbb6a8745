// The corpus's code blocks: a few shapes per language, filled with random names and numbers, so that no two blocks are
// equal and a cache does not help.
import type { Chance } from './chance.ts';
import type { Domain } from './domains.ts';
import { fill, readWords } from './words.ts';

type Shape = {
  /** The names of the shape, drawn once, before its code. */
  readonly names?: Readonly<Record<string, string>>;
  readonly code: string;
  /** The minimum and maximum number of repetitions of the code. */
  readonly lines?: readonly [number, number];
};
type Words = {
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
  readonly shapes: Readonly<Record<string, readonly Shape[]>>;
};

const { nouns, verbs, shapes } = readWords<Words>('snippets');

/** A code block of the language, fences included. */
export function writeSnippet(language: string, domain: Domain, chance: Chance): string {
  const { names = {}, code, lines } = chance.pick(shapes[language] ?? shapes.text!);
  const noun = (): string => chance.pick(nouns);
  const draw: Record<string, () => string | number> = {
    noun,
    Noun: () => noun().replace(/^./, (letter) => letter.toUpperCase()),
    verb: () => chance.pick(verbs),
    number: () => chance.between(11, 4096),
    remark: () =>
      `${chance.pick(domain.subjects)}：注意${chance.pick(domain.concepts)}，上限 ${chance.between(2, 512)}`,
  };
  const own = Object.entries(names).map(([name, pattern]): [string, string] => [name, fill(pattern, draw)]);
  const known = { ...draw, ...Object.fromEntries(own.map(([name, drawn]) => [name, () => drawn])) };
  const count = lines ? chance.between(...lines) : 1;
  const blocks = Array.from({ length: count }, (_, line) => fill(code, { ...known, line: () => line }));
  return `\`\`\`${language}\n${blocks.join('\n')}\n\`\`\``;
}
