import { expect } from 'chai';
import { startStandIn } from './stand-in.ts';
import type { Answer, StandIn } from './stand-in.ts';

describe("the stand-in's control", () => {
  let standIn: StandIn;
  beforeEach(async () => {
    standIn = await startStandIn();
  });
  afterEach(() => standIn.stop());

  const read = async (): Promise<Record<string, unknown>> => (await standIn.get('/control')).body;
  const send = (method: string, json?: unknown): Promise<Answer> =>
    standIn.request(method, '/sandbox/control', { json });
  const usual = { web: { appid: 'wx-test-web', bound: true }, mini: { appid: 'wx-test-mini', bound: true } };
  const fault = { call: 'phone', kind: 'silence', times: 3 };

  it('tells apps, faults, what fits which call, and people', async () => {
    const state = await read();
    expect(state).to.have.all.keys('apps', 'faults', 'kinds', 'people');
    expect(state.apps).to.deep.equal(usual);
    expect(state.faults).to.deep.equal([]);
    expect(state.kinds).to.have.property('web_code').that.includes('silence');
    expect(state.kinds).to.have.property('authorize').that.includes('two_codes').and.not.includes('silence');
  });

  it('tells no secret', async () => {
    expect(JSON.stringify(await read())).not.to.include('secret');
    expect((await standIn.get('/')).text).not.to.include('secret');
  });

  it('PATCH adds faults and changes the apps it names', async () => {
    await send('PATCH', { faults: [fault] });
    await send('PATCH', { faults: [{ call: 'web_code', kind: 'delay' }], apps: { mini: { bound: false } } });
    const { faults, apps } = await read();
    expect(faults).to.have.length(2);
    expect(faults).to.have.nested.property('[0].times', 3);
    expect(faults).to.have.nested.property('[1].ms', 2000);
    expect(apps).to.deep.equal({ ...usual, mini: { ...usual.mini, bound: false } });
  });

  it('PUT puts it in the place of everything', async () => {
    await send('PATCH', { faults: [fault], apps: { mini: { bound: false } } });
    await send('PUT', { apps: { web: { bound: false } } });
    const { faults, apps } = await read();
    expect(faults).to.deep.equal([]);
    expect(apps).to.deep.equal({ ...usual, web: { ...usual.web, bound: false } });
  });

  it('DELETE resets to defaults', async () => {
    await send('PATCH', { faults: [fault], apps: { mini: { bound: false } } });
    expect((await send('DELETE')).status).to.equal(200);
    const { faults, apps } = await read();
    expect(faults).to.deep.equal([]);
    expect(apps).to.deep.equal(usual);
  });

  const mistakes: readonly (readonly [string, unknown, unknown])[] = [
    ['a body that is a list', [], undefined],
    ['an unknown member', { fault: [] }, 'faults'],
    ['faults that are no list', { faults: fault }, { call: 'web_code', kind: 'errcode', errcode: 40029, times: 1 }],
    ['a fault that is no object', { faults: [null] }, { call: 'web_code', kind: 'errcode', errcode: 40029, times: 1 }],
    ['an unknown call', { faults: [{ ...fault, call: 'other' }] }, 'web_code'],
    ['an inherited name', { faults: [{ ...fault, call: 'toString' }] }, 'web_code'],
    ['an unknown kind', { faults: [{ ...fault, kind: 'other' }] }, 'silence'],
    ['a kind of another call', { faults: [{ ...fault, kind: 'two_codes' }] }, 'silence'],
    ['no times at all', { faults: [{ ...fault, times: 0 }] }, '1 to 1000'],
    ['half a time', { faults: [{ ...fault, times: 0.5 }] }, '1 to 1000'],
    ['errcode 0', { faults: [{ ...fault, kind: 'errcode', errcode: 0 }] }, '-1 to 999999, not 0'],
    ['no errcode', { faults: [{ ...fault, kind: 'errcode' }] }, '-1 to 999999, not 0'],
    ['a delay of an hour', { faults: [{ ...fault, kind: 'delay', ms: 3_600_000 }] }, '1 to 60000, not 0'],
    ['a parameter of another kind', { faults: [{ ...fault, ms: 5 }] }, 'times'],
    ['an unknown app', { apps: { other: { bound: true } } }, 'mini'],
    ['a binding that is no boolean', { apps: { mini: { bound: 'yes' } } }, true],
    ['apps that are no object', { apps: 5 }, { web: { bound: true }, mini: { bound: false } }],
    ['too many faults', { faults: Array.from({ length: 101 }, () => fault) }, undefined],
  ];
  for (const method of ['PUT', 'PATCH']) {
    for (const [words, json, allowed] of mistakes) {
      it(`${method} refuses ${words}, says what is allowed, and changes nothing`, async () => {
        await send('PATCH', { faults: [fault], apps: { web: { bound: false } } });
        const before = await read();
        const merged = Array.isArray(json) ? json : { apps: { web: { bound: true } }, ...(json as object) };
        const { status, body } = await send(method, merged);
        expect(status).to.equal(400);
        expect(body).to.include({ error: 'sandbox' });
        expect(body.message).to.be.a('string');
        if (allowed !== undefined) expect(body.allowed).to.deep.include(allowed);
        expect(await read()).to.deep.equal(before);
      });
    }
  }

  it('refuses what is no JSON, and what is too large', async () => {
    const broken = await standIn.request('PATCH', '/sandbox/control', { text: '{"faults": [' });
    expect(broken.status).to.equal(400);
    expect(broken.body.message).to.equal('the body must be JSON');
    const large = await standIn.request('PATCH', '/sandbox/control', { text: `"${'x'.repeat(70_000)}"` });
    expect(large.status).to.equal(413);
  });

  it('says which faults there are when one is unknown', async () => {
    await send('PATCH', { faults: [fault] });
    const { status, body } = await standIn.request('DELETE', '/sandbox/control/faults/none');
    expect(status).to.equal(404);
    expect(body.allowed).to.have.length(1);
  });

  it('has a page that documents it and shows how it stands', async () => {
    await send('PATCH', { faults: [fault] });
    const { status, text, headers } = await standIn.get('/');
    expect(status).to.equal(200);
    expect(headers['content-security-policy']).to.include("default-src 'none'").and.not.include('unsafe');
    expect(text).to.include('lang="zh-CN"').and.include('PATCH /control').and.include('还有 3 次');
    const { kinds } = (await read()) as { kinds: Record<string, string[]> };
    for (const kind of Object.values(kinds).flat()) expect(text).to.include(`<code>${kind}</code>`);
    expect(text, 'untrusted names are escaped').to.include('&lt;b&gt;').and.not.include('小明 <b>');
  });
});
