// Widgets of old pages: the text that replaces them, and their places in the report.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { adopt } from '../../../../tasks/adopt.ts';
import { translateBody } from '../../../../tasks/adopt/foreign/foreign-body.ts';
import { writeFiles } from '../../../support/articles.ts';
import { cases } from '../../../support/cases.ts';
import { withFolder } from '../../../support/defects.ts';

type Body = { readonly before: string; readonly after: string; readonly widgets: readonly string[] };

describe('a widget of an old page', () => {
  for (const { before, after, widgets } of cases<Body>('widgets', 'bodies'))
    it(`is replaced by text, and its line is known: ${before.split('\n', 1)[0]!}`, () => {
      const body = translateBody(before, { lookups: { post: () => undefined } });
      expect(body.text).to.equal(after);
      const lineOf = (offset: number): number => before.slice(0, offset).split('\n').length;
      expect(body.widgets.map(({ kind, offset }) => `${kind} ${lineOf(offset)}`)).to.deep.equal(widgets);
    });

  it('is reported by kind, with its line in the blog, or in the copy if a copy is written', async () => {
    await withFolder(async (folder) => {
      const head = '---\ntitle: 一\ndate: 2026-03-01 08:00:00\n---\n';
      writeFiles(folder, {
        'blog/_config.yml': 'language: en\n',
        'blog/source/_posts/a.md': `${head}{% note %}\n注意\n{% endnote %}\n\n甲\n\n{% video a.mp4 %}\n\n乙\n\n{% gist a %}\n\n{% gist b %}\n`,
        'blog/source/_posts/b.md': `${head}{% gist c %}\n`,
      });
      const blog = path.join(folder, 'blog');
      const blockIn = (report: string): string[] =>
        /\nDrawn by the old pages.*\n([^]*?)\n\n/
          .exec(report)![1]!
          .split('\n')
          .map((line) => line.trim());
      const [player, ofPlayer, gists, ...ofGists] = blockIn((await adopt(blog)).report);
      expect(player).to.match(/^1 {2}players are links now: .*<video controls/);
      expect(ofPlayer).to.equal('source/_posts/a.md:11');
      expect(gists).to.match(/^3 {2}gists are links now/);
      expect(ofGists).to.deep.equal(['source/_posts/a.md:15, 17', 'source/_posts/b.md:5']);

      const site = path.join(folder, 'site');
      const [, copied = ''] = blockIn((await adopt(blog, { to: site })).report);
      const line = Number(copied.split(':').at(-1));
      expect(copied).to.match(/site\/content\/a\.md:\d+$/);
      expect(readFileSync(path.join(site, 'content/a.md'), 'utf8').split('\n')[line - 1]).to.contain('a.mp4');
    });
  });
});
