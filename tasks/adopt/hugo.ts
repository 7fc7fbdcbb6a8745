// A blog of Hugo: `hugo.toml` or `config.*`, `content/`, `static/`.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { asMd, factsOf, isMarkdown, listFiles, ownFile, ownFileReason, readConfig, tableOf, textOf } from './blog.ts';
import type { Blog, Config } from './blog.ts';
import { datesOf, fill, lastOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';

const names = ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
);

export const isHugo = (folder: string): boolean =>
  names.some((name) => existsSync(path.join(folder, name))) && existsSync(path.join(folder, 'content'));

export function readHugo(folder: string): Blog {
  const config = readConfig(folder, names);
  const params = tableOf(config.params);
  const files = listFiles(path.join(folder, 'content'));
  const texts = files.filter(isMarkdown);
  const lists = texts.filter((file) => /(?:^|\/)_index\.\w+$/.test(file));
  const pages = texts.filter((file) => !lists.includes(file) && /^[^/]+(?:\/index\.\w+)?$/.test(file));
  const posts = texts.filter((file) => !lists.includes(file) && !pages.includes(file));
  const statics = existsSync(path.join(folder, 'static')) ? listFiles(path.join(folder, 'static')) : [];
  const section = mostFrequent(posts.map(sectionOf));
  const pattern = patternOf(config, section);
  const permalink =
    section === undefined
      ? undefined
      : toOwnPattern(pattern, /:(?:slug|filename|contentbasename|slugorcontentbasename|title)\b/);
  return {
    engine: 'Hugo',
    facts: factsOf({
      title: textOf(config.title),
      description: textOf(params.description)?.replace(/\s+/g, ' '),
      url: textOf(config.baseURL) ?? textOf(config.baseurl),
      author: textOf(params.author) ?? textOf(tableOf(params.author).name) ?? textOf(tableOf(config.author).name),
      language: textOf(config.languageCode) ?? textOf(config.defaultContentLanguage),
      timezone: textOf(config.timeZone),
    }),
    articles: posts.map(moved),
    attachments: files.filter((file) => !isMarkdown(file)).map(moved),
    drafts: [],
    pages: pages.map((file) => ({ from: `content/${file}`, to: `pages/${asMd(file).replace(/\/index\.md$/, '.md')}` })),
    statics: statics.filter((file) => !ownFile.test(file)).map((file) => ({ from: `static/${file}`, to: file })),
    leftOut: [
      ...lists.map((file) => ({ file: `content/${file}`, why: 'it is the head of a list: the site makes its own' })),
      ...statics.filter((file) => ownFile.test(file)).map((file) => ({ file: `static/${file}`, why: ownFileReason })),
    ],
    ...(permalink === undefined ? {} : { permalink }),
    addressOf: (post) => oldAddress(post, config),
  };
}

const moved = (file: string): { from: string; to: string } => ({ from: `content/${file}`, to: asMd(file) });

const sectionOf = (file: string): string => file.split('/')[0]!;

function mostFrequent(values: readonly string[]): string | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

function patternOf(config: Config, section = ''): string {
  const permalinks = tableOf(config.permalinks);
  return textOf(permalinks[section]) ?? textOf(tableOf(permalinks.page)[section]) ?? `/${section}/:contentbasename/`;
}

function oldAddress(post: OldPost, config: Config): string | undefined {
  const { name, title, attributes } = post;
  const own = textOf(attributes.url);
  if (own !== undefined) return toPath(own);
  const file = name.replace(/\/index$/, '');
  const base = toAnchor(lastOf(file));
  const slug = textOf(attributes.slug);
  const pattern = patternOf(config, sectionOf(file));
  // Without a pattern of its own an article stands at the path of its file.
  const plain = `/${file.split('/').slice(0, -1).map(toAnchor).join('/')}/:slugorcontentbasename/`;
  return fill(/:contentbasename\/$/.test(pattern) ? plain : pattern, {
    ...datesOf(post),
    slug: slug ?? toAnchor(title),
    title: toAnchor(title),
    filename: base,
    contentbasename: base,
    slugorcontentbasename: slug ?? base,
    slugorfilename: slug ?? base,
    section: sectionOf(file),
  });
}

/** As Hugo writes names into addresses: lowercase, blanks as hyphens, without most signs. */
const toAnchor = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}\s._/+~-]/gu, '')
    .replace(/\s+/g, '-');
