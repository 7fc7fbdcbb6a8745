// Tests how the file system treats names.
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { distinguishesCase } from '../../../tasks/files/tree.ts';
import { withFolder } from '../../support/defects.ts';

describe('the check of a file system', () => {
  it('finds out whether names that differ only in case are different files', async () => {
    await withFolder(async (folder) => {
      const one = path.join(folder, 'one');
      mkdirSync(path.join(one, '1'), { recursive: true });
      expect(distinguishesCase(path.join(one, '1/public'))).to.equal(true);
      // As on a file system that ignores case.
      symlinkSync(one, path.join(folder, 'ONE'));
      expect(distinguishesCase(one)).to.equal(false);
      expect(distinguishesCase(path.join(one, '1/public'))).to.equal(false);
    });
  });
});
