// Lists the content folder without reading files: articles, other files, and files that must not be read.
import path from 'node:path';
import { top } from '#pdc/words/defect';
import type { Finding } from '#pdc/words/defect';
import { redirectsFile } from '#pdc/library/redirects-file';
import { reachOf } from '../files/reach.ts';
import type { Reach } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** The path of a file on the disk, and the reason why it is not read. */
export type FileFinding = readonly [file: string, finding: Finding];

export type ContentFiles = {
  /** Sorted paths below the folder. */
  readonly articles: readonly string[];
  /** All other files. Articles may show them. */
  readonly others: readonly string[];
  /** The number of articles that are not read: their extension is not `.md`, or they are links out of the folder. */
  readonly unread: number;
  readonly findings: readonly FileFinding[];
  /** Whether gulp.src may search the folder. gulp.src follows every link, so this is false if a link was refused. */
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
    refused: (file: string, why: Message) => void refused.push([file, outsideFinding(why)]),
  };
  walk(folder, visit, reach);
  const visible = files.filter((file) => !isHidden(file)).sort();
  const [articles, nonArticles] = [visible.filter(isArticle), visible.filter((file) => !isArticle(file))];
  const isText = (file: string): boolean => /\.(?:md|markdown|mdown|mkdn?|mdx)$/i.test(file);
  const findings = [
    ...nonArticles.filter(isText).map((file): FileFinding => [path.join(folder, file), extensionFinding]),
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

/** The finding for a link that leads out of the folder, a device or a pipe. */
export const outsideFinding = (why: Message): Finding => ({ rule: 'outside', place: top, message: why });

/** The finding for an article that is not published because its extension is not `.md`. */
const extensionFinding: Finding = {
  rule: 'filename',
  place: top,
  always: 'warn',
  message: message('articleEnding'),
};
