// A blog of Jekyll: `_config.yml`, `_posts`.
import { factsOf, readConfig, tableOf, textOf, wordOf } from '../blog.ts';
import type { Blog, Config, SiteFacts } from '../blog.ts';
import { configuredBy } from '../configured.ts';
import type { Folder } from '../blog-folder.ts';
import { friendsOf } from '../foreign/foreign-friends.ts';
import { addressesOf } from './jekyll-addresses.ts';
import { leftOutOf, movesOf, readSource } from './jekyll-files.ts';
import { pluginsOf } from './jekyll-lists.ts';

export const isJekyll = ({ isThere }: Folder): boolean => isThere('_posts');

export function readJekyll(folder: Folder): Blog {
  const config = readConfig(folder, ['_config.yml', '_config.yaml', '_config.toml']);
  const source = readSource(folder, config);
  const { pages } = source;
  const facts = readFacts(config);
  return {
    engine: 'Jekyll',
    output: textOf(config.destination),
    root: '_posts/',
    facts,
    configured: configuredBy({
      ...{ folder, facts, data: config },
      files: ['navigation', 'nav', 'menu', 'social'].map((name) => `_data/${name}.yml`),
    }),
    ...movesOf(source),
    newFiles: friendsOf(folder, { pages, data: '_data' }),
    leftOut: leftOutOf(source),
    ...{ splitsWords: true, slugKey: 'slug' },
    ...(pluginsOf(config).includes('jemoji') && { emoji: true as const }),
    breaksLines: tableOf(config.kramdown).hard_wrap === true,
    setting: (key) => wordOf(key.split('.').reduce<unknown>((value, name) => tableOf(value)[name], config)),
    ...addressesOf(folder, source, config),
  };
}

function readFacts(config: Config): SiteFacts {
  const url = textOf(config.url);
  const below = textOf(config.baseurl)
    ?.replace(/\/+$/, '')
    .replace(/^(?!\/)(?=.)/, '/');
  return factsOf({
    title: textOf(config.title),
    description: textOf(config.description),
    url: url && `${url.replace(/\/+$/, '')}${below ?? ''}`,
    author: textOf(config.author) ?? textOf(tableOf(config.author).name),
    language: textOf(config.lang) ?? textOf(config.locale),
    timezone: textOf(config.timezone),
  });
}
