// Tests the record of parsed Markdown files in the cache.
import path from 'node:path';
import { expect } from 'chai';
import { createParsedFileCache } from '../../../tasks/incremental/parsed-file-cache.ts';
import { createTranslate } from '../../../tasks/adopt/translate.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { fixtures, withFolder } from '../../support/defects.ts';

describe('the record of parsed files', () => {
  it('contains nothing of texts that must not be published', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'open.md': articleText({}, '公开的正文。\n'),
        'locked.md': articleText({ password: '"long-password"' }, '上锁的正文。\n'),
        'blank.md': articleText({ password: '""', description: undefined }, '口令为空的正文。\n'),
        'lost.md': articleText({ description: undefined }, '{% encrypt other-words %}\n短码锁住的正文。\n'),
        'pages/page.md': '---\ntitle: "页"\nPassword: x\n---\n\n页的正文。\n',
      });
      const sources = createParsedFileCache();
      const { library } = await readEdition({
        content: folder,
        statics: path.join(fixtures, 'static'),
        lenient: true,
        drafts: false,
        parseCache: sources.parseCache,
        translate: createTranslate,
      });
      expect(library.articles.map(({ slug }) => slug).sort()).to.deep.equal(['blank', 'locked', 'open']);
      expect(library.pages).to.deep.equal([]);
      const { articles } = sources.record();
      expect(Object.keys(articles)).to.deep.equal(['open.md']);
      expect(JSON.stringify(articles)).to.not.match(/上锁|为空|短码|页的|password/);
    });
  });
});
