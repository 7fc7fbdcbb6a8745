// Derives the old addresses from the settings of a blog, and finds what answers each of them on the new site: a page,
// or a line of `_redirects`.
import { decodeWhole } from '#pdc/text/decode';
import type { Library } from '#pdc/library/library';
import { pathOf } from '#pdc/library/addresses';
import { toOldPath } from '#pdc/library/redirects-file';
import { archivesPath, categoriesPath, categoryPath, encodePath, tagPath, tagsPath } from '#pdc/site/paths';
import type { Claims } from '../flow/checks/claims.ts';
import { fileOf } from '../flow/branches/human.ts';
import { isFolder } from './blog.ts';
import type { Blog } from './blog.ts';
import type { Old, Target, OldPost } from './old-addresses.ts';
import { aliasNames, isPublic, toPath } from './old-addresses.ts';
import type { Plan } from './adoption-plan.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type Addresses = {
  /** The number of old addresses. */
  readonly all: number;
  readonly redirects: readonly Pair[];
  /** Old addresses that cannot be kept, and why. */
  readonly lost: readonly { readonly from: string; readonly why: Message }[];
  /** For an old output folder or sitemap: how many of its addresses are kept, and how many files are copied. */
  readonly keptCount?: number;
  readonly copied?: number;
  /** At most one line each about files of the old theme, about feeds, and about lists. */
  readonly notes?: readonly Message[];
};

export type Pair = { readonly from: string; readonly to: string };

export type AddressContext = {
  readonly blog: Blog;
  readonly plan: Plan;
  readonly library: Library;
  /** The paths that the site emits, apart from redirects. */
  readonly claims: Claims;
};

export function planAddresses(context: AddressContext): Addresses {
  const { library, claims } = context;
  const olds = oldAddresses(context);
  const unknown = unknownOf(context).map(({ name }) => ({ from: name, why: message('addressUnknown') }));
  const aliases = aliasesOf(library);
  const redirects: Pair[] = [];
  const lost: { from: string; why: Message }[] = [];
  // The pages of aliases are made last, like redirects, so `claims` does not contain them yet.
  const aliasFiles = new Set([...aliases.keys()].map(fileOf));
  for (const { from, to } of olds) {
    const target = resolve(to, context);
    if (claims.has(from) || claims.has(fileOf(from)) || aliasFiles.has(fileOf(from))) {
      // A list at this address may differ from the old list, but an article must be the same article.
      const isOwn = target !== undefined && (isSame(from, target) || aliases.get(from) === target);
      if ('source' in to && target !== undefined && !isOwn)
        lost.push({ from, why: message('addressOfAnother', { path: target }) });
    } else if (target === undefined) lost.push({ from, why: 'gone' in to ? to.gone : message('addressUnpublished') });
    else redirects.push({ from, to: target });
  }
  return { all: olds.length + unknown.length, redirects, lost: [...lost, ...unknown] };
}

/** Articles whose old address cannot be determined from the files of the blog. */
const unknownOf = ({ blog, plan }: AddressContext): OldPost[] =>
  isFolder(blog)
    ? []
    : [...plan.posts.values()].filter((post) => wasPublished(blog, post) && blog.addressOf(post) === undefined);

const wasPublished = ({ wasPublished = isPublic }: Blog, post: OldPost): boolean => wasPublished(post);

/** The aliases of articles, with the paths that they lead to. The site makes a page for each alias. */
export const aliasesOf = ({ site, articles }: Library): ReadonlyMap<string, string> =>
  new Map(articles.flatMap((article) => article.aliases.map((alias) => [alias, pathOf(site, article)] as const)));

/** Redirects for which the build made no page. */
export const unanswered = ({ redirects }: Addresses, claims: Claims): Addresses['lost'] =>
  redirects
    .filter(({ from }) => !claims.has(fileOf(from)))
    .map(({ from }) => ({ from, why: message('addressBlocked') }));

/**
 * All old addresses, in the form of `_redirects`. If several entries have the same address, the first entry wins.
 * Articles come before lists.
 */
export function oldAddresses({ blog, plan }: Pick<AddressContext, 'blog' | 'plan'>): Old[] {
  const posts = [...plan.posts].filter(([, post]) => wasPublished(blog, post));
  const aliasOf = blog.aliasOf ?? toPath;
  const ofPosts = posts.flatMap(([to, post]): Old[] => {
    const aliases = aliasNames(post.attributes).map((alias) => aliasOf(alias, post));
    return [blog.addressOf(post), ...aliases].flatMap((from) =>
      from === undefined ? [] : [{ from, to: { source: to } }],
    );
  });
  const byAddress = new Map<string, Old>();
  for (const old of [...ofPosts, ...blog.othersOf(posts.map(([, post]) => post))]) {
    const decoded = decodeWhole(old.from);
    const from = decoded === '/' ? decoded : toOldPath(encodePath(decoded));
    if (from !== undefined && !byAddress.has(from)) byAddress.set(from, { ...old, from });
  }
  return [...byAddress.values()];
}

/** The new path of a target; undefined if the target is not published. */
export function resolve(
  to: Target,
  { library: { pathBySource, categoryOf, tagOf }, claims }: Pick<AddressContext, 'library' | 'claims'>,
): string | undefined {
  if ('path' in to) return to.path;
  if ('gone' in to) return undefined;
  if ('source' in to) return pathBySource.get(to.source);
  const all = to.term === 'tags' ? tagsPath : to.term === 'categories' ? categoriesPath : archivesPath;
  try {
    const page = to.term === 'tags' ? tagPath(tagOf(to.name).slug) : categoryPath(categoryOf(to.name).slug);
    // A term without listed articles does not get a page.
    return claims.has(page) ? page : all;
  } catch {
    // No published article has the term.
    return all;
  }
}

export const isSame = (a: string, b: string): boolean => a.replace(/\/$/, '') === b.replace(/\/$/, '');
