// Parsing untrusted JSON never throws.
import { expect } from 'chai';
import { parseJson } from '../../server/parse-json.ts';

describe('untrusted JSON', () => {
  it('is parsed to its value', () => expect(parseJson('{"a":[1,null]}')).to.deep.equal({ a: [1, null] }));

  it('is undefined if it is invalid, and no error quotes it', () => {
    for (const text of ['', '{', '{"secret":', 'undefined', '\ufeff{}'])
      expect(parseJson(text), text).to.equal(undefined);
  });
});
