// The changes to a profile that a request body asks for.
import { expect } from 'chai';
import { readChange } from '../../../server/routes/profile-change.ts';

describe('a change of name and picture', () => {
  const nobody = { nickname: null, avatarUrl: null };

  it('is empty if a member is absent or has the current value', () => {
    const user = { nickname: '王', avatarUrl: 'https://a.test/0' };
    for (const body of [{}, { nickname: '王' }, { avatar_url: 'https://a.test/0' }])
      expect(readChange(body, user)).to.deep.equal({});
    expect(readChange({ nickname: null, avatar_url: null }, nobody)).to.deep.equal({});
    expect(readChange({ nickname: null }, user)).to.deep.equal({ nickname: null });
  });

  it('accepts stored values of an older version that would be invalid as new values', () => {
    for (const user of [
      { nickname: '\u3164', avatarUrl: 'http://pictures.test/0' },
      { nickname: '李　明', avatarUrl: 'http://localhost:3000/sandbox/lin.svg' },
    ]) {
      expect(readChange({ nickname: user.nickname, avatar_url: user.avatarUrl }, user)).to.deep.equal({});
    }
    expect(() => readChange({ nickname: '\u3164' }, nobody)).to.throw();
    expect(() => readChange({ avatar_url: 'http://pictures.test/0' }, nobody)).to.throw();
  });
});
