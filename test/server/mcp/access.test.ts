// The headers Host and Origin: which hosts an adapter on loopback accepts, and which pages may call an adapter.
import { expect } from 'chai';
import { isHostAllowed, isOriginAllowed, readOrigins } from '../../../server/mcp/access.ts';
import { cases } from '../../support/cases.ts';
import { endpointOf, post, requestOf, shelf } from './adapter.ts';
import type { Shelf } from './adapter.ts';

describe('the adapter’s access rules', () => {
  it('allow only loopback hosts if the adapter listens on loopback', () => {
    const allowed = cases<string>('access', 'allowed hosts');
    const refused = cases<string | null>('access', 'refused hosts');
    for (const host of allowed) expect(isHostAllowed(host, { hosts: 'loopback' }), host).to.equal(true);
    for (const host of refused) expect(isHostAllowed(host, { hosts: 'loopback' }), String(host)).to.equal(false);
    for (const host of refused) expect(isHostAllowed(host, { hosts: 'any' }), String(host)).to.equal(true);
  });

  it('refuse to allow an origin that no page can have, and explain how to write an origin', () => {
    expect(readOrigins('*')).to.deep.equal(['*']);
    expect(readOrigins('NULL, capacitor://localhost')).to.deep.equal(['null', 'capacitor://localhost']);
    const extension = 'safari-web-extension://7F2D1A7E-0000-4000-8000-1234567890AB';
    expect(readOrigins(`Capacitor://LocalHost,chrome-extension://ABC,${extension.replace('s', 'S')}`)).to.deep.equal([
      ...['capacitor://localhost', 'chrome-extension://abc', extension],
    ]);
    for (const wrong of cases<string>('access', 'invalid origins'))
      expect(() => readOrigins(`https://a.example,${wrong}`), wrong).to.throw(/list each origin.*"/);
  });

  it('allow calls from the site’s own pages, from loopback and from the listed origins', async () => {
    const siteOrigin = async (): Promise<string> => 'https://e.example';
    const origins = readOrigins(
      'https://app.example/, HTTPS://Tool.example:8443 ,https://port.example:443,http://port.example:80,https://博客.example',
    );
    const may = (origin: string): Promise<boolean> => isOriginAllowed(origin, { origins, siteOrigin });
    for (const origin of cases<string>('access', 'origins')) expect(await may(origin), origin).to.equal(true);
    for (const origin of cases<string>('access', 'refused origins')) expect(await may(origin), origin).to.equal(false);
    for (const origin of ['null', 'https://evil.example'])
      expect(await isOriginAllowed(origin, { origins: ['*'], siteOrigin }), origin).to.equal(true);
  });

  describe('over the endpoint', () => {
    let stock: Shelf;
    before(async () => (stock = await shelf()));
    const { headers, body } = requestOf('tools/list');
    const status = async (own: Record<string, string>, access?: Parameters<typeof endpointOf>[1]): Promise<number> =>
      (await endpointOf(stock, access)(post(body, { ...headers, ...own }))).status;

    it('answer a forbidden host or origin with 403, and accept a request without Origin', async () => {
      const loopback = { hosts: 'loopback', origins: [] } as const;
      expect(await status({}, loopback)).to.equal(200);
      expect(await status({ host: 'evil.example' }, loopback)).to.equal(403);
      expect(await status({ host: 'evil.example' })).to.equal(200);
      expect(await status({ origin: 'https://evil.example' })).to.equal(403);
      expect(await status({ origin: 'https://e.example' })).to.equal(200);
      expect(await status({ origin: 'http://localhost:5173' })).to.equal(200);
      expect(await status({ origin: 'https://evil.example' }, { hosts: 'any', origins: ['*'] })).to.equal(200);
    });

    it('tell a browser which requests an allowed page may send, and let the page read the answer', async () => {
      const endpoint = endpointOf(stock);
      const preflight = (origin: string): Promise<Response> =>
        endpoint(new Request('http://localhost/mcp', { method: 'OPTIONS', headers: { origin } }));
      const allowed = await preflight('https://e.example');
      expect(allowed.status).to.equal(204);
      expect(allowed.headers.get('access-control-allow-origin')).to.equal('https://e.example');
      expect(allowed.headers.get('access-control-allow-headers')).to.contain('mcp-protocol-version');
      const refused = await preflight('https://evil.example');
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).to.deep.equal([403, null]);
      const answered = await endpoint(post(body, { ...headers, origin: 'https://e.example' }));
      expect(answered.headers.get('access-control-allow-origin')).to.equal('https://e.example');
      expect(answered.headers.get('vary')).to.equal('origin');
    });
  });
});
