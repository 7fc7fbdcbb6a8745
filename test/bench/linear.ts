// Whether a reader takes twice as long for twice as much: each is fed 100 kB and 200 kB of every ASCII sign and of pairs of
// signs that mean something, and the CPU is compared. Prints what takes more than three times as long, or long at all.
import { readFrontMatter } from '#pdc/article/front-matter';
import { messageOfParser } from '#pdc/message';
import { toPlainText } from '#pdc/html';
import { faultyFormulas, openingOf, renderMarkdown, shownTags } from '#pdc/markdown/render';
import { sectionsOf } from '#pdc/markdown/sections';
import { printable } from '#pdc/printable';
import { toTokens } from '#pdc/search/terms';
import { readPrompt } from '#pdc/markdown/prompt';
import { translate } from '../../tasks/adopt/foreign/read.ts';

const options = {
  timezone: 'Asia/Shanghai',
  lookups: { post: () => undefined },
  emoji: true,
  brackets: 'single',
} as const;
const head = '---\ntitle: "x"\n---\n\n';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'front matter': (text) => readFrontMatter(`---\ntitle: x\nx: ${text}\n---\nx`),
  Markdown: (text) => renderMarkdown(text, { resolve: (target) => target, math: true }),
  formulas: (text) => faultyFormulas(text),
  opening: (text) => openingOf(text, { limit: 150, math: true }),
  tags: (text) => shownTags(text),
  prompt: (text) => readPrompt(text),
  sections: (text) => sectionsOf(text, { math: true }),
  'lenient head': (text) => translate(`---\ntitle: ${text}\n\tx: y\n---\nx`, options),
  'second head': (text) => translate(`${head}note: 1\n${text}x\n---\n`, options),
  'body of another engine': (text) => translate(head + text, options),
  note: (text) => translate(head + text, { ...options, isWiki: true }),
  'search terms': (text) => toTokens(text),
  'plain text': (text) => toPlainText(text),
  message: (text) => [messageOfParser(text), printable(text)],
};

const signs = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index));
const pairs = [
  '\n',
  '\t',
  '\r\n',
  '![',
  '[[',
  '](',
  '\\(',
  '\\\\(',
  '\\[',
  '![[',
  '<!--',
  '<pre',
  '<svg>',
  '::: a\n',
  '{%',
  '{{<',
  '{% a %}',
  '{:',
  '``',
  '` ',
  '$$',
  '$a',
  '\\a',
  '--',
  '- ',
  '> ',
  '| ',
  '&#',
  '&a;',
  '<a',
  '</',
  '==',
  ':a:',
  '[^',
  '# \n',
  'a: ',
  '{a:',
  '[ ',
  '\\begin{align}',
  '\\eqref{',
  '<prompt>',
  '%%',
  '汉a',
  '~~~',
  '* a\n',
  '   \n',
  'x  ',
];

const times = (text: string, read: (text: string) => unknown): number => {
  const before = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    console.log(`threw ${String(error).slice(0, 80)}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

export const usage = 'linear [-- READER]';

/** Of all readers, or of one by its name. */
export const plan = ([only]: string[]): (() => Promise<void>) => {
  if (only !== undefined && !Object.hasOwn(readers, only)) throw new TypeError(`there is no reader '${only}'`);
  return async () => compareReaders(only);
};

function compareReaders(only: string | undefined): void {
  for (const [name, read] of Object.entries(readers)) {
    if (only !== undefined && only !== name) continue;
    for (const unit of [...signs, ...pairs]) {
      const of = (bytes: number): string => unit.repeat(Math.ceil(bytes / unit.length));
      // What is quadratic shows early, and would take minutes.
      const [small, large] = [times(of(12_500), read), times(of(25_000), read)];
      const isSlow = large > 60 && large > 3 * small;
      const [once, twice] = isSlow ? [small, large] : [times(of(100_000), read), times(of(200_000), read)];
      if (isSlow || twice > 3000 || (twice > 200 && twice > 3 * once))
        console.log(
          `${name}: ${JSON.stringify(unit)} ${once.toFixed(0)} ms, ${twice.toFixed(0)} ms${isSlow ? ' (of 25 kB)' : ''}`,
        );
    }
  }
}
