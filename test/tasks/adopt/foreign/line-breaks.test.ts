import { expect } from 'chai';
import { withLineBreaks } from '../../../../tasks/adopt/foreign/line-breaks.ts';

describe('the lines of a paragraph from an engine that breaks lines', () => {
  it('end with two spaces', () => {
    expect(withLineBreaks('姓名：张三\n学号：001\n\n下一段\n')).to.equal('姓名：张三  \n学号：001\n\n下一段\n');
    expect(withLineBreaks('> 一\n> 二\n')).to.equal('> 一  \n> 二\n');
    expect(withLineBreaks('一\r\n二\r\n')).to.equal('一  \r\n二\r\n');
    // Markdown also ends a line at a CR alone.
    expect(withLineBreaks('一\r二\n\n三\n四\r')).to.equal('一  \r二\n\n三  \n四\r');
    expect(withLineBreaks('一\r\r二\r三')).to.equal('一\r\r二  \r三');
  });

  it('stay unchanged in code, in tables, in HTML, and if they already break', () => {
    for (const text of [
      '```\na\nb\n```\n',
      '| a |\n|---|\n| b |\n',
      '<p>\na\nb\n</p>\n',
      '一\\\n二\n',
      '一  \n二\n',
      '`a\nb`\n',
    ])
      expect(withLineBreaks(text)).to.equal(text);
  });
});
