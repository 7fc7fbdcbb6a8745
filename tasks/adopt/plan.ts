// What taking a blog over means, file by file: names, what is added to front matter, and the maps that `_site.yml` needs.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { toArticle } from '#pdc/article';
import type { Article } from '#pdc/article';
import { compare } from '#pdc/defect';
import type { RuleId } from '#pdc/defect';
import { dateOf, readFileName, toStem } from '#pdc/file-name';
import { readFrontMatter } from '#pdc/front-matter';
import type { FrontMatter } from '#pdc/front-matter';
import { postPath } from '#pdc/paths';
import { defaultSite } from '#pdc/site';
import type { Site } from '#pdc/site';
import { toTaxonomy } from '#pdc/taxonomy';
import { textOf } from './blog.ts';
import type { Blog, Move } from './blog.ts';
import { addAliases, addLines, holdsFormulas, mendText, takeApart } from './mend.ts';
import type { Mend } from './mend.ts';
import { slugOf } from './names.ts';

/** A file of the new folder: copied as it is, or written anew, with some lines more in its front matter. */
export type PlannedFile = Move & { readonly text?: string; readonly added?: number };

export type Plan = {
  readonly content: readonly PlannedFile[];
  readonly statics: readonly PlannedFile[];
  /** Keys of `_site.yml` beside the blog's facts. */
  readonly maps: Pick<Site, 'category_map' | 'tag_map'>;
  /** First words of file names that go with the same categories, more than once. */
  readonly prefixes: Site['prefixes'];
  readonly permalink: string;
  /** Rules that at least half of the articles break in form alone, and by how many. */
  readonly habits: ReadonlyMap<RuleId, number>;
  /** What was done to which files, by their old paths. */
  readonly mended: ReadonlyMap<Mend, readonly string[]>;
  /** What only the author can do. */
  readonly byHand: readonly string[];
};

/** An article as it is taken over. */
type Taken = Move & { text?: string; added: number; readonly mends: Mend[] };

type Read = {
  readonly taken: Taken;
  readonly frontMatter: FrontMatter;
  readonly article: Article;
  readonly rules: readonly RuleId[];
};

export function planBlog(folder: string, blog: Blog): Plan {
  const permalink = blog.permalink ?? defaultSite.permalink;
  const site: Site = { ...defaultSite, ...blog.facts, permalink };
  const { moves, folders } = withOwnNames(blog.articles, site);
  const taken = moves.map((move) => takeOver(folder, move, move.renamed));
  const read = taken.flatMap((each) => readTaken(each, { site, blog }));
  const byHand: string[] = [];
  for (const one of read) complete(one, { blog, site, byHand });
  const articles = read.map(({ article }) => article);
  return {
    content: [
      ...taken,
      ...blog.attachments.map((move) => ({ ...move, to: inFolder(move.to, folders) })),
      ...pagesOf(folder, blog),
    ],
    statics: blog.statics,
    maps: mapsOf(articles),
    prefixes: prefixesOf(articles),
    permalink,
    habits: habitsOf(read),
    mended: collect(taken),
    byHand,
  };
}

function takeOver(folder: string, { from, to }: Move, renamed: boolean): Taken {
  const mended = mendText(readFileSync(path.join(folder, from)));
  const mends = [...(mended?.mends ?? []), ...(renamed ? ['renamed' as const] : [])];
  return { from, to, mends, added: mends.includes('opened') ? 1 : 0, ...(mended && { text: mended.text }) };
}

/** Pages and drafts, by the same mends. */
function pagesOf(folder: string, { pages, drafts }: Blog): PlannedFile[] {
  return [...pages, ...drafts].map((move) => {
    const mended = mendText(readFileSync(path.join(folder, move.from)));
    return mended ? { ...move, text: mended.text } : move;
  });
}

function readTaken(taken: Taken, { site, blog }: { site: Site; blog: Blog }): Read[] {
  const frontMatter = taken.text === undefined ? undefined : readFrontMatter(taken.text);
  if (!frontMatter || 'findings' in frontMatter) return [];
  const { attributes } = frontMatter;
  // Its date may have stood in the name that it had.
  const date = dateOf(toStem(taken.from));
  if (date !== undefined && attributes.date === undefined && dateOf(toStem(taken.to)) === undefined) {
    return readTaken(withLines(taken, 'date', [`date: ${date} 00:00:00`]), { site, blog });
  }
  const words = ['tags', 'categories'].find((key) => blog.splitsWords && /\S\s+\S/.test(textOf(attributes[key]) ?? ''));
  if (words !== undefined) {
    taken.text = takeApart(taken.text!, words, (attributes[words] as string).trim().split(/\s+/));
    if (!taken.mends.includes('words')) taken.mends.push('words');
    return readTaken(taken, { site, blog });
  }
  const { article, findings } = toArticle({ file: taken.from, source: taken.to, frontMatter, site });
  return [{ taken, frontMatter, article, rules: findings.map(({ rule }) => rule) }];
}

function withLines(taken: Taken, mend: Mend, lines: readonly string[]): Taken {
  taken.text = addLines(taken.text!, lines);
  taken.added += lines.length;
  taken.mends.push(mend);
  return taken;
}

/** Adds what the front matter lacks for old addresses and formulas to stay. */
function complete(
  { taken, frontMatter, article }: Read,
  { blog, site, byHand }: { blog: Blog; site: Site; byHand: string[] },
): void {
  const { attributes } = frontMatter;
  const { title, date, categories } = article;
  const old = blog.addressOf({ name: nameIn(blog, taken), title, date: date.text, categories, attributes });
  const redirects = [attributes.redirect_from].flat().filter((each) => typeof each === 'string');
  const here = postPath(site, article);
  const lost = [...(old === undefined || article.draft ? [] : [old]), ...redirects].filter(
    (each) => !isSame(each, here),
  );
  const aliases = [...new Set(lost)].map(toAlias);
  const missing = aliases.filter((alias) => !JSON.stringify(attributes.aliases ?? '').includes(JSON.stringify(alias)));
  if (missing.length > 0) {
    const longer = attributes.aliases === undefined ? undefined : addAliases(taken.text!, missing);
    if (attributes.aliases === undefined) withLines(taken, 'aliases', [`aliases: ${JSON.stringify(missing)}`]);
    else if (longer === undefined) byHand.push(`${taken.from}: add ${missing.join(' ')} to its aliases`);
    else {
      taken.text = longer;
      taken.mends.push('aliases');
    }
  }
  const says = [attributes.mathjax, attributes.math, attributes.katex].some((each) => each !== undefined);
  if (!says && holdsFormulas(frontMatter)) withLines(taken, 'mathjax', ['mathjax: true']);
}

/** The path below the folder of articles, without ending: what patterns are filled with. */
function nameIn({ engine }: Blog, { from }: Move): string {
  const root = { Hexo: 'source/_posts/', Hugo: 'content/', Jekyll: '_posts/', Markdown: '' }[engine];
  return from
    .slice(root.length)
    .replace(/\.\w+$/, '')
    .normalize('NFC');
}

const isSame = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');

/** A path as `aliases` holds it: decoded, but for the signs that end a path. */
const toAlias = (path: string): string => path.replace(/[?#]|%(?![\da-f]{2})/gi, encodeURIComponent);

/** Names that give every article an address of its own; a folder of an article's own goes along. */
function withOwnNames(
  moves: readonly Move[],
  { prefixes }: Site,
): { moves: (Move & { renamed: boolean })[]; folders: ReadonlyMap<string, string> } {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  const named = moves.map(({ from, to }) => {
    const folder = to.slice(0, to.lastIndexOf('/') + 1);
    const stem = to.slice(folder.length);
    const parent = folder.split('/').at(-2);
    const date = dateOf(toStem(from));
    const proposals = [
      stem,
      ...(parent === undefined ? [] : [`${parent}-${stem}`]),
      ...(date === undefined ? [] : [`${date}-${stem}`]),
    ];
    const more = Array.from({ length: 50 }, (_, index) => stem.replace(/\.md$/, `-${index + 2}-bis.md`));
    const own = [...proposals, ...more].find((name) => !taken.has(slugIn(folder + name))) ?? stem;
    taken.add(slugIn(folder + own));
    if (own !== stem) folders.set(to.replace(/\.md$/, '/'), `${folder}${own.replace(/\.md$/, '/')}`);
    return { from, to: folder + own, renamed: lastPart(from) !== own };
  });
  return { moves: named, folders };

  function slugIn(to: string): string {
    return readFileName(to, prefixes).slug.toLowerCase();
  }
}

const lastPart = (file: string): string => file.slice(file.lastIndexOf('/') + 1);

function inFolder(file: string, folders: ReadonlyMap<string, string>): string {
  const found = [...folders].find(([from]) => file.startsWith(from));
  return found ? found[1] + file.slice(found[0].length) : file;
}

/** A slug for every name that has none, or the one of another name. */
function mapsOf(articles: readonly Article[]): Plan['maps'] {
  const newest = [...articles].sort((a, b) => b.date.epoch - a.date.epoch || compare(a.slug, b.slug));
  const mapFor = (names: readonly string[], defaults: Readonly<Record<string, string>>): Record<string, string> => {
    const map: Record<string, string> = {};
    const uses = names.map((name) => ({ name, mention: undefined }));
    for (const { name, proposal } of toTaxonomy(uses, defaults).problems) {
      map[name] = slugOf(name, { proposal, taken: new Set([...Object.values(map), ...Object.values(defaults)]) });
    }
    return map;
  };
  return {
    category_map: mapFor(
      newest.flatMap(({ categories }) => categories),
      defaultSite.category_map,
    ),
    tag_map: mapFor(
      newest.flatMap(({ tags }) => tags),
      defaultSite.tag_map,
    ),
  };
}

function prefixesOf(articles: readonly Article[]): Plan['prefixes'] {
  const groups = new Map<string, Article[]>();
  for (const article of articles) {
    const [, word] = /^([a-z][a-z\d]*)-/.exec(toStem(article.source)) ?? [];
    if (word !== undefined && article.prefix === undefined) groups.set(word, [...(groups.get(word) ?? []), article]);
  }
  const shared = [...groups].filter(([, [first, second, ...rest]]) => {
    const names = first!.categories;
    return (
      second &&
      (names.length === 1 || names.length === 2) &&
      [second, ...rest].every(({ categories }) => String(categories) === String(names))
    );
  });
  return Object.fromEntries(
    shared.map(([word, members]) => {
      const tags = [...new Set(members.flatMap((member) => member.tags.slice(0, 1)))];
      return [word, { categories: members[0]!.categories, tags }];
    }),
  );
}

/** Rules of form: what breaks them is published as well as what keeps them. */
const formRules: readonly RuleId[] = [
  'title-quoted',
  'date-format',
  'categories',
  'categories-prefix',
  'tags',
  'tags-first',
  'description',
  'filename',
  'filename-prefix',
  'filename-ascii',
];

function habitsOf(read: readonly Read[]): ReadonlyMap<RuleId, number> {
  const counts = formRules.map((rule) => [rule, read.filter(({ rules }) => rules.includes(rule)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0 && count * 2 >= read.length));
}

function collect(taken: readonly Taken[]): ReadonlyMap<Mend, string[]> {
  const mended = new Map<Mend, string[]>();
  for (const { from, mends } of taken) for (const mend of mends) mended.set(mend, [...(mended.get(mend) ?? []), from]);
  return mended;
}
