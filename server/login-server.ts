// The process of the login backend: reads the configuration, starts the backend, listens, and shuts down on a signal.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { readConfig } from './login-config.ts';
import type { Config } from './login-config.ts';
import { createDrain } from './process/drain.ts';
import { Failure, formatFailure } from './command-failure.ts';
import { createLog } from './process/log.ts';
import { openOutput } from './process/output.ts';
import { createBackend } from './backend.ts';
import { printedHelpOnly } from './command-help.ts';

const usage = `usage: [NAME=VALUE..] node server

The login service: signs readers in with WeChat, and manages their sessions and accounts.

It takes no arguments: its settings are environment variables. It listens on PORT (3000). Without settings it runs in
development mode, with an embedded database and secrets below .data/, and a stand-in for WeChat. With NODE_ENV=production
the important settings are required.

  npm run settings   lists every variable with its description
  npm run doctor     checks the settings of production
  server/README.md   is the guide`;

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another process is listening there: stop it, or set PORT',
  EACCES: 'permission denied: set PORT to 1024 or more',
  EADDRNOTAVAIL: 'this machine does not have that address: set HOST',
  ENOTFOUND: 'the name cannot be resolved: set HOST',
  EAI_AGAIN: 'the name cannot be resolved: set HOST',
};

// Not awaited: the compiled bundle is a CommonJS module, which cannot use top-level await.
void main();

async function main(): Promise<void> {
  try {
    if (!printedHelpOnly(usage)) await start(readConfig());
  } catch (error) {
    process.stderr.write(`${formatFailure(error)}\n`);
    process.exit(error instanceof Failure ? error.exitCode : 1);
  }
}

async function start(config: Config): Promise<void> {
  const output = openOutput();
  const log = createLog(config.logLevel, output);
  for (const { message } of config.warnings) log.warn(message.en);
  await refuseTaken(config);
  let stopping = false;
  const backend = await createBackend({ config, log, stopping: () => stopping, linesDropped: output.droppedCount });
  // By default Node checks the timeouts below only every 30 s.
  const server = createServer({ connectionsCheckingInterval: 1_000 }, backend.app.callback());
  // Longer than the keep-alive timeout of the proxy (nginx: 60 s by default; deploy/nginx.conf: 2 s): the side that
  // sends requests must close idle connections.
  server.keepAliveTimeout = 65_000;
  server.headersTimeout = 8_000;
  server.requestTimeout = 11_000;
  const { leaveProxy, drain } = createDrain(server);
  await listen(server, config).catch(async (error: unknown) => {
    await backend.close();
    throw error;
  });
  log.info({ port: config.port, host: config.host }, 'listening');
  if (!config.production) output.write(bannerOf(config));

  let stopRequested = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopRequested) process.exit(1);
    stopRequested = true;
    log.info({ signal }, 'stopping');
    if (config.trustedProxyHops > 0) await leaveProxy();
    stopping = true;
    await drain();
    await backend.close();
    log.info('stopped');
    process.exit(0);
  };
  process.on('SIGTERM', (signal) => void stop(signal));
  process.on('SIGINT', (signal) => void stop(signal));
}

/**
 * Throws if the port is in use. This is checked before the stores are opened, because opening them takes long on a busy
 * machine. The check connects to the port instead of listening on it briefly, because meanwhile a proxy could send a
 * request.
 */
async function refuseTaken({ port, host }: Config): Promise<void> {
  const socket = connect({ port, host, timeout: 1_000 }).on('timeout', () => socket.destroy());
  const isTaken = await Promise.race([
    once(socket, 'connect').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  socket.destroy();
  if (isTaken) throw cannotListen('EADDRINUSE', { port, host });
}

async function listen(server: Server, { port, host }: Config): Promise<void> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw cannotListen((error as NodeJS.ErrnoException).code, { port, host }) ?? error;
  }
}

function cannotListen(code = '', { port, host }: Pick<Config, 'port' | 'host'>): Failure | undefined {
  const reason = reasons[code];
  return reason === undefined ? undefined : new Failure(`Cannot listen on ${host}:${port}: ${reason}`);
}

function bannerOf(config: Config): string {
  const { baseUrl, loginReturnUrl, sandbox, databaseUrl, keyvUrl, dataDir } = config;
  const lines = [
    '',
    'Duplex login backend in development mode: every setting has a default. Not for real users.',
    '',
    ...(sandbox
      ? [`  sign in      ${loginReturnUrl ?? `${baseUrl}/`}`, '  provider     a stand-in with five fictional people']
      : [`  provider     ${config.idp.apiUrl}`]),
    // At this port, not below BASE_URL: a site forwards only /api/auth/.
    `  login API    ${localhost(config)}/openapi.json`,
    `  users        ${databaseUrl === undefined ? `embedded database below ${dataDir}` : 'PostgreSQL (DATABASE_URL)'}`,
    `  one-time     ${keyvUrl === undefined ? 'in memory' : 'Redis (KEYV_URL)'}`,
    `  secrets      ${dataDir}/secrets.json`,
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function localhost({ port }: Config): string {
  return `http://localhost:${port}`;
}
