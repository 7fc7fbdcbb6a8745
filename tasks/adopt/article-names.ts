// Chooses file names for the articles in the new folder. Each name is unique and gives an ASCII slug.
import { dateOf, readFileName, toStem } from '#pdc/site/file-name';
import type { Site } from '#pdc/site/site';
import { isAscii } from '#pdc/text/fold';
import { asMd, headOf, wordOf } from './blog.ts';
import type { Blog, Move } from './blog.ts';
import type { Folder } from './blog-folder.ts';

/** How names that are not ASCII become slugs: as pinyin, or as numbers. */
export type Slugs = 'pinyin' | 'numbers';

/** How many names are not ASCII, and an example: a name, its slug, and the slug that the other choice gives. */
export type SlugExample = Readonly<Record<'name' | 'slug' | 'choice' | 'other', string>> & { readonly count: number };

type Naming = {
  readonly site: Site;
  readonly slugs: Slugs;
  /** The slug in the front matter of an article, if this slug is ASCII. */
  readonly slugOf: (from: string) => string | undefined;
};

export function createSlugs(folder: Folder, { slugKey }: Blog): Naming['slugOf'] {
  const slugs = new Map<string, string | undefined>();
  return (from) => {
    if (slugs.has(from)) return slugs.get(from);
    const stated =
      slugKey === undefined && isAscii(toStem(asMd(from)))
        ? undefined
        : wordOf(headOf(folder, from)[slugKey ?? 'slug']);
    const slug = /^[\w.~-]*\w$/.test(stated ?? '') ? stated : undefined;
    slugs.set(from, slug);
    return slug;
  };
}

export function slugsOf(articles: readonly Move[], naming: Naming): { slugs?: SlugExample } {
  const foreign = articles.filter(({ from, to }) => !isAscii(toStem(to)) && naming.slugOf(from) === undefined);
  // The longest name is the best example.
  const [example] = foreign.toSorted((a, b) => b.to.length - a.to.length);
  if (!example) return {};
  const slugBy = (slugs: Slugs): string => {
    const move = withOwnNames(articles, { ...naming, slugs }).moves.find(({ from }) => from === example.from);
    return readFileName(move?.to ?? example.to, naming.site.prefixes).slug;
  };
  const choice: Slugs = naming.slugs === 'pinyin' ? 'numbers' : 'pinyin';
  const slug = slugBy(naming.slugs);
  return { slugs: { count: foreign.length, name: toStem(example.to), slug, choice, other: slugBy(choice) } };
}

/** The folder, the name and the ending of an article. An `index.md` has the name of its folder. */
const named = /^((?:.*\/)?)((?!index\.md$)[^/]+?|^index)((?:\/index)?\.md)$/i;

/** The most words of pinyin in a slug. A whole title in pinyin would be an unreadable address. */
const mostWords = 8;

/** Gives every article a unique name. The folder of an article gets the same name. */
export function withOwnNames(
  moves: readonly Move[],
  { site: { prefixes }, slugs, slugOf }: Naming,
): { moves: (Move & { renamed: boolean })[]; folders: ReadonlyMap<string, string> } {
  const takenSlugs = new Set<string>();
  const folders = new Map<string, string>();
  let numbered = 0;
  const renamedMoves = moves.map(({ from, to }) => {
    const [, folder = '', oldName = '', ending = ''] = named.exec(to)!;
    const stem = slugOf(from) ?? (isAscii(oldName.normalize('NFC')) ? oldName : inAscii(oldName));
    const parents = folder.split('/').slice(0, -1);
    const date = dateOf(toStem(from));
    const proposals = [
      stem,
      ...parents.map((_, index) => [...parents.slice(-index - 1), stem].join('-')),
      ...(date === undefined ? [] : [`${date}-${stem}`]),
    ];
    const more = Array.from({ length: 50 }, (_, index) => `${stem}-${index + 2}-bis`);
    const name = [...proposals, ...more].find((proposal) => !takenSlugs.has(slugIn(proposal))) ?? stem;
    takenSlugs.add(slugIn(name));
    const isBundle = ending !== '.md' && name !== oldName;
    if (!isBundle && name !== oldName) folders.set(`${folder}${oldName}/`, `${folder}${name}/`);
    return {
      from,
      // The files of a bundle keep their addresses.
      to: folder + (isBundle ? `${oldName}/${name}.md` : name + ending),
      renamed: toStem(asMd(from)) !== name.normalize('NFC'),
    };
  });
  return { moves: renamedMoves, folders };

  /** Returns a number, or the first words of the name in pinyin. With pinyin, a name of few words stays unchanged. */
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

/** The new path of a file in a renamed folder. If several folders around it were renamed, the deepest one counts. */
export function inFolder(file: string, folders: ReadonlyMap<string, string>): string {
  const [deepest] = [...folders].filter(([from]) => file.startsWith(from)).sort(([a], [b]) => b.length - a.length);
  return deepest ? deepest[1] + file.slice(deepest[0].length) : file;
}
