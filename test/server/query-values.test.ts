// Invalid values never reach a query.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { isId, isText } from '../../server/query-values.ts';

describe('the checks of values for a query', () => {
  it('accept ids as this service makes them', () => expect(isId(randomUUID())).to.equal(true));

  it('refuse all other ids', () => {
    const id = randomUUID();
    for (const value of [
      id.toUpperCase(),
      ` ${id}`,
      `${id}\n`,
      `{${id}}`,
      id.replaceAll('-', ''),
      id.slice(1),
      '',
      null,
      7,
    ])
      expect(isId(value), String(value)).to.equal(false);
  });

  it('accept only texts without NUL', () => {
    expect(isText('a\n汉')).to.equal(true);
    expect(isText('a\0')).to.equal(false);
  });
});
