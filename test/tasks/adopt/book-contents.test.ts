// Books of GitBook, mdBook, MkDocs, docsify and VitePress: chapters are articles, but tables of contents are not.
import { expect } from 'chai';
import { planAdoption } from '../../../tasks/adopt.ts';
import { writeFiles } from '../../support/articles.ts';
import { cases } from '../../support/cases.ts';
import { withFolder } from '../../support/defects.ts';

type Book = {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly articles: readonly string[];
  readonly contents: readonly string[];
};

describe('the table of contents of a book', () => {
  for (const { name, files, articles, contents } of cases<Book>('books', 'books'))
    it(`is left out and reported: ${name}`, async () => {
      await withFolder(async (folder) => {
        writeFiles(folder, files);
        const { blog } = planAdoption(folder);
        expect(blog.articles.map(({ from }) => from).sort()).to.deep.equal(articles);
        const leftOut = blog.leftOut.filter(({ why }) => why.key === 'tableOfContents');
        expect(leftOut.map(({ file }) => file).sort()).to.deep.equal(contents);
      });
    });
});
