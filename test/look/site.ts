// Builds this repository's own content, or the content that flags name, and serves it like a good static host:
// compressed, with its 404 page.
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { gulp } from '../support/command.ts';

export type OwnSite = { readonly origin: string; readonly close: () => void };

/** Builds the site, serves it while `work` runs, and cleans up. */
export async function withOwnSite<T>(work: (origin: string) => Promise<T>, ...flags: string[]): Promise<T> {
  const { origin, close } = await openOwnSite(...flags);
  try {
    return await work(origin);
  } finally {
    close();
  }
}

/** Builds the site, and serves it until `close` is called. */
export async function openOwnSite(...flags: string[]): Promise<OwnSite> {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-look-'));
  const dest = path.join(folder, 'site');
  const server = createServer(({ url = '/' }, response) => {
    const { status, file } = find(dest, url);
    const type = types[path.extname(file)] ?? 'application/octet-stream';
    const isText = type.includes('charset') || type.endsWith('xml');
    response.writeHead(status, { 'Content-Type': type, ...(isText ? { 'Content-Encoding': 'gzip' } : {}) });
    response.end(isText ? gzipSync(readFileSync(file)) : readFileSync(file));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = (): void => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  };
  const { code, stderr } = await gulp('build', '--dest', dest, '--base-url', origin, ...flags);
  if (code === 0) return { origin, close };
  close();
  throw new Error(stderr);
}

function find(dest: string, url: string): { status: number; file: string } {
  const { pathname } = new URL(url, 'http://site.invalid');
  const file = path.join(dest, decodeURIComponent(pathname), pathname.endsWith('/') ? 'index.html' : '');
  return existsSync(file) ? { status: 200, file } : { status: 404, file: path.join(dest, '404.html') };
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
