// `duplex init`: what it writes is a site without a defect, in either language.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { runInit } from '../../tasks/init.ts';
import { read } from '../../tasks/flow/read.ts';
import { publish } from '../../tasks/flow/publish.ts';
import { Failure } from '../../tasks/settings/failure.ts';
import { languageOfUser } from '../../tasks/settings/settings.ts';
import { writeFiles } from '../support/articles.ts';
import { digestsOf } from '../support/command.ts';
import { filesOf, withFolder } from '../support/defects.ts';

describe('duplex init', () => {
  for (const [language, title, next] of [
    ['zh-CN', '我的博客', '它就是一个独立的仓库'],
    ['en', 'My blog', 'a repository of its own'],
  ] as const)
    it(`begins a site in ${language} that is published without a defect`, async () => {
      await withFolder(async (folder) => {
        const site = path.join(folder, 'site');
        expect(await runInit([site, '--language', language]))
          .to.contain(next)
          .and.contain('npm run watch');
        expect(readFileSync(path.join(site, 'README.md'), 'utf8').split('\n')[0]).to.equal(`# ${title}`);
        expect(readFileSync(path.join(site, 'package.json'), 'utf8')).to.not.contain('--lenient');
        const [content, statics] = ['content', 'static'].map((name) => path.join(site, name)) as [string, string];
        const edition = await read({ content, statics, lenient: false, drafts: false });
        expect(edition.library.site).to.include({ language, title });
        const publication = publish(edition, { minified: false });
        await filesOf(publication);
        expect([...edition.defects, ...publication.linkDefects()]).to.deep.equal([]);
      });
    });

  it('speaks the language of the terminal, and Chinese where that names none', () => {
    const languages = ['', 'C', 'C.UTF-8', 'POSIX', 'zh_CN.UTF-8', 'en_GB.UTF-8', 'de_DE', 'ca_ES'].map((LANG) =>
      languageOfUser({ LANG }),
    );
    expect(languages).to.deep.equal([...Array<string>(5).fill('zh-CN'), ...Array<string>(3).fill('en')]);
    expect(languageOfUser({ LANG: 'en_GB', LC_ALL: 'zh_TW' })).to.equal('zh-CN');
  });

  it('writes over nothing', async () => {
    await withFolder(async (folder) => {
      const mine = path.join(folder, 'mine');
      writeFiles(folder, { 'mine/a.txt': 'mine' });
      const before = digestsOf(folder);
      for (const [args, reason] of [
        [[mine, '--language', 'zh-CN'], /不是空目录/],
        [[mine, '--language', 'en'], /is not empty, and nothing is written over/],
        [[path.join(mine, 'a.txt'), '--language', 'en'], /is not empty/],
        [[path.join(folder, 'new'), '--language', 'fr'], /^usage: npx duplex init FOLDER/],
        [[], /^usage: /],
        [['a', 'b'], /^usage: /],
        [['a', '--force'], /Unknown option '--force'; usage: /],
      ] as const) {
        const error = await runInit([...args]).catch((thrown: unknown) => thrown);
        expect(error, String(reason)).to.be.instanceOf(Failure);
        expect((error as Failure).message).to.match(reason);
      }
      expect(digestsOf(folder)).to.deep.equal(before);
    });
  });
});
