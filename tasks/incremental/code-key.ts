// The key of all caches: a hash of our code, the packages and the platform. It covers everything that affects the output,
// except the author's files, and replaces a version number that would have to be increased by hand.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { base, root } from '../settings/settings.ts';
import { walk } from '../files/tree.ts';

export function codeKey(): string {
  // An installed copy has no lock file. Its version identifies its code, and the lock file of the site identifies the
  // packages.
  const locks = ['package.json', 'package-lock.json'].map((name) => path.join(root, name));
  locks.push(path.join(base, 'package-lock.json'));
  const files: string[] = locks.filter((file) => existsSync(file));
  walk(path.join(root, 'tasks'), { file: (file) => void files.push(file) });
  const hash = createHash('sha256').update(`${process.version} ${process.platform} ${process.versions.icu}`);
  for (const file of files.sort()) hash.update(`\n${path.relative(root, file)}\n`).update(readFileSync(file));
  return hash.digest('hex');
}
