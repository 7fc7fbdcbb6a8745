// The adapter as a Cloudflare Worker: the contents of its bundle. test/system/third-party runs the Worker.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { repository } from '../../support/command.ts';
import { bundle } from './worker-bundle.ts';
import type { Bundle } from './worker-bundle.ts';

type Config = {
  readonly main: string;
  readonly vars: Readonly<Record<string, string>>;
  readonly compatibility_flags: readonly string[];
};

const entrance = 'server/mcp/worker.ts';

describe('the adapter as a Worker', () => {
  let bundled: Bundle;
  before(async () => (bundled = await bundle([entrance])));

  it('imports no built-in module of Node, not even through a package', () => {
    expect(Object.keys(bundled.inputs)).to.include(entrance);
    expect(builtInsOf(bundled)).to.deep.equal([]);
  });

  it('shares with the build a core that imports no built-in module either', async () => {
    const rooms = (readdirSync(path.join(repository, 'tasks/pdc'), { recursive: true }) as string[])
      .filter((name) => /(?<!\.d)\.ts$/.test(name))
      .map((name) => `tasks/pdc/${name}`);
    const core = await bundle(rooms, { packages: 'external' });
    expect(Object.keys(core.inputs)).to.include.members(rooms);
    expect(builtInsOf(core)).to.deep.equal([]);
  });

  it('cannot be bundled if a file imports a built-in module', async () => {
    const failure = await bundle(['server/mcp/site/folder-reader.ts']).catch((error: Error) => error.message);
    expect(failure).to.contain('node:fs');
  });

  it('is smaller than 1 MB when compressed, while the smallest plan of Workers allows 3 MB', () => {
    const size = gzipSync(bundled.text, { level: 9 }).length;
    process.stdout.write(`      ${Math.round(size / 1000)} kB gzip\n`);
    expect(size).to.be.below(1_000_000);
  });

  it('is deployed by wrangler.jsonc', () => {
    const text = readFileSync(path.join(repository, 'server/mcp/wrangler.jsonc'), 'utf8');
    const config = JSON.parse(text.replace(/^\s*\/\/.*$/gm, '').replace(/,(\s*[}\]])/g, '$1')) as Config;
    expect(existsSync(path.join(repository, 'server/mcp', config.main))).to.equal(true);
    expect(config.vars).to.have.all.keys('SITE_URL', 'ALLOWED_ORIGINS');
    expect(config.compatibility_flags).to.deep.equal([]);
  });
});

/** Built-in modules among everything that was imported. */
function builtInsOf({ inputs }: Bundle): string[] {
  const builtIns = new Set(builtinModules);
  const imported = Object.values(inputs).flatMap(({ imports }) => imports.map((one) => one.path));
  return imported.filter((name) => name.startsWith('node:') || builtIns.has(name));
}
