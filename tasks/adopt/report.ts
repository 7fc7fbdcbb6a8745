// The report of `adopt`: what was found, what it proposes, and what is left to do, most frequent first.
import { compare, isError } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { isChinese } from '#pdc/language';
import { message, textOf } from '#pdc/message';
import type { Message, MessageValue } from '#pdc/message';
import { firstOf } from '../report/report.ts';
import type { Folder } from './folder.ts';
import type { Blog, LeftOut } from './blog.ts';
import { mends } from './mend.ts';
import type { Addresses } from './addresses.ts';
import type { Plan } from './plan.ts';

export type Adoption = {
  readonly folder: Folder;
  readonly blog: Blog;
  /** The language of the site that the blog becomes. */
  readonly language: string;
  readonly plan: Plan;
  /** `_site.yml`. */
  readonly siteText: string;
  readonly refused: readonly string[];
  /** Settings that it does not hold. */
  readonly named: readonly LeftOut[];
  readonly published: number;
  readonly found: number;
  readonly addresses: Addresses;
  /** The defects of the copy where one is written, else as if the blog's own files were read. */
  readonly defects: readonly Defect[];
};

export function formatAdoption(adoption: Adoption): string {
  const { folder, blog, language, plan, siteText, refused, named, published, found, defects, addresses } = adoption;
  const inWords: InWords = (said) => (typeof said === 'object' ? textOf(said, language) : String(said));
  // Some say themselves that they are drafts.
  const drafts = blog.drafts.length + blog.articles.length - found;
  const pages = blog.pages.length;
  const others = blog.attachments.length + blog.statics.length;
  const counts = [
    message(found === 1 ? 'article' : 'articles', { count: found }),
    ...(drafts > 0 ? [message(drafts === 1 ? 'draft' : 'drafts', { count: drafts })] : []),
    ...(pages > 0 ? [message(pages === 1 ? 'page' : 'pages', { count: pages })] : []),
    message(others === 1 ? 'otherFile' : 'otherFiles', { count: others }),
  ].map(inWords);
  const [colon, comma] = isChinese({ language }) ? ['：', '，'] : [': ', ', '];
  const blocks = [
    [
      `${blog.engine}${colon}${counts.join(comma)}`,
      inWords(message(found === 1 ? 'publishedOfOne' : 'publishedOf', { published, count: found })),
    ],
    ['content/_site.yml', ...siteText.trimEnd().split('\n').map(indent)],
    block(
      inWords(message('changedInCopy')),
      [...plan.mended]
        .filter(([mend]) => mend !== 'written')
        .sort(byMend)
        .map(([mend, files]) => `${files.length}  ${inWords(mends[mend])}${colon}${inWords(firstOf(files, 3))}`),
    ),
    block(inWords(mends.written), [...(plan.mended.get('written') ?? [])]),
    block(inWords(message('leftOut')), [
      ...[...blog.leftOut, ...named, ...[...folder.refused].map(([file, why]) => ({ file, why }))].map(
        ({ file, why }) => `${file}${colon}${inWords(why)}`,
      ),
      ...refused.map((key) => inWords(message('configRefused', { key }))),
    ]),
    plan.slugs ? [inWords(slugsSaid(plan.slugs))] : [],
    block(inWords(message('addresses')), addressLines(addresses, { blog, inWords, colon })),
    block(
      inWords(message('notPublished')),
      defects.filter(isError).map((defect) => `${placeOf(defect)}  ${defect.rule}  ${inWords(defect.message)}`),
    ),
    block(
      inWords(message('toFix')),
      groups(
        defects.filter((defect) => !isError(defect)),
        inWords,
      ),
    ),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** In the language of the site. */
type InWords = (said: MessageValue) => string;

function addressLines(
  { all, guesses, redirects, lost }: Addresses,
  { blog: { unknown = [], alsoAt }, inWords, colon }: { blog: Blog; inWords: InWords; colon: string },
): string[] {
  if (all === 0) return [];
  // The configuration does not show the addresses that a theme, a plugin or the date of building adds.
  const summary = message(all === 1 ? 'addressAnswers' : 'addressesAnswer', {
    kept: all - lost.length,
    count: all,
    redirected: redirects.length,
  });
  const others = [
    ...(guesses === 0 ? [] : [message(alsoAt ? 'daysOfUtc' : 'pagesOfLists', { count: guesses })]),
    ...(unknown.length === 0 ? [] : [message('addressesOfOthers', { names: unknown.join(', ') })]),
  ].map(inWords);
  return [inWords(summary), ...others, ...lost.map(({ from, why }) => `${from}${colon}${inWords(why)}`)];
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map(indent)];
}

/** A line a rule: how often, what it is about, and where it begins. */
function groups(defects: readonly Defect[], inWords: InWords): string[] {
  return [...groupBy(defects)]
    .sort(([a, one], [b, two]) => two.length - one.length || compare(a, b))
    .map(
      ([rule, found]) =>
        `${String(found.length).padStart(4)}  ${rule}  ${inWords(found[0]!.message)} (${inWords(firstOf(found.map(placeOf), 3))})`,
    );
}

function groupBy(defects: readonly Defect[]): Map<Defect['rule'], Defect[]> {
  const groups = new Map<Defect['rule'], Defect[]>();
  for (const defect of defects) groups.set(defect.rule, [...(groups.get(defect.rule) ?? []), defect]);
  return groups;
}

const placeOf = ({ file, line, column }: Defect): string => `${file}:${line}:${column}`;

const order = Object.keys(mends);
const byMend = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  order.indexOf(a) - order.indexOf(b);

const indent = (line: string): string => `  ${line}`;

function slugsSaid({ count, name, slug, choice, other }: NonNullable<Plan['slugs']>): Message {
  return message(choice === 'numbers' ? 'slugsByPinyin' : 'slugsByNumbers', { count, name, slug, choice, other });
}
