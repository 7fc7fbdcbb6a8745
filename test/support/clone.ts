// Clones this repository.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { repository } from './command.ts';

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd, encoding: 'utf8' });

/** A repository with the files that a build needs, and a clone of it. */
export function cloneProduct(folder: string): { upstream: string; product: string } {
  const [upstream, product] = [path.join(folder, 'upstream'), path.join(folder, 'product')];
  const files = git(repository, 'ls-files', '-co', '--exclude-standard', '-z', '--', '.', ':!test');
  for (const file of files.split('\0').filter((name) => name !== '' && existsSync(path.join(repository, name)))) {
    mkdirSync(path.dirname(path.join(upstream, file)), { recursive: true });
    copyFileSync(path.join(repository, file), path.join(upstream, file));
  }
  git(upstream, 'init', '-q');
  git(upstream, 'add', '.');
  git(upstream, 'commit', '-qm', 'one');
  git(folder, 'clone', '-q', upstream, product);
  symlinkSync(path.join(repository, 'node_modules'), path.join(product, 'node_modules'));
  return { upstream, product };
}
