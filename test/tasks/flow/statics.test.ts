// What of the static folder is published.
import path from 'node:path';
import { expect } from 'chai';
import { message } from '#pdc/words/message';
import { listStatics } from '../../../tasks/flow/statics.ts';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';
import { cases } from '../../support/cases.ts';

describe('a name in static/ that begins with a dot', () => {
  it('is published where a host reads it, passed over where a tool left it, and else left out and named', async () => {
    await withFolder(async (folder) => {
      const published = cases<string>('statics', 'published');
      const passedOver = cases<string>('statics', 'passed over');
      const named = cases<string>('statics', 'named');
      for (const name of [...published, ...passedOver, ...named, 'a.txt']) writeFiles(folder, { [name]: '' });
      const { files, findings } = listStatics(folder);
      const own = files.filter((file) => (file.source as string).startsWith(folder)).map((file) => file.path);
      expect(own).to.have.members([...published, 'a.txt'].map((name) => `/${name}`));
      expect(findings.map(([file]) => path.relative(folder, file))).to.have.members(named);
      for (const [, finding] of findings)
        expect(finding).to.deep.include({ rule: 'outside', always: 'warn', message: message('dotFile') });
    });
  });
});
