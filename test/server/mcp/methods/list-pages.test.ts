// Lists in pages of at most 100.
import { expect } from 'chai';
import { pageOf } from '../../../../server/mcp/methods/list-pages.ts';

const listOf = (items: readonly string[], method = 'resources') => ({ method, items, keyOf: (item: string) => item });
const names = Array.from({ length: 250 }, (_, index) => `https://e.example/${index}`);

describe('a list in pages', () => {
  it('has at most 100 items on a page, and contains every item once', () => {
    const seen: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = pageOf(listOf(names), cursor);
      sizes.push(page.items.length);
      seen.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(sizes).to.deep.equal([100, 100, 50]);
    expect(seen).to.deep.equal(names);
    expect(pageOf(listOf(names.slice(0, 100)), undefined)).to.not.have.property('nextCursor');
    expect(pageOf(listOf([]), undefined)).to.deep.equal({ items: [] });
  });

  it('continues after the last item of the previous page, even if articles were published meanwhile', () => {
    const { nextCursor } = pageOf(listOf(names), undefined);
    expect(pageOf(listOf(['https://e.example/new', ...names]), nextCursor).items[0]).to.equal(names[100]);
  });

  it('refuses a cursor that is invented or belongs to another list', () => {
    const { nextCursor } = pageOf(listOf(names), undefined);
    for (const cursor of ['', 'x', '中', 'W10=', btoa('["resources"]'), btoa('null'), '0'.repeat(10_000)])
      expect(() => pageOf(listOf(names), cursor), cursor.slice(0, 20))
        .to.throw(/Invalid cursor/)
        .with.property('code', -32602);
    expect(() => pageOf(listOf(names, 'prompts'), nextCursor)).to.throw(/Invalid cursor/);
    expect(() => pageOf(listOf(names.slice(150)), nextCursor)).to.throw(/Invalid cursor/);
  });
});
