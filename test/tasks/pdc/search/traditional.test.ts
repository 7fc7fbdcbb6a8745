// Traditional Chinese is found by simplified queries and the other way round.
import { expect } from 'chai';
import { simplify, variantsFor } from '#pdc/search/traditional';
import { readVariants } from '#pdc/search/variants';

describe('traditional characters', () => {
  it('become simplified characters in indexed texts, and nothing else changes', () => {
    expect(simplify('浮點數的誤差 abc 點雲')).to.equal('浮点数的误差 abc 点云');
    expect(simplify('浮点数 abc')).to.equal('浮点数 abc');
  });

  it('become simplified characters in a query if the index has these', () => {
    const formsOf = readVariants(variantsFor(['浮点', '点数', 'abc']));
    expect(formsOf('浮點數')).to.deep.equal(['浮点数']);
    expect(formsOf('雲')).to.deep.equal(['雲']);
  });

  it('may form a word that differs in simplified Chinese, and then both words are searched for', () => {
    const formsOf = readVariants(variantsFor(['数据', '据库', '线程', '虚拟', '拟线']));
    expect(formsOf('資料庫與虛擬執行緒')).to.deep.equal(['资料库與虚拟执行绪', '数据库與虚拟线程']);
  });

  it('need no variants if the index has no terms', () => {
    expect(variantsFor([])).to.equal('');
    expect(readVariants('')('資料 abc 😀')).to.deep.equal(['資料 abc 😀']);
  });
});
