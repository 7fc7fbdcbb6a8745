import { expect } from 'chai';
import { startDevelopment } from '../support/development.ts';
import type { Answer, Development } from '../support/development.ts';

describe('signing in on a fresh machine', () => {
  let backend: Development;
  // Each test has a person of its own.
  before(async () => {
    backend = await startDevelopment();
  });
  after(() => backend?.stop());
  afterEach(() => backend.send('DELETE', '/sandbox/control'));

  const bind = (apps: object): Promise<Answer> => backend.send('PATCH', '/sandbox/control', { json: { apps } });
  const standIn = async (target: string, json: object): Promise<Record<string, string>> =>
    (await backend.send('POST', `/sandbox${target}`, { json })).body as Record<string, string>;

  const signInWeb = async (person: string): Promise<SignedIn> => {
    const state = `state-${person}`;
    await backend.send('GET', `/api/auth/idp/web/login?state=${state}`);
    const { code } = await standIn('/web/login', { person, state });
    return readTokens(await backend.send('GET', `/api/auth/idp/web/callback?code=${code!}&state=${state}`));
  };
  const signInMini = async (person: string): Promise<SignedIn> => {
    const { code } = await standIn('/mini/login', { person });
    return readTokens(await backend.send('POST', '/api/auth/idp/mini/login', { json: { code } }));
  };
  const fetchMe = async ({ bearer }: SignedIn): Promise<Record<string, unknown>> =>
    (await backend.send('GET', '/api/auth/me', { bearer })).body;

  it('makes one user of web and mini-program where both apps are bound', async () => {
    const web = await signInWeb('lin');
    const mini = await signInMini('lin');
    expect(mini.userId).to.equal(web.userId);
    expect(await fetchMe(mini)).to.deep.include({ id: web.userId, nickname: '晓雨', channels: ['web', 'mini'] });
    expect((await signInWeb('zhou')).userId).not.to.equal(web.userId);
  });

  it('makes two users where an app is not bound', async () => {
    await bind({ mini: { bound: false } });
    const web = await signInWeb('chen');
    const mini = await signInMini('chen');
    expect(mini.userId).not.to.equal(web.userId);
    expect((await fetchMe(mini)).channels).to.deep.equal(['mini']);
    expect((await signInMini('chen')).userId, 'but always the same two').to.equal(mini.userId);
  });

  it('makes one of two where the apps are bound later, and the tokens of both go on', async () => {
    await bind({ web: { bound: false }, mini: { bound: false } });
    const web = await signInWeb('zhao');
    const mini = await signInMini('zhao');
    expect(mini.userId).not.to.equal(web.userId);
    await bind({ web: { bound: true }, mini: { bound: true } });
    expect((await signInWeb('zhao')).userId).to.equal(web.userId);
    expect((await signInMini('zhao')).userId).to.equal(web.userId);
    for (const tokens of [web, mini]) {
      expect(await fetchMe(tokens)).to.deep.include({ id: web.userId, channels: ['web', 'mini'] });
    }
  });

  describe('phone numbers', () => {
    const addPhone = (bearer: string, json: object): Promise<Answer> =>
      backend.send('POST', '/api/auth/idp/mini/phone', { bearer, json });
    const tap = (person: string): Promise<Record<string, string>> => standIn('/mini/phone', { person });

    it('come by a code, and by the old method', async () => {
      const { bearer } = await signInMini('wang');
      const { code } = await tap('wang');
      expect((await addPhone(bearer, { code })).body).to.deep.equal({ phone: '+12025550104' });
      const { encryptedData, iv } = await tap('wang');
      const answer = await addPhone(bearer, { encrypted_data: encryptedData, iv });
      expect(answer.body).to.deep.equal({ phone: '+12025550104' });
    });

    it('with a wrong watermark, an older key or garbage are one and the same error', async () => {
      const { bearer } = await signInMini('zhou');
      const older = await tap('zhou');
      await signInMini('zhou');
      await backend.send('PATCH', '/sandbox/control', {
        json: { faults: [{ call: 'phone_data', kind: 'wrong_watermark', times: 1 }] },
      });
      const foreign = await tap('zhou');
      const garbage = { encryptedData: Buffer.alloc(48, 7).toString('base64'), iv: older.iv };
      const answers = [];
      for (const { encryptedData, iv } of [foreign, older, garbage]) {
        const { status, body } = await addPhone(bearer, { encrypted_data: encryptedData, iv });
        const { request_id: _, ...others } = body;
        answers.push({ status, ...others });
      }
      expect(answers[0]).to.include({ status: 400, error: 'invalid_grant', code: 'phone_rejected' });
      expect(answers[1]).to.deep.equal(answers[0]);
      expect(answers[2]).to.deep.equal(answers[0]);
    });
  });
});

type SignedIn = { readonly bearer: string; readonly userId: string };

function readTokens({ status, body }: Answer): SignedIn {
  expect(status, JSON.stringify(body)).to.equal(200);
  return { bearer: body.access_token as string, userId: (body.user as { id: string }).id };
}
