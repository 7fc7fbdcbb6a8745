// Runs Debian's nginx with the included configuration, in which the test changes only ports and paths.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { repository } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { skip } from '../../support/services.ts';

const deploy = path.join(repository, 'server/deploy');

/** A file of server/deploy as an operator copies it. */
export const readShipped = (name: string): string => readFileSync(path.join(deploy, name), 'utf8');

export type Nginx = {
  readonly https: number;
  readonly http: number;
  /** Everything in the access log and the error log. */
  readonly logs: () => string;
  readonly accessLog: () => string;
  stop(): Promise<void>;
};

/** Starts nginx in front of these ports, with a site of these files, or skips the suite. */
export async function startNginx(
  suite: Mocha.Context,
  { ports, mcp, site }: { ports: readonly number[]; mcp?: number; site: Readonly<Record<string, string | Uint8Array>> },
): Promise<Nginx> {
  const binary = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((name) => existsSync(name));
  if (binary === undefined) return skip(suite, 'skipped: no nginx (Debian: nginx-light)');
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-nginx-'));
  // The workers run as another user.
  chmodSync(folder, 0o755);
  for (const [name, text] of Object.entries(site)) {
    const file = path.join(folder, 'site', name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const [http, https] = [await freePort(), await freePort()];
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, substitute(readShipped('nginx.conf'), { folder, http, https, ports, mcp }));
  const check = spawnSync(binary, ['-t', '-q', '-c', file], { encoding: 'utf8' });
  if (check.status !== 0 || check.stderr !== '') throw new Error(`nginx -t: ${check.stderr}`);
  const child = spawn(binary, ['-c', file, '-g', 'daemon off;'], { stdio: 'ignore' });
  await untilListening(https);
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  return {
    http,
    https,
    accessLog: () => read('access.log'),
    logs: () => read('access.log') + read('error.log'),
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Places = {
  readonly folder: string;
  readonly http: number;
  readonly https: number;
  readonly ports: readonly number[];
  readonly mcp: number | undefined;
};

/** Throws if a line to replace is missing, because the test would otherwise run another configuration. */
function substitute(shipped: string, { folder, http, https, ports, mcp }: Places): string {
  const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `    ${name}_temp_path ${folder}/temp-${name};`,
  );
  const fixtures = path.join(repository, 'test/fixtures/provider');
  const replacements: [from: string | RegExp, to: string][] = [
    ['http {', ['http {', ...temporary].join('\n')],
    ['pid /run/nginx.pid', `pid ${folder}/nginx.pid`],
    ['/var/log/nginx/error.log', `${folder}/error.log`],
    ['/var/log/nginx/access.log', `${folder}/access.log`],
    ['root /var/www/duplex', `root ${folder}/site`],
    ['/etc/nginx/duplex-titles', `${folder}/titles`],
    ['/etc/letsencrypt/live/example.com/fullchain.pem', `${fixtures}/cert.pem`],
    ['/etc/letsencrypt/live/example.com/privkey.pem', `${fixtures}/key.pem`],
    ['listen 80', `listen 127.0.0.1:${http}`],
    ['listen 443', `listen 127.0.0.1:${https}`],
    hasIpv6 ? ['listen [::]:80', `listen [::1]:${http}`] : [/\n\s*listen \[::\]:80[^;]*;/, ''],
    hasIpv6 ? ['listen [::]:443', `listen [::1]:${https}`] : [/\n\s*listen \[::\]:443[^;]*;/, ''],
    // Matches the whole number, because a free port may begin with the same digits.
    ...(mcp === undefined ? [] : [[/127\.0\.0\.1:3333\b/, `127.0.0.1:${mcp}`] as [RegExp, string]]),
    // An operator who runs fewer instances removes lines.
    ...[1, 2, 3]
      .slice(ports.length)
      .map((number): [RegExp, string] => [new RegExp(`\\n *server 127\\.0\\.0\\.1:300${number}\\b[^;]*;`), '']),
    ...ports.map((port, index): [RegExp, string] => [
      new RegExp(`127\\.0\\.0\\.1:300${index + 1}\\b`),
      `127.0.0.1:${port}`,
    ]),
  ];
  return replacements.reduce((text, [from, to]) => {
    const parts = text.split(from);
    if (parts.length === 1) throw new Error(`nginx.conf has no ${String(from)}`);
    return parts.join(to);
  }, shipped);
}

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const socket = connect(port, '127.0.0.1');
    const open = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (open) return;
  }
  throw new Error('nginx does not listen');
}
