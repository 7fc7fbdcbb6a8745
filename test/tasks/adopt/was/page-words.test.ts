import { expect } from 'chai';
import { partOf, readPage, wordsIn } from '../../../../tasks/adopt/was/page-words.ts';

const pageOf = (body: string): ReturnType<typeof readPage> =>
  readPage(`<!doctype html><title>标题 | 站</title><body>${body}</body>`);

describe('the words of an old page', () => {
  it('are Latin words and numbers, single Han characters, and marks that Markdown or a template left', () => {
    expect(wordsIn('用 git2 管道，**x** {% note %}')).to.deep.equal([
      '用',
      'git2',
      '管',
      '道',
      '**',
      'x',
      '**',
      '{%',
      'note',
      '%}',
    ]);
  });

  it('are compared in NFC', () => {
    expect(wordsIn('cafe\u0301')).to.deep.equal(['café']);
  });

  it('do not include scripts, controls, line numbers or hidden text', () => {
    const { words } = pageOf(
      '<p>one</p><script>two</script><button>three</button><pre class="gutter">1 2</pre><span hidden>four</span><svg>five</svg>',
    );
    expect(words).to.deep.equal(['one']);
  });

  it('include the source of a formula once, however the engine rendered it', () => {
    const katex =
      '<span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x1</span></span>';
    expect(pageOf(katex).words).to.deep.equal(['x', '1']);
    expect(pageOf('<script type="math/tex">x_1</script>').words).to.deep.equal(['x', '1']);
  });

  it('are whole in code, even if a highlighter splits them', () => {
    const { words, lines } = pageOf('<pre><code><span>0b10</span><span>l</span>\n<b>x</b>y</code></pre><p>z</p>');
    expect(words).to.deep.equal(['0b10l', 'xy', 'z']);
    expect([...lines]).to.include.members([1, 2]);
  });

  it('include code that Prism numbers, without the numbers', () => {
    const { words } = pageOf(
      '<pre class="line-numbers language-sh"><code class="language-sh">ls a<span aria-hidden="true" class="line-numbers-rows"></span></code></pre>',
    );
    expect(words).to.deep.equal(['ls', 'a']);
  });

  it('include neither the language beside code nor the name of a callout, as VitePress shows them', () => {
    const { words } = pageOf(
      '<div class="language-sql"><span class="lang">sql</span><pre><code>select</code></pre></div><div class="tip custom-block"><p class="custom-block-title">TIP</p><p>x</p></div>',
    );
    expect(words).to.deep.equal(['select', 'x']);
  });

  it('include an author’s own text with the class of a language', () => {
    const { words } = pageOf(
      '<p><span class="lang">中</span><span class="lang en">en</span></p><div class="lang">x</div>',
    );
    expect(words).to.deep.equal(['中', 'en', 'x']);
  });

  it('come with the places of all line breaks, and with the places of `<br>`', () => {
    const { lines, breaks } = pageOf('<p>a<br>b</p><p>c</p>');
    expect([...lines]).to.include.members([1, 2]);
    expect(breaks).to.deep.equal([1]);
  });

  it('come with the pictures that a lazy page loads later', () => {
    expect(pageOf('<img src="/loading.gif" data-src="/a/%E5%9B%BE.png?x">').images).to.deep.equal(['图.png']);
  });

  it('come with the address to which the page redirects by itself', () => {
    expect(readPage('<meta http-equiv="refresh" content="0; url=/new/">').refresh).to.equal('/new/');
  });

  it('of one element are counted from the beginning of the element', () => {
    const page = pageOf('<header>x</header><main class="text">a<br>b</main>');
    const main = page.elements.find(({ className }) => className === 'text')!;
    expect(partOf(page, main)).to.deep.include({ words: ['a', 'b'], breaks: [1] });
  });

  it('are read even if a hostile page nests its elements very deep', () => {
    expect(readPage(`<p>begin</p>${'<div>'.repeat(50_000)}deep`).words).to.include('begin');
    expect(readPage(`<h1>${'<b>'.repeat(50_000)}deep</h1>`).headings.at(-1)).to.equal('deep');
  });
});
