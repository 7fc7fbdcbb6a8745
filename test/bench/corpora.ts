// The kinds of site that `bench build` builds, like those of real people. Each kind has different costs.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { chanceOf } from './chance.ts';
import type { Chance } from './chance.ts';
import { repeatArticles, writeCorpus } from './corpus.ts';
import type { Corpus, Draft } from './corpus.ts';
import { domains } from './domains.ts';
import { proseOf } from './prose.ts';
import { writeSnippet } from './snippets.ts';

export type CorpusKind = {
  readonly name: string;
  readonly description: string;
  readonly write: (folder: string, articles: number) => Corpus;
  /** The kind that this kind is compared with, instead of `made`. */
  readonly beside?: string;
  /** The peers cannot do the same work: they lack formulas or passwords, or have another grammar. */
  readonly isOurs?: true;
};

type Change = (draft: Draft) => Pick<Draft, 'head' | 'body'>;

const made =
  (change?: Change): CorpusKind['write'] =>
  (folder, articles) =>
    writeCorpus(folder, articles, change);

const password = (number: number): string => `encrypted: true\npassword: "correct horse battery ${number}"`;
const lock = (head: string, number: number): string => `${head}\n${password(number)}`;

/** Adds something at the end of every section, so that it is spread over the article. */
function interleave(body: string, make: (index: number) => string): string {
  const parts = body.split('\n\n## ');
  return parts.map((part, index) => (index === 0 ? part : `${part}\n\n${make(index)}`)).join('\n\n## ');
}

// --- formulas

const letters = 'abcdefghknpqrstuvwxyz'.split('');
const greek = ['\\alpha', '\\beta', '\\gamma', '\\theta', '\\lambda', '\\mu', '\\sigma', '\\omega'];

/** A formula as long as in lecture notes. It is drawn at random, so that a cache of formulas does not help. */
function formulaOf(chance: Chance): string {
  const [a, b, c] = chance.several(letters, 3);
  const g = chance.pick(greek);
  const n = chance.between(2, 999);
  return chance.pick([
    `${a}_{${n}} = \\frac{\\partial ${b}}{\\partial ${c}} + ${g}^{${n}}`,
    `\\sum_{${a}=1}^{${n}} ${g}_{${a}} \\left( ${b}_{${a}} - \\hat{${b}}_{${a}} \\right)^2`,
    `\\int_0^{${n}} ${a}(${b})\\, \\mathrm{d}${b} \\le \\sqrt{${g} ${c} + ${n}}`,
    `\\begin{pmatrix} ${a} & ${b} \\\\ ${c} & ${n} \\end{pmatrix} \\begin{pmatrix} ${g} \\\\ 1 \\end{pmatrix}`,
    `P(${a} \\mid ${b}) = \\frac{P(${b} \\mid ${a}) P(${a})}{\\sum_{${c}} P(${b} \\mid ${c}) P(${c})}, \\quad ${c} \\in \\{1, \\ldots, ${n}\\}`,
  ]);
}

const withFormulas: Change = ({ number, head, body }) => {
  const chance = chanceOf(number);
  const block = (): string =>
    [
      `设 $${formulaOf(chance)}$，其中 $${chance.pick(greek)} > ${chance.between(2, 99)}$，于是`,
      `$$\n${formulaOf(chance)}\n$$`,
      `代入 $${formulaOf(chance)}$ 即得`,
      `$$\n${formulaOf(chance)}\n$$`,
    ].join('\n\n');
  return { head: `${head}\nmathjax: true`, body: interleave(body, block) };
};

// --- tables and code

const withTables: Change = ({ number, head, body }) => {
  const chance = chanceOf(number);
  const domain = domains[number % domains.length]!;
  const { table } = proseOf(domain, chance);
  const code = (): string => {
    const language = chance.pick(['typescript', 'python', 'java', 'cpp', 'yaml', 'bash']);
    const blocks = Array.from({ length: 6 }, () => writeSnippet(language, domain, chance).split('\n').slice(1, -1));
    return ['```' + language, ...blocks.flat(), '```'].join('\n');
  };
  return { head, body: interleave(body, (index) => (index % 2 === 0 ? table(40) : code())) };
};

// --- an honest site: its open and locked articles share phrases, as those of real authors do

const repeated = `$$
\\mathrm{softmax}(z)_i = \\frac{e^{z_i}}{\\sum_{j=1}^{K} e^{z_j}}
$$

\`\`\`bash
git clone https://example.com/blog/samples.git && cd samples
npm ci && npm test -- --reporter dot
\`\`\`

> [!NOTE]
> 示例代码可以从仓库下载，运行之前请先确认本机已经安装 Node 20 或更新的版本。

---

本文采用知识共享署名 4.0 国际许可协议发布，转载请注明作者与出处，并保留本声明。`;

const honestLockEvery = 20;

const asHonest: Change = ({ number, head, body }) => {
  const withFormula = `${head}\nmathjax: true`;
  return {
    head: number % honestLockEvery === 7 ? lock(withFormula, number) : withFormula,
    body: `${body}\n\n${repeated}`,
  };
};

// --- a Hexo blog

const asForeign: Change = ({ number, head, body }) => {
  const title = /^title: "(.*)"$/m.exec(head)![1]!;
  return {
    head: head
      .replace(/^title: .*$/m, `title: ${title}`)
      .replace(/^tags: \[(.*)\]$/m, 'tags: [$1]\ntop: false\ncomments: true')
      .replace(/^description: .*$/m, `description: 第 ${number + 1} 篇笔记`)
      .replace(/^prompt_args:[^]*$/m, ''),
    body: interleave(body, (index) =>
      index % 2 === 0
        ? `{% note warning %}\n第 ${index} 节的结论只在这台机器上成立。\n{% endnote %}`
        : '{% codeblock lang:bash title:build.sh %}\nhexo clean && hexo generate\n{% endcodeblock %}',
    ).replace('\n\n', '\n\n<!-- more -->\n\n'),
  };
};

/** Writes a blog without a `_site.yml`, so that it is built with `--lenient`. */
function writeForeign(folder: string, articles: number): Corpus {
  const corpus = writeCorpus(folder, articles, asForeign);
  rmSync(join(folder, '_site.yml'));
  return corpus;
}

/** In the order of the runs. */
export const corpora: readonly CorpusKind[] = [
  { name: 'made', description: 'made-up articles of a technical blog', write: made() },
  { name: 'tables', description: 'with long tables and long code', write: made(withTables) },
  { name: 'formulas', description: 'with some 25 formulas on every page', write: made(withFormulas), isOurs: true },
  {
    name: 'locked',
    description: 'one article in a hundred locked',
    write: made(({ number, head, body }) => ({ head: number % 100 === 0 ? lock(head, number) : head, body })),
    isOurs: true,
  },
  {
    name: 'honest',
    description: `one in ${honestLockEvery} locked, and all share a formula, a code block, a callout and a license`,
    write: made(asHonest),
    isOurs: true,
  },
  { name: 'foreign', description: "a blog in Hexo's form, built with --lenient", write: writeForeign, isOurs: true },
];

/**
 * Returns the kinds with these names. Any other name is a folder of real articles, and gives two kinds: the
 * articles repeated, and the same with some of them locked.
 */
export function corporaOf(names: string): CorpusKind[] {
  return names.split(',').flatMap((name) => corpora.find((corpus) => corpus.name === name) ?? realOf(name));
}

const realLockEvery = 28;

/** The two kinds made from a folder of articles. */
export const realOf = (from: string): CorpusKind[] => [
  {
    name: 'real',
    description: 'the articles of a folder, repeated',
    write: (folder, articles) => repeatArticles(from, { folder, articles }),
  },
  {
    name: 'real locked',
    description: `the same with one in ${realLockEvery} locked, compared with the kind real`,
    write: (folder, articles) =>
      repeatArticles(from, {
        folder,
        articles,
        change: (text, index) =>
          index % realLockEvery === 5 ? text.replace(/^---\n/, `---\n${password(index)}\n`) : text,
      }),
    beside: 'real',
    isOurs: true,
  },
];
