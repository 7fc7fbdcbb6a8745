// Rule links over the whole site: the links of every text are noted where it is rendered, and checked when all files are known.
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import type { Defect } from '#pdc/words/defect';
import { alike } from '#pdc/text/fold';
import { anchorsIn } from '#pdc/text/html';
import { activeFiles, checkActiveFiles } from '#pdc/library/active-files';
import { checkHtml } from '#pdc/library/html-flaws';
import { pathOf } from '#pdc/library/addresses';
import { baseOf, checkLinks } from '#pdc/library/entry-links';
import { resolveTarget } from '#pdc/markdown/links';
import type { Library } from '#pdc/library/library';
import { remember } from '#pdc/remember';
import { thrown } from '#pdc/site/owner-functions';
import { checkLockedFiles } from '#pdc/library/public-texts';
import type { TextLinks } from '#pdc/library/text-links';
import { renderEntry } from '../../stages/render.ts';
import { promptBlock } from '../../theme/parts/prompt.ts';
import type { Edition } from '../read.ts';
import type { Claims } from './claims.ts';
import { message } from '#pdc/words/message';

/** Finds the file that differs from a site path, or from paths below the content folder, in case or Unicode form alone. */
function createAlike(
  { pathBySource }: Edition['library'],
  emitted: Pick<Claims, 'files'>,
): (path: string, sources: readonly string[]) => string | undefined {
  const toMap = (names: Iterable<string>): ReadonlyMap<string, string> =>
    new Map([...names].map((name) => [alike(name), name]));
  let maps: { readonly files: ReadonlyMap<string, string>; readonly sources: ReadonlyMap<string, string> } | undefined;
  return (path, sources) => {
    maps ??= { files: toMap(emitted.files()), sources: toMap(pathBySource.keys()) };
    const [named] = sources.flatMap((source) => maps!.sources.get(alike(source)) ?? []);
    const page = maps.files.get(alike(`${path.replace(/\/$/, '')}/index.html`));
    return named ?? maps.files.get(alike(path)) ?? page?.slice(0, -'index.html'.length);
  };
}

export type LinkCheck = {
  /** To be called with every page: its entry, and the links of its text. */
  readonly note: (entry: Article | Page | undefined, text: TextLinks | undefined) => void;
  /** How many texts were noted so far. */
  readonly count: () => number;
  /** The defects of all texts. To be asked when every file is known. */
  readonly conclude: (
    claims: Claims,
    previous: LinkWorld | undefined,
  ) => { readonly world: LinkWorld; readonly defects: readonly Defect[] };
};

/** Everything outside a text that its links may lead to, but the headings of other pages. */
export type LinkWorld = Pick<Edition, 'library' | 'statics' | 'lenient'> & {
  readonly claims: Claims;
  readonly findAlike: ReturnType<typeof createAlike>;
  readonly active: ReturnType<typeof activeFiles>;
};

export function createLinkCheck({ library, statics, lenient }: Edition): LinkCheck {
  const noted = new Map<Article | Page, TextLinks>();
  const pageAt = createPageAt(library);
  return {
    note(entry, text) {
      if (entry && text) noted.set(entry, text);
    },
    count: () => noted.size,
    conclude(claims, previous) {
      const now = { library, statics, lenient, claims };
      const world = previous && isSameWorld(previous, now) ? previous : toWorld(now);
      const defects = [...noted].flatMap(([entry, text]) => {
        const targets = headingTargets(text, entry, world).flatMap((path) => pageAt(path) ?? []);
        return checkText(text, entry, world, ...targets);
      });
      // Most sites have nothing locked, and need no look at the texts of all.
      return { world, defects: library.articles.some(isLocked) ? [...defects, ...lockedFiles()] : defects };
    },
  };

  function lockedFiles(): Defect[] {
    const all = [...noted].map(([entry, { links }]) => ({ entry, links }));
    return checkLockedFiles(all, { library, statics: new Set(statics.map((file) => file.path)), lenient });
  }
}

const toWorld = (now: Omit<LinkWorld, 'findAlike' | 'active'>): LinkWorld => ({
  ...now,
  findAlike: createAlike(now.library, now.claims),
  active: activeFiles(now.library),
});

/** Libraries that differ in texts alone have the same addresses and files. */
const isSameWorld = (previous: LinkWorld, now: Omit<LinkWorld, 'findAlike' | 'active'>): boolean =>
  previous.library.pathBySource === now.library.pathBySource &&
  previous.lenient === now.lenient &&
  previous.claims.equals(now.claims);

/** The other pages, by site path, whose headings the links of a text name. */
const headingTargets = remember((text: TextLinks, entry: Article | Page, { library }: LinkWorld): readonly string[] => {
  const base = baseOf(library, entry);
  const paths = text.links.flatMap(({ target }) => {
    if (!target.includes('#')) return [];
    const { path, fragment } = resolveTarget(target, base);
    return path === undefined || path === base.path || fragment === '' ? [] : [path];
  });
  return [...new Set(paths)];
});

/** The defects of one text: checked again where it, the world, or a page whose headings it names is another. */
const checkText = remember(
  (
    text: TextLinks,
    entry: Article | Page,
    world: LinkWorld,
    ...targets: readonly (Article | Page)[]
  ): readonly Defect[] => {
    const { library, lenient, claims, findAlike, active } = world;
    const anchorsAt = new Map(targets.map((target) => [pathOf(library.site, target), anchorsOf(target, world)]));
    const { links, flaws, anchors } = text;
    return [
      ...checkLinks({
        ...{ entry, links, library, lenient, findAlike, emitted: claims },
        anchors: new Set(anchors),
        anchorsOf: (path) =>
          [path, `${path}/`, path.replace(/index\.html$/, '')].map((one) => anchorsAt.get(one)).find(Boolean),
      }),
      ...checkHtml(flaws, { entry, library, lenient }),
      ...checkActiveFiles(active, { entry, links, library, lenient }),
      ...ownFaults(entry, text, library),
    ];
  },
);

/** The ids in a text that others lead into. It is rendered once more: few links lead to a heading of another page. */
const anchorsOf = remember((entry: Article | Page, { library }: LinkWorld): ReadonlySet<string> | undefined =>
  isLocked(entry) ? undefined : anchorsIn(renderEntry(entry, { library, showPrompt: promptBlock(library.site) }).html),
);

/** Finds the entry whose page answers at a site path. */
function createPageAt({ articles, pages, site }: Library): (path: string) => Article | Page | undefined {
  let byPath: ReadonlyMap<string, Article | Page> | undefined;
  return (path) => {
    byPath ??= new Map([...articles, ...pages].map((entry) => [pathOf(site, entry), entry]));
    return byPath.get(path) ?? byPath.get(`${path}/`) ?? byPath.get(path.replace(/index\.html$/, ''));
  };
}

/** An error that a Markdown rule of the owner's threw. It may quote the text, so a locked one shows none of it. */
function ownFaults(entry: Article | Page, { fault }: TextLinks, { site, nameOf }: Library): Defect[] {
  const { functions } = site;
  if (!fault || !functions) return [];
  const name = `markdown(${nameOf(entry.source)})`;
  const secret = isLocked(entry) && { message: message('functionThrewLocked', { name }) };
  return [{ ...thrown(functions, { name, ...fault }), ...secret }];
}
