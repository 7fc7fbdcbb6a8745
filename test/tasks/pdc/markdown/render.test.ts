// The human channel's HTML: Chinese text, GitHub's anchors, footnotes, tables, highlighting, and the bare prompt.
import { expect } from 'chai';
import fc from 'fast-check';
import GithubSlugger from 'github-slugger';
import { createGrammar } from '#pdc/markdown/grammar';
import { hasVariablesTable, tableCells } from '#pdc/markdown/variables-table';
import { openingOf } from '#pdc/markdown/opening';
import { renderMarkdown } from '#pdc/markdown/render';
import { cases } from '../../../support/cases.ts';
import { movesOf } from '../../../support/moves.ts';

const render = (raw: string, { math = false } = {}) => renderMarkdown(raw, { resolve: (target) => target, math });
const html = (raw: string): string => render(raw).html;
const code = (text: string): string =>
  `<div class="code${text.includes('\n') ? '' : ' single'}"><pre><code>${text}\n</code></pre></div>\n`;

describe('emphasis beside Chinese punctuation', () => {
  for (const [raw, expected] of cases<[string, string]>('render', 'emphasis')) {
    it(raw, () => expect(html(raw)).to.equal(expected));
  }
});

describe('what is written', () => {
  for (const [what, raw, expected] of cases<[string, string, string]>('render', 'wholes'))
    it(what, () => expect(html(raw)).to.equal(expected));
});

describe('a soft line break', () => {
  for (const [raw, expected] of cases<[string, string]>('render', 'line breaks')) {
    it(`vanishes only between Han characters: ${JSON.stringify(raw)}`, () =>
      expect(html(raw)).to.equal(`<p>${expected}</p>\n`));
  }
});

describe('the anchors of headings', () => {
  it('are those that GitHub makes', () => {
    const titles = cases<string>('render', 'headings');
    const slugger = new GithubSlugger();
    const { headings } = render(titles.map((title) => `## ${title}\n\n`).join(''));
    expect(headings.map(({ id }) => id)).to.deep.equal(titles.map((title) => slugger.slug(title.replace(/[`*]/g, ''))));
  });

  it('are unique, and the same as on GitHub, however often titles repeat', () => {
    const title = fc.constantFrom('a', 'A', 'a-1', 'a 1', 'a-1-1', 'a-2', '二', '二-1', 'b');
    fc.assert(
      fc.property(fc.array(title), (titles) => {
        const slugger = new GithubSlugger();
        const ids = render(titles.map((text) => `# ${text}\n`).join('\n')).headings.map(({ id }) => id);
        expect(ids).to.deep.equal(titles.map((text) => slugger.slug(text)));
        expect(new Set(ids).size).to.equal(ids.length);
      }),
    );
  });

  it('show formulas as text in lists, and so do the texts of images', () => {
    const { headings, html: text } = render('## 证明 $x^2$\n\n![图 $a_1$ 与 `b`](/a.png)\n', { math: true });
    expect(headings.map(({ shown }) => shown)).to.deep.equal(['证明 x^2']);
    expect(text)
      .to.match(/<h2[^>]*>证明 <span class="katex">/)
      .and.contain('alt="图 a_1 与 b"');
  });

  it('are never empty', () => {
    const { headings, html: text } = render('# ！\n\n# 😀\n\n# *\n\n# Section\n');
    expect(headings.map(({ id }) => id)).to.deep.equal(['section', 'section-1', 'section-2', 'section-3']);
    expect(text).to.contain('href="#section-1"');
  });

  it('are in the HTML, and in the list of headings with level and plain text', () => {
    const { html: text, headings, links } = render('### 甲 `x` <b>y</b> [z](/z)\n\n乙\n---\n');
    expect(headings).to.deep.equal([
      { level: 3, id: '甲-x-y-z', text: '甲 x y z' },
      { level: 2, id: '乙', text: '乙' },
    ]);
    for (const { id } of headings) expect(text).to.contain(`id="${id}"`).and.contain(`href="#${id}"`);
    // The anchor's own link is ours, not the author's.
    expect(links.map(({ target }) => target)).to.deep.equal(['/z']);
  });

  it('are listed with single spaces, whatever begins a new line in them', () => {
    const { headings } = render('## <center>甲 <br> 乙</center>\n');
    expect(headings.map(({ text }) => text)).to.deep.equal(['甲 乙']);
  });
});

describe('the images of a body', () => {
  for (const [raw, expected] of cases<[string, string]>('render', 'images')) {
    it(`are loaded when a reader is near, unless the author says otherwise: ${JSON.stringify(raw)}`, () =>
      expect(html(raw)).to.equal(expected));
  }
});

describe('the size of an image', () => {
  const sized = (raw: string): string =>
    renderMarkdown(raw, {
      resolve: (target) => `/blog${target}`,
      sizeOf: (target) => (target === '/a.png' ? { width: 640, height: 480 } : undefined),
      math: false,
    }).html;

  for (const [raw, expected] of cases<[string, string]>('render', 'image sizes')) {
    it(`is in its tag if the size is known, and the author wrote no size: ${JSON.stringify(raw)}`, () =>
      expect(sized(raw)).to.contain(expected));
  }

  it('makes a picture broad if the picture is wide and has many pixels', () => {
    const picture = (width: number, height: number): string =>
      renderMarkdown('![图](/a.png)\n', {
        resolve: (target) => target,
        sizeOf: () => ({ width, height }),
        math: false,
      }).html;
    expect(picture(1200, 800)).to.contain('class="broad"');
    expect(picture(1199, 600)).to.not.contain('broad');
    expect(picture(1200, 900)).to.not.contain('broad');
  });
});

describe('a callout', () => {
  it('may be nested, and may consist of its first line only', () => {
    expect(html('> [!NOTE]\n>\n> > [!TIP]\n> > 内\n').match(/class="callout \w+"/g)).to.have.lengthOf(2);
  });

  it('is made without moving the whole text once for each callout', () => {
    expect(movesOf(createGrammar(), 'callouts', '> [!NOTE]\n\n'.repeat(100))).to.be.below(100);
  });

  it('adds no words to the word count', () => expect(render('> [!NOTE]\n> 两字\n').words).to.equal(2));
});

describe('a block of code', () => {
  for (const [info, expected] of cases<[string, string | undefined]>('render', 'languages')) {
    it(`names its language beside the code, not in it: ${JSON.stringify(info)}`, () => {
      const block = html(`\`\`\`${info}\nx = 1\n\`\`\`\n`);
      expect(block).to.match(
        /^<div class="code single"(?: data-language="[^"]*")?><pre><code[^]*<\/code><\/pre><\/div>\n$/,
      );
      if (expected === undefined) expect(block).not.to.contain('data-language');
      else expect(block).to.contain(expected);
    });
  }
});

describe('blocks', () => {
  it('footnotes are at the end and link back', () => {
    const { html: text, links } = render('文[^a]。\n\n[^a]: 注 [x](/x)\n\n    第二段\n');
    expect(text)
      .to.match(/<sup[^>]*><a href="#fn1" id="fnref1">/)
      .and.match(/<li id="fn1"[^>]*>[^]*第二段[^]*href="#fnref1"/);
    expect(links.map(({ target }) => target)).to.deep.equal(['/x']);
  });

  it('tables have their own box and keep their alignment', () => {
    const text = html('| a | b |\n|---|--:|\n| `x` | **汉** |\n');
    expect(text)
      .to.match(/^<div class="table"><table>/)
      .and.contain('<td style="text-align:right" class="short"><strong>汉</strong></td>');
    const columns = (count: number, cell: string): string =>
      html(['a', '---', cell].map((text) => `|${`${text}|`.repeat(count)}`).join('\n'));
    expect(columns(3, '汉'.repeat(40))).to.contain('class="table broad"');
    expect(columns(2, '汉'.repeat(40))).to.contain('class="table"');
    expect(columns(8, '汉'.repeat(3))).to.not.contain('broad');
    expect(tableCells('| a |\n|---|\n| `x` **y** |\n\n文\n\n| b |\n|---|\n| z |\n')).to.deep.equal(['x y', 'z']);
  });

  for (const [what, raw, has, lacks] of cases<[string, string, string[], string[]]>('render', 'shapes')) {
    it(what, () => {
      for (const part of has) expect(html(raw)).to.contain(part);
      for (const part of lacks) expect(html(raw)).not.to.contain(part);
    });
  }

  it('code is highlighted when its language is known, and escaped in any case', () => {
    expect(html('```Python\ndef f(): return "<b>"\n```\n'))
      .to.contain('<span class="hljs-keyword">def</span>')
      .and.contain('&lt;b&gt;')
      .and.not.contain('<b>');
    for (const language of ['', 'nolang', '"><script>', 'constructor', '__proto__', 'js {1,2}']) {
      expect(html(`\`\`\`${language}\n<b>&\n\`\`\`\n`))
        .to.match(/<pre><code[^<]*>[^]*&lt;[^]*b/)
        .and.not.match(/<b>|<script>/);
    }
  });

  it('formulas are drawn only if the article asks for them', () => {
    expect(render('$x_1$', { math: true }).html).to.contain('katex');
    expect(render('$x_1$ 与 $5 和 $6', {}).html).to.equal('<p>$x_1$ 与 $5 和 $6</p>\n');
  });
});

describe('the links of a body', () => {
  it('are resolved in place and reported with their lines', () => {
    const raw =
      '[a](/a)\n\n- ![b](b.png)\n  [c](<c d> "t")\n\n<https://e.example/>\n\n<img src="/f.png">\n\n[g][r] <a class=x href=\'/h\'>h</a>\n\n[r]: g.md#x\n\n| a |\n|---|\n| [i](/i) |\n';
    const { html: text, links } = renderMarkdown(raw, { resolve: (target) => `!${target}`, math: false });
    expect(links).to.deep.equal(cases<object>('render', 'links'));
    for (const { target } of links) expect(text).to.match(new RegExp(`(?:href|src)=["']!${target}["']`));
  });

  it('come only from real tags and Markdown', () => {
    const raw = `<!-- <a href="/a"> -->\n\n<img srcset="/b.png 2x" src=/c.png alt=d>\n\n\\<a href="/e"> \`<a href="/f">\` <b title=' href="/g"'>x</b>\n`;
    const { html: text, links } = renderMarkdown(raw, { resolve: (target) => `!${target}`, math: false });
    expect(links.map(({ target }) => target)).to.deep.equal(['/b.png', '/c.png']);
    expect(text).to.contain('<b title=" href=&quot;/g&quot;">').and.not.contain('<a');
    expect(text).to.contain('<img loading="lazy" decoding="async" srcset="!/b.png 2x" src="!/c.png" alt="d">');
  });
});

describe('formulas that cannot be read', () => {
  it('have the color of the text', () => {
    for (const raw of ['$\\frac{a$', '$\\nosuch{x}$', '$$\n\\frac{a\n$$'])
      expect(render(raw, { math: true }).html)
        .to.match(/color:\s*inherit/)
        .and.not.match(/#[0-9a-f]{6}/i);
  });
});

describe('characters whose width KaTeX does not know', () => {
  it('are shown, and nothing is printed', () => {
    const { warn } = console;
    const said: unknown[] = [];
    console.warn = (...all: unknown[]) => void said.push(all);
    try {
      expect(render('$\\text{①}$', { math: true }).html).to.contain('①');
    } finally {
      console.warn = warn;
    }
    expect(said).to.deep.equal([]);
  });
});

describe('the prompt of a prompt- article', () => {
  const shown = (raw: string): string =>
    renderMarkdown(raw, { resolve: (target) => target, math: false, showPrompt: (text) => `[[${text}]]` }).html;
  const prompt = '<prompt>\n<a>&\n\n# {{B}}\n</prompt>';

  for (const [where, raw, expected] of cases<[string, string, string]>('render', 'prompts'))
    it(`is one block, and its text is what machines read: ${where}`, () => {
      for (const lineEnd of ['\n', '\r\n', '\r']) expect(shown(raw.replace(/\r?\n/g, lineEnd))).to.equal(expected);
    });

  it('is at its place below a line that a CR alone ends', () => {
    const before = '甲\r乙\r\r丙\n\n';
    expect(shown(`${before}${prompt}\n\n后\n`)).to.match(/^<p>甲\n?乙<\/p>\n<p>丙<\/p>\n\[\[<prompt>[^]*<p>后<\/p>\n$/);
    expect(shown(`甲\r${prompt}\r后`)).to.contain(`[[${prompt}]]`);
  });

  it('is the only such block, and other fences stay code', () => {
    const raw = `\`\`\`\n${prompt}\n\`\`\`\n\n\`\`\`\n 见 <prompt>\n\`\`\`\n`;
    expect(shown(raw)).to.equal(`[[${prompt}]]${code(' 见 &lt;prompt&gt;')}`);
  });

  it('is code if the body does not have exactly one prompt', () => {
    const two = `\`\`\`\n${prompt}\n\`\`\`\n\n\`\`\`\n${prompt}\n\`\`\`\n`;
    expect(shown(two)).not.to.include('[[');
  });
});

describe('the table of variables for people', () => {
  const args = [{ name: 'topic', required: true }];
  for (const [what, raw, expected] of [
    ['is found if it names an argument, in upper or lower case', '| `TOPIC` |\n|---|\n| `TOPIC` |\n', true],
    ['is missing if the only table is about something else', '| a |\n|---|\n| b |\n', false],
    ['is missing if the only table is in the prompt', '<prompt>\n\n| a |\n|---|\n| topic |\n\n</prompt>\n', false],
  ] as const) {
    it(what, () => expect(hasVariablesTable(raw, args)).to.equal(expected));
  }
});

describe('a prompt outside of a fence', () => {
  const block = (indent = ''): string =>
    `<prompt>\n${indent}<role>r & s</role>\n\n${indent}**a** {{B}}\n\n${indent}# no heading\n${indent}</prompt>`;
  for (const [where, before, indent] of cases<[string, string, string]>('render', 'places of a prompt')) {
    it(`is one block, whose tags and lines are text: ${where}`, () => {
      const { html: text, headings } = render(`${before}${block(indent)}\n\n后 **粗**\n`);
      const [, shown] = /<pre class="prompt"><code>([^]*?)<\/code><\/pre>/.exec(text)!;
      expect(shown).to.equal(
        `${block(indent).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n`,
      );
      expect(text).to.match(/<p>后 <strong>粗<\/strong><\/p>\n(?:<\/li>\n<\/[ou]l>\n)*$/);
      expect(headings.map((heading) => heading.text)).to.not.include('no heading');
    });
  }
});

describe('rendering', () => {
  it('never throws', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...cases<string>('render', 'pieces')),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const raw = pieces.join('');
        expect(html(raw)).to.be.a('string');
        expect([...openingOf(raw, { limit: 10 })].length).to.be.at.most(10);
        tableCells(raw);
      }),
      { numRuns: 1000 },
    );
  });

  it('never throws for formulas', () => {
    const piece = fc.constantFrom(...cases<string>('render', 'pieces of formulas'));
    fc.assert(
      fc.property(fc.array(piece, { size: 'medium' }), (pieces) => void render(`$${pieces.join('')}$`, { math: true })),
      { numRuns: 500 },
    );
  });

  for (const [what, raw] of [
    ['nested quotes', '> '.repeat(5000)],
    ['nested lists', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n')],
    ['open brackets', '['.repeat(20_000)],
    ['open emphasis', '**a'.repeat(10_000)],
    ['open prompts', '<prompt>\n'.repeat(10_000)],
    ['spaces', ` ${' '.repeat(50_000)}x`],
    ['dollars', '$a'.repeat(10_000)],
    ['one long word', 'a-'.repeat(50_000)],
  ] as const) {
    it(`takes little time for ${what}`, function () {
      // Rendering takes some milliseconds. With backtracking, it would take minutes.
      this.timeout(30_000);
      render(raw, { math: true });
    });
  }
});

describe('the words of a text', () => {
  it('do not include code', () => expect(render('汉 `code here`\n\n```\nx y\n```\n').words).to.equal(1));
});

describe('the opening of a body', () => {
  for (const [raw, expected] of cases<[string, string]>('render', 'openings')) {
    it(`is its first paragraph as plain text: ${JSON.stringify(raw)}`, () =>
      expect(openingOf(raw, { limit: 50 })).to.equal(expected));
  }

  it('is cut between characters, not between code units', () =>
    expect(openingOf('𠮷𠮷𠮷', { limit: 2 })).to.equal('𠮷𠮷'));
});
