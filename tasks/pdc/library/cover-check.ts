// Checks the cover image of an article: a file of the site or a web address.
import { withFields } from '../article/article.ts';
import type { Article } from '../article/article.ts';
import { ownFolder } from '../site/file-name.ts';
import { toSitePath } from '../markdown/links.ts';
import { localityOf } from '../markdown/unreachable-addresses.ts';
import { remember } from '../remember.ts';
import type { Site } from '../site/site.ts';
import type { EntryReport } from './entry-report.ts';
import { message } from '../words/message.ts';

type CoverContext = {
  site: Site;
  statics: ReadonlySet<string>;
  /** Site paths of attachments. */
  pathByFile: ReadonlyMap<string, string>;
  report: EntryReport;
};

/** Checks the rules `types` and `local-path`: a cover is an existing path or a web address. */
export function checkCover(article: Article, { site, statics, pathByFile, report }: CoverContext): Article {
  if (article.cover === undefined) return article;
  const locality = localityOf(article.cover);
  if (locality !== undefined) {
    const link = article.cover;
    const problem = {
      file: message('linkToFile', { link }),
      preview: message('linkToPreview', { link }),
      machine: message('imageOfMachine', { link }),
    }[locality];
    report(article, { rule: 'local-path', at: ['cover'], message: problem });
    return withoutCover(article);
  }
  const path = toSitePath(site, article.cover, '/');
  const attachment = pathByFile.get(`${ownFolder(article.source)}${article.cover}`);
  const cover = path === undefined ? toWebAddress(article.cover) : statics.has(path) ? path : attachment;
  if (cover !== undefined) return cover === article.cover ? article : withFields(article, { cover });
  const problem = message(path === undefined ? 'coverNoAddress' : 'coverMissing', { cover: article.cover });
  report(article, { rule: 'types', at: ['cover'], message: problem });
  return withoutCover(article);
}

const withoutCover = remember(({ cover: _unusable, ...article }: Article): Article => Object.freeze(article));

/** A web address in its normal form; undefined for other texts. */
function toWebAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}
