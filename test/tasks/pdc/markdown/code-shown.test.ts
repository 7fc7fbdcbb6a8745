// The options of a fence: line numbers, remarks in the code, groups.
import { expect } from 'chai';
import { renderMarkdown } from '#pdc/markdown/render';

const render = (raw: string): string => renderMarkdown(raw, { resolve: (target) => target, math: false }).html;

describe('the lines of a block', () => {
  it('are numbered if the author asks for numbers, in the syntax of several engines', () => {
    for (const info of ['js linenos', 'js showLineNumbers', 'js:line-numbers', 'js:line-numbers {2}']) {
      const html = render(`\`\`\`${info}\na\nb\n\`\`\`\n`);
      expect(html).to.contain('<pre class="numbered">').and.contain('class="language-js"');
      expect(html.match(/class="(?:row|line)"/g)).to.have.lengthOf(2);
    }
    expect(render('```js\na\n```\n')).to.not.contain('numbered').and.not.contain('row');
  });

  it('are numbered if there are at least ten, a language is named and the author does not turn numbers off', () => {
    const block = (info: string, lines: number): string => render(`\`\`\`${info}\n${'x\n'.repeat(lines)}\`\`\`\n`);
    expect(block('js', 9)).to.not.contain('numbered');
    expect(block('js', 10)).to.contain('<pre class="numbered">');
    for (const info of ['', 'text', 'mermaid', 'js:no-line-numbers', 'js nolinenos', 'js showLineNumbers=false'])
      expect(block(info, 10), info).to.not.contain('numbered');
    expect(render(`\`\`\`c\n${'│\n'.repeat(12)}\`\`\`\n`)).to.not.contain('numbered');
  });

  it('are separate elements if a phone must break one of them, and the block is broad if it is wider than the text', () => {
    const block = (line: string): string => render(`\`\`\`js\na\n${line}\n\`\`\`\n`);
    expect(block('x'.repeat(32))).to.not.contain('row');
    expect(block('x'.repeat(33)).match(/class="row"/g)).to.have.lengthOf(2);
    expect(block('汉'.repeat(19))).to.contain('row');
    expect(block('x'.repeat(78))).to.not.contain('broad');
    expect(block('x'.repeat(79))).to.contain('class="code broad"');
    expect(render(`\`\`\`js\n${'x'.repeat(200)}\n\`\`\`\n`))
      .to.not.contain('broad')
      .and.not.contain('row');
  });

  it('name their indentation, at which a phone continues them: even, and at most eight characters', () => {
    const lines = [
      'x'.repeat(40),
      ...[2, 3, 4, 12].map((spaces) => `${' '.repeat(spaces)}x`),
      '\tx',
      '    y // [!code ++]',
    ];
    const html = render(`\`\`\`js\n${lines.join('\n')}\n\`\`\`\n`);
    expect([...html.matchAll(/class="((?:row|line)[^"]*)"/g)].map(([, kinds]) => kinds)).to.deep.equal([
      'row',
      'row in2',
      'row in2',
      'row in4',
      'row in8',
      'row',
      'line added in4',
    ]);
  });

  it('are shown as added, removed or marked if they have a remark, which is hidden', () => {
    const html = render(
      '```js\nlet a; // [!code ++]\nlet b; // [!code --]\n# [!code highlight:2]\nlet c;\nlet d;\nlet e;\n```\n',
    );
    expect(html).to.not.contain('[!code');
    expect(html.match(/<ins class="line added">/g)).to.have.lengthOf(1);
    expect(html.match(/<del class="line removed">/g)).to.have.lengthOf(1);
    expect(html.match(/<mark class="line">/g)).to.have.lengthOf(2);
    expect(html.replace(/<[^>]+>/g, '')).to.contain('let a;\nlet b;\nlet c;\nlet d;\nlet e;\n');
  });

  it('stay if they are empty, also above and below a remark', () => {
    const html = render('```js\n\nlet a; // [!code ++]\n\n\nlet b;\n```\n');
    expect(html.replace(/<[^>]+>/g, '')).to.equal('\nlet a;\n\n\nlet b;\n\n');
  });

  it('stay as written without a valid remark', () => {
    expect(render('```js\nlet a; // [!code +++]\n```\n')).to.contain('[!code +++]');
    expect(render('`// [!code ++]`\n')).to.contain('[!code ++]');
  });

  it('have no colors if a word or a space is very long, because grammars would search it from each character', () => {
    const block = (run: string): string => render(`\`\`\`js\nconst a = "${run}";\n\`\`\`\n`);
    for (const sign of ['x', ' ']) {
      expect(block(sign.repeat(999))).to.contain('hljs-string');
      expect(block(sign.repeat(1000))).to.not.contain('hljs');
    }
  });

  it('make a long block if there are more than 40', () => {
    const block = (lines: number): string => render(`\`\`\`\n${'x\n'.repeat(lines)}\`\`\`\n`);
    expect(block(40)).to.not.contain('long');
    expect(block(41)).to.contain('class="code long"').and.contain('data-lines="41"');
  });
});

describe('a group of code', () => {
  const group = '::: code-group\n\n```sh [npm]\nnpm ci\n```\n\n```sh title="pnpm <b>"\npnpm i\n```\n\n:::\n\n后。\n';

  it('has a button for each block, named by its title, and the first button is chosen', () => {
    const html = render(group);
    expect([...html.matchAll(/<label>(<input[^>]*>)([^<]*)<\/label>/g)].map(([, , label]) => label)).to.deep.equal([
      'npm',
      'pnpm &lt;b&gt;',
    ]);
    expect(html.match(/ checked/g)).to.have.lengthOf(1);
    expect(html.match(/<div class="code single"/g)).to.have.lengthOf(2);
    expect(html).to.contain('<p>后。</p>').and.not.contain('figcaption');
  });

  it('stays text if it contains anything else, or is never closed', () => {
    for (const raw of ['::: code-group\n\n文。\n\n:::\n', '::: code-group\n\n```sh\na\n```\n', '::: code-group\n:::\n'])
      expect(render(raw), raw).to.not.contain('radio');
    expect(render('::: code-group\n\n文。\n\n:::\n')).to.contain('文。');
  });

  it('has a name that no other group of the article has', () => {
    const names = [...render(`${group}\n${group}`).matchAll(/name="([^"]*)"/g)].map(([, name]) => name);
    expect(new Set(names).size).to.equal(2);
  });
});
