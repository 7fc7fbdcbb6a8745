// The catalog of messages: it fits the code, and its Chinese is complete and typographically correct.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { nameOf } from '#pdc/words/catalog';
import { message, messageOfParser, textOf, topics } from '#pdc/words/message';
import type { Sentence } from '#pdc/words/message';
import { readSite } from '#pdc/site/site';
import parsers from '../../../../tasks/pdc/words/messages/parsers.json' with { type: 'json' };
import { repository } from '../../../support/command.ts';
import { cases } from '../../../support/cases.ts';

const catalogue = new Map(topics.flatMap((topic) => Object.entries<Sentence>(topic)));

const holesOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort();

const listedIn = (key: string): string[] => (/\((.*)\)/.exec(key)?.[1]?.split(', ') ?? []).sort();

describe('the catalog of messages', () => {
  it('lists the placeholders of each sentence in its key', () => {
    const wrong = [...catalogue].filter(([key, { en }]) => String(holesOf(en)) !== String(listedIn(key)));
    expect(wrong).to.deep.equal([]);
  });

  it('has no unused sentence', () => {
    const code = sources().join('\n');
    const unused = [...catalogue.keys()].filter(
      (key) => !Object.hasOwn(parsers, key) && !code.includes(`'${nameOf(key)}'`),
    );
    expect(unused).to.deep.equal([]);
  });

  it('has each key only once in all files together', () => {
    const folder = path.join(repository, 'tasks/pdc/words/messages');
    const files = readdirSync(folder).map((name) => path.join(folder, name));
    // The files are searched as text, because `JSON.parse` keeps the last of two equal keys.
    const keys = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^ {2}"(.+)": \{$/gm)].map(([, key]) => key!),
    );
    const names = keys.map(nameOf);
    expect(names.filter((name, at) => names.indexOf(name) < at)).to.deep.equal([]);
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

/** The code of all commands. */
const sources = (): string[] =>
  (readdirSync(path.join(repository, 'tasks'), { recursive: true }) as string[])
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(path.join(repository, 'tasks', name), 'utf8'));
