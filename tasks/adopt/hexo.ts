// A blog of Hexo: `_config.yml`, `source/_posts`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
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
import type { Blog, Config, Move } from './blog.ts';
import { datesOf, fill, lastOf, toOwnPattern, toPath } from './permalink.ts';
import type { OldPost } from './permalink.ts';

export const isHexo = (folder: string): boolean => existsSync(path.join(folder, 'source/_posts'));

export function readHexo(folder: string): Blog {
  const config = readConfig(folder, ['_config.yml', '_config.yaml']);
  const files = listFiles(path.join(folder, 'source'));
  const posts = files.filter((file) => file.startsWith('_posts/'));
  const drafts = files.filter((file) => file.startsWith('_drafts/') && isMarkdown(file));
  const others = files.filter((file) => !isHidden(file));
  const pages = others.filter(isMarkdown).map((file) => ({ file, fault: faultOfPage(folder, file) }));
  const pattern = textOf(config.permalink) ?? ':year/:month/:day/:title/';
  const permalink = toOwnPattern(pattern, /:(?:title|name)\b/);
  return {
    engine: 'Hexo',
    facts: factsOf({
      title: textOf(config.title),
      description: textOf(config.description) ?? textOf(config.subtitle),
      url: addressOf(config),
      author: textOf(config.author),
      language: textOf([config.language].flat()[0]),
      timezone: textOf(config.timezone),
    }),
    articles: posts.filter(isMarkdown).map(moved('_posts/')),
    attachments: posts.filter((file) => !isMarkdown(file)).map(moved('_posts/')),
    drafts: drafts.map((file) => ({ from: `source/${file}`, to: asMd(file) })),
    pages: pages
      .filter(({ fault }) => fault === undefined)
      .map(({ file }) => ({ from: `source/${file}`, to: toPage(file) })),
    statics: others
      .filter((file) => !isMarkdown(file) && !ownFile.test(file))
      .map((file) => ({ from: `source/${file}`, to: file })),
    leftOut: [
      ...pages.flatMap(({ file, fault }) => (fault === undefined ? [] : [{ file: `source/${file}`, why: fault }])),
      ...others
        .filter((file) => !isMarkdown(file) && ownFile.test(file))
        .map((file) => ({ file: `source/${file}`, why: ownFileReason })),
    ],
    ...(permalink === undefined ? {} : { permalink }),
    addressOf: (post) => oldAddress(post, { pattern, config }),
  };
}

const moved =
  (prefix: string) =>
  (file: string): Move => ({ from: `source/${file}`, to: asMd(file.slice(prefix.length)) });

function addressOf({ url, root }: Config): string | undefined {
  const base = textOf(url);
  if (base === undefined) return undefined;
  const path = textOf(root)?.replace(/^\/|\/$/g, '') ?? '';
  const bare = base.replace(/\/+$/, '');
  return path === '' || bare.endsWith(`/${path}`) ? bare : `${bare}/${path}`;
}

/** `about/index.md` stands at `/about/`, and so does our page of that name. */
const toPage = (file: string): string =>
  `pages/${
    lastOf(
      asMd(file)
        .replace(/\/index\.md$/, '')
        .replace(/\.md$/, ''),
    ) || 'index'
  }.md`;

function faultOfPage(folder: string, file: string): string | undefined {
  const text = readFileSync(path.join(folder, 'source', file), 'utf8');
  if (/^(?:type|layout):\s*["']?(?:tags|categories|archives?|link|404|search)\b/m.test(text)) return ownFileReason;
  if (/^(?:tags|categories|archives|search)\/index\.md$|^(?:404|index)\.md$/.test(file)) return ownFileReason;
  if (!/^\ufeff?(?:---|[A-Za-z_]\w*:)/.test(text)) return 'it has no front matter: Hexo publishes it as it is';
  return undefined;
}

function oldAddress(post: OldPost, { pattern, config }: { pattern: string; config: Config }): string | undefined {
  const { name, title, attributes, categories } = post;
  const own = textOf(attributes.permalink);
  if (own !== undefined) return toPath(own);
  const slugOf = tableOf(config.category_map);
  const category = categories.map((each) => textOf(slugOf[each]) ?? each).join('/');
  return fill(pattern, {
    ...datesOf(post),
    title: name,
    name: lastOf(name),
    post_title: title.trim().replace(/\s+/g, '-'),
    abbrlink: ['string', 'number'].includes(typeof attributes.abbrlink) ? String(attributes.abbrlink) : undefined,
    category: category === '' ? (textOf(config.default_category) ?? 'uncategorized') : category,
  });
}
