// The service while standard output is full, closed, or read by nobody.
import { expect } from 'chai';
import { spawn } from 'node:child_process';
import type { ChildProcess, StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { repository } from '../support/command.ts';
import { fillFolder } from '../support/databases.ts';
import { freePort } from '../support/ports.ts';

describe('node server', function () {
  let folder: string;
  let port: number;
  let child: ChildProcess;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });

  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-output-'));
    await fillFolder(path.join(folder, 'database'));
    port = await freePort();
  });
  afterEach(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  after(() => agent.destroy());

  /** The status and the text; undefined without an answer within 10 s. */
  const ask = (target: string): Promise<{ status: number; text: string } | undefined> =>
    new Promise((resolve) => {
      const request = get({ port, path: target, host: '127.0.0.1', agent, timeout: 10_000 }, async (response) => {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk as string;
        resolve({ status: response.statusCode!, text });
      });
      request.on('timeout', () => request.destroy()).on('error', () => resolve(undefined));
    });

  const begin = async (stdio: StdioOptions): Promise<void> => {
    const { PATH = '', HOME = '' } = process.env;
    const env = { PATH, HOME, PORT: String(port), DATA_DIR: folder };
    child = spawn(process.execPath, ['server'], { cwd: repository, env, stdio });
    let code: number | null | undefined;
    child.once('exit', (given) => (code = given));
    while (code === undefined && (await ask('/readyz'))?.status !== 200) await wait(50);
    expect(code, 'ended').to.equal(undefined);
  };

  /** Far more lines than fit into a pipe. */
  const askOften = async (): Promise<void> => {
    for (let round = 0; round < 500; round += 1) {
      const answers = await Promise.all([1, 2, 3, 4].map(() => ask('/healthz')));
      expect(answers.map((answer) => answer?.status)).to.deep.equal([200, 200, 200, 200]);
    }
  };
  const readDropped = async (): Promise<number> =>
    Number(/^duplex_log_lines_dropped_total (\d+)$/m.exec((await ask('/metrics'))!.text)![1]);
  const end = async (): Promise<unknown> => {
    child.kill('SIGTERM');
    return (await once(child, 'exit'))[0];
  };

  it('continues if its standard output is full, counts the lost lines, and ends on a signal', async () => {
    const full = openSync('/dev/full', 'w');
    await begin(['ignore', full, 'ignore']);
    closeSync(full);
    await askOften();
    expect(await readDropped()).to.be.above(2_000);
    expect(await end()).to.equal(0);
  });

  it('continues if its standard output is closed, counts the lost lines, and ends on a signal', async () => {
    const reads = spawn(process.execPath, ['-e', ''], { stdio: ['pipe', 'ignore', 'ignore'] });
    await begin(['ignore', reads.stdin, 'ignore']);
    reads.stdin.destroy();
    await askOften();
    expect(await readDropped()).to.be.above(1_000);
    expect(await end()).to.equal(0);
  });

  it('continues if its standard output is a pipe that nobody reads, and ends on a signal', async () => {
    const sleeps = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], {
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    try {
      await begin(['ignore', sleeps.stdin, 'ignore']);
      await askOften();
      expect(await end()).to.equal(0);
    } finally {
      sleeps.kill('SIGKILL');
    }
  });
});
