import { expect } from 'chai';
import type { Problem } from '../../../server/problem.ts';
import { createProvider } from '../../../server/providers/wechat.ts';
import type { Provider } from '../../../server/ports/identity-provider.ts';
import { allowWeb, loginMini, mini, startStandIn, web } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

describe('the provider client and the stand-in', () => {
  let standIn: StandIn;
  let provider: Provider;
  const connect = (others: object = {}): Provider =>
    createProvider({
      web,
      mini,
      apiUrl: standIn.base,
      clock: standIn.now,
      observe: () => {},
      log: () => {},
      ...others,
    });
  beforeEach(async () => {
    standIn = await startStandIn();
    provider = connect();
  });
  afterEach(() => standIn.stop());

  const failure = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'none',
      (error: Problem) => error.code,
    );
  const tapPhone = async (person: string): Promise<string> => {
    await provider.exchangeMiniCode(await loginMini(standIn, person));
    return (await standIn.post('/mini/phone', { person })).body.code as string;
  };

  it('agree on the identity of a person, also after a restart', async () => {
    const onWeb = await provider.exchangeWebCode(await allowWeb(standIn, 'lin'));
    const onMini = await provider.exchangeMiniCode(await loginMini(standIn, 'lin'));
    expect(onWeb.channel).to.equal('web');
    expect(onWeb.unionid).to.be.a('string').and.equal(onMini.unionid);
    expect(onWeb.openid).not.to.equal(onMini.openid);
    expect(Buffer.from(onMini.sessionKey, 'base64')).to.have.length(16);
    expect(await provider.fetchProfile(onWeb)).to.deep.equal({
      nickname: '晓雨',
      avatarUrl: `${standIn.origin}/sandbox/people/lin.svg`,
    });
    await standIn.stop();
    standIn = await startStandIn();
    const { openid, unionid } = await connect().exchangeWebCode(await allowWeb(standIn, 'lin'));
    expect({ openid, unionid }).to.deep.equal({ openid: onWeb.openid, unionid: onWeb.unionid });
  });

  it('agree on phone numbers, at home and abroad, and that a code works once', async () => {
    const code = await tapPhone('lin');
    expect(await provider.fetchPhone(code)).to.equal('+8612000000001');
    expect(await failure(provider.fetchPhone(code))).to.equal('phone_rejected');
    standIn.advance(7000);
    expect(await provider.fetchPhone(await tapPhone('zhao'))).to.equal('+447700900103');
  });

  it('agree on codes that are used, unknown, expired and of the other channel', async () => {
    const code = await allowWeb(standIn, 'lin');
    await provider.exchangeWebCode(code);
    expect(await failure(provider.exchangeWebCode(code))).to.equal('idp_code_used');
    expect(await failure(provider.exchangeWebCode('unknown'))).to.equal('idp_code_invalid');
    expect(await failure(provider.exchangeWebCode(await loginMini(standIn, 'lin')))).to.equal('idp_code_invalid');
    const [early, late] = [await loginMini(standIn, 'lin'), await loginMini(standIn, 'lin')];
    standIn.advance(299);
    expect(await failure(provider.exchangeMiniCode(early))).to.equal('none');
    standIn.advance(1);
    expect(await failure(provider.exchangeMiniCode(late))).to.equal('idp_code_invalid');
  });

  it('agree on wrong applications', async () => {
    for (const other of [
      { ...web, secret: 'wrong' },
      { ...web, appId: 'wx-other' },
    ]) {
      const misled = connect({ web: other });
      expect(await failure(misled.exchangeWebCode(await allowWeb(standIn, 'lin')))).to.equal('idp_misconfigured');
    }
  });
});
