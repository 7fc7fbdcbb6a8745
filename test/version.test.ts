// `npm version` in a repository with the files that it changes: its commit, its tag, and when it refuses.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { repository } from './support/command.ts';

describe('npm version', () => {
  const pages = ['.github/README.zh-CN.md', 'README.md'];
  const touched = [...pages, 'CHANGELOG.md', 'package-lock.json', 'package.json', 'server/mcp/server.json'].sort();
  let folder: string;
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' }).trim();
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  const versionOf = (name: string): string => (JSON.parse(read(name)) as { version: string }).version;
  const release = (): string =>
    execFileSync('npm', ['version', 'minor'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-version-'));
    for (const below of ['.ci', '.github']) mkdirSync(path.join(folder, below));
    mkdirSync(path.join(folder, 'server/mcp'), { recursive: true });
    for (const name of [...touched, '.ci/version.mjs']) cpSync(path.join(repository, name), path.join(folder, name));
    // Replaces the unreleased changes, because there are none right after a release.
    const changelog = read('CHANGELOG.md').replace(/(?<=## \[Unreleased\]\n)[^]*?(?=\n## \[|$)/, '\n- A change.\n');
    writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog);
    // Linting and types need files that are missing here.
    const manifest = JSON.parse(read('package.json')) as { version: string; scripts: Record<string, string> };
    expect(manifest.scripts.preversion).to.contain('lint').and.contain('types');
    delete manifest.scripts.preversion;
    writeFileSync(path.join(folder, 'package.json'), `${JSON.stringify({ ...manifest, version: '0.1.0' }, null, 2)}\n`);
    git('init', '--quiet', '--initial-branch=main');
    git('config', 'user.name', 'Nobody');
    git('config', 'user.email', 'nobody@example.com');
    git('add', '.');
    git('commit', '--quiet', '--message', 'Begin');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('commits the number in all files that name it, and tags that commit', () => {
    const before = read('CHANGELOG.md');
    release();
    expect(git('tag', '--points-at', 'HEAD')).to.equal('v0.2.0');
    expect(git('show', '--name-only', '--format=', 'v0.2.0^{commit}').split('\n').sort()).to.deep.equal(touched);
    expect(git('status', '--porcelain')).to.equal('');
    for (const name of touched.filter((each) => each.endsWith('.json')))
      expect(versionOf(name), name).to.equal('0.2.0');
    for (const name of pages) {
      const named = read(name).match(/duplex-[\w.-]+\.tgz/g);
      expect(named, name).to.deep.equal(named!.map(() => 'duplex-0.2.0.tgz'));
    }
    const today = new Date().toISOString().slice(0, 10);
    const heading = `## [0.2.0] - ${today}\n\n`;
    expect(read('CHANGELOG.md')).to.contain(`## [Unreleased]\n\n${heading}`);
    expect(read('CHANGELOG.md').replace(heading, ''), 'nothing is lost').to.equal(before);
  });

  it('refuses a version that changes nothing for anybody, and tags nothing', () => {
    release();
    expect(release).to.throw('has no unreleased changes');
    expect(git('tag')).to.equal('v0.2.0');
  });
});
