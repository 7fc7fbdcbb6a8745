// The catalog of messages: it fits the code, and its Chinese is complete and typographically correct.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import ts from 'typescript';
import { message, messageOfParser, textOf, topics } from '#pdc/words/message';
import type { Sentence } from '#pdc/words/message';
import { readSite } from '#pdc/site/site';
import parsers from '../../../../tasks/pdc/words/messages/parsers.json' with { type: 'json' };
import { repository } from '../../../support/command.ts';
import { cases } from '../../../support/cases.ts';

const catalogue = new Map(topics.flatMap((topic) => Object.entries<Sentence>(topic)));

const holesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();

describe('the catalog of messages', () => {
  it('has a placeholder for every value of a call, and no unused sentence', () => {
    const calls = sources().flatMap(callsIn);
    const wrong = calls.filter(({ keys, values }) =>
      keys.some((key) => String(holesOf(catalogue.get(key)?.en ?? '{unknown}')) !== String(values)),
    );
    expect(wrong).to.deep.equal([]);
    const said = new Set([...calls.flatMap(({ keys }) => keys), ...Object.keys(parsers)]);
    expect([...catalogue.keys()].filter((key) => !said.has(key))).to.deep.equal([]);
  });

  it('has each key only once in all files together', () => {
    const folder = path.join(repository, 'tasks/pdc/words/messages');
    const files = readdirSync(folder).map((name) => path.join(folder, name));
    // The files are searched as text, because `JSON.parse` keeps the last of two equal keys.
    const keys = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^ {2}"(.+)": \{$/gm)].map(([, key]) => key!),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).to.deep.equal([]);
    expect(keys).to.have.members([...catalogue.keys()]);
  });

  it('has the same placeholders in Chinese', () => {
    // English terms of a parser, such as "map", may be left out.
    const wrong = [...catalogue].filter(
      ([key, { en, zh }]) =>
        String(holesOf(zh)) !== String(holesOf(en)) && (!Object.hasOwn(parsers, key) || /\{/.test(zh)),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('follows the typography of Chinese', () => {
    expect([...catalogue.values()].flatMap(({ zh }) => faultsOf(zh))).to.deep.equal([]);
  });

  it('has Chinese for every fault of _site.yml', () => {
    /** English that stays in Chinese messages: names, commands, and the author's words. */
    const verbatim = /user agent|npm run config|iconv -f \S+ -t \S+|".*?"|“.*?”/g;
    for (const text of cases<string>('messages', 'sites')) {
      const { defects } = readSite(new TextEncoder().encode(text), '_site.yml');
      expect(defects, text).not.to.be.empty;
      for (const defect of defects)
        expect(textOf(defect.message, 'zh-CN').replace(verbatim, '')).to.not.match(/[A-Za-z]{2,} [a-z]{2,}/);
    }
  });
});

describe('a message', () => {
  it('is Chinese for any Chinese language, and English for all others', () => {
    const said = message('mustNotBeEmpty', { key: 'title' });
    for (const language of ['zh-CN', 'zh-TW', 'zh', 'ZH-cn']) expect(textOf(said, language)).to.equal('title 不能为空');
    for (const language of ['en', 'en-GB', 'fr', 'ja'])
      expect(textOf(said, language)).to.equal('title must not be empty');
  });

  it('keeps inserted values unchanged', () => {
    for (const tag of ['$&', '{}', '{tag}', 'renamed', 'a list', '读书 笔记', '"', 'x" stands twice: "y'])
      expect(textOf(message('tagTwice', { tag }), 'zh')).to.equal(`tags 不能重复：“${tag}”出现了两次`);
  });

  it('may contain another message, with spaces around it only if it is not Chinese', () => {
    const taken = (owner: string | ReturnType<typeof message>): string =>
      textOf(message('addressTaken', { address: '/posts/a/', owner }), 'zh-CN');
    expect(taken('content/甲.md')).to.equal('地址 /posts/a/ 已经属于 content/甲.md：请给这个文件改名');
    expect(taken(message('theSite'))).to.equal('地址 /posts/a/ 已经属于站点自带的内容：请给这个文件改名');
    const fault = message('functionThrew', {
      name: 'parts.postEnd',
      error: message('thrownValue', { kind: message('aString') }),
    });
    expect(textOf(message('forArticles', { fault, article: 'a.md', count: 3 }), 'zh-CN')).to.equal(
      'parts.postEnd 抛出了文字（不是 Error）：请改正这个函数（共 3 篇文章，第一篇是 a.md）',
    );
  });

  it('of a parser is the most exact sentence that matches, or otherwise the words of the parser', () => {
    const reserved = messageOfParser('Plain value cannot start with reserved character @');
    expect(reserved).to.deep.equal(message('yamlReservedCharacter', { sign: '@' }));
    expect(messageOfParser('something new')).to.equal('something new');
  });
});

function faultsOf(chinese: string): string[] {
  // Lists and numbers are copied unchanged.
  const words = chinese.replace(/\{\w+\}/g, '{}').replace(/ \[.*?\]|京\S+/g, '');
  const faults: readonly (readonly [string, boolean])[] = [
    ['a half-width sign after Chinese', /[\p{Script=Han}”）][,;:!?]/u.test(words)],
    ['a missing space', /\p{Script=Han}[A-Za-z\d]|[A-Za-z\d]\p{Script=Han}/u.test(words)],
    ['an extra space', /[，。：；、（）“”] | [，。：；、（）“”]/.test(words)],
  ];
  return faults.filter(([, is]) => is).map(([fault]) => `${fault}: ${chinese}`);
}

const sources = (): string[] =>
  (readdirSync(path.join(repository, 'tasks'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.join(repository, 'tasks', name));

type Call = { readonly keys: readonly string[]; readonly values: readonly string[] };

/** Calls of `message`, and of functions that give a key to Zod. Keys and values are literals in the calls. */
function callsIn(file: string): Call[] {
  const calls: Call[] = [];
  const text = readFileSync(file, 'utf8');
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const [key, values] = node.arguments;
    const name = node.expression.getText();
    if (key && name === 'message') calls.push({ keys: stringsIn(key), values: namesIn(values) });
    if (key && name === 'fault') calls.push({ keys: stringsIn(key), values: ['key'] });
  };
  if (/message|fault/.test(text)) visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return calls;
}

const stringsIn = (node: ts.Expression): string[] =>
  ts.isConditionalExpression(node)
    ? [...stringsIn(node.whenTrue), ...stringsIn(node.whenFalse)]
    : [ts.isStringLiteral(node) ? node.text : `no literal: ${node.getText()}`];

const namesIn = (values: ts.Expression | undefined): string[] =>
  values === undefined
    ? []
    : ts.isObjectLiteralExpression(values)
      ? values.properties.map((property) => property.name?.getText() ?? property.getText()).sort()
      : [`no literal: ${values.getText()}`];
