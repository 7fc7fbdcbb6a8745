// The changes to a text that is adopted.
import { expect } from 'chai';
import { readToml } from '../../../tasks/adopt/foreign/toml.ts';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { Blog } from '../../../tasks/adopt/blog.ts';
import { holdsFormulas, mendText } from '../../../tasks/adopt/mend.ts';
import type { Mended } from '../../../tasks/adopt/mend.ts';
import { toldIn } from '../../support/articles.ts';
import { shelve } from '../pdc/edition.ts';
import { cases } from '../../support/cases.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const blog = { engine: 'Hexo' } as Blog;

const mend = (text: Uint8Array | string, own: Partial<Blog> = {}): Pick<Mended, 'text' | 'mends'> | undefined => {
  const mended = mendText(typeof text === 'string' ? bytes(text) : text, {
    blog: { ...blog, ...own },
    from: 'source/_posts/2020-01-02-a-b.md',
    timezone: 'Asia/Shanghai',
    emoji: false,
    lookups: { post: () => undefined },
    fileTime: () => '2019-01-01 00:00:00',
    pictureAt: (name) => (name === 'a.png' ? '/a.png' : undefined),
  });
  return mended && { text: mended.text, mends: mended.mends };
};

const dated = 'title: x\ndate: 2020-01-02 00:00:00\n';

describe('a text that is adopted', () => {
  it('stays byte for byte if it is already in our form', () => {
    for (const text of [
      `---\n${dated}---\n\nbody\r\n`,
      `\ufeff---\r\n${dated.replaceAll('\n', '\r\n')}---\r\nbody`,
      'title: never closed',
      '+++\nx = ?\n+++\n',
    ])
      expect(mend(text)).to.deep.equal({ text, mends: [] });
  });

  it('is decoded if it is GBK, and is not changed if it is neither GBK nor UTF-8', () => {
    const gbk = new Uint8Array([...bytes(`---\n${dated}---\n`), 0xc4, 0xe3, 0xba, 0xc3]);
    expect(mend(gbk)).to.deep.equal({ text: `---\n${dated}---\n你好`, mends: ['gbk'] });
    expect(mend(new Uint8Array([0xff, 0xfe, 0x60, 0x4f]))).to.equal(undefined);
  });

  it('gets YAML instead of TOML or JSON', () => {
    const toml = mend(
      '+++\ntitle = "\\u4e00 \\"x\\""\ndate = 2021-03-04T05:06:07Z\n[cover]\nimage = \'a.png\'\n+++\n正文\n+++\n',
    );
    expect(toml).to.deep.equal({
      text: '---\ntitle: "一 \\"x\\""\ndate: 2021-03-04 13:06:07\ncover: "/a.png"\n---\n\n正文\n+++\n',
      mends: ['toml'],
    });
    const json = mend('{\n  "title": "x", "date": "2020-01-02", "tags": ["a"]\n}\n正文\n');
    expect(json).to.deep.equal({
      text: '---\ntitle: "x"\ndate: 2020-01-02 00:00:00\ntags: ["a"]\n---\n\n正文\n',
      mends: ['json'],
    });
  });

  it('keeps its front matter, except for the keys that must change', () => {
    expect(
      mend('---\n# 注释\nTitle: 2026 # 数\nDate: 2020-1-2 3:4:5\nupdated:\nkeep: { a: 1 }\ntags: a, b\n---\n\nbody'),
    ).to.deep.equal({
      text: '---\n# 注释\ntitle: "2026"\ndate: 2020-01-02 03:04:05\nkeep: { a: 1 }\ntags: [ a, b ]\n---\n\nbody',
      mends: ['head'],
    });
    const aliased = `---\n${dated}alias: { old: new }\n---\n\nbody`;
    expect(mend(aliased)).to.deep.equal({ text: aliased, mends: [] });
    expect(mend(`---\n${dated}alias: [ old, { a: 1 }, ]\n---\n\nbody`)!.text).to.contain('\naliases: [ /old ]\n');
    expect(mend('---\r\ntitle: x\r\n---\r\nbody\r\n')!.text).to.equal(
      '---\r\ntitle: x\r\ndate: 2020-01-02 00:00:00\r\n---\r\nbody\r\n',
    );
  });

  it('gets front matter if its engine needed none', () => {
    const text = '---\ntitle: "a-b"\ndate: 2020-01-02 00:00:00\n---\n\n正文\n';
    expect(mend('正文\n')).to.deep.equal({ text, mends: ['head'] });
    // Jekyll copies such a page, and publishes such a post.
    expect(mend('正文\n', { engine: 'Jekyll' })!.text).to.equal(text.replace('a-b', 'A b'));
  });

  it('gets Markdown in place of tags', () => {
    expect(mend(`---\n${dated}---\n\n{% note info %}\n一\n{% endnote %}\n\n# 节\n`)).to.deep.equal({
      text: `---\n${dated}---\n\n> [!NOTE]\n> 一\n\n## 节\n`,
      mends: ['body'],
    });
  });

  it('keeps its password in any spelling, and stays unchanged if the password would be lost', () => {
    for (const line of ['password: # later', 'password: NULL', 'password: [a]', 'password: "long-password"'])
      expect(mend(`---\n${dated}${line}\n---\n\n{% note %}\n一\n{% endnote %}\n`)!.text, line).to.contain(
        `\n${line}\n---`,
      );
    expect(mend(`---\n${dated}password: 0123\n---\n\n一\n`)!.text).to.contain('\npassword: "0123"\n');
    expect(mend(`---\n${dated}password:\n---\n\n一\n`)).to.deep.equal({
      text: `---\n${dated}---\n\n一\n`,
      mends: ['head', 'opened'],
    });
    expect(mend(`---\n${dated}Password: long-password\n---\n\n一\n`)!.text).to.contain('\npassword: "long-password"\n');
    for (const text of [
      `---\n${dated}x: 1\n---\npassword: a\n---\n\n一\n`,
      `---\n${dated}---\n\n{{% hugo-encryptor "a" %}}\n一\n{{% /hugo-encryptor %}}\n`,
    ])
      expect(mend(text)).to.deep.equal({ text, mends: [] });
  });

  it('is never published unlocked if it had a password, unless the password was empty', async () => {
    const values = cases<string>('password', 'values in front matter');
    const texts = ['password', 'Password', '"PASSWORD"', 'enc_pwd', '密码'].flatMap((key) =>
      values.flatMap((value) => [
        `---\n${dated}${key}: ${value}\n---\n\n{% note %}正文{% endnote %}\n`,
        `\ufeff\ufeff---\n${dated}${key}: ${value}\n---\n\n正文\n`,
        `---\n${dated}tags: [\n\ta\n]\nparams:\n  ${key}: ${value}\n---\n\n# 正文\n`,
        `${dated}${key}: ${value}\n---\n\n正文\n`,
        `+++\ntitle = "x"\ndate = 2020-01-02\n${key} = ${value}\n+++\n正文\n`,
        `{\n"title": "x",\n"${key.replaceAll('"', '')}": ${value}\n}\n正文\n`,
        `---\n${dated}---\n${key}: ${value}\n---\n\n正文\n`,
      ]),
    );
    const files = Object.fromEntries(texts.map((text, at) => [`a${at}.md`, mend(text)!.text]));
    const { library } = await shelve(files, { lenient: true });
    const open = library.articles.filter((article) => !article.encrypted || !toldIn(article).password?.trim());
    const clear = open.map(({ slug }) => texts[Number(slug.slice(1))]!);
    expect(clear.filter((text) => !/^password: ~?$/m.test(text))).to.deep.equal([]);
    expect(clear).to.have.length(6);
    expect(library.articles).to.have.length.above(10);
  });

  it('is locked if a plugin locked all texts with its tag', async () => {
    const passwordByTag = new Map<string, unknown>([
      ['secret', 'long-password'],
      ['odd', 12],
    ]);
    const files = {
      'a.md': mend(`---\n${dated}tags: [x, secret]\n---\n\n正文\n`, { passwordByTag })!.text,
      'b.md': mend(`---\n${dated}tags: odd\n---\n\n正文\n`, { passwordByTag })!.text,
    };
    const { library } = await shelve(files, { lenient: true });
    expect(library.articles.map((article) => [article.slug, toldIn(article).password])).to.deep.equal([
      ['a', 'long-password'],
    ]);
  });

  it('gets formulas between dollar signs if its engine rendered them', () => {
    const formulas = { single: true, dollars: true };
    const bodyOf = (head: string, body: string, own: Partial<Blog> = {}): string =>
      mend(`---\n${dated}${head}---\n${body}\n`, own)!.text.replace(`---\n${dated}`, '');
    expect(bodyOf('', '图 $G = (V, E)$')).to.equal('---\n图 $G = (V, E)$\n');
    expect(bodyOf('', '图 $G = (V, E)$', { formulas })).to.equal('mathjax: true\n---\n图 $G = (V, E)$\n');
    expect(bodyOf('', '\\(x\\) `\\(y\\)`', { formulas })).to.equal('mathjax: true\n---\n$x$ `\\(y\\)`\n');
    const double = '\\\\(x\\\\) \\(y\\)';
    expect(bodyOf('libraries: [ mathjax ]\n', double)).to.contain('\nmathjax: true\n---\n$x$ \\(y\\)\n');
    expect(bodyOf('math: { enable: true }\n', '\\\\[z\\\\]')).to.equal('mathjax: true\n---\n$$z$$\n');
    expect(bodyOf('', double)).to.equal(`---\n${double}\n`);
  });

  it('counts as a text with formulas only if it contains a formula', () => {
    const holds = (raw: string): boolean => {
      const read = readFrontMatter(`---\ntitle: x\n---\n${raw}`);
      return !('findings' in read) && holdsFormulas(read);
    };
    for (const raw of ['$$\nx\n$$', '当 $x^2$ 时', '$\\alpha$', '| $a_i$ |']) expect(holds(raw), raw).to.equal(true);
    for (const raw of ['从 5$ 到 10$', '`$a_i$`', '```sh\necho $A_B $C_D\n```', '$HOME 和 $PATH', '价格 $5_000 起'])
      expect(holds(raw), raw).to.equal(false);
  });
});

describe('TOML', () => {
  it('is read as plain data, with each date as text in the form of ISO 8601', () => {
    expect(
      readToml(
        '\ufeffa = 1\nd = 2021-03-04 05:06:07\ne = 2021-03-04T05:06:07+08:00\nf = 2021-03-04\n[t]\nx = [1.5, "b"]\n',
      ),
    ).to.deep.equal({
      a: 1,
      d: '2021-03-04T05:06:07',
      e: '2021-03-04T05:06:07+08:00',
      f: '2021-03-04',
      t: { x: [1.5, 'b'] },
    });
  });

  it('is not read if it is invalid', () => {
    for (const text of ['x', 'x = ', 'x = 1 2', 'x = [1', '[x', 'x = 1\nx.y = 2'])
      expect(readToml(text), text).to.equal(undefined);
  });
});
