// The report of `adopt`: what was found, what it proposes, and what is left to do, most frequent first.
import { compare, isError } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { isChinese } from '#pdc/language';
import { translate } from '../report/translate.ts';
import type { Folder } from './folder.ts';
import type { Blog } from './blog.ts';
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
  readonly published: number;
  readonly found: number;
  readonly addresses: Addresses;
  /** The defects of the copy where one is written, else as if the blog's own files were read. */
  readonly defects: readonly Defect[];
};

export function formatAdoption(adoption: Adoption): string {
  const { folder, blog, language, plan, siteText, refused, published, found, defects, addresses } = adoption;
  const tell: Tell = (sentence) => translate(sentence, language);
  // Some say themselves that they are drafts.
  const drafts = blog.drafts.length + blog.articles.length - found;
  const counts = [
    count(found, 'article'),
    ...(drafts > 0 ? [count(drafts, 'draft')] : []),
    ...(blog.pages.length > 0 ? [count(blog.pages.length, 'page')] : []),
    count(blog.attachments.length + blog.statics.length, 'other file'),
  ].map(tell);
  const [colon, comma] = isChinese({ language }) ? ['：', '，'] : [': ', ', '];
  const blocks = [
    [
      `${blog.engine}${colon}${counts.join(comma)}`,
      tell(`${published} of ${count(found, 'article')} published by a lenient build of this proposal`),
    ],
    ['content/_site.yml', ...siteText.trimEnd().split('\n').map(indent)],
    block(
      tell('Changed in the copy, and nowhere else'),
      [...plan.mended]
        .filter(([mend]) => mend !== 'written')
        .sort(byMend)
        .map(([mend, files]) => `${files.length}  ${tell(mends[mend])}${colon}${some(files, tell)}`),
    ),
    block(tell(mends.written), [...(plan.mended.get('written') ?? [])]),
    block(tell('Left out'), [
      ...[...blog.leftOut, ...[...folder.refused].map(([file, why]) => ({ file, why }))].map(
        ({ file, why }) => `${file}${colon}${tell(why)}`,
      ),
      ...refused.map((key) => tell(`${key} of the configuration: not what _site.yml takes`)),
    ]),
    block(tell('Addresses'), tellAddresses(addresses, { tell, colon })),
    block(
      tell('Not published: correct these first'),
      defects.filter(isError).map((defect) => `${placeOf(defect)}  ${defect.rule}  ${tell(defect.message)}`),
    ),
    block(
      tell('To fix, most frequent first'),
      groups(
        defects.filter((defect) => !isError(defect)),
        tell,
      ),
    ),
  ];
  return `${blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

/** Translates a sentence into the language of the site. */
type Tell = (sentence: string) => string;

function tellAddresses({ all, redirects, lost }: Addresses, { tell, colon }: { tell: Tell; colon: string }): string[] {
  if (all === 0) return [];
  // The configuration does not show the addresses that a theme, a plugin or the date of building adds.
  const summary = `${all - lost.length} of ${count(all, 'old address', 'es')} answer, by what the configuration says, ${redirects.length} of them by content/_redirects`;
  return [tell(summary), ...lost.map(({ from, why }) => `${from}${colon}${tell(why)}`)];
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map(indent)];
}

/** A line a rule: how often, what it is about, and where it begins. */
function groups(defects: readonly Defect[], tell: Tell): string[] {
  return [...groupBy(defects)]
    .sort(([a, one], [b, two]) => two.length - one.length || compare(a, b))
    .map(
      ([rule, found]) =>
        `${String(found.length).padStart(4)}  ${rule}  ${tell(found[0]!.message)} (${some(found.map(placeOf), tell)})`,
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

function some(names: readonly string[], tell: Tell): string {
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? tell(`${shown} and ${names.length - 3} more`) : shown;
}

const indent = (line: string): string => `  ${line}`;

const count = (amount: number, noun: string, plural = 's'): string => `${amount} ${noun}${amount === 1 ? '' : plural}`;
