// The report of `adopt`: what the blog contains, what becomes of it, and what remains to be done, the most frequent
// defects first.
import { compare, isError } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { isChinese } from '#pdc/words/language';
import { message, textOf } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import { printable } from '#pdc/words/printable';
import { countArticles, firstNames } from '../report/count-messages.ts';
import type { Folder } from './blog-folder.ts';
import type { Blog, LeftOut } from './blog.ts';
import { mends } from './mend.ts';
import type { Addresses } from './address-plan.ts';
import type { Plan } from './adoption-plan.ts';
import type { Difference } from './was/compare-words.ts';
import type { Published } from './was/published-site.ts';
import type { TextReport } from './was/old-pages.ts';
import type { WidgetKind } from './foreign/widgets.ts';

export type Adoption = {
  readonly folder: Folder;
  readonly blog: Blog;
  /** The language of the site that the blog becomes. */
  readonly language: string;
  readonly plan: Plan;
  /** `_site.yml`. */
  readonly siteText: string;
  readonly refused: readonly string[];
  /** Settings that `_site.yml` does not contain. */
  readonly named: readonly LeftOut[];
  /** The number of articles that a lenient build publishes, and the number of articles found. */
  readonly count: number;
  readonly articlesFound: number;
  readonly addresses: Addresses;
  /** The output of the old generator, if there is one. */
  readonly published: Published | undefined;
  readonly compared: TextReport | undefined;
  /** The widgets of the old pages that cannot be kept. Like the defects, they refer to the copy if it is written. */
  readonly widgets: readonly FoundWidget[];
  /** The defects of the copy if it is written, otherwise the defects of the blog's own files. */
  readonly defects: readonly Defect[];
};

export type FoundWidget = { readonly kind: WidgetKind; readonly file: string; readonly line: number };

export function formatAdoption(adoption: Adoption): string {
  const { folder, blog, language, plan, siteText, refused, named, count, articlesFound, defects } = adoption;
  const inWords: InWords = (value) => (typeof value === 'object' ? textOf(value, language) : String(value));
  // Also counts articles that their own front matter marks as drafts.
  const drafts = blog.drafts.length + blog.articles.length - articlesFound;
  const pages = blog.pages.length;
  const otherFiles = blog.attachments.length + blog.statics.length;
  const counts = [
    countArticles(articlesFound),
    ...(drafts > 0 ? [message(drafts === 1 ? 'draft' : 'drafts', { count: drafts })] : []),
    ...(pages > 0 ? [message(pages === 1 ? 'page' : 'pages', { count: pages })] : []),
    message(otherFiles === 1 ? 'otherFile' : 'otherFiles', { count: otherFiles }),
  ].map(inWords);
  const [errors, warnings] = [defects.filter(isError), defects.filter((defect) => !isError(defect))];
  const [colon, comma] = isChinese({ language }) ? ['：', '，'] : [': ', ', '];
  const blocks = [
    [
      `${blog.engine}${colon}${counts.join(comma)}`,
      inWords(
        message(articlesFound === 1 ? 'publishedOfOne' : 'publishedOf', { published: count, count: articlesFound }),
      ),
    ],
    ['content/_site.yml', ...siteText.trimEnd().split('\n').map(indent)],
    block(
      inWords(message('changedInCopy')),
      [...plan.mended]
        .filter(([mend]) => mend !== 'written' && mend !== 'opened')
        .sort(byMend)
        .map(([mend, files]) => `${files.length}  ${inWords(mends[mend])}${colon}${inWords(firstNames(files, 3))}`),
    ),
    block(inWords(mends.written), firstLines(plan.mended.get('written') ?? [], inWords)),
    block(inWords(message('leftOut')), [
      ...[...blog.leftOut, ...named].map(({ file, why }) => `${file}${colon}${inWords(why)}`),
      ...[...folder.refused].map(([file, why]) => `${file}${colon}${inWords(why)}`),
      ...refused.map((key) => inWords(message('configRefused', { key }))),
    ]),
    plan.slugs ? [inWords(slugsMessage(plan.slugs))] : [],
    block(inWords(message('addresses')), addressLines(adoption, { inWords, colon })),
    adoption.compared ? block(inWords(message('textsCompared')), textLines(adoption.compared, { inWords, colon })) : [],
    block(inWords(message('widgets')), widgetLines(adoption.widgets, inWords)),
    block(
      inWords(message('notPublished')),
      errors.map((defect) => `${placeOf(defect)}  ${defect.rule}  ${inWords(defect.message)}`),
    ),
    block(inWords(message('toFix')), groups(warnings, inWords)),
    block(inWords(mends.opened), [...(plan.mended.get('opened') ?? [])]),
  ];
  const paragraphs = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `${paragraphs.join('\n\n')}\n`;
}

/** Formats a value in the language of the site. */
type InWords = (value: MessageValue) => string;

type Wording = { readonly inWords: InWords; readonly colon: string };

function addressLines({ addresses, published, blog }: Adoption, { inWords, colon }: Wording): string[] {
  const lines = published ? linesOfPublished(addresses, published) : linesOfSettings(addresses, blog);
  return [...lines.map(inWords), ...addresses.lost.map(({ from, why }) => `${from}${colon}${inWords(why)}`)];
}

/** Lines about the addresses in the old output or sitemap. */
function linesOfPublished(addresses: Addresses, { name }: Published): Message[] {
  const { all: count, keptCount: kept = 0, copied = 0, notes = [] } = addresses;
  const [redirected, lost] = [addresses.redirects.length, addresses.lost.length];
  return [message('wasSummary', { place: name, count, kept, redirected, copied, lost }), ...notes];
}

/**
 * Lines about the addresses that follow from the engine's settings. Addresses that depend on a theme, a plugin or the
 * build date are not included.
 */
function linesOfSettings({ all, redirects, lost }: Addresses, { engine }: Blog): Message[] {
  if (all === 0) return [];
  const [kept, redirected] = [all - lost.length, redirects.length];
  return [
    message(all === 1 ? 'addressAnswers' : 'addressesAnswer', { kept, count: all, redirected }),
    message('wasAdvice', { engine }),
  ];
}

/** How many words of a difference are shown. */
const maxShownWords = 12;

function textLines({ same, compared, different, absent }: TextReport, { inWords, colon }: Wording): string[] {
  return [
    inWords(message('textsSame', { same, count: compared })),
    ...(absent.length === 0
      ? []
      : [inWords(message('textsAbsent', { count: absent.length, files: inWords(firstNames(absent, 3)) }))]),
    ...different.map(({ file, difference }) => `${file}${colon}${inWords(differenceOf(difference))}`),
  ];
}

function differenceOf({ kind, text: all }: Difference): Message {
  const words = all.split(' ');
  const shown = words.slice(0, maxShownWords).join(' ');
  const start = shown.replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '');
  const text = words.length > maxShownWords ? `${start} …` : start;
  if (kind === 'lost') return message('textLost', { text });
  if (kind === 'added') return message('textAdded', { text });
  return kind === 'joined' ? message('textJoined', { text }) : message('textImage', { text });
}

const widgetKinds: Readonly<Record<WidgetKind, Message>> = {
  player: message('widgetPlayer'),
  chart: message('widgetChart'),
  gist: message('widgetGist'),
  gallery: message('widgetGallery'),
  frame: message('widgetFrame'),
  query: message('widgetQuery'),
};

/** For each kind, a line that says what to do instead, followed by a line for each file. */
function widgetLines(widgets: readonly FoundWidget[], inWords: InWords): string[] {
  return (Object.keys(widgetKinds) as WidgetKind[]).flatMap((kind) => {
    const ofKind = widgets.filter((widget) => widget.kind === kind);
    const lines = new Map<string, number[]>();
    for (const { file, line } of ofKind) lines.set(file, [...(lines.get(file) ?? []), line]);
    if (ofKind.length === 0) return [];
    return [
      `${ofKind.length}  ${inWords(widgetKinds[kind])}`,
      ...[...lines].map(([file, numbers]) => indent(`${file}:${numbers.join(', ')}`)),
    ];
  });
}

function block(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => indent(printable(line)))];
}

/** A line for each file. Of many files, one line with their number and the first ones. */
const firstLines = (files: readonly string[], inWords: InWords): readonly string[] =>
  files.length > maxListed ? [`${files.length}  ${inWords(firstNames(files, maxListed))}`] : files;

const maxListed = 10;

/** One line for each rule: the number of defects, the message of the first defect, and the first three places. */
function groups(defects: readonly Defect[], inWords: InWords): string[] {
  const byRule = new Map<Defect['rule'], Defect[]>();
  for (const defect of defects) byRule.set(defect.rule, [...(byRule.get(defect.rule) ?? []), defect]);
  const sorted = [...byRule].sort(([a, first], [b, second]) => second.length - first.length || compare(a, b));
  return sorted.map(([rule, ofRule]) => {
    const places = inWords(firstNames(ofRule.map(placeOf), 3));
    return `${String(ofRule.length).padStart(4)}  ${rule}  ${inWords(ofRule[0]!.message)} (${places})`;
  });
}

const placeOf = ({ file, line, column }: Defect): string => `${file}:${line}:${column}`;

const order = Object.keys(mends);
const byMend = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  order.indexOf(a) - order.indexOf(b);

const indent = (line: string): string => `  ${line}`;

function slugsMessage({ count, name, slug, choice, other }: NonNullable<Plan['slugs']>): Message {
  return message(choice === 'numbers' ? 'slugsByPinyin' : 'slugsByNumbers', { count, name, slug, choice, other });
}
