// When the files of a blog were first committed. git obeys what a repository says of itself, and may run it: of the blog's own
// it is given the objects alone, in a folder of ours.
import { execFileSync } from 'node:child_process';
import { copyFileSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reachOf, topOf } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import { Failure } from '../settings/failure.ts';
import { nameOf, searchPath } from '../settings/settings.ts';

/** Milliseconds since 1970, by path from the folder. Throws a Failure where no history can be read. */
export function readFirstCommits(folder: string): ReadonlyMap<string, number> {
  const real = realpathSync(folder);
  const top = topOf(real);
  const bare = mkdtempSync(path.join(tmpdir(), 'duplex-history-'));
  try {
    const newest = copyHistory(path.join(top, '.git'), bare);
    const log = execFileSync('git', [...gitDir(bare), 'log', ...asked, newest, '--'], {
      ...{ cwd: bare, encoding: 'utf8', timeout: 120_000, maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] },
      env: { PATH: searchPath, HOME: bare, XDG_CONFIG_HOME: bare, ...gitEnvironment },
    });
    return toTimes(log, path.relative(top, real).replaceAll('\\', '/'));
  } catch {
    throw new Failure(
      `the history of ${nameOf(folder)} cannot be read: see whether it is a clone, and git installed, or adopt without --git-dates`,
    );
  } finally {
    rmSync(bare, { recursive: true, force: true });
  }
}

const gitDir = (bare: string): string[] => ['--git-dir', bare, '--no-pager', '-c', 'core.quotePath=off'];

const asked = [
  '--format=%x00%at',
  '--name-only',
  '--no-renames',
  '--diff-filter=A',
  '--no-show-signature',
  '--no-textconv',
];

const gitEnvironment = {
  ...{ GIT_CONFIG_NOSYSTEM: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1', GIT_NO_REPLACE_OBJECTS: '1' },
  ...{ GIT_TERMINAL_PROMPT: '0', GIT_OPTIONAL_LOCKS: '0' },
};

/** Makes a bare repository of the objects of another, without its configuration, hooks, alternates and promises. Gives back its newest commit. */
function copyHistory(git: string, bare: string): string {
  const reach = reachOf(git, { isClosed: true });
  const objects = path.join(git, 'objects');
  const copy = (file: string): void => {
    const name = path.relative(objects, file).replaceAll('\\', '/');
    if (!/^(?:[\da-f]{2}\/[\da-f]{38}|pack\/pack-[\da-f]{40}\.(?:pack|idx))$/.test(name)) return;
    const target = path.join(bare, 'objects', name);
    mkdirSync(path.dirname(target), { recursive: true });
    try {
      linkSync(file, target);
    } catch {
      copyFileSync(file, target);
    }
  };
  for (const name of ['objects', 'refs']) mkdirSync(path.join(bare, name));
  writeFileSync(path.join(bare, 'HEAD'), 'ref: refs/heads/none\n');
  writeFileSync(path.join(bare, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  walk(objects, { file: copy }, reach);
  // Of a clone without its beginnings.
  const shallow = reach.readIfThere(path.join(git, 'shallow'));
  if (shallow) writeFileSync(path.join(bare, 'shallow'), shallow);

  const textOf = (name: string): string => String(reach.readIfThere(path.join(git, name)) ?? '').trim();
  const head = textOf('HEAD');
  const ref = head.replace(/^ref: /, '');
  const packed = textOf('packed-refs')
    .split('\n')
    .find((line) => line.endsWith(` ${ref}`));
  const newest = ref === head ? head : textOf(ref) || packed?.split(' ')[0];
  if (newest === undefined || !/^[\da-f]{40}$/.test(newest)) throw new Error('there is no commit');
  return newest;
}

/** Of each file below a folder the oldest time, which stands last. */
function toTimes(log: string, folder: string): Map<string, number> {
  const below = folder === '' ? '' : `${folder}/`;
  const times = new Map<string, number>();
  for (const commit of log.split('\0').slice(1)) {
    const [time = '', ...files] = commit.split('\n');
    for (const file of files)
      if (file !== '' && file.startsWith(below)) times.set(file.slice(below.length), Number(time) * 1000);
  }
  return times;
}
