// The shipped Dockerfile, as far as it can be followed without Docker: what it copies is enough to run.
import { expect } from 'chai';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository, run, start } from '../../support/command.ts';
import { freePort } from '../../support/ports.ts';
import { startServer } from '../../support/processes.ts';
import { makeSchema } from '../../support/services.ts';
import { makeSecret } from './installation.ts';
import { readShipped } from './nginx.ts';

const dockerfile = readShipped('Dockerfile');
const lines = dockerfile.replaceAll('\\\n', '').split('\n');
const wordsOf = (instruction: string): string[] =>
  lines.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '));
const environment = Object.fromEntries(
  wordsOf('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=') as [string, string])),
);
const healthCheck = JSON.parse(wordsOf('HEALTHCHECK')[0]!.replace(/^.*?CMD /, '')) as string[];

describe('the shipped Dockerfile', () => {
  let folder: string;

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-container-'));
    for (const [, from, to] of lastStage.matchAll(/^COPY (?!--)(\S+) (\S+)$/gm)) {
      mkdirSync(path.dirname(path.join(folder, to!)), { recursive: true });
      cpSync(path.join(repository, from!), path.join(folder, to === './' ? from! : to!), { recursive: true });
    }
    // What the ignore file keeps out.
    const ignored = readShipped('Dockerfile.dockerignore').split('\n');
    for (const name of ignored.filter((line) => /^server\//.test(line))) {
      rmSync(path.join(folder, name), { recursive: true });
    }
    symlinkSync(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('copies what the service needs, and runs it in production, for everybody, as nobody special', async () => {
    const proxied = { TRUSTED_PROXY_HOPS: '1' };
    expect(environment).to.deep.equal({ NODE_ENV: 'production', HOST: '0.0.0.0', PORT: '3000', ...proxied });
    expect(wordsOf('USER')).to.deep.equal(['node']);
    expect(JSON.parse(wordsOf('CMD')[0]!)).to.deep.equal(['node', 'server']);
    expect(wordsOf('RUN')[0]).to.contain('npm ci --omit=dev');
    const { code, stderr } = await run(['server'], { env: environment, cwd: folder });
    expect(code).to.equal(1);
    expect(stderr).to.contain('JWT_SECRET is missing').and.not.contain('    at ');
  });

  it('is alive by its own check, and no longer when the process is gone', async function () {
    const schema = await makeSchema(this);
    const secret = { JWT_SECRET: makeSecret(), WEB_APP_SECRET: 'a', MINI_APP_SECRET: 'b' };
    const app = { WEB_APP_ID: 'c', MINI_APP_ID: 'd', BASE_URL: 'https://a.example' };
    const address = { WEB_REDIRECT_URI: 'https://a.example/api/auth/idp/web/callback', DATABASE_URL: schema.url };
    const PORT = String(await freePort());
    const server = await startServer({ ...environment, ...secret, ...app, ...address, PORT }, folder);
    const check = async (): Promise<number | null> => {
      const child = start(healthCheck.slice(1), { env: { PORT } });
      return new Promise((resolve) => child.on('close', resolve));
    };
    try {
      expect(healthCheck[0]).to.equal('node');
      expect(await check()).to.equal(0);
      await server.stop('SIGTERM');
      expect(await check()).to.equal(1);
    } finally {
      await server.stop('SIGKILL');
      await schema.drop();
    }
  });
});
