// The settings of the command. Nothing else in the adapter reads the environment.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readOrigins } from './access.ts';
import { isBaseUrl } from './site/http-reader.ts';
import { Failure } from './adapter-failures.ts';

export type Settings = {
  /** The absolute path of a folder, or a base URL. */
  readonly site: { readonly kind: 'folder' | 'address'; readonly place: string };
  readonly entrance:
    { readonly kind: 'stdio' } | { readonly kind: 'http'; readonly host: string; readonly port: number };
  readonly origins: readonly string[];
};

/** The default site: the output of this repository. */
export const ownSite = fileURLToPath(new URL('../../public', import.meta.url));

const usage = 'usage: node server/mcp [--site DIR|URL] [--http [--port N] [--host HOST]]';

export const help = `${usage}

The MCP adapter: makes a site's articles available to assistants, on stdio or with --http.

  --site DIR|URL  a built folder, or the address of a published site (default: public/ of this repository)
  --http          serves POST /mcp
  --port N        the port, with --http (default: 3333)
  --host HOST     the address to listen on, with --http (default: 127.0.0.1)

ALLOWED_ORIGINS lists other origins whose pages may call over HTTP. For clients see server/mcp/README.md.
`;

export const asksHelp = (argv = process.argv.slice(2)): boolean => argv.includes('--help');

const options = {
  site: { type: 'string' },
  http: { type: 'boolean' },
  port: { type: 'string' },
  host: { type: 'string' },
} as const;

/** Reads arguments and environment. Throws a Failure with the error and the remedy. */
export function readSettings(argv = process.argv.slice(2), env = process.env): Settings {
  const { site, http, port, host } = readFlags(argv);
  if (!http && (port ?? host) !== undefined) throw new Failure(`--port and --host require --http; ${usage}`);
  return {
    site: readSite(site, env.INIT_CWD ?? process.cwd()),
    entrance: http
      ? { kind: 'http', host: readHost(host ?? '127.0.0.1'), port: readPort(port ?? '3333') }
      : { kind: 'stdio' },
    origins: readOrigins(env.ALLOWED_ORIGINS),
  };
}

function readFlags(argv: string[]) {
  try {
    return parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new Failure(`${(error as Error).message.split('. To specify')[0]}; ${usage}`);
  }
}

function readSite(site: string | undefined, here: string): Settings['site'] {
  if (site === undefined) return { kind: 'folder', place: ownSite };
  if (site === '') throw new Failure(`--site needs a folder or a base URL; ${usage}`);
  if (!/^[a-z][a-z\d+.-]+:\/\//i.test(site)) return { kind: 'folder', place: path.resolve(here, site) };
  if (!isBaseUrl(site))
    throw new Failure(
      `--site must be a base URL such as https://example.com/blog, without user, "?" and "#"; ${usage}`,
    );
  return { kind: 'address', place: site };
}

function readHost(host: string): string {
  if (host === '') throw new Failure(`--host needs an address such as 127.0.0.1 or 0.0.0.0; ${usage}`);
  return host;
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port < 65536) return port;
  throw new Failure(`--port must be a number from 0 to 65535, not "${text}"; ${usage}`);
}
