// `node server/mcp`: its flags, and its messages when it cannot start.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Failure } from '../../../server/mcp/adapter-failures.ts';
import { readSettings } from '../../../server/mcp/adapter-settings.ts';
import { repository, run } from '../../support/command.ts';
import { entrance } from './adapter-process.ts';
import { cases } from '../../support/cases.ts';

describe('node server/mcp', () => {
  it('serves public/ on stdio by default', () => {
    expect(readSettings([], {})).to.deep.equal({
      site: { kind: 'folder', place: path.join(repository, 'public') },
      entrance: { kind: 'stdio' },
      origins: [],
    });
  });

  it('serves HTTP on 127.0.0.1:3333, or on the given address', () => {
    expect(readSettings(['--http'], {}).entrance).to.deep.equal({ kind: 'http', host: '127.0.0.1', port: 3333 });
    const told = readSettings(
      ['--http', '--port', '8080', '--host', '0.0.0.0', '--site', 'https://e.example/blog'],
      {},
    );
    expect(told.entrance).to.deep.equal({ kind: 'http', host: '0.0.0.0', port: 8080 });
    expect(told.site).to.deep.equal({ kind: 'address', place: 'https://e.example/blog' });
    expect(readSettings(['--site', 'x'], { INIT_CWD: '/a' }).site.place).to.equal(path.resolve('/a/x'));
  });

  for (const argv of cases<string[]>('main', 'mistakes')) {
    it(`refuses ${argv.join(' ')} with the remedy`, () => {
      expect(() => readSettings(argv, {})).to.throw(Failure, /usage: node server\/mcp/);
    });
  }

  it('reports a missing site with a remedy, and exits with 2', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'mcp-'));
    mkdirSync(path.join(folder, 'empty'));
    for (const site of ['empty', 'gone']) {
      const { code, stdout, stderr } = await run([entrance, '--site', path.join(folder, site)]);
      expect([code, stdout]).to.deep.equal([2, '']);
      expect(stderr).to.match(/^.* does not contain a site: build it first, or set --site to .*\n$/);
    }
    rmSync(folder, { recursive: true });
  });

  it('prints its usage on stdout for --help', async () => {
    const { code, stdout, stderr } = await run([entrance, '--help']);
    expect([code, stderr]).to.deep.equal([0, '']);
    expect(stdout)
      .to.match(/^usage: node server\/mcp /)
      .and.contain('--site DIR|URL')
      .and.contain('ALLOWED_ORIGINS');
  });

  it('reports an unknown flag in one line, and exits with 2', async () => {
    const { code, stderr } = await run([entrance, '--nope']);
    expect([code, stderr]).to.deep.equal([
      2,
      "Unknown option '--nope'; usage: node server/mcp [--site DIR|URL] [--http [--port N] [--host HOST]]\n",
    ]);
  });
});
