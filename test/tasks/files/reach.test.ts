// Tests which links may lead out of a folder, and which files are refused.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { reachOf } from '../../../tasks/files/reach.ts';
import type { ReachOptions } from '../../../tasks/files/reach.ts';
import { walk } from '../../../tasks/files/tree.ts';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';
import { table } from '../../support/cases.ts';

type Way = Omit<ReachOptions, 'follow'> & { readonly follow?: string[]; readonly isRepository?: boolean };
type Links = Readonly<Record<string, string>>;
type Case = { readonly links: Links; readonly seen: Links; readonly ways?: readonly Way[] };

/**
 * Returns the text of each file that is read below `repo/site`, or why the file is refused. `links` has the targets of
 * links, by path below that folder. The target `|` makes a pipe instead of a link.
 */
async function look(links: Links, { isRepository = true, ...options }: Way = {}): Promise<Record<string, string>> {
  return withFolder(async (folder) => {
    const site = path.join(folder, 'repo/site');
    writeFiles(folder, table('reach', 'files'));
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
    const note = (file: string, text: string): void => {
      seen[path.relative(site, file)] = text.replace(folder, 'TOP').replace(/^this (?:is |links to )?|[,:] .*/g, '');
    };
    const refused = (file: string, why: Message): void => note(file, textOf(why, 'en'));
    walk(site, { file: (file) => note(file, String(reach.read(file))), refused }, reach);
    return seen;
  });
}

describe('a link', () => {
  for (const [how, { links, seen, ways = [{}] }] of Object.entries(table<Record<string, Case>>('reach', 'links')))
    it(how, async () => {
      for (const options of ways) expect(await look(links, options)).to.deep.equal(seen);
    });
});

describe('a pipe', () => {
  it('is refused, also through a link', async () => {
    const why = 'not a file but a device';
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

  it('does not return a file that was at the path only at the moment of opening', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'site/a.txt': 'a', secret: 'KEY' });
      const file = path.join(folder, 'site/a.txt');
      const { read } = reachOf(path.join(folder, 'site'));
      const open = fs.openSync;
      fs.openSync = (() => open(path.join(folder, 'secret'), 'r')) as typeof open;
      syncBuiltinESMExports();
      try {
        expect(() => read(file))
          .to.throw()
          .with.property('code', 'ELOOP');
      } finally {
        fs.openSync = open;
        syncBuiltinESMExports();
      }
    });
  });

  it('does not return a file that replaced another file after the check', async () => {
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
