import { expect } from 'chai';
import { remember } from '#pdc/remember';

describe('remember', () => {
  it('computes again only when an argument differs from the last call', () => {
    const calls: string[] = [];
    const named = remember((owner: { readonly id: number }, name: string) => {
      calls.push(`${owner.id} ${name}`);
      return { name };
    });
    const [one, other] = [{ id: 1 }, { id: 2 }];

    const first = named(one, 'a');
    expect(named(one, 'a')).to.equal(first);
    named(other, 'a');
    expect(named(one, 'a')).to.equal(first);
    named(one, 'b');
    expect(named(one, 'a')).not.to.equal(first);
    expect(calls).to.deep.equal(['1 a', '2 a', '1 b', '1 a']);
  });

  it('keeps results that are undefined', () => {
    let calls = 0;
    const nothing = remember((_owner: object): undefined => void (calls += 1));
    const owner = {};
    nothing(owner);
    nothing(owner);
    expect(calls).to.equal(1);
  });

  it('distinguishes calls by all their arguments', () => {
    const count = remember((_owner: object, ...others: readonly number[]) => others.length);
    const owner = {};
    expect(count(owner, 1)).to.equal(1);
    expect(count(owner, 1, 2)).to.equal(2);
    expect(count(owner, 1)).to.equal(1);
  });
});
