import { expect } from 'chai';
import { once } from 'node:events';
import http from 'node:http';
import {
  allowWeb,
  exchangeMini,
  exchangeWeb,
  fetchGlobalToken,
  loginMini,
  mini,
  startStandIn,
  web,
} from './stand-in.ts';
import type { Answer, StandIn } from './stand-in.ts';

describe("the stand-in's faults", () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn();
  });
  afterEach(() => standIn.stop());

  const exchange = async (): Promise<Answer> => exchangeWeb(standIn, await allowWeb(standIn, 'lin'));

  describe('in number', () => {
    it('strike as often as they say', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'errcode', errcode: -1, times: 2 });
      expect((await exchange()).body.errcode).to.equal(-1);
      expect((await exchange()).body.errcode).to.equal(-1);
      expect((await exchange()).body).to.have.property('openid');
    });

    it('strike until they are switched off', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'empty' });
      for (let count = 0; count < 3; count += 1) expect((await exchange()).text).to.equal('');
      const { faults } = (await standIn.get('/control')).body as { faults: { id: string; times: null }[] };
      expect(faults).to.have.length(1);
      expect(faults[0]!.times).to.equal(null);
      expect((await standIn.request('DELETE', `/sandbox/control/faults/${faults[0]!.id}`)).status).to.equal(200);
      expect((await exchange()).body).to.have.property('openid');
    });

    it('strike one after another where they are of a kind', async () => {
      await standIn.spoil(
        { call: 'web_code', kind: 'errcode', errcode: 45009, times: 1 },
        { call: 'web_code', kind: 'http_500', times: 1 },
      );
      expect((await exchange()).body.errcode).to.equal(45009);
      expect((await exchange()).status).to.equal(500);
      expect((await exchange()).body).to.have.property('openid');
    });

    it('strike together where they are not', async () => {
      await standIn.spoil(
        { call: 'web_code', kind: 'text_plain', times: 1 },
        { call: 'web_code', kind: 'errcode', errcode: 40029, times: 1 },
      );
      const { headers, body } = await exchange();
      expect(headers['content-type']).to.match(/^text\/plain/);
      expect(body.errcode).to.equal(40029);
    });

    it('strike the call they are for and no other', async () => {
      await standIn.spoil({ call: 'mini_code', kind: 'http_500' });
      expect((await exchange()).status).to.equal(200);
      expect((await exchangeMini(standIn, await loginMini(standIn, 'lin'))).status).to.equal(500);
    });

    it('strike every call of the API', async () => {
      const calls: readonly (readonly [string, () => Promise<Answer>])[] = [
        ['web_code', exchange],
        ['mini_code', async () => exchangeMini(standIn, await loginMini(standIn, 'lin'))],
        ['profile', () => standIn.get('/sns/userinfo')],
        ['global_token', () => fetchGlobalToken(standIn)],
        ['phone', () => standIn.post('/wxa/business/getuserphonenumber', { code: 'any' })],
      ];
      for (const [call, ask] of calls) {
        await standIn.spoil({ call, kind: 'errcode', errcode: 45011, times: 1 });
        expect((await ask()).body.errcode, call).to.equal(45011);
      }
    });
  });

  describe('of the answer', () => {
    for (const errcode of [
      -1, 40029, 42003, 41008, 40163, 40226, 45009, 45011, 40001, 40013, 40125, 41002, 41004, 99999,
    ]) {
      it(`errcode ${errcode} comes as HTTP 200 and leaves the code unspent`, async () => {
        await standIn.spoil({ call: 'web_code', kind: 'errcode', errcode, times: 1 });
        const code = await allowWeb(standIn, 'lin');
        const { status, body } = await exchangeWeb(standIn, code);
        expect(status).to.equal(200);
        expect(body.errcode).to.equal(errcode);
        expect(body.errmsg).to.match(/, rid: [0-9a-f-]+$/);
        expect((await exchangeWeb(standIn, code)).body).to.have.property('openid');
      });
    }

    const spoiled: readonly (readonly [string, (answer: Answer) => void])[] = [
      [
        'http_500',
        ({ status, headers }) => {
          expect(status).to.equal(500);
          expect(headers['content-type']).to.include('text/html');
        },
      ],
      [
        'html',
        ({ status, headers, text }) => {
          expect(status).to.equal(200);
          expect(headers['content-type']).to.include('text/html');
          expect(text).to.include('<html');
        },
      ],
      [
        'empty',
        ({ status, text }) => {
          expect(status).to.equal(200);
          expect(text).to.equal('');
        },
      ],
      [
        'truncated',
        ({ status, text }) => {
          expect(status).to.equal(200);
          expect(text).to.match(/^\{"access_token"/);
          expect(() => JSON.parse(text) as unknown).to.throw();
        },
      ],
      [
        'wrong_types',
        ({ body }) => {
          expect(body.openid).to.be.a('number');
          expect(body.expires_in).to.equal('7200');
        },
      ],
      [
        'huge',
        ({ text, body }) => {
          expect(text.length).to.be.above(8 * 1024 * 1024);
          expect(body).to.have.property('openid');
        },
      ],
    ];
    for (const [kind, check] of spoiled) {
      it(`${kind}, and the code is spent`, async () => {
        await standIn.spoil({ call: 'web_code', kind, times: 1 });
        const code = await allowWeb(standIn, 'lin');
        check(await exchangeWeb(standIn, code));
        expect((await exchangeWeb(standIn, code)).body.errcode).to.equal(40163);
      });
    }

    it('reset: the connection ends without an answer', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'reset', times: 1 });
      const code = await allowWeb(standIn, 'lin');
      const error = await exchangeWeb(standIn, code).then(
        () => undefined,
        (reason: NodeJS.ErrnoException) => reason,
      );
      expect(error?.code).to.equal('ECONNRESET');
      expect((await exchangeWeb(standIn, code)).body.errcode).to.equal(40163);
    });

    it('broken_off: the connection ends within the answer', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'broken_off', times: 1 });
      const answer = await openAnswer(standIn, await allowWeb(standIn, 'lin'));
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
      const [error] = (await once(answer, 'error')) as [NodeJS.ErrnoException];
      expect(error.code).to.equal('ECONNRESET');
      expect(bytes).to.be.above(0).and.below(Number(answer.headers['content-length']));
    });

    it('silence: the request is taken and nothing comes', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'silence', times: 1 });
      const code = await allowWeb(standIn, 'lin');
      let heard = false;
      const request = http.get(addressOf(standIn, code), { headers: { Host: 'localhost' } }, () => (heard = true));
      const hungUp = new Promise((resolve) => request.on('close', resolve));
      request.on('error', () => {});
      await once(request, 'finish');
      // The code is spent when the stand-in has taken the request.
      await until(async () => (await exchangeWeb(standIn, code)).body.errcode === 40163);
      expect(heard).to.equal(false);
      request.destroy();
      await hungUp;
    });

    it('slow_drip: a byte at a time, in the time it says', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'slow_drip', ms: 1, times: 1 });
      const answer = await openAnswer(standIn, await allowWeb(standIn, 'lin'));
      const chunks: Buffer[] = [];
      for await (const chunk of answer as AsyncIterable<Buffer>) chunks.push(chunk);
      expect(chunks.length).to.be.above(20);
      expect(JSON.parse(Buffer.concat(chunks).toString())).to.have.property('openid');
    });

    it('delay: the answer comes late', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'delay', ms: 150, times: 1 });
      const code = await allowWeb(standIn, 'lin');
      const began = performance.now();
      expect((await exchangeWeb(standIn, code)).body).to.have.property('openid');
      expect(performance.now() - began).to.be.at.least(149);
    });
  });

  describe('of the person', () => {
    const unionids = [
      ['unionid_null', { unionid: null }],
      ['unionid_empty', { unionid: '' }],
    ] as const;
    for (const [kind, member] of unionids) {
      it(kind, async () => {
        await standIn.spoil({ call: 'web_code', kind, times: 1 });
        expect((await exchange()).body).to.deep.include(member);
        expect((await exchange()).body.unionid).to.match(/^o/);
      });
    }

    it('unionid_null is there for an unbound app too', async () => {
      await standIn.request('PATCH', '/sandbox/control', {
        json: { apps: { web: { bound: false } }, faults: [{ call: 'web_code', kind: 'unionid_null' }] },
      });
      expect((await exchange()).body).to.deep.include({ unionid: null });
    });

    it('unionid_absent', async () => {
      await standIn.spoil({ call: 'mini_code', kind: 'unionid_absent', times: 1 });
      const { body } = await exchangeMini(standIn, await loginMini(standIn, 'lin'));
      expect(body).to.have.all.keys('openid', 'session_key');
    });

    it('errcode_zero beside a success', async () => {
      await standIn.spoil({ call: 'mini_code', kind: 'errcode_zero', times: 1 });
      const { body } = await exchangeMini(standIn, await loginMini(standIn, 'lin'));
      expect(body).to.include({ errcode: 0, errmsg: 'ok' }).and.to.have.property('openid');
    });

    it('snapshot_user', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'snapshot_user', times: 1 });
      expect((await exchange()).body).to.include({ is_snapshotuser: 1 });
      expect((await exchange()).body).not.to.have.property('is_snapshotuser');
    });

    it('is used up by no refusal', async () => {
      await standIn.spoil({ call: 'web_code', kind: 'snapshot_user', times: 1 });
      expect((await exchangeWeb(standIn, 'unknown')).body).not.to.have.property('is_snapshotuser');
      expect((await exchange()).body).to.have.property('is_snapshotuser');
    });
  });

  describe('of the phone number', () => {
    const askPhone = async (): Promise<Answer> => {
      await exchangeMini(standIn, await loginMini(standIn, 'lin'));
      const { code } = (await standIn.post('/mini/phone', { person: 'lin' })).body;
      const token = (await fetchGlobalToken(standIn)).body.access_token as string;
      return standIn.request('POST', `/sandbox/wxa/business/getuserphonenumber?access_token=${token}`, {
        json: { code },
      });
    };

    it('wrong_watermark', async () => {
      await standIn.spoil({ call: 'phone', kind: 'wrong_watermark', times: 1 });
      const { phone_info } = (await askPhone()).body as { phone_info: { watermark: { appid: string } } };
      expect(phone_info.watermark.appid).to.be.a('string').and.not.equal(mini.appId);
    });

    it('country_code_number', async () => {
      await standIn.spoil({ call: 'phone', kind: 'country_code_number', times: 1 });
      expect((await askPhone()).body.phone_info).to.include({ countryCode: 86 });
    });
  });
});

function addressOf(standIn: StandIn, code: string): string {
  const query = new URLSearchParams({ appid: web.appId, secret: web.secret, code, grant_type: 'authorization_code' });
  return `${standIn.base}/sns/oauth2/access_token?${query.toString()}`;
}

async function openAnswer(standIn: StandIn, code: string): Promise<http.IncomingMessage> {
  const request = http.get(addressOf(standIn, code), { agent: false });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return answer;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo()));
}
