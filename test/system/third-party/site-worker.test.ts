// The site as a Cloudflare Worker: its included script in front of assets, in Cloudflare's own runtime.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type * as Runtime from 'miniflare';
import { repository } from '../../support/command.ts';
import { bundle } from '../../server/mcp/worker-bundle.ts';
import { base, filesOf, makeSite, articles } from '../../server/mcp/site.ts';
import { load } from './installed.ts';

const notice = '<!-- This post is encrypted. Content is not available. -->';
const shipped = readFileSync(path.join(repository, 'server/deploy/cloudflare/wrangler.jsonc'), 'utf8');

for (const [url, BASE_PATH] of [
  ['https://e.example', ''],
  [base, '/blog'],
] as const)
  describe(`the site as a Worker, at ${url}`, () => {
    let worker: Runtime.Miniflare;
    let remove: (() => void) | undefined;
    before(async function () {
      const runtime = await load(this, () => import('miniflare'));
      const pages = ['algo-long', 'algo-locked'].map(
        (slug) => [`/posts/${slug}/index.html`, `page of ${slug}`] as const,
      );
      const documents = ['demo.html', 'demo.xml', 'demo.svg', 'demo.css', 'box/index.html', 'box/v1.2/index.html'].map(
        (name) => [`/posts/algo-long/${name}`, '<p></p>'] as const,
      );
      const others = ['/404.html', '/posts/old-address/index.html'].map((name) => [name, 'gone'] as const);
      const files = [...(await filesOf(articles, { url })), ...pages, ...documents, ...others];
      const site = await makeSite(new Map(files.map(([name, text]) => [BASE_PATH + name, text])));
      ({ remove } = site);
      const [pattern] = /"\/posts\/\*"/.exec(shipped)!;
      worker = new runtime.Miniflare({
        modules: true,
        script: (await bundle(['server/deploy/cloudflare/site-worker.ts'])).text,
        compatibilityDate: '2026-04-01',
        bindings: { BASE_PATH },
        assets: {
          directory: site.folder,
          binding: 'ASSETS',
          routerConfig: { has_user_worker: true, static_routing: { user_worker: [BASE_PATH + JSON.parse(pattern)] } },
          assetConfig: { html_handling: 'auto-trailing-slash', not_found_handling: '404-page' },
        },
      });
      await worker.ready;
    });
    after(async () => {
      await worker?.dispose();
      remove?.();
    });

    const llms = `<${BASE_PATH}/llms.txt>; rel="describedby"; type="text/plain"`;
    const get = (at: string, headers: Record<string, string> = {}) =>
      worker.dispatchFetch(url + at, { headers, redirect: 'manual' });

    it('returns Markdown, and names its page and title, if the address ends with .md or Accept asks for it', async () => {
      for (const behind of ['.md', '/.md', '/index.md', '/index.html.md', '/']) {
        const byAccept = behind === '/';
        const answer = await get(`/posts/algo-long${behind}`, byAccept ? { accept: 'text/markdown' } : {});
        expect([answer.status, await answer.text()], behind).to.deep.equal([
          200,
          await (await get('/api/posts/algo-long.md')).text(),
        ]);
        expect(answer.headers.get('content-type')).to.match(/^text\/markdown\b/);
        const title = encodeURIComponent('很长的一篇：跳表与背压');
        expect(answer.headers.get('link')).to.equal(
          `<${url}/posts/algo-long/>; rel="canonical"; title*=UTF-8''${title}, ${llms}`,
        );
        expect(answer.headers.get('vary')).to.equal(byAccept ? 'Accept' : null);
        const etag = answer.headers.get('etag')!;
        const again = await get(`/posts/algo-long${behind}`, { accept: 'text/markdown', 'if-none-match': etag });
        expect(again.status, behind).to.equal(304);
      }
      expect(await (await get('/posts/algo-locked.md')).text()).to.equal(notice);
    });

    it('puts documents beside an article into a sandbox, with and without .html and index.html', async () => {
      const policyAt = async (at: string, headers = {}) =>
        (await get(`/posts/algo-long/${at}`, { accept: 'text/html', ...headers })).headers.get(
          'content-security-policy',
        );
      for (const at of ['demo', 'demo.xml', 'box/', 'box/v1.2/'])
        expect(await policyAt(at), at).to.match(/; sandbox allow-scripts allow-forms$/);
      expect(await policyAt('demo.svg')).to.match(/; sandbox$/);
      // The page for a missing address has scripts of the site.
      for (const at of ['', 'demo.css', 'missing', 'missing.html', 'missing/', '../old-address/'])
        expect(await policyAt(at), at).to.equal(null);
    });

    it('repeats the policy of a document that has not changed, because the answer replaces the stored policy', async () => {
      const { headers } = await get('/posts/algo-long/box/');
      const again = await get('/posts/algo-long/box/', { 'if-none-match': headers.get('etag')! });
      expect(again.status).to.equal(304);
      expect(again.headers.get('content-security-policy')).to.match(/; sandbox allow-scripts allow-forms$/);
    });

    it('returns the page for all other requests, and 404 for unknown articles', async () => {
      const answer = await get('/posts/algo-long/', { accept: 'text/html,*/*;q=0.8' });
      expect([answer.headers.get('vary'), await answer.text()]).to.deep.equal(['Accept', 'page of algo-long']);
      expect(answer.headers.get('link')).to.equal(llms);
      for (const at of ['/posts/gone.md', '/posts/gone/', '/posts/x/algo-long.md', '/posts/.md'])
        expect((await get(at, { accept: 'text/markdown' })).status, at).to.equal(404);
    });
  });
