// Plans the adoption of a blog file by file: names, front matter in our form, and the maps that `_site.yml` needs.
import { toArticle } from '#pdc/article/article';
import type { Article } from '#pdc/article/article';
import { readFrontMatter } from '#pdc/article/front-matter';
import { toTaxonomy } from '#pdc/library/taxonomy';
import { defaultSite } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { compare } from '#pdc/words/defect';
import type { RuleId } from '#pdc/words/rules';
import { createSlugs, inFolder, slugsOf, withOwnNames } from './article-names.ts';
import type { SlugExample, Slugs } from './article-names.ts';
import { createPictures } from './article-pictures.ts';
import { createMend, nameIn } from './article-texts.ts';
import type { MendContext, PlannedFile, Taken } from './article-texts.ts';
import { zoneOf } from './blog.ts';
import type { Blog, Configured } from './blog.ts';
import type { Folder } from './blog-folder.ts';
import ids from './form-rules.json' with { type: 'json' };
import type { Mend } from './mend.ts';
import type { OldPost } from './old-addresses.ts';

export type Plan = {
  readonly content: readonly PlannedFile[];
  readonly statics: readonly PlannedFile[];
  /** Keys of `_site.yml` in addition to the blog's facts. */
  readonly maps: Pick<Site, 'category_map' | 'tag_map'>;
  readonly permalink: string;
  /** The paths of the pictures of the site and of its author. */
  readonly pictures: Configured['pictures'];
  readonly slugs?: SlugExample;
  /** Rules of form that at least half of the articles break, with the number of articles that break each. */
  readonly habits: ReadonlyMap<RuleId, number>;
  /** For each kind of change, the old paths of the changed files. */
  readonly mended: ReadonlyMap<Mend, readonly string[]>;
  /** Every readable article as its engine knew it, by its new path. */
  readonly posts: ReadonlyMap<string, OldPost>;
};

type ParsedArticle = { readonly file: Taken; readonly article: Article; readonly rules: readonly RuleId[] };

type PlanOptions = {
  readonly slugs?: Slugs | undefined;
  /** Called with the number of articles read so far and the total number. */
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
  const otherMoves = [...blog.pages, ...blog.drafts].map((move) => ({ ...move, renamed: false }));
  const pictures = createPictures(folder, blog, attachments);
  const allMoves = [...moves, ...otherMoves];
  const mend = createMend(folder, { blog, site, moves: allMoves, attachments, pictureAt: pictures.find });
  const sitePictures = picturesOfSite(blog, pictures.find);
  // Removes an avatar that does not exist. The page shows the friend's initial instead.
  const newFiles = (blog.newFiles ?? []).map(({ body, ...file }) => ({
    ...file,
    body: body.replace(/,"avatar":"(\/[^"]*)"/g, (avatar, name: string) =>
      pictures.find(name, { from: '', to: '' }) === undefined ? '' : avatar,
    ),
  }));
  const files = moves.map((move, at) => {
    onText(at, moves.length);
    return mend(move);
  });
  const parsed = files.flatMap((file) => parseFile(file, site));
  const articles = parsed.map(({ article }) => article);
  const posts = new Map(parsed.map((article) => [article.file.to, toOldPost(article, blog)]));
  return {
    content: [...files, ...attachments, ...withMade(otherMoves.map(mend), { folder, newFiles })],
    statics: [...blog.statics, ...pictures.used()],
    maps: mapsOf(articles),
    permalink,
    pictures: sitePictures,
    ...slugsOf(blog.articles, { site, slugs, slugOf }),
    habits: habitsOf(parsed),
    mended: collect(files),
    posts,
  };
}

/** The pictures of the site. A `favicon` file is the icon unless the settings name an icon. */
function picturesOfSite({ configured, statics }: Blog, find: MendContext['pictureAt']): Configured['pictures'] {
  const configuredPictures = Object.entries(configured?.pictures ?? {}).flatMap(([key, name]) => {
    const path = find(name, { from: '', to: '' });
    return path === undefined ? [] : [[key, path] as const];
  });
  const favicon = statics.find(({ to }) => /^favicon\.(?:svg|png|ico)$/.test(to));
  return { ...(favicon && { icon: `/${favicon.to}` }), ...Object.fromEntries(configuredPictures) };
}

/** Adds new files. If a page of the same name exists, appends the new text to that page. */
function withMade(
  pages: readonly PlannedFile[],
  { folder, newFiles }: { folder: Folder; newFiles: NonNullable<Blog['newFiles']> },
): PlannedFile[] {
  const added = newFiles.filter(({ to }) => !pages.some((page) => page.to === to));
  return [
    ...pages.map((page): PlannedFile => {
      const addition = newFiles.find(({ to }) => to === page.to);
      if (!addition) return page;
      const text = page.text ?? String(folder.read(page.from) ?? '');
      return { ...page, text: `${text.trimEnd()}\n\n${addition.body}`.trimEnd() + '\n' };
    }),
    ...added.map(({ to, title, body }) => {
      return { from: to, to, text: title === undefined ? body : `---\ntitle: "${title}"\n---\n${body}\n` };
    }),
  ];
}

function parseFile(file: Taken, site: Site): ParsedArticle[] {
  const frontMatter = file.text === undefined ? undefined : readFrontMatter(file.text);
  if (!frontMatter || 'findings' in frontMatter) return [];
  const { article, findings } = toArticle({ source: file.to, frontMatter, site });
  return [{ file, article, rules: findings.map(({ rule }) => rule) }];
}

const toOldPost = ({ file, article: { title, date, categories, tags } }: ParsedArticle, blog: Blog): OldPost => ({
  name: nameIn(blog, file),
  title,
  date: date.text,
  epoch: date.epoch,
  categories,
  tags,
  attributes: file.attributes ?? {},
});

/** A slug for every category and tag without a slug, or with the slug of another name. */
function mapsOf(articles: readonly Article[]): Plan['maps'] {
  const newest = [...articles].sort((a, b) => b.date.epoch - a.date.epoch || compare(a.slug, b.slug));
  const mapFor = (key: 'categories' | 'tags', defaults: Readonly<Record<string, string>>): Record<string, string> => {
    const uses = newest.flatMap((article) => article[key]).map((name) => ({ name, mention: undefined }));
    const { problems } = toTaxonomy(uses, defaults);
    return Object.fromEntries(problems.map(({ name, proposal }) => [name, proposal]));
  };
  const { category_map, tag_map } = defaultSite;
  return { category_map: mapFor('categories', category_map), tag_map: mapFor('tags', tag_map) };
}

/** Rules of form. An article that breaks one of them is still published. */
const formRules = ids as readonly RuleId[];

function habitsOf(articles: readonly ParsedArticle[]): ReadonlyMap<RuleId, number> {
  const counts = formRules.map((rule) => [rule, articles.filter(({ rules }) => rules.includes(rule)).length] as const);
  return new Map(counts.filter(([, count]) => count > 0 && count * 2 >= articles.length));
}

function collect(files: readonly Taken[]): ReadonlyMap<Mend, string[]> {
  const mended = new Map<Mend, string[]>();
  for (const { from, mends } of files) for (const mend of mends) mended.set(mend, [...(mended.get(mend) ?? []), from]);
  return mended;
}
