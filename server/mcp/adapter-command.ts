// `node server/mcp`: opens the site and serves it on stdio or HTTP.
import { isLoopback } from '#pdc/site/loopback';
import { indexJsonPath } from '#pdc/site/paths';
import { createHttpReader } from './site/http-reader.ts';
import { createEndpoint } from './entrances/http-endpoint.ts';
import { Failure } from './adapter-failures.ts';
import { createFolderReader } from './site/folder-reader.ts';
import { listen } from './entrances/http.ts';
import { recheckAddressAfter } from './site/read-text.ts';
import type { ReadText } from './site/read-text.ts';
import { asksHelp, help, ownSite, readSettings } from './adapter-settings.ts';
import type { Settings } from './adapter-settings.ts';
import { openSite } from './site/open-site.ts';
import { serve } from './entrances/stdio.ts';

// If the reader closes stdout or stderr, that must not crash the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** On stdio, stdout is reserved for the protocol. */
const log = (message: string): void => void process.stderr.write(`${message}\n`);

async function start({ site: { kind, place }, entrance, origins }: Settings): Promise<void> {
  const readText = kind === 'folder' ? createFolderReader(place) : createHttpReader(place);
  if (kind === 'folder') await ensureSite(readText, place);
  const recheckAfter = kind === 'folder' ? 0 : recheckAddressAfter;
  const site = openSite({ readText, recheckAfter, now: Date.now, log });
  if (entrance.kind === 'stdio') return serve(site, { input: process.stdin, output: process.stdout, log });
  const { host } = entrance;
  const endpoint = createEndpoint({ site, access: { hosts: isLoopback(host) ? 'loopback' : 'any', origins }, log });
  const { port, close } = await listen(endpoint, entrance).catch(refuseAddress(entrance));
  log(`MCP adapter: http://${host.includes(':') ? `[${host}]` : host}:${port}/mcp, site ${place}`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void close());
}

/** A folder without a site is an error. A site at an address is not checked: it may be unreachable for a moment. */
async function ensureSite(readText: ReadText, folder: string): Promise<void> {
  const reading = await readText(indexJsonPath).catch(() => undefined);
  if (reading?.kind === 'text') return;
  // The adapter does not know how any other folder is built.
  const remedy = folder === ownSite ? 'build it with "npx gulp build"' : 'build it first';
  throw new Failure(`${folder} does not contain a site: ${remedy}, or set --site to a built folder or an address`);
}

const refuseAddress =
  ({ host, port }: { readonly host: string; readonly port: number }) =>
  ({ code = '' }: NodeJS.ErrnoException): never => {
    if (['EADDRINUSE', 'EACCES'].includes(code))
      throw new Failure(`cannot listen on port ${port} (${code}): choose another port with --port`);
    throw new Failure(`cannot listen on ${host} (${code}): choose an address of this machine with --host`);
  };

async function run(): Promise<void> {
  if (asksHelp()) process.stdout.write(help);
  else await start(readSettings());
}

run().catch((error: unknown) => {
  // The message of a Failure is for the user. Other errors are printed with their stack.
  log(error instanceof Failure ? error.message : String((error as Error).stack));
  process.exitCode = 2;
});
