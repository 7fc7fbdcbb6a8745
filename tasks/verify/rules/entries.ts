// Rules about the lists of articles: `counts`, `order`, `slugs` and `entries`.
import { fold } from '#pdc/text/fold';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { indexJsonPath, postJsonPath, postMdPath, toAbsolute } from '#pdc/site/paths';
import { Category, Entry, Index, Post } from '#pdc/site/schema';
import { eachOf } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { readPost } from '../site/posts.ts';
import { readCategories, toEntries, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

type Listing = { readonly path: string; readonly document: Record<string, unknown>; readonly posts: readonly Entry[] };

const findingAt = (path: string, message: Message): RuleFinding => ({ path, message });
const inIndex = (message: Message): RuleFinding => findingAt(indexJsonPath, message);

/** The index and every category, as documents that list entries. */
async function readListings(published: Published): Promise<Listing[]> {
  const index = await published.files.json(indexJsonPath);
  return [
    ...(isObject(index) ? [{ path: indexJsonPath, document: index, posts: toEntries(index) }] : []),
    ...(await readCategories(published)).map(({ path, category }) => ({
      path,
      document: category,
      posts: category.posts,
    })),
  ];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rule `counts`: the counts of lists are right, and each category lists exactly the articles that name it. */
export async function checkCounts(published: Published): Promise<RuleFinding[]> {
  const listings = await readListings(published);
  const miscounted = listings.flatMap(({ path, document: { post_count: count, posts } }) =>
    !Array.isArray(posts) || count === posts.length
      ? []
      : [findingAt(path, withBuildAdvice(message('miscounted', { count: quote(count), posts: posts.length })))],
  );
  // In the index, rule `slugs` reports a slug that occurs twice.
  const repeated = listings
    .filter(({ path }) => path !== indexJsonPath)
    .flatMap(({ path, posts }) =>
      repeatedSlugs(posts).map((slug) => findingAt(path, withBuildAdvice(message('listsTwice', { slug })))),
    );
  return [...miscounted, ...repeated, ...(await checkMembership(published))];
}

const repeatedSlugs = (posts: readonly Entry[]): string[] => {
  const seenSlugs = new Set<string>();
  return [...new Set(posts.map(({ slug }) => slug).filter((slug) => seenSlugs.size === seenSlugs.add(slug).size))];
};

/**
 * Checks that each category that an article names lists the article, and that the article names each category that
 * lists it.
 */
async function checkMembership(published: Published): Promise<RuleFinding[]> {
  const { posts, postBySlug } = published;
  const categories = await readCategories(published);
  const categoryNames = new Set(categories.map(({ category }) => fold(category.category)));
  const categoriesBySlug = new Map<string, ListingCategory[]>(posts.map(({ slug }) => [slug, []]));
  for (const { path, category } of categories) {
    for (const { slug } of category.posts) categoriesBySlug.get(slug)?.push({ path, name: category.category });
  }
  const unknownSlugs = categories.flatMap(({ path, category }) =>
    category.posts
      .filter(({ slug }) => !postBySlug.has(slug))
      .map(({ slug }) => findingAt(path, withBuildAdvice(message('indexLacks', { slug })))),
  );
  const mismatches = posts.flatMap((entry) =>
    findingsOfMembership(entry, { categoriesListing: categoriesBySlug.get(entry.slug)!, categoryNames }),
  );
  return [...unknownSlugs, ...mismatches];
}

/** A category that lists an article. */
type ListingCategory = { readonly path: string; readonly name: string };

type Membership = {
  /** The categories that list the article. */
  readonly categoriesListing: readonly ListingCategory[];
  /** The folded names of all categories. */
  readonly categoryNames: ReadonlySet<string>;
};

/** Compares the names in an article with the categories that list it. */
function findingsOfMembership(
  { slug, categories: names }: Entry,
  { categoriesListing, categoryNames }: Membership,
): RuleFinding[] {
  const foldedNames = new Set(names.map(fold));
  // Several names can share one category, which has one of these names. So a category that the article does not name
  // matches any name of the article that is not the name of a category.
  const namesWithoutCategory = names.filter((name) => !categoryNames.has(fold(name)));
  const unnamedCategories = categoriesListing.filter(({ name }) => !foldedNames.has(fold(name)));
  const unlisted = names.filter(
    (name) =>
      categoryNames.has(fold(name)) && !categoriesListing.some((category) => fold(category.name) === fold(name)),
  );
  return [
    ...unlisted.map((name) => inIndex(withBuildAdvice(message('categoryLacks', { slug, category: quote(name) })))),
    ...(namesWithoutCategory.length > 0 && categoriesListing.length === 0
      ? namesWithoutCategory.map((name) =>
          inIndex(withBuildAdvice(message('categoryMissing', { slug, category: quote(name) }))),
        )
      : []),
    ...(namesWithoutCategory.length === 0
      ? unnamedCategories.map(({ path }) => findingAt(path, withBuildAdvice(message('categoryUnnamed', { slug }))))
      : []),
  ];
}

/** Rule `order`: articles are sorted newest first, and keys have the order of the protocol (section 7). */
export async function checkOrder(published: Published): Promise<RuleFinding[]> {
  const [index, ...categories] = await readListings(published);
  if (!index || index.path !== indexJsonPath) return [];
  const rank = new Map(index.posts.map(({ slug }, at) => [slug, at]));
  const firstMisplaced = index.posts.find(({ date }, at) => date > (index.posts[at - 1]?.date ?? date));
  const findings: RuleFinding[] = firstMisplaced
    ? [inIndex(message('notNewestFirst', { slug: firstMisplaced.slug, date: firstMisplaced.date }))]
    : [];
  for (const { path, posts } of categories) {
    const ranked = posts.filter(({ slug }) => rank.has(slug));
    const rankAt = (at: number): number => rank.get(ranked[at]?.slug ?? '') ?? -1;
    const firstOutOfRank = ranked.find((_post, at) => rankAt(at) < rankAt(at - 1));
    if (firstOutOfRank) findings.push(findingAt(path, message('orderDiffers', { slug: firstOutOfRank.slug })));
  }
  for (const { path, document, posts } of [index, ...categories]) {
    const expected = keysOf(path === indexJsonPath ? Index.shape : Category.shape);
    findings.push(...misplaced(path, document, expected));
    const entry = posts.find((post) => isMisplaced(post, keysOf(Entry.shape)));
    if (entry)
      findings.push(
        findingAt(path, message('entryKeysMisplaced', { slug: entry.slug, keys: listOf(keysOf(Entry.shape)) })),
      );
  }
  const postFindings = await eachOf(published.posts, async ({ slug }) => {
    const post = await readPost(published.files, slug);
    return post ? misplaced(postJsonPath(slug), post.document, keysOf(Post.shape)) : [];
  });
  return [...findings, ...postFindings];
}

const misplaced = (path: string, document: object, expected: string[]): RuleFinding[] =>
  isMisplaced(document, expected) ? [findingAt(path, message('keysMisplaced', { keys: listOf(expected) }))] : [];

/** Whether known keys are out of order. Rule `schema` reports missing and unknown keys. */
function isMisplaced(document: object, expected: readonly string[]): boolean {
  const positions = Object.keys(document)
    .map((key) => expected.indexOf(key))
    .filter((position) => position !== -1);
  return positions.some((position, at) => position < (positions[at - 1] ?? 0));
}

/** Rule `slugs`: slugs are ASCII, and do not differ only in case, which hosts and file systems may ignore. */
export async function checkSlugs({ files, categories }: Published): Promise<RuleFinding[]> {
  const slugs = toEntries(await files.json(indexJsonPath)).map(({ slug }) => slug);
  return [...faultsOfSlugs(slugs), ...faultsOfSlugs(categories)];
}

function faultsOfSlugs(slugs: readonly string[]): RuleFinding[] {
  const seenSlugs = new Set<string>();
  return slugs.flatMap((slug) => {
    const alike = seenSlugs.has(slug.toLowerCase());
    seenSlugs.add(slug.toLowerCase());
    if (!alike && isPathSafe(slug)) return [];
    return [inIndex(message(alike ? 'slugAlike' : 'slugNotSafe', { slug: quote(slug) }))];
  });
}

const isPathSafe = (slug: string): boolean => /^[A-Za-z0-9._~-]+$/.test(slug) && !/^\.+$/.test(slug);

/** Rule `entries`: index, categories and the JSON of each article agree, and its addresses are right. */
export async function checkEntries(published: Published): Promise<RuleFinding[]> {
  const { files, posts, postBySlug, site } = published;
  const categories = await readCategories(published);
  const inCategories = categories.flatMap(({ path, category }) =>
    category.posts.flatMap((entry) => {
      const indexEntry = postBySlug.get(entry.slug);
      return indexEntry ? disagreements(path, entry, indexEntry) : [];
    }),
  );
  const inCategoryHeads = categories.flatMap(({ path, slug, category }) =>
    category.slug === slug
      ? []
      : [findingAt(path, message('slugDiffers', { slug: quote(category.slug), expected: slug }))],
  );
  const inPosts = await eachOf(posts, async (entry) => {
    const path = postJsonPath(entry.slug);
    const post = (await readPost(files, entry.slug))?.document;
    if (!post) return [];
    const isUpdatedTooEarly = typeof post.updated === 'string' && post.updated < entry.date;
    return [
      ...disagreements(path, post, entry),
      ...(isUpdatedTooEarly
        ? [findingAt(path, message('updatedEarly', { updated: quote(post.updated), date: entry.date }))]
        : []),
    ];
  });
  const addresses = posts.flatMap((entry) => {
    const { slug } = entry;
    const expected = {
      api_json_url: toAbsolute(site, postJsonPath(slug)),
      api_md_url: toAbsolute(site, postMdPath(slug)),
    };
    const wrong = (['api_json_url', 'api_md_url'] as const).filter((key) => entry[key] !== expected[key]);
    return [
      ...wrong.map((key) =>
        inIndex(message('addressDiffers', { key, slug, given: quote(entry[key]), expected: expected[key] })),
      ),
      ...(toSitePath(site, entry.url) === undefined
        ? [inIndex(message('urlOutside', { slug, given: quote(entry.url), base: `${site.url}/` }))]
        : []),
    ];
  });
  return [...inCategories, ...inCategoryHeads, ...inPosts, ...addresses];
}

/** The keys whose values differ from the index. Rule `schema` reports a key that only one of them has. */
function disagreements(path: string, document: object, indexEntry: Entry): RuleFinding[] {
  const values = document as Partial<Entry>;
  const keys = (keysOf(Entry.shape) as (keyof Entry)[]).filter(
    (key) => key in document && key in indexEntry && JSON.stringify(values[key]) !== JSON.stringify(indexEntry[key]),
  );
  return keys.map((key) => {
    const [here, there] = [quote(values[key]), quote(indexEntry[key])];
    return findingAt(path, withBuildAdvice(message('entryDiffers', { key, slug: indexEntry.slug, here, there })));
  });
}

const keysOf = (shape: object): string[] => Object.keys(shape);
const listOf = (keys: readonly string[]): string => keys.join(', ');
