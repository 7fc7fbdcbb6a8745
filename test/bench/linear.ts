// Checks that readers take linear time. Each reader reads 100 kB and 200 kB of every ASCII character, of pairs of
// characters with a meaning, of different names, and of nested elements. Prints each input whose 200 kB take more than
// three times as long as its 100 kB, or simply too long.
import { toArticle } from '#pdc/article/article';
import { readFrontMatter } from '#pdc/article/front-matter';
import { messageOfParser } from '#pdc/words/message';
import { toPlainText } from '#pdc/text/html';
import { inPlainText } from '#pdc/markdown/formula-html';
import { findFormulaFaults } from '#pdc/markdown/formula-faults';
import { openingOf } from '#pdc/markdown/opening';
import { renderMarkdown } from '#pdc/markdown/render';
import { findShownTags } from '#pdc/markdown/shown-tags';
import { sectionsOf } from '#pdc/markdown/sections';
import { printable } from '#pdc/words/printable';
import { toTokens } from '#pdc/search/terms';
import { collapseContent } from '#pdc/markdown/white-space';
import { defaultSite } from '#pdc/site/site';
import { readPrompt } from '#pdc/markdown/prompt';
import { translate } from '../../tasks/adopt/foreign/translate-text.ts';
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
  'block of HTML': (text) => render(`<div>${text}`),
  table: (text) => render(`| a |\n|---|\n| ${text}`),
  fence: (text) => render(`\`\`\`js ${text}\n${text}\n\`\`\``),
  formula: (text) => render(`$$\n${text}\n$$`),
  tag: (text) => render(`<div ${text}`),
  'closed tag': (text) => render(`<iframe ${text} x/>`),
  'text of a tag': (text) => render(`<div>\n${text}`),
  title: (text) => [phrases(text), inPlainText({ title: text, description: text, mathjax: true })],
  'white space': (text) => collapseContent(`<p>${text}</p>`),
  formulas: (text) => findFormulaFaults(text),
  opening: (text) => openingOf(text, { limit: 150, math: true }),
  tags: (text) => findShownTags(text),
  prompt: (text) => readPrompt(text),
  sections: (text) => sectionsOf(text, { math: true }),
  'lenient head': (text) => translate(`---\ntitle: ${text}\n\tx: y\n---\nx`, options),
  'second head': (text) => translate(`${head}note: 1\n${text}x\n---\n`, options),
  'body of another engine': (text) => translate(head + text, options),
  note: (text) => translate(head + text, { ...options, isWiki: true }),
  callout: (text) => translate(`${head}> [!note] a${text}b`, options),
  'fence of Hexo': (text) => translate(`${head}  ~~~${text} a=\`\n  ~~~`, { ...options, fencesFirst: true }),
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

/** Inputs in which each name is different. */
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

/** Inputs that open something many times and close it as often. */
const nests: readonly (readonly [open: string, close: string])[] = [
  ['^[', ']'],
  ['[', ']'],
  ['![', '](a)'],
  ['[', '](a)'],
  ['(', ')'],
  ['{', '}'],
  ['$$\\frac{', '}'],
  ['*a', 'a*'],
  ['~~', '~~ '],
  ['<b>', '</b>'],
  ['<div>', '</div>\n'],
  ['<table><tr><td>', '</table>'],
  ['<svg>', '</svg>'],
  ['<!--', '-->'],
  ['"', "'"],
  ['{{', '}}'],
  ['{% a %}', '{% enda %}'],
  ['\\begin{align}', '\\end{align}'],
  ['::: a\n', ':::\n'],
  ['<details>\n', '</details>\n'],
  ['<prompt>', '</prompt>'],
];

const times = (text: string, read: (text: string) => unknown): number => {
  const before = process.cpuUsage();
  try {
    read(text);
  } catch (error) {
    console.log(`${JSON.stringify(text.slice(0, 20))} threw ${String(error).slice(0, 80)}`);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

type Unit = string | ((index: number) => string) | (typeof nests)[number];

function fill(unit: Unit, bytes: number): string {
  if (typeof unit === 'string') return unit.repeat(Math.ceil(bytes / unit.length));
  if (typeof unit === 'object') {
    const count = Math.ceil(bytes / unit.join('').length);
    return unit[0].repeat(count) + unit[1].repeat(count);
  }
  let text = '';
  for (let index = 0; text.length < bytes; index += 1) text += unit(index);
  return text;
}

export const usage = 'linear [READER]';

/** Compares all readers, or only the reader that is named. */
export const plan = ([only]: string[]): (() => Promise<void>) => {
  if (only !== undefined && !Object.hasOwn(readers, only)) throw new TypeError(`there is no reader '${only}'`);
  return async () => compareReaders(only);
};

function compareReaders(only: string | undefined): void {
  for (const [name, read] of Object.entries(readers)) {
    if (only !== undefined && only !== name) continue;
    for (const unit of [...signs, ...pairs, ...names, ...nests]) {
      const { bytes, once, twice, isSlow } = compare(unit, read);
      // Other programs and the garbage collector can disturb a comparison.
      if (!isSlow || !compare(unit, read).isSlow) continue;
      const [small, large] = [once, twice].map((time) => `${time.toFixed(0)} ms`);
      console.log(`${name}: ${JSON.stringify(fill(unit, 1))} ${small} for ${bytes} bytes, ${large} for twice as many`);
    }
  }
}

type Comparison = { readonly bytes: number; readonly once: number; readonly twice: number; readonly isSlow: boolean };

/** Compares small inputs first, because a quadratic reader would take minutes for large ones. */
function compare(unit: Unit, read: (text: string) => unknown): Comparison {
  const early = measure(unit, 12_500, read);
  if (early.twice > 60 && early.twice > 3 * early.once) return { ...early, isSlow: true };
  const late = measure(unit, 100_000, read);
  return { ...late, isSlow: late.twice > 3000 || (late.twice > 200 && late.twice > 3 * late.once) };
}

function measure(unit: Unit, bytes: number, read: (text: string) => unknown): Omit<Comparison, 'isSlow'> {
  const once = times(fill(unit, bytes), read);
  return { bytes, once, twice: times(fill(unit, 2 * bytes), read) };
}
