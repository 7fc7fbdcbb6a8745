// Blocks of code: the info string of a fence, and the HTML.
import { expect } from 'chai';
import { mayHoldDiagram } from '#pdc/markdown/code';
import { renderMarkdown } from '#pdc/markdown/render';
import { cases } from '../../../support/cases.ts';

const html = (info: string, code: string): string =>
  renderMarkdown(`\`\`\`${info}\n${code}\n\`\`\`\n`, { resolve: (target) => target, math: false }).html;

/** The numbers of the lines that are marked. */
const marked = (info: string): number[] =>
  html(info, 'a1\na2\na3\na4\na5')
    .split('\n')
    .flatMap((line) => /<mark class="line">a(\d)/.exec(line)?.[1] ?? [])
    .map(Number);

const textOf = (markup: string): string => markup.replace(/<figcaption>.*?<\/figcaption>|<[^>]*>/g, '');

describe('a block of code', () => {
  for (const [info, caption] of cases<[string, string]>('code', 'captions')) {
    it(`has its title as caption: ${info}`, () => {
      expect(html(info, 'x'))
        .to.match(/^<figure class="code single"/)
        .and.contain(`<figcaption>${caption}</figcaption><pre>`);
    });
  }

  for (const info of ['js', 'js title=a.js', 'js title=""', 'js mytitle="a.js"', 'js {1}']) {
    it(`has no caption without a title: ${info}`, () => {
      expect(html(info, 'x'))
        .to.match(/^<div class="code single"/)
        .and.not.contain('figcaption');
    });
  }

  for (const [info, lines] of cases<[string, number[]]>('code', 'lines')) {
    it(`marks the lines that its info string names: ${info}`, () => {
      expect(marked(info)).to.deep.equal(lines);
    });
  }

  it('keeps its language and its class, whatever follows the language', () => {
    for (const info of ['js{1}', 'js {1}', 'js title="a.ts" {1} run'])
      expect(html(info, 'let a')).to.contain(' data-language="JavaScript"').and.contain('<code class="language-js">');
  });

  it('has a limited info string, and a limited number of lines that a remark marks', () => {
    expect(html(`js ${'['.repeat(1000)} title="a"`, 'x')).not.to.contain('figcaption');
    const lines = html('js', `// [!code hl:9999]\n${'x\n'.repeat(1500)}`).match(/<mark class="line">/g);
    expect(lines).to.have.length(1000);
  });

  it('in a group that begins thousands of times is read once', () => {
    const text = '::: code-group\n'.repeat(4000);
    const shown = renderMarkdown(`${text}:::\n`, { resolve: String, math: false }).html;
    expect(textOf(shown)).to.equal(`${text}:::\n`);
  });

  it('is the same code with and without marked lines', () => {
    const code = 'const a = `one\n\n${b} & <three>\nfour`; // "é\n/* 汉\n字 */';
    const plain = textOf(html('js', code));
    for (const info of ['js {1-9}', 'js {2,4}', 'js {3} title="a.js"'])
      expect(textOf(html(info, code))).to.equal(plain);
  });

  it('closes a color before a mark and opens it again in the mark', () => {
    const lines = html('js {2}', '`a\nb\nc`').split('\n');
    expect(lines[1]).to.equal('</span><mark class="line"><span class="hljs-string">b');
    expect(lines[2]).to.equal('</span></mark><span class="hljs-string">c`</span>');
  });
});

describe('a diagram', () => {
  it('is its source in a figure, with its title as caption', () => {
    expect(html('mermaid title="握手"', 'a --> b')).to.equal(
      '<figure class="diagram"><div class="code" data-language="Mermaid"><pre><code class="language-mermaid">' +
        'a --&gt; b\n</code></pre></div><figcaption>握手</figcaption></figure>\n',
    );
  });

  for (const [body, holds] of cases<[string, boolean]>('code', 'diagrams')) {
    it(`${holds ? 'is' : 'is not'} seen without parsing in ${JSON.stringify(body)}`, () => {
      expect(mayHoldDiagram(body)).to.equal(holds);
    });
  }
});
