// A text with a password is published locked or not at all, whatever the key, the format and the form of the password.
import { expect } from 'chai';
import { articleText, toldIn } from '../../../support/articles.ts';
import { shelve, told } from '../../pdc/edition.ts';
import { cases } from '../../../support/cases.ts';

const body = '正文只给知道口令的人看。\n';

const keys = cases<string>('password', 'keys');

const yamlValues = cases<string>('password', 'values');

const yaml = (lines: string): string => `title: "一"\ndate: 2026-03-01 08:00:00\n${lines}\n`;

/** Every form in which front matter with these lines may be written. */
const heads: readonly (readonly [name: string, write: (lines: string) => string])[] = [
  ['YAML', (lines) => `---\n${yaml(lines)}---\n\n${body}`],
  ['Windows', (lines) => `---\n${yaml(lines)}---\n\n${body}`.replaceAll('\n', '\r\n')],
  ['two byte order marks', (lines) => `\ufeff\ufeff---\n${yaml(lines)}---\n\n${body}`],
  ['no opening line', (lines) => `${yaml(lines)}---\n\n${body}`],
  ['long delimiters', (lines) => `-----\n${yaml(lines)}-----\n\n${body}`],
  ['a bracket in the first column', (lines) => `---\ntags: [\n\ta\n]\n${yaml(lines)}---\n\n${body}`],
  ['a key twice', (lines) => `---\n${yaml(lines)}title: 二\n---\n\n${body}`],
  ['an indent of tabs', (lines) => `---\n${yaml(lines)}x:\n\ty: 1\n---\n\n${body}`],
  ['below another key', (lines) => `---\n${yaml(`params:\n${lines.replace(/^/gm, '  ')}`)}---\n\n${body}`],
  ['in a list', (lines) => `---\n${yaml(`x:\n  - y: 1\n${lines.replace(/^/gm, '    ')}`)}---\n\n${body}`],
  ['behind the head', (lines) => `---\n${yaml('x: 1')}---\n${lines}\n---\n\n${body}`],
];

/** The texts that are published without a lock, as articles or as pages. */
async function inClear(...texts: readonly string[]): Promise<string[]> {
  const files = texts.flatMap((text, at) => [
    [`a${at}.md`, text],
    [`pages/b${at}.md`, text],
  ]);
  const { library } = await shelve(Object.fromEntries(files) as Record<string, string>, { lenient: true });
  const open = library.articles.filter((article) => !article.encrypted || !toldIn(article).password?.trim());
  return [...open, ...library.pages].map(({ slug }) => texts[Number(slug.slice(1))]!);
}

describe('a password in front matter', () => {
  /** Whether the password is empty, in a head that has the key where other engines look for it. */
  const isEmpty = (name: string, key: string, value: string): boolean =>
    !['below another key', 'in a list', 'behind the head'].includes(name) &&
    /^"?password"? ?$/.test(key) &&
    ['', '~', 'null'].includes(value);

  for (const [name, write] of heads) {
    it(`never leaves the text public unless its value is empty: ${name}`, async () => {
      const all = keys.flatMap((key) => yamlValues.map((value) => ({ key, value, text: write(`${key}: ${value}`) })));
      const open = new Set(await inClear(...all.map(({ text }) => text)));
      const empty = all.filter(({ key, value }) => isEmpty(name, key, value)).map(({ text }) => text);
      expect([...open].sort()).to.deep.equal([...new Set(empty)].sort());
    });
  }

  it('leaves the text public with a warning if its value is empty and nothing else locks the text', async () => {
    for (const value of cases<string>('password', 'empty values')) {
      const text = articleText({ password: value }, body);
      const { library, defects } = await shelve({ 'algo-a.md': text }, { lenient: true });
      expect(
        library.articles.map(({ encrypted }) => encrypted),
        value,
      ).to.deep.equal([false]);
      expect(told(defects), value).to.deep.equal(['types warn']);
      // A strict build refuses the article.
      expect(told((await shelve({ 'algo-a.md': text })).defects), value).to.deep.equal(['types error']);
    }
    for (const lines of cases<string>('password', 'odd empty values'))
      expect(await inClear(`---\n${yaml(lines)}---\n\n${body}`), lines).to.deep.equal([]);
  });

  it('is used as written, even if YAML reads it as a number', async () => {
    for (const source of ['0123', '1e3', '0x10', '007.50', 'true', '12345678', '.5']) {
      const { library } = await shelve({ 'algo-a.md': articleText({ password: source }, body) }, { lenient: true });
      expect(toldIn(library.articles[0]!).password).to.equal(source);
    }
  });

  it('never leaves the text public if the key occurs twice', async () => {
    for (const lines of [
      'password: x\npassword:',
      'password: ""\nPassword: x',
      'Password: a\nPASSWORD: b',
      'password:\npassword: ""',
    ])
      for (const [, write] of heads) expect(await inClear(write(lines)), lines).to.deep.equal([]);
  });

  it('never leaves the text public in TOML or JSON', async () => {
    const toml = cases<string>('password', 'values in TOML');
    for (const key of ['password', 'Password', '"PassWord"', 'params.password', '"密码"']) {
      for (const value of toml.filter((one) => key !== 'password' || one !== '""')) {
        const text = `+++\ntitle = "一"\ndate = 2026-03-01T08:00:00+08:00\n${key} = ${value}\n+++\n${body}`;
        expect(await inClear(text), text).to.deep.equal([]);
        const table = `+++\ntitle = "一"\ndate = 2026-03-01\n[extra]\n${key} = ${value}\n+++\n${body}`;
        expect(await inClear(table), table).to.deep.equal([]);
      }
    }
    for (const key of ['password', 'Password', 'enc_pwd']) {
      for (const value of [
        '"long-password"',
        '12345678',
        ...(key === 'password' ? [] : ['null']),
        '["x"]',
        '{"a":"x"}',
        'x',
      ]) {
        const json = `{\n"title": "一",\n"date": "2026-03-01",\n"${key}": ${value}\n}\n${body}`;
        expect(await inClear(json), json).to.deep.equal([]);
        const hexo = `"title": "一",\n"date": "2026-03-01",\n"${key}": ${value}\n;;;\n${body}`;
        expect(await inClear(`;;;\n${hexo}`), hexo).to.deep.equal([]);
      }
    }
  });

  it('never leaves the text public in a strict build', async () => {
    for (const line of ['Password: x', 'enc_pwd: long-password', '密码: long-password', 'params:\n  password: x']) {
      const page = `---\ntitle: "一"\n${line}\n---\n\n${body}`;
      const files = { 'algo-a.md': articleText({ mathjax: `false\n${line}` }, body), 'pages/b.md': page };
      const { defects } = await shelve(files);
      expect(defects.map(({ rule, severity }) => `${rule} ${severity}`)).to.deep.equal(['types error', 'types error']);
      expect(JSON.stringify(defects)).to.not.contain('long-password');
    }
  });

  it('locks the text if it can be used, whatever the case of its key and the form of the front matter', async () => {
    for (const text of [
      `---\n${yaml('Password: "long-password"')}---\n\n${body}`,
      `\ufeff\ufeff---\n${yaml('password: long-password')}---\n\n${body}`,
      `+++\ntitle = "一"\ndate = 2026-03-01\n[params]\npassword = "long-password"\n+++\n${body}`,
      `{\n"title": "一",\n"date": "2026-03-01",\n"PASSWORD": "long-password"\n}\n${body}`,
    ]) {
      const { library } = await shelve({ 'a.md': text }, { lenient: true });
      expect(library.articles, text).to.have.lengthOf(1);
      const [article] = library.articles;
      expect(article).to.include({ encrypted: true, description: '' });
      expect(toldIn(article!).password).to.equal('long-password');
    }
  });

  it('is not read from a shortcode that locks a text, so the text is left out', async () => {
    for (const name of ['hugo-encryptor', 'fixit-encryptor', 'encrypt']) {
      for (const [open, close] of [
        ['{{<', '>}}'],
        ['{{%', '%}}'],
        ['{%', '%}'],
      ] as const) {
        const end = open === '{%' ? `{% end${name} %}` : `${open} /${name} ${close}`;
        const text = `---\n${yaml('x: 1')}---\n\n${open} ${name} "口令" ${close}\n${body}\n${end}\n`;
        expect(await inClear(text), text).to.deep.equal([]);
      }
    }
  });

  it('is not found in a text that is only about passwords', async () => {
    const text = `---\n${yaml('description: "password: 讲怎样设密码"')}---\n\n密码是什么？password 又是什么？\n\npassword: 在正文里\n`;
    const { library } = await shelve({ 'a.md': text }, { lenient: true });
    expect(library.articles).to.have.lengthOf(1);
    expect(library.articles[0]!.encrypted).to.equal(false);
  });
});
