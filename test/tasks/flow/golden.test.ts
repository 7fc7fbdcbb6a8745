// Builds a small site and compares all files for machines and crawlers byte for byte.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { differencesOf } from '../../look/text.ts';
import type { Difference } from '../../look/text.ts';
import { digestsOf, gulp } from '../../support/command.ts';
import { fixtures, withFolder } from '../../support/defects.ts';

const golden = path.join(fixtures, 'golden/site');
const isCompared = (name: string): boolean => !/\.(?:html|css|js|png|woff2)$/.test(name);

describe('the golden site', () => {
  it('has the expected output, byte for byte', async () => {
    await withFolder(async (folder) => {
      const dest = path.join(folder, 'site');
      const content = path.join(fixtures, 'golden/content');
      const { code, stderr } = await gulp(
        'build',
        '--content',
        content,
        '--static',
        path.join(fixtures, 'static'),
        '--dest',
        dest,
      );
      expect({ code, stderr }).to.deep.equal({ code: 0, stderr: '' });
      const names = Object.keys(digestsOf(dest)).filter(isCompared);
      // The page of a prompt also shows the tags of the prompt and a form.
      const isOwn = ({ slug, side }: Difference): boolean => slug.startsWith('prompt-') && side === 'added';
      const differences = differencesOf(dest).filter((found) => !isOwn(found));
      expect(differences, 'words that only people or only machines read').to.deep.equal([]);
      // UPDATE_FIXTURES=1 writes the current output. Read the difference before you commit it.
      if (process.env.UPDATE_FIXTURES === '1') keep(dest, names);

      expect(names).to.deep.equal(existsSync(golden) ? Object.keys(digestsOf(golden)) : []);
      for (const name of names) {
        const read = (root: string): string => withoutVersion(readFileSync(path.join(root, name), 'utf8'));
        expect(read(dest), name).to.equal(read(golden));
      }
    });
  });
});

/** A release changes the version in the manifest, and so the digest of the manifest. */
const withoutVersion = (text: string): string =>
  text.replace(/(?<="version":")\d+\.\d+\.\d+(?=")/, '').replace(/^"\/api\/mcp\.json":.*$/m, '');

function keep(dest: string, names: readonly string[]): void {
  rmSync(golden, { recursive: true, force: true });
  for (const name of names) {
    mkdirSync(path.dirname(path.join(golden, name)), { recursive: true });
    cpSync(path.join(dest, name), path.join(golden, name));
  }
}
