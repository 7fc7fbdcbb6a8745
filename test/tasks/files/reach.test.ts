// How far links lead out of a folder, and what is no file.
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { reachOf } from '../../../tasks/files/reach.ts';
import type { ReachOptions } from '../../../tasks/files/reach.ts';
import { walk } from '../../../tasks/files/tree.ts';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';

/**
 * What is read below `repo/site`, and why the rest is not. Links by path from there: to what each leads, as it is written;
 * `|` is a pipe.
 */
async function look(
  links: Readonly<Record<string, string>>,
  {
    isRepository = true,
    ...options
  }: Omit<ReachOptions, 'follow'> & { follow?: string[]; isRepository?: boolean } = {},
): Promise<Record<string, string>> {
  return withFolder(async (folder) => {
    const site = path.join(folder, 'repo/site');
    writeFiles(folder, {
      'secret/key': 'KEY',
      'secret/.hidden/key': 'KEY',
      'repo-2/key': 'KEY',
      'repo/.env': 'KEY',
      'repo/shared/a.txt': 'a',
      'repo/site/own.txt': 'own',
    });
    if (isRepository) writeFiles(folder, { 'repo/.git/config': 'KEY' });
    for (const [name, target] of Object.entries(links)) {
      const file = path.join(site, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (target === '|') execFileSync('mkfifo', [file]);
      else symlinkSync(target.replace(/^TOP/, folder), file);
    }
    const follow = options.follow?.map((name) => path.join(folder, name));
    const reach = reachOf(site, { ...options, follow });
    const seen: Record<string, string> = {};
    const note = (file: string, told: string): void => {
      seen[path.relative(site, file)] = told.replace(folder, 'TOP').replace(/^this (?:is |links to )?|[,:] .*/g, '');
    };
    walk(site, { file: (file) => note(file, String(reach.read(file))), refused: note }, reach);
    return seen;
  });
}

describe('a link', () => {
  it('leads anywhere within its folder and its repository, but to nothing hidden there', async () => {
    const seen = await look({
      'up.txt': '../shared/a.txt',
      'absolute.txt': 'TOP/repo/site/own.txt',
      'twice.txt': 'up.txt',
      'far/folder': '../../shared',
      'env.txt': '../.env',
      'config.txt': '../.git/config',
      '.note': 'own.txt',
      'note.txt': '.note',
    });
    expect(seen).to.deep.equal({
      'own.txt': 'own',
      'up.txt': 'a',
      'absolute.txt': 'own',
      'twice.txt': 'a',
      'far/folder/a.txt': 'a',
      'env.txt': 'TOP/repo/.env',
      'config.txt': 'TOP/repo/.git/config',
      '.note': 'own',
      'note.txt': 'own',
    });
  });

  it('leads no further: not by "..", not by another link, not by a folder, not to a neighbour whose name begins alike', async () => {
    const seen = await look({
      'a.txt': '../../secret/key',
      'b.txt': 'TOP/secret/key',
      'c.txt': 'sub/../a.txt',
      'sub/d': '../../../secret',
      'sub/e.txt': 'd/key',
      'near.txt': '../../repo-2/key',
      root: '/',
    });
    expect(seen).to.deep.equal({
      'own.txt': 'own',
      'a.txt': 'TOP/secret/key',
      'b.txt': 'TOP/secret/key',
      'c.txt': 'TOP/secret/key',
      'sub/d': 'TOP/secret',
      'sub/e.txt': 'TOP/secret/key',
      'near.txt': 'TOP/repo-2/key',
      root: '/',
    });
  });

  it('stays in its folder where there is no repository, and where the folder is closed', async () => {
    const links = { 'up.txt': '../shared/a.txt', 'here.txt': 'own.txt' };
    const seen = { 'own.txt': 'own', 'here.txt': 'own', 'up.txt': 'TOP/repo/shared/a.txt' };
    expect(await look(links, { isRepository: false })).to.deep.equal(seen);
    expect(await look(links, { isClosed: true })).to.deep.equal(seen);
  });

  it('leads to a folder that is to be followed, and to all that is in it', async () => {
    const links = { 'a.txt': '../../secret/.hidden/key', b: '../../secret', 'near.txt': '../../repo-2/key' };
    expect(await look(links, { follow: ['secret'] })).to.deep.equal({
      'own.txt': 'own',
      'a.txt': 'KEY',
      'b/key': 'KEY',
      'b/.hidden/key': 'KEY',
      'near.txt': 'TOP/repo-2/key',
    });
  });

  it('that leads nowhere, to itself, or to a folder that it stands in, is named', async () => {
    const seen = await look({ a: 'nowhere', b: 'b', c: 'own.txt/d', 'sub/e': '..', 'sub/f': '.' });
    expect(seen).to.deep.equal({
      'own.txt': 'own',
      a: 'a link that leads nowhere',
      b: 'a link that leads nowhere',
      c: 'a link that leads nowhere',
      'sub/e': 'a link to a folder that it stands in',
      'sub/f': 'a link to a folder that it stands in',
    });
  });
});

describe('a pipe', () => {
  it('is no file, be it by a link', async () => {
    const why = 'no file but a device';
    const seen = await look({ 'pipe.txt': '|', 'sub/link.txt': '../pipe.txt', 'null.txt': '/dev/null' });
    expect(seen).to.deep.equal({ 'own.txt': 'own', 'pipe.txt': why, 'sub/link.txt': why, 'null.txt': why });
  });
});

describe('a folder that is read', () => {
  it('may itself be a link', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'real/a.txt': 'a', secret: 'KEY' });
      symlinkSync('../secret', path.join(folder, 'real/b.txt'));
      symlinkSync('real', path.join(folder, 'link'));
      const { readIfThere } = reachOf(path.join(folder, 'link'));
      const read = ['a.txt', 'b.txt', 'c.txt'].map((name) => readIfThere(path.join(folder, 'link', name)));
      expect(read.map(String)).to.deep.equal(['a', 'undefined', 'undefined']);
    });
  });

  it('gives nothing that was put in the place of a file since that was looked at', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'site/a.txt': 'a', 'site/b.txt': 'b', secret: 'KEY' });
      const [a, b] = ['a.txt', 'b.txt'].map((name) => path.join(folder, 'site', name)) as [string, string];
      const { faultOf, read } = reachOf(path.join(folder, 'site'));
      expect([a, b].map(faultOf)).to.deep.equal([undefined, undefined]);
      symlinkSync('../secret', `${a}.new`);
      renameSync(`${a}.new`, a);
      execFileSync('mkfifo', [`${b}.new`]);
      renameSync(`${b}.new`, b);
      expect(() => read(a))
        .to.throw()
        .with.property('code', 'ELOOP');
      expect(() => read(b))
        .to.throw()
        .with.property('code', 'ELOOP');
    });
  });
});
