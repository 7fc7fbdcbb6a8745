// `npm run verify -- [DIR|URL]`: its output and its exit codes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { toFile } from '#pdc/site/paths';
import { expect } from 'chai';
import { run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { articles, edit, publish, toSite } from './verify/site.ts';
import type { Files } from './verify/site.ts';

const verify = (args: readonly string[], here: string): Promise<Outcome> =>
  run(['tasks/duplex.js', 'verify', ...args], {
    env: { INIT_CWD: here, CONTENT_DIR: path.join(here, 'content'), LANG: 'en_GB.UTF-8' },
  });

describe('npm run verify', function () {
  let here: string;
  beforeEach(() => void (here = mkdtempSync(path.join(tmpdir(), 'verify-'))));
  afterEach(() => rmSync(here, { recursive: true, force: true }));

  /** Writes the files of a site in English. */
  function write(files: Files): void {
    edit(files, '/', (text) => text.replace('lang="zh-CN"', 'lang="en"'));
    for (const [sitePath, bytes] of files) {
      const file = path.join(here, 'public', toFile(sitePath));
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, bytes);
    }
  }

  it('takes a folder relative to the user’s folder, exits with 0 for a clean site, and prints what it checked', async () => {
    write(publish());
    const { code, stdout, stderr } = await verify(['public'], here);
    expect(stderr).to.equal('');
    expect(stdout).to.match(/^0 findings; checked 25 rules on \d+ files, \d+ bytes\nnot checked: headers: .*\n$/);
    expect(code).to.equal(0);
  });

  it('exits with 1 if there are findings, and prints one line for each, sorted by path', async () => {
    const files = publish();
    files.delete('/tags/');
    files.delete('/ai-context.md');
    write(files);
    const { code, stdout } = await verify(['public'], here);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.slice(0, 2).map((line) => line.split('  ').slice(0, 3).join('  '))).to.deep.equal([
      '/ai-context.md  error  endpoints',
      '/tags/  error  endpoints',
    ]);
    expect(lines[2]).to.match(/^2 findings; /);
    expect(code).to.equal(1);
  });

  it('reports a finding of many pages once with a count, and in JSON once for each page', async () => {
    const files = publish();
    const pages = [...files].filter(([at, bytes]) => at.endsWith('/') && Buffer.from(bytes).includes('</main>'));
    for (const [at, bytes] of pages)
      files.set(at, Buffer.from(Buffer.from(bytes).toString().replace('</main>', '<a href="/nowhere/">x</a></main>')));
    write(files);
    const { stdout } = await verify(['public'], here);
    const lines = stdout.split('\n').filter((line) => line.includes('/nowhere/'));
    expect(lines).to.have.length(1);
    expect(lines[0]).to.match(new RegExp(`\\(and on ${pages.length - 1} more pages, which --format json lists\\)$`));
    expect(stdout).to.contain(`${pages.length} findings; `);
    const { stdout: json } = await verify(['public', '--format', 'json'], here);
    expect(JSON.parse(json)).to.have.length(pages.length);
  });

  it('exits with 0 if there are only warnings, and lists them', async () => {
    write(publish(articles, toSite('https://duplex.example')));
    const { code, stdout } = await verify(['public'], here);
    expect(stdout).to.match(
      /^\/api\/index\.json {2}warn {2}base {2}the base address https:\/\/duplex\.example is an example/,
    );
    expect(stdout).to.contain('\n1 finding; 1 warning among them; ');
    expect(code).to.equal(0);
  });

  it('prints JSON and nothing else with --format json', async () => {
    const files = publish();
    files.delete('/tags/');
    write(files);
    const { code, stdout } = await verify(['public', '--format', 'json'], here);
    expect((JSON.parse(stdout) as object[]).map((finding) => Object.keys(finding))).to.deep.equal([
      ['path', 'severity', 'rule', 'message'],
    ]);
    expect(code).to.equal(1);
  });

  it('checks a deployed site, at any address', async () => {
    const files = publish();
    const server = createServer(({ url }, response) => {
      const bytes = files.get(decodeURIComponent(url!));
      response.writeHead(bytes ? 200 : 404).end(bytes);
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const told = await verify([address], here);
    const skipped = await verify([address, '--skip', 'headers'], here);
    server.close();
    // This host sends no headers with its files.
    expect([...told.stdout.matchAll(/^\S+ {2}error {2}(\S+) {2}/gm)].map(([, rule]) => rule)).to.include('headers');
    expect(told.stdout).not.to.match(/ {2}error {2}(?!headers)/);
    expect(told.code).to.equal(1);
    expect(skipped.stdout).to.match(/^发现 0 个问题；[^]*\n未检查：按要求跳过 headers\n$/);
    expect(skipped.code).to.equal(0);
  });

  for (const [what, args, message] of [
    ['an empty target', [''], /name one folder or one base URL/],
    ['two targets', ['a', 'b'], /^"b" does not belong here; usage: /],
    ['a folder that does not exist', ['gone'], /the folder .*gone does not exist/],
    ['a folder without a site', ['.'], /no site was found: .*npx gulp build/],
    ['an unknown flag', ['.', '--formt', 'json'], /--formt/],
    ['an unknown format', ['.', '--format', 'xml'], /--format must be text or json/],
    ['an unknown rule to skip', ['.', '--skip', 'typos'], /--skip: "typos" is not a rule; the rules are endpoints,/],
    ['an address without a host', ['http://'], /must be a base URL/],
    ['an address of another kind', ['ftp://example.com'], /must be a base URL/],
    ['an address with a query', ['https://example.com/?a'], /must be a base URL/],
    ['a host that does not answer', ['http://127.0.0.1:1'], /no site was found: .*cannot be fetched/],
  ] as const) {
    it(`exits with 2 and a message of one line for ${what}`, async () => {
      const { code, stdout, stderr } = await verify(args, here);
      expect(code).to.equal(2);
      expect(stdout).to.equal('');
      expect(stderr)
        .to.match(message)
        .and.not.match(/\n\s+at /);
      expect(stderr.trimEnd().split('\n')).to.have.length(1);
    });
  }
});
