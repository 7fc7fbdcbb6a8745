// What taking a blog over means, file by file: names, front matter in our form, and the maps that `_site.yml` needs.
import { decodeWhole } from '#pdc/decode';
import path from 'node:path';
import { toArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { compare } from '#pdc/defect';
import type { Finding } from '#pdc/defect';
import type { RuleId } from '#pdc/rules';
import { dateOf, readFileName, toStem } from '#pdc/file-name';
import { mapLines } from './foreign/line-map.ts';
import { readFrontMatter } from '#pdc/article/front-matter';
import { readTitle } from './foreign/read.ts';
import { atInstant } from '#pdc/moment';
import { namesOf } from '#pdc/library/post-names';
import { defaultSite } from '#pdc/site';
import type { Site } from '#pdc/site';
import type { Lookups } from '#pdc/markdown/tag-templates';
import { toTaxonomy } from '#pdc/library/taxonomy';
import { decodeUtf8 } from '#pdc/utf8';
import type { Blog, Move } from './blog.ts';
import type { Folder } from './folder.ts';
import { mendText } from './mend.ts';
import type { Mend, MendOptions } from './mend.ts';
import { slugOf } from './names.ts';
import type { OldPost } from './permalink.ts';

/** A file of the new folder: copied as it is, or written anew; then each of its lines has one of the old file. */
export type PlannedFile = Move & {
  readonly text?: string;
  readonly lines?: readonly number[];
  /** Shortcodes that nobody knows: the copy shows them as text, so that no build finds them in it. Places in the old file. */
  readonly strays?: readonly Finding[];
};

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
  /** Every article that could be read, as its engine knew it, by its new path. */
  readonly posts: ReadonlyMap<string, OldPost>;
};

/** When files were first committed, where somebody asks for that. */
export type Commits = ReadonlyMap<string, number>;

/** An article as it is taken over. */
type Taken = PlannedFile & {
  readonly mends: readonly Mend[];
  /** What its engine read in it. */
  readonly attributes?: OldPost['attributes'];
};

type Read = { readonly taken: Taken; readonly article: Article; readonly rules: readonly RuleId[] };

export function planBlog(folder: Folder, { blog, commits }: { blog: Blog; commits: Commits | undefined }): Plan {
  const permalink = blog.permalink ?? defaultSite.permalink;
  const site: Site = { ...defaultSite, ...blog.facts, permalink };
  const { moves, folders } = withOwnNames(blog.articles, site);
  const attachments = blog.attachments.map((move) => ({ ...move, to: inFolder(move.to, folders) }));
  const others = [...blog.pages, ...blog.drafts].map((move) => ({ ...move, renamed: false }));
  const pictures = createPictures(folder, blog, attachments);
  const mend = createMend(folder, { blog, site, commits, moves: [...moves, ...others], pictureAt: pictures.find });
  const taken = moves.map(mend);
  const read = taken.flatMap((each) => readTaken(each, site));
  const articles = read.map(({ article }) => article);
  return {
    content: [...taken, ...attachments, ...withMade(others.map(mend), { folder, made: blog.made ?? [] })],
    statics: [...blog.statics, ...pictures.used()],
    maps: mapsOf(articles),
    prefixes: prefixesOf(articles),
    permalink,
    habits: habitsOf(read),
    mended: collect(taken),
    posts: new Map(read.map((one) => [one.taken.to, toOldPost(one, blog)])),
  };
}

/** A made page goes below the text of the page that has its name. */
function withMade(
  pages: readonly PlannedFile[],
  { folder, made }: { folder: Folder; made: NonNullable<Blog['made']> },
): PlannedFile[] {
  const added = made.filter(({ to }) => !pages.some((page) => page.to === to));
  return [
    ...pages.map((page): PlannedFile => {
      const own = made.find(({ to }) => to === page.to);
      if (!own) return page;
      const text = page.text ?? String(folder.read(page.from) ?? '');
      return { ...page, text: `${text.trimEnd()}\n\n${own.body}` };
    }),
    ...added.map(({ to, title, body }) => ({ from: to, to, text: `---\ntitle: "${title}"\n---\n${body}` })),
  ];
}

type MendContext = {
  readonly blog: Blog;
  readonly site: Site;
  readonly commits: Commits | undefined;
  readonly moves: readonly (Move & { renamed: boolean })[];
  readonly pictureAt: (name: string, from: Move) => string | undefined;
};

function createMend(
  folder: Folder,
  { blog, site, commits, moves, pictureAt }: MendContext,
): (move: Move & { renamed: boolean }) => Taken {
  const drafts = new Set(blog.drafts.map(({ from }) => from));
  const published = moves.filter(({ from }) => !drafts.has(from));
  const lookupsFrom = createLookups(folder, blog, published);
  const byFrom = new Map(moves.map((move) => [move.from, move]));
  return ({ from, to, renamed }) => {
    const bytes = folder.read(from) ?? Buffer.alloc(0);
    const options: MendOptions = {
      blog,
      from,
      timezone: site.timezone,
      emoji: blog.emoji === true,
      lookups: lookupsFrom(to),
      pictureAt: (name) => pictureAt(name, { from, to }),
      written() {
        if (to.startsWith('pages/')) return undefined;
        const committed = commits?.get(from);
        const { text } = atInstant(committed ?? folder.changed(from), site.timezone);
        return { text, by: committed === undefined ? 'written' : 'committed' };
      },
    };
    const mended = mendText(bytes, options);
    if (!mended) return { from, to, mends: renamed ? ['renamed'] : [] };
    const { translation } = mended;
    const text = relink(mended.text, { from, to }, byFrom);
    const old = decodeUtf8(bytes);
    return {
      from,
      to,
      text,
      ...(old === undefined || old === text ? {} : { lines: mapLines(old, text, 1) }),
      mends: [
        ...mended.mends,
        ...(text !== mended.text && !mended.mends.includes('body') ? ['body' as const] : []),
        ...(renamed ? ['renamed' as const] : []),
      ],
      ...(translation && {
        attributes: translation.frontMatter.attributes,
        strays: translation.findings.filter(({ rule }) => rule === 'template-tags'),
      }),
    };
  };
}

/** Links to Markdown files that have another name or place now. */
function relink(text: string, { from, to }: Move, byFrom: ReadonlyMap<string, Move>): string {
  const { dirname, join, relative } = path.posix;
  return text.replace(/(?<=\]\()[^()\s<>#?]+\.(?:md|markdown)(?=[#?)\s])/gi, (href) => {
    const name = decodeWhole(href);
    const target = href.startsWith('/') ? undefined : byFrom.get(join(dirname(from), name));
    if (!target || join(dirname(to), name) === target.to) return href;
    return encodeURI(relative(dirname(to), target.to));
  });
}

/** Articles by their old names, from where another one will stand; and code by its path. */
function createLookups(folder: Folder, { codeFolder }: Blog, moves: readonly Move[]): (to: string) => Lookups {
  const known = new Map<string, Move>();
  for (const move of moves)
    for (const name of [...namesOf(move.from), ...namesOf(move.to)]) if (!known.has(name)) known.set(name, move);
  return (to) => ({
    post(name) {
      const found = namesOf(name)
        .map((each) => known.get(each))
        .find((each) => each !== undefined);
      if (!found) return undefined;
      const told = readTitle(folder.text(found.from) ?? '');
      return (
        told && {
          href: encodeURI(path.posix.relative(path.posix.dirname(to), found.to)),
          title: told.title ?? toStem(found.to),
        }
      );
    },
    code(name) {
      return codeFolder === undefined ? undefined : folder.text(path.posix.join(codeFolder, name));
    },
  });
}

/** Pictures that front matter names: among the static files, beside the article, or in the theme, from where they are taken along. */
function createPictures(
  folder: Folder,
  { statics, themeFolders = [] }: Blog,
  attachments: readonly Move[],
): { find: (name: string, move: Move) => string | undefined; used: () => readonly Move[] } {
  const known = new Set(statics.map(({ to }) => `/${to}`));
  const beside = new Set(attachments.map(({ to }) => to));
  const taken = new Map<string, Move>();
  return {
    used: () => [...taken.values()],
    find(name, { to }) {
      if (/^https?:\/\//.test(name)) return name;
      if (/^[a-z]+:|^\/\//i.test(name)) return undefined;
      const bare = decodeWhole(name.trim().replace(/[?#].*$/, ''));
      if (bare.split(/[\\/]/).includes('..')) return undefined;
      const site = `/${bare.replace(/^\.?\/+/, '')}`;
      if (known.has(site) || taken.has(site)) return site;
      const own = `${to.replace(/(?:\/index)?\.md$/, '')}/${bare}`;
      if (beside.has(own)) return bare;
      const theme = themeFolders.find((each) => folder.has(`${each}${site}`));
      if (theme === undefined || !/\.(?:png|jpe?g|gif|webp|avif)$/i.test(site)) return undefined;
      taken.set(site, { from: `${theme}${site}`, to: site.slice(1) });
      return site;
    },
  };
}

function readTaken(taken: Taken, site: Site): Read[] {
  const frontMatter = taken.text === undefined ? undefined : readFrontMatter(taken.text);
  if (!frontMatter || 'findings' in frontMatter) return [];
  const { article, findings } = toArticle({ source: taken.to, frontMatter, site });
  return [{ taken, article, rules: findings.map(({ rule }) => rule) }];
}

const toOldPost = ({ taken, article: { title, date, categories, tags } }: Read, blog: Blog): OldPost => ({
  name: nameIn(blog, taken),
  title,
  date: date.text,
  epoch: date.epoch,
  categories,
  tags,
  attributes: taken.attributes ?? {},
});

/** The path below the folder of articles, without ending: what patterns are filled with. */
function nameIn({ engine }: Blog, { from }: Move): string {
  const root = { Hexo: 'source/_posts/', Hugo: 'content/', Jekyll: '_posts/', Markdown: '' }[engine];
  return (from.startsWith(root) ? from.slice(root.length) : from).replace(/\.\w+$/, '').normalize('NFC');
}

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
