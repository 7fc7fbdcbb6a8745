// What is done to a text that is taken over.
import { expect } from 'chai';
import { readFrontMatter } from '#pdc/front-matter';
import { addAliases, addLines, holdsFormulas, mendText } from '../../tasks/adopt/mend.ts';
import { readToml, Written } from '../../tasks/adopt/toml.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('a text that is taken over', () => {
  it('stays byte for byte where its front matter is YAML in UTF-8', () => {
    for (const text of [
      '---\ntitle: x\n---\n\nbody\r\n',
      '\ufeff---\r\ntitle: x\r\n---\r\nbody',
      'no front matter',
      '+++\nx = ?\n+++\n',
    ])
      expect(mendText(bytes(text))).to.deep.equal({ text, mends: [] });
  });

  it('is read as GBK where it is, and left alone where it is neither', () => {
    const gbk = new Uint8Array([0x2d, 0x2d, 0x2d, 0x0a, 0xc4, 0xe3, 0xba, 0xc3]);
    expect(mendText(gbk)).to.deep.equal({ text: '---\n你好', mends: ['gbk'] });
    expect(mendText(new Uint8Array([0xff, 0xfe, 0x60, 0x4f]))).to.equal(undefined);
  });

  it('has YAML instead of TOML or JSON', () => {
    const toml = mendText(
      bytes(
        '+++\ntitle = "\\u4e00 \\"x\\""\ndate = 2021-03-04T05:06:07Z\n[cover]\nimage = \'a.png\'\n+++\n正文\n+++\n',
      ),
    );
    expect(toml!.text).to.equal(
      '---\ntitle: "一 \\"x\\""\ndate: 2021-03-04T05:06:07Z\ncover: {"image":"a.png"}\n---\n正文\n+++\n',
    );
    const json = mendText(bytes('{\n  "title": "x", "tags": ["a"]\n}\n正文\n'));
    expect(json).to.deep.equal({ text: '---\ntitle: "x"\ntags: ["a"]\n---\n正文\n', mends: ['json'] });
  });

  it('is given lines and aliases in the way it is written', () => {
    expect(addLines('---\r\ntitle: x\r\n---\r\n', ['a: 1'])).to.equal('---\r\na: 1\r\ntitle: x\r\n---\r\n');
    const within = (aliases: string): string | undefined =>
      addAliases(`---\n${aliases}\n---\naliases: [no]\n`, ['/a/']);
    expect(within('aliases: [/old/]')).to.equal('---\naliases: ["/a/", /old/]\n---\naliases: [no]\n');
    expect(within('aliases:\n  - /old/')).to.equal('---\naliases:\n  - "/a/"\n  - /old/\n---\naliases: [no]\n');
    expect(within('aliases: /old/')).to.equal(undefined);
    expect(within('x: 1')).to.equal(undefined);
  });

  it('seems to have formulas only where it has some', () => {
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
  it('is read in the forms that blogs have', () => {
    const text = `# 站
title = 'it''s' # no
`;
    expect(readToml(text)).to.equal(undefined);
    expect(
      readToml(`# 站\ntitle = "a # b" # c\nn = 1_000\nf = -0.5\nb = true
list = [ "a", 'b', # 一
  "c",
]
many = """
一
二"""
inline = { a = 1, b = "x" }
a.b = "dotted"
[params."x y"]
k = 'v'
[[menu.main]]
name = "1"
[[menu.main]]
name = "2"\r\n`),
    ).to.deep.equal({
      title: 'a # b',
      n: 1000,
      f: -0.5,
      b: true,
      list: ['a', 'b', 'c'],
      many: '一\n二',
      inline: { a: 1, b: 'x' },
      a: { b: 'dotted' },
      params: { 'x y': { k: 'v' } },
      menu: { main: [{ name: '1' }, { name: '2' }] },
    });
    expect(readToml('date = 2021-03-04 05:06:07')).to.deep.equal({ date: new Written('2021-03-04 05:06:07') });
  });

  it('is not guessed at', () => {
    for (const text of ['x', 'x = ', 'x = 1 2', 'x = [1', 'x = {a = 1', '[x', 'x = 1\nx.y = 2', 'x = 0x1F'])
      expect(readToml(text), text).to.equal(undefined);
  });
});
