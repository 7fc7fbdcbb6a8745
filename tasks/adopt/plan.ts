// Plans the adoption of a blog file by file: names, front matter in our form, and the maps that `_site.yml` needs.
import { decodeWhole } from '#pdc/text/decode';
import path from 'node:path';
import { toArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { compare } from '#pdc/words/defect';
import type { Finding } from '#pdc/words/defect';
import type { RuleId } from '#pdc/words/rules';
import { dateOf, readFileName, toStem } from '#pdc/site/file-name';
import { mapLines } from './foreign/line-map.ts';
import { readFrontMatter } from '#pdc/article/front-matter';
import { atInstant } from '#pdc/text/moment';
import { defaultSite } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { isAscii } from '#pdc/text/fold';
import { toTaxonomy } from '#pdc/library/taxonomy';
import { decodeUtf8 } from '#pdc/text/utf8';
import { asMd, headOf, wordOf, zoneOf } from './blog.ts';
import type { Blog, Configured, Move } from './blog.ts';
import type { Folder } from './folder.ts';
import { withSlashes } from './foreign/backslashes.ts';
import { address } from './foreign/markdown.ts';
import type { PlacedWidget } from './foreign/read.ts';
import { withoutComments } from './foreign/prose.ts';
import { mendText, withHead } from './mend.ts';
import type { Mend, MendOptions } from './mend.ts';
import ids from './form-rules.json' with { type: 'json' };
import { momentIn } from './own-form.ts';
import { postOf } from './permalink.ts';
import type { OldPost } from './permalink.ts';
import { createPosts } from './post-names.ts';

/** A file of the new folder: copied as it is, or written anew; then each of its lines has one of the old file. */
export type PlannedFile = Move & {
  readonly text?: string;
  readonly lines?: readonly number[];
  /** Unknown shortcodes, by their places in the old file. The copy shows them as text, so no build reports them. */
  readonly strays?: readonly Finding[];
  /** What the old page drew and cannot be kept, by the lines of the old file. */
  readonly widgets?: readonly PlacedWidget[];
};

export type Plan = {
  readonly content: readonly PlannedFile[];
  readonly statics: readonly PlannedFile[];
  /** Keys of `_site.yml` beside the blog's facts. */
  readonly maps: Pick<Site, 'category_map' | 'tag_map'>;
  readonly permalink: string;
  /** The paths of the pictures of the site and of its author. */
  readonly pictures: Configured['pictures'];
  /** How many names are not ASCII, and an example: a name, its slug, and its slug by the other choice. */
  readonly slugs?: Readonly<Record<'name' | 'slug' | 'choice' | 'other', string>> & { readonly count: number };
  /** Rules of form that at least half of the articles break, and how many do. */
  readonly habits: ReadonlyMap<RuleId, number>;
  /** The old paths of the files with each change. */
  readonly mended: ReadonlyMap<Mend, readonly string[]>;
  /** Every article that could be read, as its engine knew it, by its new path. */
  readonly posts: ReadonlyMap<string, OldPost>;
};

/** An article in the new folder. */
type Taken = PlannedFile & {
  readonly mends: readonly Mend[];
  /** The front matter as its engine read it. */
  readonly attributes?: OldPost['attributes'];
};

type ParsedArticle = { readonly taken: Taken; readonly article: Article; readonly rules: readonly RuleId[] };

/** How names that are not ASCII become slugs: by their sound, or as numbers. */
export type Slugs = 'pinyin' | 'numbers';

export type PlanOptions = {
  readonly slugs?: Slugs | undefined;
  /** Called with the number of articles that are read, and the number of all. */
  readonly onText?: (done: number, count: number) => void;
};

export function planBlog(folder: Folder, blog: Blog, { slugs = 'pinyin', onText = () => {} }: PlanOptions = {}): Plan {
  const permalink = blog.permalink ?? defaultSite.permalink;
  const { timezone } = blog.facts;
  const zone = timezone === undefined ? {} : { timezone: zoneOf({ timezone }) };
  const site: Site = { ...defaultSite, ...blog.facts, ...zone, permalink };
  const slugOf = createSlugs(folder, blog);
  const { moves, folders } = withOwnNames(blog.articles, { site, slugs, slugOf });
  const attachments = blog.attachments.map((move) => ({ ...move, to: inFolder(move.to, folders) }));
  const others = [...blog.pages, ...blog.drafts].map((move) => ({ ...move, renamed: false }));
  const pictures = createPictures(folder, blog, attachments);
  const mend = createMend(folder, { blog, site, moves: [...moves, ...others], attachments, pictureAt: pictures.find });
  const found = picturesOfSite(blog, pictures.find);
  // Friends without a picture show their initial.
  const made = (blog.made ?? []).map(({ body, ...file }) => ({
    ...file,
    body: body.replace(/,"avatar":"(\/[^"]*)"/g, (avatar, name: string) =>
      pictures.find(name, { from: '', to: '' }) === undefined ? '' : avatar,
    ),
  }));
  const taken = moves.map((move, at) => {
    onText(at, moves.length);
    return mend(move);
  });
  const read = taken.flatMap((each) => readTaken(each, site));
  const articles = read.map(({ article }) => article);
  const posts = new Map(read.map((one) => [one.taken.to, toOldPost(one, blog)]));
  return {
    content: [...taken, ...attachments, ...withMade(others.map(mend), { folder, made })],
    statics: [...blog.statics, ...pictures.used()],
    maps: mapsOf(articles),
    permalink,
    pictures: found,
    ...slugsOf(blog.articles, { site, slugs, slugOf }),
    habits: habitsOf(read),
    mended: collect(taken),
    posts,
  };
}

/** The pictures of the site. A `favicon` is the icon, unless the settings name one. */
function picturesOfSite({ configured, statics }: Blog, find: MendContext['pictureAt']): Configured['pictures'] {
  const said = Object.entries(configured?.pictures ?? {}).flatMap(([key, name]) => {
    const path = find(name, { from: '', to: '' });
    return path === undefined ? [] : [[key, path] as const];
  });
  const usual = statics.find(({ to }) => /^favicon\.(?:svg|png|ico)$/.test(to));
  return { ...(usual && { icon: `/${usual.to}` }), ...Object.fromEntries(said) };
}

/** Adds new pages. The text of one whose name exists follows the text of that page. */
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
      return { ...page, text: `${text.trimEnd()}\n\n${own.body}`.trimEnd() + '\n' };
    }),
    ...added.map(({ to, title, body }) => ({
      ...{ from: to, to },
      text: title === undefined ? body : `---\ntitle: "${title}"\n---\n${body}\n`,
    })),
  ];
}

type MendContext = {
  readonly blog: Blog;
  readonly site: Site;
  readonly moves: readonly (Move & { renamed: boolean })[];
  readonly attachments: readonly Move[];
  readonly pictureAt: (name: string, from: Move) => string | undefined;
};

function createMend(
  folder: Folder,
  { blog, site, moves, attachments, pictureAt }: MendContext,
): (move: Move & { renamed: boolean }) => Taken {
  const drafts = new Set(blog.drafts.map(({ from }) => from));
  const published = moves.filter(({ from }) => !drafts.has(from));
  const textOf = (from: string): string | undefined => {
    const text = folder.text(from);
    return text === undefined || !blog.isWiki ? text : withHead(withoutComments(text), { blog, from });
  };
  const postsFrom = createPosts([...published, ...attachments], textOf);
  const code = (name: string): string | undefined =>
    blog.codeFolder === undefined ? undefined : folder.text(path.posix.join(blog.codeFolder, name));
  const byFrom = new Map([...moves, ...attachments].map((move) => [move.from, move]));
  const byAddress = inContent(attachments);
  const staticAt = new Map(blog.statics.map(({ from, to }) => [from, `/${to}`]));
  const atOld = createOld(folder, blog);
  let oldest: number | undefined;
  return ({ from, to, renamed }) => {
    const bytes = folder.read(from) ?? Buffer.alloc(0);
    const options: MendOptions = {
      blog,
      from,
      timezone: site.timezone,
      emoji: blog.emoji === true,
      lookups: { post: postsFrom(to), code, setting: blog.setting },
      pictureAt: (name) => pictureAt(name, { from, to }),
      written() {
        if (to.startsWith('pages/')) return undefined;
        oldest ??= oldestDate(published, { folder, timezone: site.timezone });
        const latest = drafts.has(from) ? Infinity : oldest;
        return atInstant(Math.min(folder.changed(from), latest), site.timezone).text;
      },
    };
    const mended = mendText(bytes, options);
    if (!mended) return { from, to, mends: renamed ? ['renamed'] : [] };
    const { translation } = mended;
    const text = relink(mended.text, (href, name) => {
      const beside = path.posix.join(path.posix.dirname(from), name);
      const near =
        byFrom.get(beside) ?? byFrom.get(path.posix.join(beside, 'index.md')) ?? byFrom.get(atOld(from, href) ?? '');
      const move = href.startsWith('/') ? byAddress.get(name) : near;
      const folder = path.posix.dirname(to);
      if (move) return path.posix.join(folder, name) === move.to ? undefined : path.posix.relative(folder, move.to);
      // A page leaves the folder that its files stay in.
      return to.startsWith('pages/') && !href.startsWith('/') ? staticAt.get(beside) : undefined;
    });
    for (const [name] of text.matchAll(/(?<=\]\(|\ssrc=["'])\/[^\s()<>"']+/g)) pictureAt(name, { from, to });
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
        widgets: translation.widgets,
      }),
    };
  };
}

/** A second before the oldest date, in milliseconds: texts without a date come after all others. */
function oldestDate(moves: readonly Move[], { folder, timezone }: { folder: Folder; timezone: string }): number {
  const epochs = moves.flatMap(({ from }) => momentIn(headOf(folder, from), { from, timezone })?.epoch ?? []);
  return epochs.reduce((least, epoch) => Math.min(least, epoch), Infinity) - secondMs;
}

const secondMs = 1000;

/** Files beside articles by their address in Hugo, which is their path in `content/`. */
const inContent = (attachments: readonly Move[]): Moves =>
  new Map(attachments.map((move) => [move.from.replace(/^content(?=\/)/, ''), move]));

type Moves = ReadonlyMap<string, Move>;

/** `](name(1).png)`, `](<a name.png>)`, `src="it's.png"`, `](../other/)`. */
const fileLink =
  /(?<=\]\()(?:<[^<>\n]+>|(?:[^()\s<>#?]|\([^()\s<>]*\))+)(?=[#?)\s])|(?<=\ssrc=")[^"<>#?\n]+|(?<=\ssrc=')[^'<>#?\n]+/g;

/** Changes the links for which `find` knows a new target. */
const relink = (text: string, find: (href: string, name: string) => string | undefined): string =>
  text.replace(fileLink, (written) => {
    const href = written.replace(/^<|>$/g, '');
    const target = find(href, decodeWhole(href));
    return target === undefined ? written : address(encodeURI(target));
  });

/** Finds the article that a link between two old addresses leads to: `../other/`. */
function createOld(folder: Folder, blog: Blog): (from: string, href: string) => string | undefined {
  const addressOf = (move: Move): string | undefined =>
    blog.addressOf(postOf(nameIn(blog, move), headOf(folder, move.from)));
  let known: ReadonlyMap<string, string> | undefined;
  return (from, href) => {
    const move = blog.articles.find((each) => each.from === from);
    if (!move || !/^\.\.?\//.test(href)) return undefined;
    known ??= new Map(blog.articles.flatMap((each) => [[addressOf(each) ?? '', each.from] as const]));
    const whole = path.posix.join(path.posix.dirname(`${addressOf(move) ?? ''}.`), decodeWhole(href));
    return known.get(whole) ?? known.get(`${whole}/`);
  };
}

/** Finds the pictures that articles name: static files, files beside them, or files of the theme, which are copied. */
function createPictures(
  folder: Folder,
  { statics, themeFolders = [] }: Blog,
  attachments: readonly Move[],
): { find: (name: string, move: Move) => string | undefined; used: () => readonly Move[] } {
  const known = new Set(statics.map(({ to }) => `/${to}`));
  const beside = new Set(attachments.map(({ to }) => to));
  const byAddress = inContent(attachments);
  const taken = new Map<string, Move>();
  return {
    used: () => [...taken.values()],
    find(name, { to }) {
      if (/^https?:\/\//.test(name)) return name;
      if (/^[a-z]+:|^\/\//i.test(name)) return undefined;
      const bare = decodeWhole(withSlashes(name.trim()).replace(/[?#].*$/, ''));
      if (bare.split(/[\\/]/).includes('..')) return undefined;
      const site = `/${bare.replace(/^\.?\/+/, '')}`;
      if (known.has(site) || taken.has(site)) return site;
      const own = `${to.replace(/(?:\/index)?\.md$/, '')}/`;
      if (beside.has(own + bare)) return bare;
      const moved = byAddress.get(site)?.to;
      if (moved?.startsWith(own)) return moved.slice(own.length);
      const theme = themeFolders.find((each) => folder.has(`${each}${site}`));
      if (theme === undefined || !/\.(?:png|jpe?g|gif|webp|avif)$/i.test(site)) return undefined;
      taken.set(site, { from: `${theme}${site}`, to: site.slice(1) });
      return site;
    },
  };
}

function readTaken(taken: Taken, site: Site): ParsedArticle[] {
  const frontMatter = taken.text === undefined ? undefined : readFrontMatter(taken.text);
  if (!frontMatter || 'findings' in frontMatter) return [];
  const { article, findings } = toArticle({ source: taken.to, frontMatter, site });
  return [{ taken, article, rules: findings.map(({ rule }) => rule) }];
}

const toOldPost = ({ taken, article: { title, date, categories, tags } }: ParsedArticle, blog: Blog): OldPost => ({
  name: nameIn(blog, taken),
  title,
  date: date.text,
  epoch: date.epoch,
  categories,
  tags,
  attributes: taken.attributes ?? {},
});

/** The path below the folder of articles, without ending, which fills patterns of addresses. */
function nameIn({ root = '' }: Blog, { from }: Move): string {
  return (from.startsWith(root) ? from.slice(root.length) : from).replace(/\.\w+$/, '').normalize('NFC');
}

type Naming = {
  readonly site: Site;
  readonly slugs: Slugs;
  /** The slug in the front matter of an article, if it is ASCII. */
  readonly slugOf: (from: string) => string | undefined;
};

function createSlugs(folder: Folder, { slugKey }: Blog): Naming['slugOf'] {
  const known = new Map<string, string | undefined>();
  return (from) => {
    if (known.has(from)) return known.get(from);
    const own =
      slugKey === undefined && !isForeign(toStem(asMd(from)))
        ? undefined
        : wordOf(headOf(folder, from)[slugKey ?? 'slug']);
    const slug = /^[\w.~-]*\w$/.test(own ?? '') ? own : undefined;
    known.set(from, slug);
    return slug;
  };
}

function slugsOf(articles: readonly Move[], { site, slugs, slugOf: ownSlug }: Naming): Pick<Plan, 'slugs'> {
  const choice: Slugs = slugs === 'pinyin' ? 'numbers' : 'pinyin';
  const slugOf = ({ to }: Move): string => readFileName(to, site.prefixes).slug;
  const [own, others] = [slugs, choice].map(
    (each) => withOwnNames(articles, { site, slugs: each, slugOf: ownSlug }).moves,
  );
  const found = articles.flatMap(({ from, to }, at) =>
    isForeign(toStem(to)) && ownSlug(from) === undefined ? [at] : [],
  );
  // The longest name is the best example.
  const [at] = found.toSorted((a, b) => articles[b]!.to.length - articles[a]!.to.length || a - b);
  if (at === undefined) return {};
  const name = toStem(articles[at]!.to);
  return { slugs: { count: found.length, name, slug: slugOf(own![at]!), choice, other: slugOf(others![at]!) } };
}

const isForeign = (name: string): boolean => !isAscii(name);

/** The folder, the name and the ending of an article. The name of an `index.md` is that of its folder. */
const named = /^((?:.*\/)?)((?!index\.md$)[^/]+?|^index)((?:\/index)?\.md)$/i;

/** A whole title in pinyin would be an address that nobody can read. */
const mostWords = 8;

/** Gives every article a name of its own, and renames the folder of an article like it. */
function withOwnNames(
  moves: readonly Move[],
  { site: { prefixes }, slugs, slugOf }: Naming,
): { moves: (Move & { renamed: boolean })[]; folders: ReadonlyMap<string, string> } {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  let numbered = 0;
  const own = moves.map(({ from, to }) => {
    const [, folder = '', written = '', ending = ''] = named.exec(to)!;
    const stem = slugOf(from) ?? (isForeign(written.normalize('NFC')) ? inAscii(written) : written);
    const parents = folder.split('/').slice(0, -1);
    const date = dateOf(toStem(from));
    const proposals = [
      stem,
      ...parents.map((_, index) => [...parents.slice(-index - 1), stem].join('-')),
      ...(date === undefined ? [] : [`${date}-${stem}`]),
    ];
    const more = Array.from({ length: 50 }, (_, index) => `${stem}-${index + 2}-bis`);
    const name = [...proposals, ...more].find((each) => !taken.has(slugIn(each))) ?? stem;
    taken.add(slugIn(name));
    const isBundle = ending !== '.md' && name !== written;
    if (!isBundle && name !== written) folders.set(`${folder}${written}/`, `${folder}${name}/`);
    return {
      from,
      // The files of a bundle keep their addresses.
      to: folder + (isBundle ? `${written}/${name}.md` : name + ending),
      renamed: toStem(asMd(from)) !== name.normalize('NFC'),
    };
  });
  return { moves: own, folders };

  /** A name whose pinyin is short enough stays unchanged. */
  function inAscii(name: string): string {
    numbered += 1;
    if (slugs === 'numbers') return `p${numbered}`;
    const words = slugIn(name).split('-');
    const most = mostWords + (dateOf(name) === undefined ? 0 : 3);
    return words.length > most ? words.slice(0, most).join('-') : name;
  }
  function slugIn(name: string): string {
    return readFileName(`${name}.md`, prefixes).slug.toLowerCase();
  }
}

/** The path of a file after the deepest folder around it was renamed. */
function inFolder(file: string, folders: ReadonlyMap<string, string>): string {
  const [found] = [...folders].filter(([from]) => file.startsWith(from)).sort(([a], [b]) => b.length - a.length);
  return found ? found[1] + file.slice(found[0].length) : file;
}

/** A slug for every name that has none, or the one of another name. */
function mapsOf(articles: readonly Article[]): Plan['maps'] {
  const newest = [...articles].sort((a, b) => b.date.epoch - a.date.epoch || compare(a.slug, b.slug));
  const mapFor = (names: readonly string[], defaults: Readonly<Record<string, string>>): Record<string, string> => {
    const uses = names.map((name) => ({ name, mention: undefined }));
    const { problems } = toTaxonomy(uses, defaults);
    return Object.fromEntries(problems.map(({ name, proposal }) => [name, proposal]));
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

/** Rules of form: an article that breaks them is published all the same. */
const formRules = ids as readonly RuleId[];

function habitsOf(read: readonly ParsedArticle[]): ReadonlyMap<RuleId, number> {
  const counts = formRules.map((rule) => [rule, read.filter(({ rules }) => rules.includes(rule)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0 && count * 2 >= read.length));
}

function collect(taken: readonly Taken[]): ReadonlyMap<Mend, string[]> {
  const mended = new Map<Mend, string[]>();
  for (const { from, mends } of taken) for (const mend of mends) mended.set(mend, [...(mended.get(mend) ?? []), from]);
  return mended;
}
