// Commands whose reader has left (`| head`): they finish their work quietly and leave nothing behind.
import { expect } from 'chai';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run, start } from '../../support/command.ts';
import type { RunOptions } from '../../support/command.ts';
import { fillFolder } from '../../support/databases.ts';
import { freePort } from '../../support/ports.ts';

describe('a command whose reader has left', () => {
  let folder: string;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-reader-'));
    await fillFolder(path.join(folder, 'database'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command whose reader leaves before the first word of output. */
  const runUnread = async (args: readonly string[], options: RunOptions) => {
    const child = start(args, options);
    child.stdout.destroy();
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, stderr };
  };

  const gulp = 'node_modules/gulp/bin/gulp.js';
  const operate = (name: string): string[] => ['server/operate', name];
  const nobody = '00000000-0000-4000-8000-000000000000';
  const commands: Readonly<Record<string, readonly string[]>> = {
    'gulp check --format json': [gulp, 'check', '--format', 'json'],
    'npm run config': ['tasks/duplex.js', 'config'],
    'npm run verify': ['tasks/duplex.js', 'verify', 'test/fixtures/golden', '--format', 'json'],
    'npm run adopt': ['tasks/duplex.js', 'adopt', 'test/fixtures/blogs/hugo'],
    'npm run settings': operate('settings'),
    'npm run doctor': operate('doctor'),
    'npm run migrate': operate('migrate'),
    'npm run user': [...operate('user'), 'history', nobody],
    'node server --help': ['server', '--help'],
    'node server/mcp --help': ['server/mcp', '--help'],
  };
  for (const [name, args] of Object.entries(commands)) {
    it(`${name} exits with the same code and errors as with a reader`, async () => {
      const env = { DATA_DIR: folder };
      const read = await run(args, { env });
      expect(await runUnread(args, { env })).to.deep.equal({ code: read.code, stderr: read.stderr });
      expect(read.stderr).not.to.match(/\n\s+at /);
    });
  }

  it('gulp build publishes the site, and unlocks its folder', async () => {
    const dest = path.join(folder, 'site');
    const { code } = await runUnread([gulp, 'build', '--dest', dest, '--content', 'test/fixtures/golden/content'], {});
    expect(code).to.equal(0);
    expect(existsSync(path.join(dest, 'index.html'))).to.equal(true);
    expect(existsSync(`${dest}.lock`)).to.equal(false);
  });

  it('gulp watch exits, and unlocks its folder', async () => {
    const dest = path.join(folder, 'watched');
    const args = [gulp, 'watch', '--port', String(await freePort()), '--dest', dest];
    const { code } = await runUnread([...args, '--content', 'test/fixtures/golden/content'], {});
    expect(code).to.equal(0);
    expect(existsSync(`${dest}.lock`)).to.equal(false);
  });
});
