// Tests each rule of verify: a valid site passes, and a site with a single fault breaks only the rule about this fault.
import { expect } from 'chai';
import { message } from '#pdc/words/message';
import { sitemap } from '#pdc/endpoints/sitemap.xml';
import type { Article } from '#pdc/article/article';
import { marks } from '../../../tasks/theme/parts/facts.ts';
import { chineseLabels } from '../../../tasks/theme/labels/chinese-labels.ts';
import { rules } from '../../../tasks/verify.ts';
import { Unreadable } from '../../../tasks/verify/site/source.ts';
import { breaks } from './breaks.ts';
import { articles, edit, findingsOf, library, publish, reseal, toSite, toText, verifyFiles } from './site.ts';
import type { Files } from './site.ts';
import { cases } from '../../support/cases.ts';

const post = '/api/posts/ai-first-steps.json';
const md = '/api/posts/ai-first-steps.md';
const page = '/posts/ai-first-steps/';

describe('verify', () => {
  it('accepts a valid site', async () => {
    expect(await verifyFiles(publish())).to.deep.equal([]);
  });

  it('accepts a body that begins with a byte order mark', async () => {
    expect(await verifyFiles(publish({ ...articles, 'ai-first-steps': toText({}, '\ufeff正文。\n') }))).to.deep.equal(
      [],
    );
  });

  it('respects a path in the base URL everywhere', async () => {
    expect(await verifyFiles(publish(articles, toSite('https://duplex.test/blog')))).to.deep.equal([]);
  });

  for (const [severity, urls] of cases<['error' | 'warn' | undefined, string[]]>('verify', 'base addresses')) {
    for (const url of urls) {
      it(`reports ${severity ?? 'nothing'} for the base address ${url}, in a folder and on a host`, async () => {
        for (const kind of ['folder', 'address'] as const) {
          const findings = await verifyFiles(publish(articles, toSite(url)), { kind });
          expect(findings.map((one) => `${one.severity} ${one.rule} ${one.path}`)).to.deep.equal(
            severity ? [`${severity} base /api/index.json`] : [],
          );
          if (severity) expect(findings[0]!.message).to.contain(url).and.contain('"url" in _site.yml');
        }
      });
    }
  }

  it('checks a post that is in no list, and does not apply the rules for our pages to an author’s own page', async () => {
    const files = publish();
    const renamed = (text: string): string => text.replaceAll('ai-first-steps', 'ai-hidden-steps');
    for (const path of [post, md, page]) files.set(renamed(path), Buffer.from(renamed(files.get(path)!.toString())));
    edit(files, renamed(page), (text) => text.replace(/<link rel="canonical"[^>]*>/, ''));
    const bare = files
      .get('/archives/')!
      .toString()
      .replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, '');
    files.set('/page/2/', Buffer.from(bare));
    const his =
      '<p class="pdc-links">我的</p><link rel="canonical" href="https://a.test/"><i data-draft></i><script type="x" class="envelope">{}</script>';
    edit(files, page, (text) => text.replace('</div></article>', `${his}$&`));
    edit(files, '/', (text) => text.replace('</main>', `<div class="content">${his}</div>$&`));
    files.set('/files/plot.html', Buffer.from('<!doctype html><title>图</title><script>draw()</script>'));
    edit(files, '/archives/', (text) =>
      text.replace(
        '</main>',
        `<a href="${renamed(page)}">1</a><a href="/files/plot.html">2</a><a href="/page/2/">3</a></main>`,
      ),
    );
    const found = await verifyFiles(reseal(files));
    expect(found.map(({ path, rule, severity }) => [path, rule, severity])).to.deep.equal([
      ['/files/plot.html', 'policy', 'warn'],
      // This page runs our scripts, so it is ours at any address.
      ['/page/2/', 'policy', 'error'],
    ]);
    edit(files, renamed(page), (text) => text.replace(/type="text\/markdown"/, ''));
    expect((await verifyFiles(files)).map(({ path, rule }) => `${path} ${rule}`)).to.include(`${renamed(page)} html`);
  });

  it('reports dead links in an author’s text as warnings, and all other dead links as errors', async () => {
    const dead = '<a href="/gone/">x</a><img src="/gone.png">';
    const told = async (at: string, before: string, after: string): Promise<string[]> => {
      const files = publish();
      edit(files, at, (text) => text.replace(before, after));
      const findings = await verifyFiles(files);
      return findings.filter(({ rule }) => rule === 'links').map(({ severity }) => severity);
    };
    expect(await told('/posts/ai-first-steps/', '</div></article>', `${dead}</div></article>`)).to.deep.equal([
      'warn',
      'warn',
    ]);
    expect(await told('/posts/ai-first-steps/', '</article>', `${dead}</article>`)).to.deep.equal(['error', 'error']);
  });

  it('reports a draft at its own page, but not at the lists that show it', async () => {
    const files = publish();
    const mark = String(marks({ draft: true, encrypted: false } as Article, chineseLabels).join(''));
    for (const at of ['/', '/posts/ai-first-steps/'])
      edit(files, at, (text) => text.replace(/<\/body>|$/, `${mark}$&`));
    const findings = await verifyFiles(files);
    expect(findings.map((one) => `${one.severity} ${one.rule} ${one.path}`)).to.deep.equal([
      'error drafts /posts/ai-first-steps/',
    ]);
  });

  it('does not require .nojekyll of a deployed site', async () => {
    const files = publish();
    files.delete('/.nojekyll');
    expect(await verifyFiles(files, { kind: 'address' })).to.deep.equal([]);
  });

  for (const { rule, what, at, says, sources, apply } of breaks) {
    it(`reports only the rule ${rule} when ${what}`, async () => {
      const findings = await verifyFiles(apply(publish(sources)));
      expect([...new Set(findings.map((finding) => finding.rule))]).to.deep.equal([rule]);
      expect([...new Set(findings.map(({ path }) => path))]).to.deep.equal([at]);
      expect(findings.map(({ message }) => message).join('\n')).to.match(says);
    });
  }

  it('has a test with a broken site for every rule', () => {
    // `base` and `drafts` are tested above; `headers` and `active-file` are about hosts and are tested in
    // deployed.test.ts.
    const broken = new Set([...breaks.map(({ rule }) => rule), 'base', 'drafts', 'headers', 'active-file']);
    expect(rules.map(({ id }) => id).filter((id) => !broken.has(id))).to.deep.equal([]);
  });

  it('reports only the rule slugs when two slugs differ only in case', async () => {
    const sources = { ...articles, 'ai-second-steps': toText({ date: '2026-03-02 08:00:00' }) };
    const rename = (text: string): string => text.replaceAll('ai-second-steps', 'AI-First-Steps');
    const files: Files = new Map(
      [...publish(sources)].map(([path, bytes]) => [rename(path), Buffer.from(rename(bytes.toString()))]),
    );
    const findings = await verifyFiles(reseal(files));
    expect(findings.map(({ rule, message }) => `${rule} ${message}`)).to.have.length(1);
    expect(findings[0]!.rule).to.equal('slugs');
  });

  it('requires llms.txt to recommend the index from 50 articles on, and to state how many articles it lists', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 51 }, (_, at) => [
        `ai-part-${at}-of-many`,
        toText({ date: `2025-01-01 00:00:${String(at).padStart(2, '0')}` }),
      ]),
    );
    const files = publish(many);
    expect(await verifyFiles(files)).to.deep.equal([]);
    for (const mistake of [/，篇数较多，建议改用 index\.md/, /（最新 .*）/, /\n- \[.*ai-part-48-of-many.*/]) {
      const broken: Files = new Map(files);
      edit(broken, '/llms.txt', (text) => text.replace(mistake, ''));
      expect((await verifyFiles(reseal(broken))).map(({ rule }) => rule)).to.deep.equal(['llms']);
    }
  });

  it('treats several names of one category as one category', async () => {
    const site = toSite();
    const map = { ...site.category_map, AI: 'ai' };
    const sources = {
      ...articles,
      'ai-second-steps': toText({ date: '2026-03-02 08:00:00', categories: '[技术, AI]' }),
    };
    expect(await verifyFiles(publish(sources, { ...site, category_map: map }))).to.deep.equal([]);
  });

  it('expects a prompt of an article whose name has another case and underscores', async () => {
    const { 'prompt-reviewer': prompt = '' } = articles;
    expect(await verifyFiles(publish({ ...articles, Prompt_Reviewer_Two: prompt }))).to.deep.equal([]);
  });

  it('reads the parts of a sitemap index', async () => {
    const files = publish();
    for (const { path, contents } of sitemap(library(toSite(), articles), 5)) files.set(path, Buffer.from(contents));
    expect([...files.keys()]).to.include.members(['/sitemap-1.xml', '/sitemap-2.xml']);
    expect(await verifyFiles(files)).to.deep.equal([]);
    files.delete('/sitemap-2.xml');
    const [finding, ...others] = await verifyFiles(files);
    expect(finding).to.include({ rule: 'sitemap', path: '/sitemap.xml' });
    expect(finding!.message).to.contain('sitemap-2.xml');
    expect(others).to.deep.equal([]);
  });

  it('reports an unreadable file once, with the reason', async () => {
    const files = publish();
    const read = async (path: string): Promise<{ bytes: Uint8Array } | undefined> => {
      if (path === md) throw new Unreadable(message('hostAnswers', { status: 503 }));
      const bytes = files.get(path);
      return bytes && { bytes };
    };
    expect(await findingsOf(read, { kind: 'address' })).to.deep.equal([
      { path: md, severity: 'error', rule: 'endpoints', message: 'answers HTTP 503: check the host' },
    ]);
  });

  it('reports a machine file that is served as a page', async () => {
    const files = publish();
    const read = async (path: string): Promise<{ bytes: Uint8Array; type: string } | undefined> => {
      const bytes = files.get(path);
      return bytes && { bytes, type: path === md ? 'text/html' : 'text/plain' };
    };
    expect((await findingsOf(read, { kind: 'address' })).map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal([
      `endpoints ${md}`,
    ]);
  });

  it('reports a host that answers every request, and does not follow its links forever', async () => {
    const files = publish();
    const page = Buffer.from('<!doctype html><title>x</title><a href="more/">more</a>');
    const findings = await findingsOf(async (path) => ({ bytes: files.get(path) ?? page }), { kind: 'address' });
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal(['endpoints /']);
  });

  it('ignores addresses of the login backend and the adapter', async () => {
    const files = publish();
    edit(files, '/', (text) => text.replace('</main>', '<a href="/api/auth/idp/web/login?state=x">x</a></main>'));
    edit(files, '/llms.txt', (text) =>
      text.replace('\n## 文章', '- [MCP](https://duplex.test/mcp): 可直接连接\n\n## 文章'),
    );
    expect(await verifyFiles(reseal(files))).to.deep.equal([]);
  });

  it('reports a link that leaves the base path, but not absolute addresses of the host', async () => {
    const files = publish(articles, toSite('https://duplex.test/blog'));
    edit(files, '/', (text) =>
      text.replace(
        '</main>',
        '<a href="/posts/ai-first-steps/">x</a><a href="https://duplex.test/other/">x</a></main>',
      ),
    );
    const findings = await verifyFiles(files);
    expect(findings.map(({ rule, path }) => `${rule} ${path}`)).to.deep.equal(['links /']);
    expect(findings[0]!.message).to.include('leaves the base path /blog/');
  });

  it('throws if no file of a site exists', async () => {
    const error = await verifyFiles(new Map()).catch((reason: Error) => reason);
    expect(String(error)).to.match(/^no site was found: .*npx gulp build/);
  });
});
