import { expect } from 'chai';
import type { Problem } from '../../../server/problem.ts';
import { createProvider } from '../../../server/providers/wechat.ts';
import type { Provider } from '../../../server/types.ts';
import { allowWeb, loginMini, mini, startStandIn, web } from './stand-in.ts';
import type { StandIn } from './stand-in.ts';

describe('the provider client and the stand-in', () => {
  let standIn: StandIn;
  let provider: Provider;
  beforeEach(async () => {
    standIn = await startStandIn();
    provider = createProvider({
      web,
      mini,
      apiUrl: standIn.base,
      deadlineMs: 1500,
      clock: standIn.now,
      observe: () => {},
      log: () => {},
    });
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

  it('agree on who somebody is', async () => {
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
  });

  it('agree on phone numbers, at home and abroad', async () => {
    expect(await provider.fetchPhone(await tapPhone('lin'))).to.equal('+8612000000001');
    expect(await provider.fetchPhone(await tapPhone('zhao'))).to.equal('+447700900103');
    await standIn.spoil({ call: 'phone', kind: 'country_code_number', times: 1 });
    expect(await provider.fetchPhone(await tapPhone('wang'))).to.equal('+12025550104');
  });

  it('agree on oddities that are no errors', async () => {
    for (const kind of ['text_plain', 'errcode_zero']) {
      await standIn.spoil({ call: 'web_code', kind, times: 1 });
      expect(await provider.exchangeWebCode(await allowWeb(standIn, 'lin')), kind).to.have.property('unionid');
    }
    for (const kind of ['unionid_null', 'unionid_empty', 'unionid_absent']) {
      await standIn.spoil({ call: 'web_code', kind, times: 1 });
      expect(await provider.exchangeWebCode(await allowWeb(standIn, 'lin')), kind).not.to.have.property('unionid');
    }
  });

  it('agree on codes that are used, unknown and expired', async () => {
    const code = await allowWeb(standIn, 'lin');
    await provider.exchangeWebCode(code);
    expect(await failure(provider.exchangeWebCode(code))).to.equal('idp_code_used');
    expect(await failure(provider.exchangeWebCode('unknown'))).to.equal('idp_code_invalid');
    const late = await loginMini(standIn, 'lin');
    standIn.advance(300);
    expect(await failure(provider.exchangeMiniCode(late))).to.equal('idp_code_invalid');
  });

  it('agree on a wrong secret', async () => {
    const misled = createProvider({
      web: { ...web, secret: 'wrong' },
      mini,
      apiUrl: standIn.base,
      clock: standIn.now,
      observe: () => {},
      log: () => {},
    });
    expect(await failure(misled.exchangeWebCode(await allowWeb(standIn, 'lin')))).to.equal('idp_misconfigured');
  });

  const spoiled: readonly (readonly [string, string])[] = [
    ['http_500', 'idp_bad_response'],
    ['html', 'idp_bad_response'],
    ['empty', 'idp_bad_response'],
    ['truncated', 'idp_bad_response'],
    ['broken_off', 'idp_bad_response'],
    ['wrong_types', 'idp_bad_response'],
    ['huge', 'idp_bad_response'],
    ['reset', 'idp_unreachable'],
    ['silence', 'idp_timeout'],
    ['slow_drip', 'idp_timeout'],
    ['snapshot_user', 'idp_user_snapshot'],
  ];
  for (const [kind, problem] of spoiled) {
    it(`agree on what ${kind} is: ${problem}, and the code is not sent again`, async () => {
      await standIn.spoil({ call: 'web_code', kind, times: 1 });
      const code = await allowWeb(standIn, 'lin');
      expect(await failure(provider.exchangeWebCode(code))).to.equal(problem);
      expect(await failure(provider.exchangeWebCode(code)), 'it arrived').to.equal('idp_code_used');
    });
  }

  it('agree on whose watermark a phone number must carry', async () => {
    await standIn.spoil({ call: 'phone', kind: 'wrong_watermark', times: 1 });
    expect(await failure(provider.fetchPhone(await tapPhone('lin')))).to.equal('phone_rejected');
  });

  it('agree that a refused global token is renewed for the next code', async () => {
    await provider.fetchPhone(await tapPhone('lin'));
    await standIn.post('/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid: mini.appId,
      secret: mini.secret,
      force_refresh: true,
    });
    expect(await failure(provider.fetchPhone(await tapPhone('lin')))).to.equal('idp_misconfigured');
    expect(await provider.fetchPhone(await tapPhone('lin'))).to.equal('+8612000000001');
  });
});
