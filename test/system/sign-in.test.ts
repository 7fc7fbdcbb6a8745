import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { startDevelopment } from '../support/development.ts';
import type { Answer, Development } from '../support/development.ts';

describe('signing in on a fresh machine', () => {
  let backend: Development;
  // Each test has its own person.
  before(async () => {
    backend = await startDevelopment();
  });
  after(() => backend?.stop());

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

  it('gives a person one user for web and mini-program', async () => {
    const web = await signInWeb('lin');
    const mini = await signInMini('lin');
    expect(mini.userId).to.equal(web.userId);
    expect(await fetchMe(mini)).to.deep.include({ id: web.userId, nickname: '晓雨', channels: ['web', 'mini'] });
    expect((await signInWeb('zhou')).userId).not.to.equal(web.userId);
  });

  it('shows the picture of a person even after a change of port', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-port-'));
    const usual = backend;
    try {
      for (const _ of ['a port', 'another']) {
        backend = await startDevelopment({ DATA_DIR: folder });
        try {
          const { avatar_url: picture } = await fetchMe(await signInWeb('chen'));
          expect(picture).to.equal(`${backend.origin}/sandbox/people/chen.svg`);
        } finally {
          await backend.stop();
        }
      }
    } finally {
      backend = usual;
      rmSync(folder, { recursive: true, force: true });
    }
  });

  describe('phone numbers', () => {
    const addPhone = (bearer: string, json: object): Promise<Answer> =>
      backend.send('POST', '/api/auth/idp/mini/phone', { bearer, json });
    const tap = (person: string): Promise<Record<string, string>> => standIn('/mini/phone', { person });

    it('are sent by a code, and by the old method', async () => {
      const { bearer } = await signInMini('wang');
      const { code } = await tap('wang');
      expect((await addPhone(bearer, { code })).body).to.deep.equal({ phone: '+12025550104' });
      const { encryptedData, iv } = await tap('wang');
      const answer = await addPhone(bearer, { encrypted_data: encryptedData, iv });
      expect(answer.body).to.deep.equal({ phone: '+12025550104' });
    });

    it('with an older key and with garbage cause the same error', async () => {
      const { bearer } = await signInMini('zhou');
      const older = await tap('zhou');
      await signInMini('zhou');
      const garbage = { encryptedData: Buffer.alloc(48, 7).toString('base64'), iv: older.iv };
      const answers = [];
      for (const { encryptedData, iv } of [older, garbage]) {
        const { status, body } = await addPhone(bearer, { encrypted_data: encryptedData, iv });
        const { request_id: _, ...others } = body;
        answers.push({ status, ...others });
      }
      expect(answers[0]).to.include({ status: 400, error: 'invalid_grant', code: 'phone_rejected' });
      expect(answers[1]).to.deep.equal(answers[0]);
    });
  });
});

type SignedIn = { readonly bearer: string; readonly userId: string };

function readTokens({ status, body }: Answer): SignedIn {
  expect(status, JSON.stringify(body)).to.equal(200);
  return { bearer: body.access_token as string, userId: (body.user as { id: string }).id };
}
