// The picture of an article: a file of the site, or an address of the web.
import { withFields } from '../article/article.ts';
import type { Article } from '../article/article.ts';
import { ownFolder } from '../site/file-name.ts';
import { toSitePath } from '../markdown/links.ts';
import { localityOf } from '../markdown/local.ts';
import { remember } from '../remember.ts';
import type { Site } from '../site/site.ts';
import type { Tell } from './entry-report.ts';
import { message } from '../words/message.ts';

type CoverContext = {
  site: Site;
  statics: ReadonlySet<string>;
  /** Site paths of attachments. */
  pathByFile: ReadonlyMap<string, string>;
  tell: Tell;
};

/** Rules types and local-path: a cover is a path that exists, or an address of the web. */
export function checkCover(article: Article, { site, statics, pathByFile, tell }: CoverContext): Article {
  if (article.cover === undefined) return article;
  const locality = localityOf(article.cover);
  if (locality !== undefined) {
    const link = article.cover;
    const fault = {
      file: message('linkToFile', { link }),
      preview: message('linkToPreview', { link }),
      machine: message('imageOfMachine', { link }),
    }[locality];
    tell(article, { rule: 'local-path', at: ['cover'], message: fault });
    return withoutCover(article);
  }
  const path = toSitePath(site, article.cover, '/');
  const beside = pathByFile.get(`${ownFolder(article.source)}${article.cover}`);
  const cover = path === undefined ? toWebAddress(article.cover) : statics.has(path) ? path : beside;
  if (cover !== undefined) return cover === article.cover ? article : withFields(article, { cover });
  const fault = message(path === undefined ? 'coverNoAddress' : 'coverMissing', { cover: article.cover });
  tell(article, { rule: 'types', at: ['cover'], message: fault });
  return withoutCover(article);
}

const withoutCover = remember(({ cover: _unusable, ...article }: Article): Article => Object.freeze(article));

/** An address of the web as JSON can hold it; nothing for anything else. */
function toWebAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}
