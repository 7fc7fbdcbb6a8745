// A blog of Jekyll: `_config.yml`, `_posts`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { dateOf, withoutDate } from '#pdc/file-name';
import {
  asMd,
  factsOf,
  isHidden,
  isMarkdown,
  listFiles,
  ownFile,
  ownFileReason,
  readConfig,
  tableOf,
  textOf,
} from './blog.ts';
import type { Blog } from './blog.ts';
import { datesOf, fill, lastOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';

export const isJekyll = (folder: string): boolean => existsSync(path.join(folder, '_posts'));

/** Jekyll's names for its patterns. */
const styles: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
};

export function readJekyll(folder: string): Blog {
  const config = readConfig(folder, ['_config.yml', '_config.yaml', '_config.toml']);
  const files = listFiles(folder);
  const inside = (prefix: string): string[] => files.filter((file) => file.startsWith(prefix) && isMarkdown(file));
  const others = files
    .filter((file) => !isHidden(file) && !tool.test(file))
    .map((file) => ({ file, kind: kindOf(folder, file) }));
  const written = textOf(config.permalink) ?? 'date';
  const pattern = styles[written] ?? written;
  const permalink = toOwnPattern(pattern.replace('/:categories', ''), /:(?:title|slug)\b/);
  const author = textOf(config.author) ?? textOf(tableOf(config.author).name);
  const url = textOf(config.url);
  return {
    engine: 'Jekyll',
    facts: factsOf({
      title: textOf(config.title),
      description: textOf(config.description),
      url:
        url &&
        `${url.replace(/\/+$/, '')}${
          textOf(config.baseurl)
            ?.replace(/\/+$/, '')
            .replace(/^(?!\/)(?=.)/, '/') ?? ''
        }`,
      author,
      language: textOf(config.lang),
      timezone: textOf(config.timezone),
    }),
    articles: inside('_posts/').map((from) => ({
      from,
      to: asMd(from.slice('_posts/'.length)).replace(/[^/]+$/, withoutDate),
    })),
    attachments: files
      .filter((file) => file.startsWith('_posts/') && !isMarkdown(file))
      .map((from) => ({ from, to: from.slice('_posts/'.length) })),
    drafts: inside('_drafts/').map((from) => ({ from, to: asMd(from) })),
    pages: others
      .filter(({ kind }) => kind === 'page')
      .map(({ file }) => ({
        from: file,
        to: `pages/${lastOf(
          asMd(file)
            .replace(/\/index\.md$/, '')
            .replace(/\.md$/, ''),
        )}.md`,
      })),
    statics: others.filter(({ kind }) => kind === 'static').map(({ file }) => ({ from: file, to: file })),
    leftOut: others.flatMap(({ file, kind }) => (kind === 'page' || kind === 'static' ? [] : [{ file, why: kind }])),
    ...(permalink === undefined ? {} : { permalink }),
    splitsWords: true,
    addressOf: (post) => oldAddress(post, pattern),
  };
}

/** What a blog's folder holds for its tools and its theme. */
const tool =
  /^(?:Gemfile.*|Rakefile|.*\.gemspec|package.*\.json|yarn\.lock|README.*|LICENSE.*|CHANGELOG.*|CONTRIBUTING.*|vendor\/.*|script\/.*|docs\/.*)$/i;

function kindOf(folder: string, file: string): string {
  if (ownFile.test(file) || /^(?:feed\.xml|index\.(?:md|markdown))$/.test(file)) return ownFileReason;
  const isTemplate =
    /\.(?:md|markdown|html?|xml|json|txt|css|scss|sass|js)$/i.test(file) &&
    readFileSync(path.join(folder, file), 'utf8').startsWith('---');
  if (isMarkdown(file)) return isTemplate ? 'page' : 'it has no front matter';
  return isTemplate ? 'it is a template of Jekyll' : 'static';
}

function oldAddress(post: OldPost, pattern: string): string | undefined {
  const { name, attributes, categories } = post;
  const own = textOf(attributes.permalink);
  if (own !== undefined && !own.includes(':')) return toPath(own);
  const stem = lastOf(name);
  return fill(pattern, {
    ...datesOf(post),
    title: textOf(attributes.slug) ?? withoutDate(stem),
    slug: textOf(attributes.slug) ?? withoutDate(stem),
    categories: categories.map((each) => each.toLowerCase()).join('/'),
    ...(dateOf(stem) === undefined ? {} : { date: dateOf(stem) }),
  });
}
