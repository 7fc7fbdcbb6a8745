// Whether a reader takes twice as long for twice as much: each is fed 100 kB and 200 kB of every ASCII sign and of pairs of
// signs that mean something, and of names that all differ, and the CPU is compared. Prints what takes more than three times as
// long, or long at all.
import { toArticle } from '#pdc/article/article';
import { readFrontMatter } from '#pdc/article/front-matter';
import { messageOfParser } from '#pdc/words/message';
import { toPlainText } from '#pdc/text/html';
import { inPlainText } from '#pdc/markdown/formula-html';
import { faultyFormulas, openingOf, renderMarkdown, shownTags } from '#pdc/markdown/render';
import { sectionsOf } from '#pdc/markdown/sections';
import { printable } from '#pdc/words/printable';
import { toTokens } from '#pdc/search/terms';
import { collapseContent } from '#pdc/markdown/white-space';
import { defaultSite } from '#pdc/site/site';
import { readPrompt } from '#pdc/markdown/prompt';
import { translate } from '../../tasks/adopt/foreign/read.ts';
import { phrases } from '../../tasks/theme/parts/phrases.ts';

const options = {
  timezone: 'Asia/Shanghai',
  lookups: { post: () => undefined },
  emoji: true,
  brackets: 'single',
} as const;
const head = '---\ntitle: "x"\n---\n\n';

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'front matter': (text) => readFrontMatter(`---\ntitle: x\nx: ${text}\n---\nx`),
  article: (text) => articleOf(`title: x\ntags: [${text}]\nprompt_args: [${text}]`, `<prompt>\n${text}\n</prompt>`),
  'head of an article': (text) => articleOf(`title: ${JSON.stringify(text)}\n${text}`, 'x'),
  Markdown: (text) => render(text),
  heading: (text) => render(`# ${text}`),
  quotation: (text) => render(`> ${text.replaceAll('\n', '\n> ')}`),
  list: (text) => render(`- ${text.replaceAll('\n', '\n  ')}`),
  table: (text) => render(`| a |\n|---|\n| ${text}`),
  fence: (text) => render(`\`\`\`js ${text}\n${text}\n\`\`\``),
  formula: (text) => render(`$$\n${text}\n$$`),
  tag: (text) => render(`<div ${text}`),
  'closed tag': (text) => render(`<iframe ${text} x/>`),
  'text of a tag': (text) => render(`<div>\n${text}`),
  title: (text) => [phrases(text), inPlainText({ title: text, description: text, mathjax: true })],
  'white space': (text) => collapseContent(`<p>${text}</p>`),
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

const render = (text: string): unknown => renderMarkdown(text, { resolve: (target) => target, math: true });

function articleOf(head: string, body: string): unknown {
  const frontMatter = readFrontMatter(`---\n${head}\n---\n${body}`);
  return 'findings' in frontMatter ? frontMatter : toArticle({ source: 'prompt-a.md', frontMatter, site: defaultSite });
}

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
  '^[',
  '^[[^a] ',
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
  '> [!NOTE]\n\n',
  '::: code-group\n',
  '::: code-group\n```\n',
  '// [!code hl:9999]\n',
  '- [ ] a\n',
  '^[a] ',
  'a，',
  ' [',
  ' x=',
  ' style="',
  '\\begin{align}\n',
  '<x-a>',
  '<?',
  '</3 ',
  '<details>\n\n',
];

/** Where each is another one. */
const names: readonly ((index: number) => string)[] = [
  (index) => `a${index}: 1\n`,
  (index) => `a${index}, `,
  (index) => `字${index}, `,
  (index) => `{name: a${index}}, `,
  (index) => `{{a${index}}} `,
  (index) => `a[^${index}]\n\n[^${index}]: a\n\n`,
  (index) => `[^${index}]: a\n`,
  (index) => `# a${index}\n`,
  (index) => `<a${index}>`,
  (index) => `<b class=a${index}>`,
  (index) => `$$a \\label{${index}}$$\n\n\\eqref{${index}}\n\n`,
  (index) => `$\\def\\a${String.fromCharCode(97 + (index % 26), 97 + (Math.floor(index / 26) % 26))}{b}$ `,
  (index) => `[a][${index}]\n\n[${index}]: /a\n\n`,
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

function fill(unit: string | ((index: number) => string), bytes: number): string {
  if (typeof unit === 'string') return unit.repeat(Math.ceil(bytes / unit.length));
  let text = '';
  for (let index = 0; text.length < bytes; index += 1) text += unit(index);
  return text;
}

export const usage = 'linear [-- READER]';

/** Of all readers, or of one by its name. */
export const plan = ([only]: string[]): (() => Promise<void>) => {
  if (only !== undefined && !Object.hasOwn(readers, only)) throw new TypeError(`there is no reader '${only}'`);
  return async () => compareReaders(only);
};

function compareReaders(only: string | undefined): void {
  for (const [name, read] of Object.entries(readers)) {
    if (only !== undefined && only !== name) continue;
    for (const unit of [...signs, ...pairs, ...names]) {
      const of = (bytes: number): string => fill(unit, bytes);
      // What is quadratic shows early, and would take minutes.
      const [small, large] = [times(of(12_500), read), times(of(25_000), read)];
      const isSlow = large > 60 && large > 3 * small;
      const [once, twice] = isSlow ? [small, large] : [times(of(100_000), read), times(of(200_000), read)];
      if (isSlow || twice > 3000 || (twice > 200 && twice > 3 * once))
        console.log(
          `${name}: ${JSON.stringify(of(1))} ${once.toFixed(0)} ms, ${twice.toFixed(0)} ms${isSlow ? ' (of 25 kB)' : ''}`,
        );
    }
  }
}
