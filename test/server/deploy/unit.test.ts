// The included systemd unit, checked by systemd itself.
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '../../../server/login-config.ts';
import { compareSettings } from '../../../server/operate/doctor/setting-conflicts.ts';
import { readSettings } from '../../../server/mcp/adapter-settings.ts';
import { repository, start } from '../../support/command.ts';
import { readBlocks } from '../../support/guide.ts';
import { skip } from '../../support/services.ts';
import { readShipped } from '../../system/deploy/nginx.ts';

const unit = readShipped('duplex-login@.service');

for (const name of ['duplex-login@.service', 'duplex-mcp.service']) {
  describe(`the shipped ${name}`, () => {
    let folder: string;
    const judge = (...args: string[]) =>
      spawnSync('systemd-analyze', [...args, path.join(folder, name)], { encoding: 'utf8' });

    before(function () {
      if (spawnSync('systemd-analyze', ['--version']).status !== 0) skip(this, 'skipped: no systemd-analyze');
      folder = mkdtempSync(path.join(tmpdir(), 'duplex-unit-'));
      // systemd-analyze requires that the started programs exist, and this machine may not have them.
      const here = readShipped(name)
        .replace('/usr/bin/node', process.execPath)
        .replace('/usr/bin/curl', process.execPath);
      writeFileSync(path.join(folder, name), here);
    });
    after(() => folder && rmSync(folder, { recursive: true, force: true }));

    it('is verified by systemd without a warning', () => {
      const { status, stderr } = judge('verify');
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    });

    it('limits its resources', () => {
      expect(readShipped(name))
        .to.match(/^MemoryMax=\d+M$/m)
        .and.match(/^TasksMax=\d+$/m);
    });

    it('restricts the service to its task', () => {
      const { status, stdout, stderr } = judge('security', '--offline=yes', '--threshold=20');
      expect(status, stderr + stdout.slice(-200)).to.equal(0);
    });
  });
}

describe('the adapter that systemd starts', () => {
  it('listens where nginx.conf expects it, and serves the site', () => {
    const [, args = ''] = /^ExecStart=\S+ server\/mcp (.*)$/m.exec(readShipped('duplex-mcp.service'))!;
    const { site, entrance } = readSettings(args.split(' '), {});
    const nginx = readShipped('nginx.conf');
    expect(entrance).to.include({ kind: 'http', host: '127.0.0.1' });
    expect(nginx).to.contain(`proxy_pass http://127.0.0.1:${(entrance as { port: number }).port};`);
    expect(nginx).to.contain(`root ${site.place};`);
  });
});

describe('the settings of the guide', () => {
  it('start the service without a warning, together with the settings of the unit', () => {
    const [, block = ''] = /```text\n(BASE_URL=[^]*?)```/.exec(readShipped('README.md'))!;
    const said = [...block.matchAll(/^(\w+)=(.*)$/gm), ...unit.matchAll(/^Environment=(\w+)=(.*)$/gm)];
    // The operator fills in the empty values.
    const env = Object.fromEntries(said.map(([, name, value]) => [name!, value || randomBytes(48).toString('base64')]));
    const config = readConfig({ ...env, PORT: '3001' });
    expect(config.warnings).to.deep.equal([]);
    expect(config).to.include({ production: true, trustedProxyHops: 1, refreshCookie: true });
    expect(compareSettings(config).filter(({ verdict }) => verdict !== 'ok')).to.deep.equal([]);
    const groups = readFileSync(path.join(repository, '.env.example'), 'utf8').split('\n\n').slice(2, 4);
    const asked = [...groups.join('\n').matchAll(/^(\w+)=/gm)].map(([, name]) => name!);
    expect(Object.keys(env)).to.include.members(asked);
  });
});

describe('a new version', () => {
  const [english, chinese] = ['server/OPERATE.md', 'server/OPERATE.zh-CN.md'].map((name) => {
    const text = readFileSync(path.join(repository, name), 'utf8');
    return readBlocks(text).find((block) => block.text.includes('npm run compile'))!.text;
  });

  it('is installed with the same commands in both languages, and so is the first version', () => {
    expect(chinese).to.equal(english);
    for (const name of ['README.md', 'README.zh-CN.md']) {
      const [install] = readBlocks(readShipped(name)).filter((block) => block.text.includes('npm run compile'));
      const lines = install!.text.trim().split('\n').slice(1);
      expect(lines, name).to.have.length(2);
      for (const line of lines) expect(english, name).to.contain(`${line}\n`);
    }
  });

  it('is compiled in its own folder, and migrates the database, before the link that the units use points to it', () => {
    const steps = ['npm ci --omit=dev && npm run compile', 'pg_dump', 'npm run migrate', 'mv -T', 'systemctl restart'];
    const places = steps.map((step) => english!.indexOf(step));
    expect(places)
      .to.deep.equal([...places].sort((a, b) => a - b))
      .and.not.include(-1);
    const [, link] = /mv -T \S+ (\S+)$/m.exec(english!)!;
    for (const name of ['duplex-login@.service', 'duplex-mcp.service']) {
      expect(readShipped(name), name).to.match(new RegExp(`^WorkingDirectory=${link}$`, 'm'));
    }
  });

  it('takes one step to switch to, and one step to switch back from', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'duplex-link-'));
    const versions = ['duplex-1.0.0', 'duplex-1.1.0'].map((name) => path.join(folder, name));
    const [line] = english!.split('\n').filter((each) => each.includes('mv -T'));
    for (const version of versions) mkdirSync(version);
    for (const version of [...versions, ...versions]) {
      const here = line!.replaceAll('/opt/duplex', path.join(folder, 'duplex'));
      const { status, stderr } = spawnSync('sh', ['-ec', here], { env: { PATH: process.env.PATH!, NEW: version } });
      expect(status, String(stderr)).to.equal(0);
      expect(readlinkSync(path.join(folder, 'duplex'))).to.equal(version);
    }
    rmSync(folder, { recursive: true });
  });
});

describe('a service that systemd stops', () => {
  it('has more time to stop than it needs', () => {
    const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)![1]);
    // 3.5 s for the proxy, 10 s for running requests.
    expect(seconds).to.be.at.least(20);
  });

  it('starts from the command of the unit, in the folder of the code', async () => {
    const [, program, script] = /^ExecStart=(\S+) (\S+)$/m.exec(unit)!;
    expect(program).to.match(/\/node$/);
    // The service reports its missing settings, which shows that the script was found and ran.
    const child = start([script!], { env: { NODE_ENV: 'production' }, cwd: repository });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    await new Promise((resolve) => child.on('close', resolve));
    expect(said).to.contain('JWT_SECRET is missing');
  });
});
