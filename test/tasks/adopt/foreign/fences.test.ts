import { expect } from 'chai';
import { withReadFences } from '../../../../tasks/adopt/foreign/fences.ts';

describe('a fence that Hexo reads as code before it parses the Markdown', () => {
  it('indents code in the first column, so that the code stays within the list around the fence', () => {
    expect(withReadFences('1. 一\n    ```cpp\n#include <vector>\n    ```\n2. 二\n')).to.equal(
      '1. 一\n    ```cpp\n    #include <vector>\n    ```\n2. 二\n',
    );
  });

  it('moves to the margin if it is indented too deep for Markdown', () => {
    expect(withReadFences('段落。\n\n    ```js\n    let a;\n    ```\n')).to.equal('段落。\n\n```js\nlet a;\n```\n');
  });

  it('stays unchanged if Markdown reads it in the same way', () => {
    for (const text of [
      '```js\nlet a;\n```\n',
      '- 一\n  ```js\n  let a;\n  ```\n',
      '没有围栏\n',
      '  ```js\n没有结尾\n',
    ])
      expect(withReadFences(text)).to.equal(text);
  });

  it('shows the words after the language as the title of the code', () => {
    expect(withReadFences('```C# 根 模块\nx\n```\n')).to.equal('```C# title="根 模块"\nx\n```\n');
    expect(withReadFences('> ~~~js the "a" file\n> x\n> ~~~\n')).to.equal(
      '> ~~~js title=\'the "a" file\'\n> x\n> ~~~\n',
    );
    for (const info of ['js {1,3}', 'js title="a.js"', 'js [a.js]', 'js linenos', 'js'])
      expect(withReadFences(`\`\`\`${info}\nx\n\`\`\`\n`)).to.equal(`\`\`\`${info}\nx\n\`\`\`\n`);
    expect(withReadFences('````md\n```js 不是标题\n```\n````\n')).to.contain('```js 不是标题\n');
  });

  it('does not prevent later fences from being read', () => {
    const text = withReadFences('- 一\n  ```a\nx\n  ```\n- 二\n  ```b\ny\n  ```\n');
    expect(text).to.equal('- 一\n  ```a\n  x\n  ```\n- 二\n  ```b\n  y\n  ```\n');
  });
});
