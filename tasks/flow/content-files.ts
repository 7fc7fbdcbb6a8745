// Lists the content folder by names alone: articles, the files beside them, and the files that must not be read.
import path from 'node:path';
import { top } from '#pdc/words/defect';
import type { Finding } from '#pdc/words/defect';
import { redirectsFile } from '#pdc/library/redirects-file';
import { reachOf } from '../files/reach.ts';
import type { Reach } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** Why a file is not read, with its path on the disk. */
export type FileFinding = readonly [file: string, finding: Finding];

export type ContentFiles = {
  /** Paths below the folder, in order. */
  readonly articles: readonly string[];
  /** All other files, which articles may show. */
  readonly others: readonly string[];
  /** Articles that are not read: by another ending, or by a link that leads away. */
  readonly unread: number;
  readonly findings: readonly FileFinding[];
  /** gulp.src follows every link: whether none is to be left alone. */
  readonly isOpen: boolean;
  readonly reach: Reach;
};

export function listContent(folder: string, follow: readonly string[] | undefined): ContentFiles {
  const reach = reachOf(folder, { follow });
  const files: string[] = [];
  const refused: FileFinding[] = [];
  const nameIn = (file: string): string => path.relative(folder, file).replaceAll('\\', '/');
  const visit = {
    file: (file: string) => void files.push(nameIn(file)),
    refused: (file: string, why: Message) => void refused.push([file, outside(why)]),
  };
  walk(folder, visit, reach);
  const seen = files.filter((file) => !isHidden(file)).sort();
  const [articles, nonArticles] = [seen.filter(isArticle), seen.filter((file) => !isArticle(file))];
  const isText = (file: string): boolean => /\.(?:md|markdown|mdown|mkdn?|mdx)$/i.test(file);
  const findings = [
    ...nonArticles.filter(isText).map((file): FileFinding => [path.join(folder, file), misnamed]),
    ...refused.filter(([file]) => !isHidden(nameIn(file)) || isSiteFile(nameIn(file))),
  ];
  return {
    articles,
    others: nonArticles.filter((file) => !isText(file)),
    unread: findings.filter(([file]) => isText(file)).length,
    findings,
    isOpen: refused.length === 0,
    reach,
  };
}

const isHidden = (file: string): boolean => /(?:^|\/)[._]/.test(file);
const isArticle = (file: string): boolean => file.endsWith('.md');
const isSiteFile = (file: string): boolean => /^_site\.(?:yml|m?js|ts)$/.test(file) || file === redirectsFile;

/** A link that leads away, a device or a pipe. */
export const outside = (why: Message): Finding => ({ rule: 'outside', place: top, message: why });

/** An article by another ending is left out, and never in silence. */
const misnamed: Finding = {
  ...{ rule: 'filename', place: top, always: 'warn' },
  message: message('articleEnding'),
};
