// `node server` as a process of its own, to be watched, stopped and killed.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { start } from './command.ts';

export type ServerProcess = {
  readonly child: ChildProcess;
  readonly port: number;
  readonly origin: string;
  readonly output: () => string;
  /** Ends it as a power cut does, and waits until it is gone. */
  kill(): Promise<void>;
};

/** Starts it on a free port and waits until it says that it listens. */
export async function startServer(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const port = await findFreePort();
  const child = start(['server'], { env: { PORT: String(port), ...env } });
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.includes('"msg":"listening"')) resolve();
      });
    }
    child.on('exit', (code) => reject(new Error(`exit ${code}: ${output}`)));
  });
  await ready;
  return {
    child,
    port,
    origin: `http://127.0.0.1:${port}`,
    output: () => output,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
