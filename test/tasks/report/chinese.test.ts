// The Chinese of what commands tell: nothing that an author may meet is left in English, and all of it is well set.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { sentences, translate } from '../../../tasks/report/translate.ts';
import { readSite } from '#pdc/site';
import { repository } from '../../support/command.ts';
import { fixtures } from '../../support/defects.ts';
import { cases } from '../../support/cases.ts';

/** Three words in a row are a sentence: names of keys, paths and commands are fewer. */
const isSentence = (text: string): boolean => /[a-z]+(?: [a-z]+){2}/.test(text);

/** English that stands in Chinese as it is: names, commands, and what the author wrote. */
const verbatim =
  /front matter|user agent|cover .*? 不|npm run new -- SLUG|npx gulp check|npm run config|hugo convert toYAML|iconv -f \S+ -t \S+|".*?"|“.*?”/g;

const untold = (messages: Iterable<string>): string[] =>
  [...new Set(messages)]
    .map((message) => [message, translate(message, 'zh-CN')] as const)
    .filter(([message, told]) => told === message || /[A-Za-z]{2,} [a-z]{2,}/.test(told.replace(verbatim, '')))
    .map(([message, told]) => `${message} -> ${told}`);

describe('the Chinese of what commands tell', () => {
  it('has every message of the rules', () => {
    const files = ['articles/bad', 'blogs'].flatMap((folder) =>
      readdirSync(path.join(fixtures, folder))
        .filter((name) => /\.(?:defects|lenient)$/.test(name))
        .map((name) => path.join(fixtures, folder, name)),
    );
    const lines = files.flatMap((file) => readFileSync(file, 'utf8').split('\n'));
    const messages = lines.flatMap((line) => /^\S+:\d+:\d+ {2}\w+ {2}\S+ {2}(.+)$/.exec(line)?.[1] ?? []);
    expect(messages.length).to.be.above(200);
    expect(untold(messages)).to.deep.equal([]);
  });

  it('has every message of _site.yml', () => {
    const messages = wrongSites.flatMap((text) => {
      const { defects } = readSite(new TextEncoder().encode(text), '_site.yml');
      expect(defects, text).not.to.be.empty;
      return defects.map(({ message }) => message);
    });
    expect(untold(messages)).to.deep.equal([]);
  });

  it('has every sentence that stands in the code of what tells', () => {
    const known = sentences.map(([sentence]) => sentence).join('\n');
    const missing = sourcesThatTell().flatMap((file) =>
      sentencesIn(file)
        .filter((sentence) => !known.includes(sentence) && !english.has(sentence))
        .map((sentence) => `${path.relative(repository, file)}: ${sentence}`),
    );
    expect(missing, 'add a line to tasks/report/chinese.txt').to.deep.equal([]);
  });

  it('uses each hole once, and is set as Chinese is', () => {
    expect(sentences.flatMap(faultsOf)).to.deep.equal([]);
  });
});

function faultsOf([sentence, told]: (typeof sentences)[number]): string[] {
  const holes = sentence.match(/\{\*?\}/g)?.length ?? 0;
  const used = [...told.matchAll(/\{(\d?)\}/g)].map(([, number], index) => Number(number) || index + 1);
  // Lists and numbers that are copied stand as they are.
  const words = told.replace(/ \[.*?\]|京\S+/g, '');
  const faults: readonly (readonly [string, boolean])[] = [
    ['a hole twice', new Set(used).size < used.length],
    ['no such hole', used.some((number) => number > holes)],
    ['a half-width sign behind Chinese', /[\p{Script=Han}”）][,;:!?]/u.test(words)],
    ['no blank', /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u.test(words)],
    ['a blank too many', /[，。：；、（）“”] | [，。：；、（）“”]/.test(words)],
  ];
  return faults.filter(([, is]) => is).map(([fault]) => `${fault}: ${told}`);
}

/** A text for each way in which a value of `_site.yml` can be wrong. */
const wrongSites = cases<string>('chinese', 'sites');

/** Code whose sentences authors are shown when they check, build, adopt or watch. */
function sourcesThatTell(): string[] {
  const tasks = path.join(repository, 'tasks');
  const others =
    /^(?:pdc\/(?:search\/|rules|schema|markdown\/(?:labels|white-space))|theme\/(?!own-parts)|verify|settings|adopt\/repository|watch\/serve\/(?:answers|proxy)|(?:new|config|ai-context|commands)\.ts|.*\.d\.ts)/;
  return (readdirSync(tasks, { recursive: true }) as string[])
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !others.test(name))
    .map((name) => path.join(tasks, name));
}

/** Each line of each string, or of a piece of one between its holes, that is a sentence. */
function sentencesIn(file: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    // An error that is no Failure is ours, and what keys mean is for `npm run config`.
    if (ts.isNewExpression(node) && node.expression.getText() === 'Error') return;
    if (ts.isPropertyAssignment(node) && /^(?:means|form|without)$/.test(node.name.getText())) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(...node.text.split('\n').map((line) => line.trim()));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true));
  return found.filter(isSentence);
}

/** What stays English: words that a contract fixes, commands, and what is said before any site is known. */
const english: ReadonlySet<string> = new Set(cases<string>('chinese', 'stays English'));
