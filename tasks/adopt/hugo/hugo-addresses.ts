// The addresses that Hugo gives to texts, according to its settings and the front matter.
import { dateOf } from '#pdc/site/file-name';
import { toMomentLeniently } from '#pdc/text/moment';
import path from 'node:path';
import { tableOf, textOf, wordOf } from '../blog.ts';
import type { Blog, Config } from '../blog.ts';
import type { Old, Target, OldPost } from '../old-addresses.ts';
import { hugoPath, isDraft, isLower, lowerKeys, patternOf, toAddress } from './hugo-config.ts';
import { aliasNames, datesOf, fill, lastOf, toOwnPattern, toPath } from '../old-addresses.ts';
import { folderOf, isBundleHead, sectionOf } from './hugo-content.ts';
import type { Content } from './hugo-content.ts';

/**
 * The address pattern for `_site.yml` that keeps the old addresses. It comes from the pattern that all sections share,
 * or from the path of the only section.
 */
export function keptPattern(
  posts: readonly string[],
  { config, placeOf }: Content,
): Pick<Blog, 'permalink' | 'slugKey'> {
  const sections = [...new Set(posts.map((file) => sectionOf(placeOf(file).file)))];
  const stated = [...new Set(sections.flatMap((section) => patternOf(config, section) ?? []))];
  const plain = sections.length === 1 ? `/${sections[0]!}/:contentbasename/` : undefined;
  const shared = stated.length === 0 ? plain : stated.length === 1 ? stated[0] : undefined;
  const pattern = toAddress(`${(shared ?? '').replace(/\/$/, '')}/`, config);
  const permalink =
    shared === undefined || /\.\w+\/$/.test(pattern)
      ? undefined
      : toOwnPattern(pattern, /:(?:slug|filename|contentbasename|slugorcontentbasename|title)\b/);
  return {
    ...(permalink === undefined ? {} : { permalink }),
    ...(/:(?:filename|title)\b/.test(pattern) ? {} : { slugKey: 'slug' }),
  };
}

/**
 * Hugo does not publish drafts, articles before their publish date or after their expiry date, articles that are not
 * rendered, and additional texts in a bundle.
 */
export function wasPublished({ name, attributes: original }: OldPost, { config, placeOf, bundles }: Content): boolean {
  const attributes = lowerKeys(original) as Config;
  const { headless, expirydate, unpublishdate } = attributes;
  const timeOf = (value: unknown): number | undefined => toMomentLeniently(value, 'UTC')?.epoch;
  const starts = timeOf(attributes.publishdate ?? attributes.pubdate ?? attributes.date);
  const ends = timeOf(expirydate ?? unpublishdate);
  const { render } = tableOf(attributes._build ?? attributes.build);
  return (
    !isDraft(attributes, config) &&
    (starts === undefined || starts <= Date.now() || config.buildfuture === true) &&
    (ends === undefined || ends > Date.now() || config.buildexpired === true) &&
    headless !== true &&
    render !== 'never' &&
    render !== false &&
    (isBundleHead(placeOf(`${name}.md`).file) || !bundles.some((head) => name.startsWith(folderOf(head))))
  );
}

export function withAliases(post: OldPost, to: Target, context: Content): Old[] {
  const aliases = aliasNames(post.attributes).map((alias) => oldAlias(alias, post, context));
  return [oldAddress(post, context), ...aliases].flatMap((from) => (from === undefined ? [] : [{ from, to }]));
}

/** The address of an alias. An alias without a leading slash is relative to the folder of the page. */
export function oldAlias(alias: string, post: OldPost, context: Content): string {
  const { config } = context.placeOf(`${post.name}.md`).language;
  const folder = path.posix.dirname(oldAddress(post, context) ?? '/');
  const target = alias.startsWith('/') ? alias : path.posix.join(folder, alias);
  return toAddress(/\/$|\.html?$/.test(target) ? toPath(target) : toPath(`${target}/`), config);
}

export function oldAddress(post: OldPost, { placeOf, sections }: Content): string | undefined {
  const { language, file: place } = placeOf(`${post.name}.md`);
  const { config, prefix } = language;
  const name = place.replace(/\.md$/, '');
  const attributes = lowerKeys(post.attributes) as Config;
  const lower = isLower(config);
  const url = ownPath(attributes, prefix);
  if (url !== undefined) return url;
  const file = name.replace(/\/index$/, '');
  const section = sectionOf(file);
  const pattern = patternOf(config, section);
  const folders = file
    .split('/')
    .slice(0, -1)
    .map((part) => hugoPath(part, { lower }));
  const date = hugoDate(name, attributes, config);
  // Hugo reads the parts of a pattern as an address, and drops a number sign at the end.
  const part = (text = ''): string => hugoPath(text, { lower }).replace(pattern === undefined ? /^(?!)/ : /#$/, '');
  const [base, titled, slug] = [
    part(lastOf(file)),
    part(wordOf(attributes.title)),
    part(wordOf(attributes.slug)) || undefined,
  ];
  const plain = `/${folders.join('/')}/:slugorcontentbasename/`;
  const filled = fill(pattern?.replace(/:sections\[/g, ':part[') ?? plain, {
    ...datesOf({ date }),
    year: String(Number(date.slice(0, 4))),
    slug: slug ?? titled,
    title: titled,
    filename: base,
    contentbasename: base,
    slugorcontentbasename: slug ?? base,
    slugorfilename: slug ?? base,
    section: hugoPath(section, { lower }),
    sections: folders
      .filter((_, at) => at === 0 || sections.has(`${language.code}/${folders.slice(0, at + 1).join('/')}/`))
      .join('/'),
  });
  if (filled === undefined) return undefined;
  const address = filled.endsWith('/') ? filled : `${filled}/`;
  // Hugo decodes a filled pattern like a query, in which a plus is a space.
  return toAddress(
    prefix + (pattern === undefined ? address : hugoPath(address.replaceAll('+', ' '), { lower })),
    config,
  );
}

/** The date as written, without its zone, which Hugo ignores. Without a date, Hugo uses the first day of year 1. */
function hugoDate(name: string, attributes: Config, config: Config): string {
  const order = [tableOf(config.frontmatter).date ?? ':default'].flat().map((key) => String(key).toLowerCase());
  const keys = order.flatMap((key) =>
    key === ':default' ? ['date', 'publishdate', 'pubdate', 'published', 'lastmod', 'modified'] : [key],
  );
  const days = keys.map((key) =>
    key === ':filename' ? dateOf(lastOf(name.replace(/\/index$/, ''))) : attributes[key],
  );
  const texts = days.map((day) => toMomentLeniently(withoutZone(day), 'UTC')?.text);
  return texts.find((text) => text !== undefined) ?? '0001-01-01 00:00:00';
}

const withoutZone = (date: unknown): unknown =>
  typeof date === 'string' ? date.replace(/(:\d\d(?:\.\d+)?)\s*(?:Z|[+-]\d\d:?\d\d)$/i, '$1') : date;

/** The address in front matter. An address without a leading slash is below the address of the language. */
export function ownPath(attributes: Config, prefix: string): string | undefined {
  const url = textOf(attributes.url);
  if (url === undefined) return undefined;
  return toPath((url.startsWith('/') ? '' : `${prefix}/`) + (/\/$|\.\w+$/.test(url) ? url : `${url}/`));
}

/** The path of a page without its extension; for the head of a list, its folder with the language: `docs.zh-cn`. */
export const withoutIndex = (file: string): string => file.replace(/\/_index((?:\.[\w-]+)?)\.\w+$|\.\w+$/, '$1');
