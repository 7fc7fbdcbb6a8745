// Tests the rendered texts that a watcher keeps between two rounds.
import path from 'node:path';
import { expect } from 'chai';
import { createCache } from '../../../tasks/incremental/recording-cache.ts';
import type { RowRecords } from '../../../tasks/incremental/recording-cache.ts';
import { byIdentity } from '../../../tasks/incremental/argument-identity.ts';
import { createParsedFileCache } from '../../../tasks/incremental/parsed-file-cache.ts';
import { publish } from '../../../tasks/flow/publish.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import type { Edition } from '../../../tasks/flow/edition.ts';
import { articleText, writeFiles } from '../../support/articles.ts';
import { fixtures, withFolder } from '../../support/defects.ts';

const site = (lines: string): string => `url: https://example.org\n${lines}\n`;
const files = {
  '_site.yml': site('title: 甲'),
  'algo-a.md': articleText({}, '[乙](algo-b.md)\n'),
  'algo-b.md': articleText({}, '文。\n'),
  'algo-locked.md': articleText({ password: '"harbour-night-7"' }, '暗号。\n'),
  'pages/about.md': '---\nlayout: page\ntitle: "关于"\ndescription: "关于"\n---\n\n文。\n',
};

/** Publishes a folder several times. `publishAgain` returns the sources of the texts that were rendered. */
async function withPublications(
  maxTextLength: number,
  use: (publishAgain: (changed?: Readonly<Record<string, string>>) => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
  await withFolder(async (content) => {
    writeFiles(content, files);
    const { parseCache } = createParsedFileCache();
    let before: RowRecords<readonly object[]> = new Map();
    let edition: Edition | undefined;
    await use(async (changed = {}) => {
      writeFiles(content, changed);
      const since = edition && {
        edition,
        changedFiles: new Set(Object.keys(changed).map((name) => path.join(content, name))),
      };
      const place = { content, statics: path.join(fixtures, 'static'), lenient: false, drafts: false, parseCache };
      edition = await readEdition({ ...place, ...(since && { previous: since }) });
      const cache = createCache({
        dest: content,
        previousRecords: before,
        unsearched: [],
        comparison: byIdentity,
        maxTextLength,
        stampOf: () => '',
      });
      const rendered: string[] = [];
      const text: typeof cache.text = (row) => {
        const last = cache.text(row);
        if (!last) rendered.push(row.entry!.source);
        return last;
      };
      const { deliver } = publish(edition, { minified: true, cache: { ...cache, text } });
      await deliver(
        (file) => cache.note(file, ''),
        (row) => cache.noteKept(row),
      );
      before = cache.records();
      return rendered.sort();
    });
  });
}

describe('the texts that a watcher keeps', () => {
  const all = ['algo-a.md', 'algo-b.md', 'algo-locked.md', 'pages/about.md'];

  it('are not rendered again when settings or the titles of other entries change', () =>
    withPublications(Infinity, async (publishAgain) => {
      expect(await publishAgain()).to.deep.equal(all);
      // A locked text is encrypted again when its page is made again.
      expect(await publishAgain({ '_site.yml': site('title: 乙') })).to.deep.equal(['algo-locked.md']);
      const about = files['pages/about.md'].replace('title: "关于"', 'title: "关于我"');
      expect(await publishAgain({ 'pages/about.md': about })).to.deep.equal(['algo-locked.md', 'pages/about.md']);
    }));

  it('are rendered again when the text, its language or its links change', () =>
    withPublications(Infinity, async (publishAgain) => {
      await publishAgain();
      expect(await publishAgain({ 'algo-b.md': articleText({}, '改。\n') })).to.deep.equal(['algo-b.md']);
      expect(await publishAgain({ '_site.yml': 'url: https://example.org/blog\n' })).to.deep.equal(all);
      expect(await publishAgain({ '_site.yml': 'url: https://example.org/blog\nlanguage: en\n' })).to.deep.equal(all);
    }));

  it('take a bounded amount of memory', () =>
    withPublications(10, async (publishAgain) => {
      await publishAgain();
      expect(await publishAgain({ '_site.yml': site('title: 乙') })).to.include('algo-a.md');
    }));
});
