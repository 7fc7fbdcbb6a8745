// POST /api/auth/idp/web/code, from outside.
import { expect } from 'chai';
import { allowWebCode, fresh, useBackend } from '../../../../support/login.ts';
import { begin, expectProblem } from '../../asking.ts';

describe('POST /api/auth/idp/web/code', () => {
  const backend = useBackend();

  it('signs in once with the code of the embedded QR code', async () => {
    const { state, cookie } = await begin(backend, { Accept: 'application/json' });
    const code = fresh('code');
    allowWebCode(code, { openid: fresh('web') });
    const headers = { 'Sec-Fetch-Site': 'same-origin', Cookie: cookie };
    const first = await backend.post('/api/auth/idp/web/code', { code, state }, { headers });
    expect(first.status, first.text).to.equal(200);
    expectProblem(await backend.post('/api/auth/idp/web/code', { code, state }, { headers }), 400, [
      'invalid_state',
      'state_unknown',
    ]);
  });

  it('requires the flow cookie from a browser', async () => {
    const { state } = await begin(backend);
    const headers = { 'Sec-Fetch-Site': 'same-origin' };
    expectProblem(await backend.post('/api/auth/idp/web/code', { code: fresh('code'), state }, { headers }), 400, [
      'invalid_state',
      'state_unknown',
    ]);
  });

  const bodies: readonly [string, unknown, [string, string]][] = [
    ['nothing', {}, ['invalid_request', 'missing_parameter']],
    ['null for a state', { code: 'c', state: null }, ['invalid_request', 'missing_parameter']],
    ['no state', { code: 'c' }, ['invalid_request', 'missing_parameter']],
    ['a login code without a state', { login_code: 'c' }, ['invalid_request', 'missing_parameter']],
    ['both codes', { code: 'c', login_code: 'd', state: 's' }, ['invalid_request', 'malformed_parameter']],
    ['a number for a code', { code: 1, state: 's' }, ['invalid_request', 'malformed_parameter']],
    ['a blank in a code', { code: 'c d', state: 's' }, ['invalid_request', 'malformed_parameter']],
    ['a line break in a code', { code: 'c\n', state: 's' }, ['invalid_request', 'malformed_parameter']],
    ['a code of 513 characters', { code: 'c'.repeat(513), state: 's' }, ['invalid_request', 'malformed_parameter']],
    ['a number for a state', { code: 'c', state: 1 }, ['invalid_request', 'malformed_parameter']],
    [
      'an unknown login code beside null',
      { code: null, login_code: 'c', state: 's' },
      ['invalid_grant', 'login_code_invalid'],
    ],
    ['an unknown state beside null', { code: 'c', login_code: null, state: 's' }, ['invalid_state', 'state_unknown']],
    ['an unknown login code', { login_code: 'c', state: 's' }, ['invalid_grant', 'login_code_invalid']],
    ['an unknown state', { code: 'c', state: 's' }, ['invalid_state', 'state_unknown']],
  ];
  for (const [what, body, problem] of bodies) {
    it(`refuses ${what}`, async () => expectProblem(await backend.post('/api/auth/idp/web/code', body), 400, problem));
  }
});
