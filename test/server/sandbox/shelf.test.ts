import { expect } from 'chai';
import { createShelf } from '../../../server/sandbox/shelf.ts';

describe("the stand-in's memory", () => {
  it('is swept by time', () => {
    let now = 0;
    const shelf = createShelf<number>({ clock: () => new Date(now), seconds: 10 });
    for (let count = 0; count < 500; count += 1) {
      now += 1000;
      shelf.put(`key-${count}`, count);
    }
    expect(shelf.size()).to.be.at.most(21);
    expect(shelf.find('key-499')).to.deep.equal({ value: 499, expired: false });
    expect(shelf.find('key-485')).to.deep.equal({ value: 485, expired: true });
    expect(shelf.find('key-400')).to.equal(undefined);
  });

  it('is bounded: the oldest give way', () => {
    const shelf = createShelf<number>({ clock: () => new Date(0), seconds: 10, most: 5 });
    for (let count = 0; count < 100; count += 1) shelf.put(`key-${count}`, count);
    expect(shelf.size()).to.equal(5);
    expect(shelf.find('key-94')).to.equal(undefined);
    expect(shelf.find('key-95')).to.deep.equal({ value: 95, expired: false });
  });
});
