// The lists of Hugo: home, sections and taxonomies, each with a feed.
import { archivesPath, categoriesPath, feedPath, tagsPath } from '#pdc/site/paths';
import { headOf, namesOf, tableOf, textOf, wordOf } from '../blog.ts';
import type { Folder } from '../blog-folder.ts';
import { archive, aliasNames, fill, toPath } from '../old-addresses.ts';
import type { Old, Target, OldPost } from '../old-addresses.ts';
import { hugoPath, disabledKinds, hasFeed, isLower, namedTaxonomies, patternOf, toAddress } from './hugo-config.ts';
import { ownPath } from './hugo-addresses.ts';
import { folderOf, sectionOf } from './hugo-content.ts';
import type { Content } from './hugo-content.ts';
import type { Language } from './hugo-languages.ts';

type Context = { readonly folder: Folder; readonly content: Content };

/** Home, sections and taxonomies of a language, each with a feed. */
export function listsOf(all: readonly OldPost[], language: Language, { folder, content }: Context): Old[] {
  const { config, prefix } = language;
  const { texts, lists, placeOf } = content;
  const isOwn = (file: string): boolean => placeOf(file).language === language;
  const posts = all.filter(({ name }) => isOwn(`${name}.md`));
  // The top-level folders, without bundles.
  const tops = texts.filter(isOwn).flatMap((file) => /^[^/]+(?=\/(?!index\.))/.exec(placeOf(file).file) ?? []);
  // The front matter of lists, by their folders: `posts`, `tags/linux`.
  const heads = new Map(
    lists.filter(isOwn).map((file) => [folderOf(placeOf(file).file).replace(/\/$/, ''), headOf(folder, file)]),
  );
  const feed = `${textOf(tableOf(tableOf(config.outputformats).rss).basename) ?? 'index'}.xml`;
  const pathTo = (name = ''): string => hugoPath(name, { lower: isLower(config) });
  type Facts = { to: Target; kind: Parameters<typeof hasFeed>[0]; path?: string };
  const list = (name: string, { to, kind, path = toPath(`${pathTo(name)}/`) }: Facts): Old[] => {
    if (disabledKinds(config).includes(kind)) return [];
    const head = heads.get(name) ?? {};
    const from = ownPath(head, prefix) ?? prefix + path;
    const aliases = aliasNames(head).map((alias) => toAddress(toPath(`${alias}/`), config));
    return [
      ...[name === '' ? from : toAddress(from, config), ...aliases].map((address) => ({ from: address, to })),
      ...(hasFeed(kind, config) ? [{ from: `${from}${feed}`, to: { path: feedPath } }] : []),
    ];
  };
  const names = [...heads.keys()].filter((name) => name !== '');
  const isTerm = (name: string): boolean => namedTaxonomies(config).includes(sectionOf(name) || name);
  const sections = [...new Set([...tops, ...names])].filter((name) => !isTerm(name)).sort();
  return [
    ...list('', { to: { path: '/' }, kind: 'home' }),
    ...sections.flatMap((section) => list(section, { to: archive, kind: 'section' })),
    ...namedTaxonomies(config).flatMap((key) => {
      const carriedBy = ({ attributes }: OldPost): string[] => namesOf(attributes[key.toLowerCase()]);
      const folders = names.filter((name) => name.startsWith(`${key}/`)).map((name) => name.slice(key.length + 1));
      // Names with the same path are one term.
      const terms = new Map([...folders, ...posts.flatMap(carriedBy)].map((name) => [pathTo(name), name] as const));
      const all: Target = { path: key === 'tags' ? tagsPath : key === 'categories' ? categoriesPath : archivesPath };
      return [
        ...[...terms].flatMap(([path, name]) => {
          const folder = folders.find((name) => pathTo(name) === path) ?? name;
          const { title = name, slug = title } = heads.get(`${key}/${folder}`) ?? {};
          const pattern = patternOf(config, key, 'term');
          const filled = pattern && fill(`${pattern}/`, { title: pathTo(wordOf(title)), slug: pathTo(wordOf(slug)) });
          return list(`${key}/${folder}`, {
            to: key === 'tags' || key === 'categories' ? { term: key, name } : archive,
            kind: 'term',
            path: filled ?? `/${pathTo(key)}/${path}/`,
          });
        }),
        ...list(key, { to: all, kind: 'taxonomy' }),
      ];
    }),
  ];
}
