// One article to files: what the machine channel says of each.
import { objectTransform } from 'through2';
import type Vinyl from 'vinyl';
import type { Article } from '#pdc/article';
import type { Output } from '#pdc/document';
import { toOutputFile } from './vinyl.ts';

export function eachArticle(...makers: readonly ((article: Article) => Output)[]): NodeJS.ReadWriteStream {
  return objectTransform(async function* eachArticle(articles: AsyncIterable<Article>): AsyncGenerator<Vinyl> {
    for await (const article of articles) {
      for (const make of makers) yield toOutputFile(make(article));
    }
  });
}
