// Tests which static files are published: those of the folder, and our files that the folder lacks.
import path from 'node:path';
import { expect } from 'chai';
import { message } from '#pdc/words/message';
import { listStatics } from '../../../tasks/flow/statics.ts';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';
import { cases } from '../../support/cases.ts';

describe('a name in static/ that begins with a dot', () => {
  it('is published if a host reads it, ignored if a tool made it, and otherwise left out with a warning', async () => {
    await withFolder(async (folder) => {
      const published = cases<string>('statics', 'published');
      const passedOver = cases<string>('statics', 'passed over');
      const named = cases<string>('statics', 'named');
      for (const name of [...published, ...passedOver, ...named, 'a.txt']) writeFiles(folder, { [name]: '' });
      const { files, findings } = listStatics(folder, { language: 'en' });
      const own = files.filter((file) => (file.source as string).startsWith(folder)).map((file) => file.path);
      expect(own).to.have.members([...published, 'a.txt'].map((name) => `/${name}`));
      expect(findings.map(([file]) => path.relative(folder, file))).to.have.members(named);
      for (const [, finding] of findings)
        expect(finding).to.deep.include({ rule: 'outside', always: 'warn', message: message('dotFile') });
    });
  });
});

describe('a static folder without a protocol', () => {
  for (const [language, name] of [
    ['zh-CN', 'pdc-protocol.md'],
    ['zh-TW', 'pdc-protocol.md'],
    ['en', 'pdc-protocol.en.md'],
    ['de', 'pdc-protocol.en.md'],
  ] as const) {
    it(`gets ${name} at /pdc-protocol.md, and the appendix, if the language is ${language}`, async () => {
      await withFolder(async (folder) => {
        const { files } = listStatics(folder, { language });
        const sources = new Map(files.map(({ path: sitePath, source }) => [sitePath, path.basename(source as string)]));
        expect(sources.get('/pdc-protocol.md')).to.equal(name);
        expect(sources.get('/pdc-protocol-appendix.md')).to.equal('pdc-protocol-appendix.md');
        expect([...sources.keys()]).not.to.include('/pdc-protocol.en.md');
      });
    });
  }

  it('keeps the protocol that it has, without our appendix', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'pdc-protocol.md': '# Protocol\n' });
      const { files } = listStatics(folder, { language: 'en' });
      expect(files.find((file) => file.path === '/pdc-protocol.md')?.source).to.equal(
        path.join(folder, 'pdc-protocol.md'),
      );
      expect(files.map((file) => file.path)).not.to.include('/pdc-protocol-appendix.md');
    });
  });
});
