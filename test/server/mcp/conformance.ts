// Runs the official conformance suite against the adapter over HTTP. The scenarios in conformance.yml must fail, for
// the reasons given there. All other server scenarios must pass. The suite needs Node 22.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startHttp, stop } from './adapter-process.ts';
import { makeSite } from './site.ts';

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
const baseline = fileURLToPath(new URL('conformance.yml', import.meta.url));

const site = await makeSite();
const { child, url } = await startHttp(['--site', site.folder]);
const results = mkdtempSync(path.join(tmpdir(), 'conformance-'));
try {
  const run = ['server', '--url', url, '--suite', 'all', '--expected-failures', baseline, '--output-dir', results];
  const npx = spawn('npx', ['--yes', '-p', 'node@24', '-p', suite, 'conformance', ...run], { stdio: 'inherit' });
  const [code] = (await once(npx, 'exit')) as [number];
  process.exitCode = code;
} finally {
  await stop(child);
  site.remove();
  rmSync(results, { recursive: true });
}
