// The site as a folder: no path leads out of it, and a change is visible at once.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { Unavailable } from '../../../../server/mcp/adapter-failures.ts';
import { createFolderReader } from '../../../../server/mcp/site/folder-reader.ts';
import { maxFileBytes } from '../../../../server/mcp/site/read-text.ts';
import type { ReadText } from '../../../../server/mcp/site/read-text.ts';
import { cases } from '../../../support/cases.ts';

describe('the reader of a folder', () => {
  let outside: string;
  let folder: string;
  let read: ReadText;
  beforeEach(() => {
    outside = mkdtempSync(path.join(tmpdir(), 'mcp-'));
    folder = path.join(outside, 'public');
    mkdirSync(path.join(folder, 'api'), { recursive: true });
    mkdirSync(path.join(outside, 'public-too'));
    for (const name of ['secret.txt', 'public-too/secret.txt']) writeFileSync(path.join(outside, name), 'secret');
    writeFileSync(path.join(folder, 'api/a.md'), '\ufeff甲\r\n');
    read = createFolderReader(folder);
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  it('returns files byte for byte', async () => {
    expect(await read('/api/a.md')).to.deep.include({ kind: 'text', text: '\ufeff甲\r\n' });
  });

  it('refuses paths that lead out of the folder', async () => {
    for (const at of [...cases<string>('access', 'paths out of a folder'), `/${'x'.repeat(5000)}`])
      expect(await read(at), at).to.deep.equal({ kind: 'absent' });
  });

  it('refuses links that lead out of the folder', async () => {
    symlinkSync(path.join(outside, 'secret.txt'), path.join(folder, 'file.txt'));
    symlinkSync(path.join(outside, 'public-too'), path.join(folder, 'too'));
    symlinkSync(path.join(folder, 'api/a.md'), path.join(folder, 'inside.md'));
    for (const at of ['/file.txt', '/too/secret.txt']) expect(await read(at), at).to.deep.equal({ kind: 'absent' });
    expect(await read('/inside.md')).to.have.property('kind', 'text');
  });

  it('does not wait for the writer of a named pipe', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    expect(await read('/pipe')).to.deep.equal({ kind: 'absent' });
  });

  it('compares versions to see whether a file changed', async () => {
    const first = await read('/api/a.md');
    if (first.kind !== 'text') throw new Error(first.kind);
    expect(await read('/api/a.md', first.version)).to.deep.equal({ kind: 'same' });
    writeFileSync(path.join(folder, 'api/b.md'), '\ufeff乙\r\n');
    renameSync(path.join(folder, 'api/b.md'), path.join(folder, 'api/a.md'));
    expect(await read('/api/a.md', first.version)).to.deep.include({ kind: 'text', text: '\ufeff乙\r\n' });
  });

  it('treats a missing folder as temporarily unavailable, not as empty', async () => {
    renameSync(folder, `${folder}.previous`);
    expect(await read('/api/a.md').catch((error: Error) => error)).to.be.instanceOf(Unavailable);
    renameSync(`${folder}.previous`, folder);
    expect(await read('/api/a.md')).to.have.property('kind', 'text');
  });

  it('refuses a file that is larger than 64 MiB, without reading it', async () => {
    writeFileSync(path.join(folder, 'large.md'), '');
    truncateSync(path.join(folder, 'large.md'), maxFileBytes + 1);
    const refusal = await read('/large.md').catch((error: Error) => error);
    expect(refusal).to.be.instanceOf(Unavailable);
    expect((refusal as Error).message).to.contain('larger than');
  });

  it('refuses files that are not UTF-8', async () => {
    writeFileSync(path.join(folder, 'gbk.md'), Buffer.from([0xbc, 0xd7]));
    expect(await read('/gbk.md').catch((error: Error) => error)).to.be.instanceOf(Unavailable);
  });
});
