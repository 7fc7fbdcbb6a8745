// Tests the schema of `_site.yml`: one mistake is one error with the nearest key, and the keys are described in the
// same way everywhere.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import { textOf } from '#pdc/words/message';
import { parse } from 'yaml';
import { hasOwnPolicy } from '#pdc/site/head-scripts';
import { readSite } from '#pdc/site/site';
import { siteKeys } from '#pdc/site/site-keys';
import { siteMarkdown, siteSchema } from '#pdc/site/key-table';
import { writeFiles } from '../../../support/articles.ts';
import { repository, run } from '../../../support/command.ts';
import { withFolder } from '../../../support/defects.ts';
import { cases } from '../../../support/cases.ts';

const read = (text: string) => readSite(Buffer.from(text), '_site.yml');
const messagesOf = (text: string): string[] =>
  read(text).defects.map(({ line, column, message }) => `${line}:${column} ${textOf(message, 'en')}`);

describe('one mistake in _site.yml', () => {
  const rest = 'title: "站"\ntag_map: { 围棋: go }\n';

  for (const [mistake, nearest] of cases<[string, string]>('site-keys', 'near')) {
    it(`is one error with the nearest key: ${mistake}`, () => {
      const [message, ...others] = messagesOf(`${rest}${mistake}\n`);
      expect(others).to.deep.equal([]);
      expect(message)
        .to.match(/^3:1 unknown key .*remove it or correct its spelling/)
        .and.contain(`the nearest known key is ${nearest}`);
    });
  }

  for (const [mistake, key, nearest] of cases<[string, string, string]>('site-keys', 'near within')) {
    it(`is one error with the nearest key of its map: ${mistake}`, () => {
      const told = messagesOf(`${rest}${mistake}\n`).filter((line) => line.includes('unknown key'));
      expect(told).to.have.length(1);
      expect(told[0]).to.match(new RegExp(` unknown key ${key}: .*; the nearest known key is ${nearest}$`));
    });
  }

  it('is reported with the form of the key, for a number that is too small', () => {
    expect(messagesOf('llms_budget: 0')).to.deep.equal([
      '1:14 llms_budget must be a whole number of tokens, or "off" to list every article',
    ]);
  });

  it('is reported with its line, for a second document', () => {
    expect(messagesOf('---\ntitle: a\n---\n')).to.deep.equal([
      '3:1 not valid YAML: the line "---" begins a second document: remove it',
    ]);
  });

  it('is reported with the values that og_image may have, if og_image is `articles`', () => {
    expect(messagesOf('og_image: articles')).to.deep.equal([
      '1:11 og_image must be "site", "off", or the path of an image',
    ]);
  });

  it('is reported with the command that lists all keys, if no key is similar', () => {
    expect(messagesOf('zzz: 1')).to.deep.equal([
      '1:1 unknown key zzz: remove it or correct its spelling; "npm run config" lists all keys',
    ]);
  });

  for (const mistake of cases<string>('site-keys', 'mistakes')) {
    it(`leaves all other settings unchanged: ${mistake}`, () => {
      const { site } = read(`${rest}${mistake}\n`);
      expect(site.title).to.equal('站');
      expect(site.tag_map).to.include({ 围棋: 'go' });
      const lines = new Set(messagesOf(`${rest}${mistake}\n`).map((message) => message.split(':')[0]));
      expect([...lines]).to.have.lengthOf(1);
    });
  }

  it('removes only one entry of a map', () => {
    const { site, defects } = read('tag_map: { 围棋: go, 象棋: 象 }\n');
    expect(defects.map(({ line, column }) => `${line}:${column}`)).to.deep.equal(['1:24']);
    expect(site.tag_map).to.include({ 围棋: 'go' }).and.not.have.property('象棋');
  });

  it('is reported once if the file is not YAML, and the readable keys are used', () => {
    const { site, defects } = read('title: "站"\ntag_map: { 围棋: go\nauthor: 我\nlicence: MIT\n');
    expect(defects).to.have.lengthOf(1);
    expect(site.title).to.equal('站');
  });
});

describe('a link in _site.yml', () => {
  const isRefused = (url: string): boolean =>
    read(`nav: [{ label: a, url: ${JSON.stringify(url)} }]`).defects.length > 0;

  it('leads to the web, to a mailbox or into the site', () => {
    for (const url of ['/', '/关于/', '/a?b=c#d', 'https://a.example', 'http://a.example/b?c', 'mailto:me@a.example'])
      expect(isRefused(url), url).to.equal(false);
  });

  it('must not run a script or hide its host', () => {
    for (const url of cases<string>('site-keys', 'no addresses')) expect(isRefused(url), url).to.equal(true);
  });
});

describe('a script in head', () => {
  const warningsOf = (text: string): string[] => messagesOf(text);

  it('that the policy would block is reported, with a remedy', () => {
    expect(warningsOf('head:\n  - <meta name="a">\n  - <script>count()</script>\n')).to.have.lengthOf(1);
    expect(warningsOf('head:\n  - <script>count()</script>\n')[0]).to.match(
      /^2:5 head\.0 has a script.*file in the static folder/,
    );
    expect(warningsOf('head: [\'<script src="https://a.example/b.js"></script>\']')[0]).to.contain(
      'name it in scripts',
    );
    expect(read('head: [<script>x</script>]').defects[0]!.severity).to.equal('warn');
  });

  it('is not reported if it comes from this site or from a host in scripts, is data, or has the author’s own policy', () => {
    for (const text of cases<string>('site-keys', 'texts')) expect(warningsOf(text), text).to.deep.equal([]);
  });
});

describe('a policy in head', () => {
  it('counts only if it is enforced and not in a comment', () => {
    for (const text of [
      '<meta http-equiv="Content-Security-Policy-Report-Only" content="x">',
      '<!-- <meta http-equiv="Content-Security-Policy" content="x"> -->',
    ])
      expect(hasOwnPolicy(read(`head: ['${text}']`).site), text).to.equal(false);
  });
});

describe('the language', () => {
  it('must be a language tag, and is converted to the form that pages and feeds use', () => {
    for (const [text, language] of [
      ['zh_CN', 'zh-CN'],
      ['zh-Hans', 'zh-Hans'],
      ['en', 'en'],
    ])
      expect(read(`language: ${text!}`).site.language).to.equal(language);
    for (const text of ['中文', 'en US', '"x"']) expect(read(`language: ${text}`).defects, text).to.have.lengthOf(1);
  });
});

describe('the keys of _site.yml', () => {
  const fileOf = (name: string): string => path.join(repository, name);
  const update = process.env.UPDATE_FIXTURES === '1';

  it('are documented as in the schema', () => {
    const file = fileOf('tasks/README.md');
    const [start, end] = ['<!-- npm run config -- --markdown -->\n', '<!-- end -->'];
    const text = readFileSync(file, 'utf8');
    const [before, after] = [text.indexOf(start) + start.length, text.indexOf(end)];
    if (update) writeFileSync(file, `${text.slice(0, before)}${siteMarkdown()}${text.slice(after)}`);
    else expect(text.slice(before, after)).to.equal(siteMarkdown());
  });

  it('are in the JSON Schema for editors', () => {
    const file = fileOf('tasks/site.schema.json');
    if (update) writeFileSync(file, siteSchema());
    expect(readFileSync(file, 'utf8')).to.equal(siteSchema());
  });

  it('are checked by the JSON Schema in the same way as by the build', () => {
    const check = new Ajv2020({ strict: false, formats: { uri: true } }).compile(JSON.parse(siteSchema()) as object);
    const own = parse(readFileSync(fileOf('content/_site.yml'), 'utf8')) as object;
    expect(check(own), JSON.stringify(check.errors)).to.equal(true);
    for (const wrong of [{ titel: 'x' }, { accent: 'teal' }, { nav: [{ label: 'a' }] }, { llms_budget: 0 }])
      expect(check(wrong), JSON.stringify(wrong)).to.equal(false);
  });

  it('are printed by npm run config, each with its form, its default and its meaning, in the language of the site', async () => {
    await withFolder(async (folder) => {
      const printed = async (...argv: string[]): Promise<string> =>
        (await run(['tasks/duplex.js', 'config', ...argv], { env: { CONTENT_DIR: folder } })).stdout;
      for (const [language, without] of [
        ['en', '; without it: '],
        ['zh-CN', '；不写时：'],
      ] as const) {
        writeFiles(folder, { '_site.yml': `language: ${language}\n` });
        const text = await printed();
        for (const key of Object.keys(siteKeys))
          expect(text).to.match(new RegExp(`^${key}\\n  .*${without}.*\\n  \\S`, 'm'));
        expect(await printed('--schema')).to.equal(siteSchema());
      }
      expect(await printed('--nope')).to.equal('');
    });
  });
});
