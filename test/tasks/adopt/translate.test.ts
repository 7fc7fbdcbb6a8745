// For the tags of other engines, a lenient build reads only titles of articles in its own content folder.
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { createTranslate } from '../../../tasks/adopt/translate.ts';
import { defaultSite } from '#pdc/site/site';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';

const written = (title: string): string => `---\ntitle: ${title}\ndate: 2024-01-02 03:04:05\n---\n\n正文\n`;

describe('a tag that names an article', () => {
  it('does not show the title of an article outside the content folder, even through a symbolic link', () =>
    withFolder(async (folder) => {
      writeFiles(folder, {
        'content/a.md': written('邻居'),
        'elsewhere/secret.md': written('机密'),
      });
      const content = path.join(folder, 'content');
      symlinkSync('../elsewhere', path.join(content, 'away'));
      symlinkSync('../elsewhere/secret.md', path.join(content, 'b.md'));
      const translate = createTranslate(content);
      const text = `${written('本文')}{% post_link a %} {% post_link away/secret %} {% post_link secret %} {% post_link b %}\n`;
      const read = translate(text, { source: 'c.md', site: defaultSite });
      expect(JSON.stringify(read)).to.include('邻居').and.not.include('机密');
    }));
});

describe('a lenient build', () => {
  it('replaces backslashes in a path with slashes, unless the path begins with a drive', () => {
    const translate = createTranslate('nowhere');
    const bodyAfter = (head: string, body: string): string => {
      const text = `---\ntitle: 一\ndate: 2024-01-02 03:04:05\n${head}---\n\n${body}\n`;
      const { frontMatter } = translate(text, { source: 'a.md', site: defaultSite });
      return `${String(frontMatter!.attributes.cover)}${frontMatter!.raw}`;
    };
    expect(bodyAfter('cover: images\\x.png\n', '![](..\\images\\x.png)')).to.equal(
      'images/x.png![](../images/x.png)\n',
    );
    expect(bodyAfter('cover: C:\\x.png\n', '![](C:\\x.png)')).to.equal('C:\\x.png![](C:\\x.png)\n');
  });
});
