// Names are compared regardless of case and width.
import { expect } from 'chai';
import { alike, fold, lowerAscii, toOwnSlug } from '#pdc/text/fold';

describe('names', () => {
  it('are the same in any case and width, and with any white space', () => {
    for (const name of ['Web API', ' web  api ', 'ＷＥＢ　ＡＰＩ', 'web\napi'])
      expect(fold(name), name).to.equal('web api');
  });

  it('have their own slug only if they are ASCII', () => {
    expect(toOwnSlug(' C++ & Rust! ')).to.equal('c-rust');
    expect(toOwnSlug('Ｇｏ')).to.equal('go');
    for (const name of ['后端', 'café', '+++']) expect(toOwnSlug(name), name).to.equal(undefined);
  });

  it('keep their length in lower case', () => {
    expect(lowerAscii('<DIV>İ\u212a</Div>')).to.equal('<div>İ\u212a</div>');
  });

  it('are alike if a file system may not distinguish them', () => {
    expect(alike('/Cafe\u0301.png')).to.equal(alike('/caf\u00e9.PNG'));
    expect(alike('/a b')).not.to.equal(alike('/a  b'));
  });
});
