// The resources are those of the manifest, in pages. Only these, and existing files of a template, can be read.
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import { ask, endpointOf, listAll, shelf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { base, filesOf } from '../site.ts';
import { cases } from '../../../support/cases.ts';

describe('the adapter’s resources', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  let manifest: Json;
  before(async () => {
    stock = await shelf();
    endpoint = endpointOf(stock);
    manifest = JSON.parse(stock.files.get('/api/mcp.json')!);
  });
  const read = async (uri: string): Promise<Json> => ask(endpoint, 'resources/read', { uri });

  it('are exactly those of the manifest, in pages of at most 100', async () => {
    const pages = await listAll(endpoint, 'resources/list', 'resources');
    expect(pages.map((page) => page.length)).to.deep.equal([100, manifest.resources.length - 100]);
    expect(pages.flat()).to.deep.equal(manifest.resources);
    expect((await listAll(endpoint, 'resources/list', 'resources', '2025-06-18')).flat()).to.deep.equal(
      manifest.resources,
    );
  });

  it('are all read byte for byte', async () => {
    for (const { uri, mimeType, size } of manifest.resources) {
      const { result } = await read(uri);
      const path = uri.slice(base.length);
      expect(result.contents).to.deep.equal([{ uri, mimeType, text: stock.files.get(path) }]);
      expect(Buffer.byteLength(result.contents[0].text)).to.equal(size);
    }
  });

  it('can also be read by a template, if the slug exists', async () => {
    const uri = `${base}/api/posts/algo-long.json`;
    const { result } = await read(uri);
    expect(result.contents).to.deep.equal([
      { uri, mimeType: 'application/json', text: stock.files.get('/api/posts/algo-long.json') },
    ]);
  });

  for (const written of cases<string>('resources', 'not held')) {
    const uri = written.replace('SITE', base);
    it(`do not include ${uri || 'an empty address'}, and a request for it reads nothing`, async () => {
      await read(manifest.resources[0].uri);
      const asked = stock.asked.length;
      const { error } = await read(uri);
      expect(error).to.deep.include({ code: -32602, data: { uri } });
      expect(stock.asked.length).to.equal(asked);
    });
  }

  for (const [what, path, near] of cases<[string, string, string]>('mcp', 'near addresses')) {
    it(`are suggested for ${what}`, async () => {
      expect((await read(base + path)).error?.message).to.contain(`The URI of the first is ${base}${near}`);
    });
  }

  it('have the base URL of the manifest, wherever the site is read from', async () => {
    const elsewhere = await shelf(await filesOf(undefined, { url: 'https://other.example' }));
    const { result } = await ask(endpointOf(elsewhere), 'resources/read', {
      uri: 'https://other.example/api/posts/algo-long.md',
    });
    expect(result?.contents[0].text).to.equal(elsewhere.files.get('/api/posts/algo-long.md'));
  });

  it('can be read by every form of their address', async () => {
    const hosts = ['https://e.example', 'https://博客.example'];
    for (const host of hosts) {
      const own = endpointOf(await shelf(await filesOf(undefined, { url: `${host}/博客` })));
      const { uri: listed } = (await listAll(own, 'resources/list', 'resources'))[0]![0];
      const normal = new URL(listed);
      for (const uri of [
        listed,
        normal.href,
        normal.href.replace(normal.host, `${normal.host.toUpperCase()}:443`),
        normal.href.replace('/api/posts/p', '/api/posts/%70'),
        `https://${host.slice(8)}/博客${normal.pathname.slice(normal.pathname.indexOf('/api/'))}`,
      ])
        expect((await ask(own, 'resources/read', { uri }, '2025-11-25')).result?.contents[0].uri, uri).to.equal(uri);
    }
  });

  it('outside of the site are not read, even if a hostile manifest lists them', async () => {
    const files = new Map(await filesOf());
    const [first] = manifest.resources;
    const uris = ['https://evil.example/x.md', `${base}/../../etc/passwd`, `${base}/%2e%2e/x`, `${base}/%E0%A4%A`];
    const resources = uris.map((uri) => ({ ...first, uri }));
    files.set('/api/mcp.json', JSON.stringify({ ...manifest, resources: [...manifest.resources, ...resources] }));
    const own = await shelf(files);
    for (const uri of uris) {
      expect((await ask(endpointOf(own), 'resources/read', { uri })).error?.code, uri).to.equal(-32602);
    }
    const places = /^\/(?:api|\.well-known\/agent-skills)\//;
    expect(own.asked.filter((path) => !places.test(path))).to.deep.equal([]);
  });

  it('follow the site: new files appear, and removed files disappear', async () => {
    const own = await shelf();
    const living = endpointOf(own);
    const uri = `${base}/api/posts/algo-long.md`;
    const total = async (): Promise<number> => (await listAll(living, 'resources/list', 'resources')).flat().length;
    expect(await total()).to.equal(manifest.resources.length);
    const { 'algo-long.md': _gone, ...rest } = (await import('../site.ts')).articles;
    own.files = await filesOf(rest);
    expect(await total()).to.equal(manifest.resources.length);
    own.time = 60_000;
    expect(await total()).to.equal(manifest.resources.length - 1);
    expect((await ask(living, 'resources/read', { uri })).error?.code).to.equal(-32602);
  });
});
