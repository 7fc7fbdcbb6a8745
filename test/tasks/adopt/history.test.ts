// Dates from the history of a stranger's repository, which asks git to run what it names.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { adopt } from '../../../tasks/adopt.ts';
import { Failure } from '../../../tasks/settings/failure.ts';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';

const time = (day: string): Record<string, string> => ({
  GIT_AUTHOR_DATE: `2020-01-${day}T00:00:00Z`,
  GIT_COMMITTER_DATE: '2021-01-01T00:00:00Z',
});

function git(
  folder: string,
  args: readonly string[],
  { input, env }: { input?: string; env?: Record<string, string> } = {},
): string {
  const { PATH = '' } = process.env;
  return execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', ...env },
    ...(input !== undefined && { input }),
    stdio: ['pipe', 'pipe', 'ignore'],
  }).trim();
}

/** A blog of Hexo in a folder of a repository: two texts without dates, of which one was renamed; written to disk much later. */
function makeBlog(folder: string): { repository: string; blog: string } {
  const repository = path.join(folder, 'repository');
  const blog = path.join(repository, 'site');
  const text = '---\ntitle: 一\n---\n正文。\n';
  writeFiles(blog, {
    '_config.yml': 'language: en\ntimezone: UTC\n',
    'source/_posts/一.md': text,
    'source/_posts/old.md': `${text}二\n`,
  });
  git(repository, ['init', '-q', '-b', 'main']);
  git(repository, ['add', '.']);
  git(repository, ['commit', '-qm', 'one'], { env: time('01') });
  renameSync(path.join(blog, 'source/_posts/old.md'), path.join(blog, 'source/_posts/new.md'));
  writeFiles(blog, { 'source/_posts/一.md': `${text}改过。\n` });
  git(repository, ['add', '.']);
  git(repository, ['commit', '-qm', 'two'], { env: time('02') });
  writeFiles(blog, { 'source/_posts/untold.md': text });
  for (const name of ['一.md', 'new.md', 'untold.md'])
    utimesSync(
      path.join(blog, 'source/_posts', name),
      new Date('2022-02-02T02:02:02Z'),
      new Date('2022-02-02T02:02:02Z'),
    );
  return { repository, blog };
}

/** A signed commit that a log would have verified, and a tree that it would have fetched. */
function makeEvil(repository: string, { isIncomplete = false } = {}): string {
  const mark = path.join(repository, 'PWNED');
  const script = path.join(repository, 'evil.sh');
  writeFileSync(script, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`);
  chmodSync(script, 0o755);
  const commit = git(repository, ['cat-file', 'commit', 'HEAD']);
  const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----\n';
  const signed = `${commit.replace(/\n\n/, `\n${signature}\n`)}\n`;
  const hash = git(repository, ['hash-object', '-t', 'commit', '-w', '--stdin'], { input: signed });
  git(repository, ['update-ref', 'HEAD', hash]);
  writeFiles(repository, {
    '.git/config': `[core]
	repositoryformatversion = 1
	pager = ${script}
	fsmonitor = ${script}
	sshCommand = ${script}
	hooksPath = ${repository}
	attributesFile = ${repository}/attributes
[extensions]
	partialClone = origin
[remote "origin"]
	url = ext::${script}
	promisor = true
	partialclonefilter = blob:none
[protocol "ext"]
	allow = always
[log]
	showSignature = true
[gpg]
	program = ${script}
[diff]
	external = ${script}
[diff "evil"]
	textconv = ${script}
[include]
	path = ${repository}/more
`,
    '.git/info/attributes': '* diff=evil\n',
    '.git/objects/info/alternates': '/\n',
    attributes: '* diff=evil\n',
    more: `[core]\n\teditor = ${script}\n`,
  });
  if (isIncomplete) {
    const tree = git(repository, ['-c', 'safe.directory=*', 'rev-parse', `${hash}^{tree}`]);
    rmSync(path.join(repository, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  }
  return mark;
}

const datesOf = (site: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(path.join(site, 'content'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => [name, /^date: (.*)$/m.exec(readFileSync(path.join(site, 'content', name), 'utf8'))![1]!]),
  );

describe('articles without a date', () => {
  it('have the time of their files, are named, and no program asks the repository', async () => {
    await withFolder(async (folder) => {
      const { repository, blog } = makeBlog(folder);
      const mark = makeEvil(repository, { isIncomplete: true });
      const site = path.join(folder, 'site');
      const { report } = await adopt(blog, { to: site });
      const file = '2022-02-02 02:02:02';
      expect(datesOf(site)).to.deep.equal({ '一.md': file, 'new.md': file, 'untold.md': file });
      expect(report).to.contain(
        `\nDated by the time of the file: a copy or a clone has another, so see whether it is right\n${[
          'new',
          'untold',
          '一',
        ]
          .map((name) => `  source/_posts/${name}.md\n`)
          .join('')}\n`,
      );
      expect(existsSync(mark)).to.equal(false);
    });
  });

  for (const isPacked of [false, true])
    it(`have that of their first commits where somebody asks for it, ${isPacked ? 'packed, of a shallow clone' : 'loose'}`, async () => {
      await withFolder(async (folder) => {
        const { repository, blog } = makeBlog(folder);
        const mark = makeEvil(repository);
        if (isPacked) {
          const clone = path.join(folder, 'clone');
          git(folder, ['clone', '-q', '--depth', '1', '--no-single-branch', `file://${repository}/.git`, clone], {
            env: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' },
          });
          git(clone, ['pack-refs', '--all']);
          rmSync(path.join(repository, '.git'), { recursive: true });
          cpSync(path.join(clone, '.git'), path.join(repository, '.git'), { recursive: true });
        }
        const site = path.join(folder, 'site');
        const { report } = await adopt(blog, { to: site, gitDates: true });
        const [one, two] = ['2020-01-01 00:00:00', '2020-01-02 00:00:00'];
        expect(datesOf(site)).to.deep.equal({
          // A shallow clone has one commit, which adds all.
          '一.md': isPacked ? two : one,
          'new.md': two,
          'untold.md': '2022-02-02 02:02:02',
        });
        expect(report).to.match(/\nDated by the time of the file: .*\n {2}source\/_posts\/untold\.md\n\n/);
        expect(existsSync(mark)).to.equal(false);
      });
    });

  it('are not dated at all where the history cannot be read, and nothing is fetched for it', async () => {
    await withFolder(async (folder) => {
      const { repository, blog } = makeBlog(folder);
      const mark = makeEvil(repository, { isIncomplete: true });
      const fail = async (): Promise<void> => {
        const failure = await adopt(blog, { gitDates: true }).catch((error: unknown) => error);
        expect(failure).to.be.instanceOf(Failure);
        expect(String(failure)).to.contain('adopt without --git-dates');
      };
      await fail();
      expect(existsSync(mark)).to.equal(false);
      rmSync(path.join(repository, '.git'), { recursive: true });
      await fail();
      writeFiles(repository, { '.git': 'gitdir: /elsewhere\n' });
      await fail();
    });
  });
});
