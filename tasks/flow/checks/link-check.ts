// Checks the links of the whole site (rule links). Collects the links of each text, and checks them when all files are
// known.
import { readFileSync } from 'node:fs';
import type Vinyl from 'vinyl';
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
import type { Edition } from '../edition.ts';
import type { Claims } from './claims.ts';
import { message } from '#pdc/words/message';

/** Finds the file whose path differs only in case or Unicode form from a site path or paths in the content folder. */
function createFindAlike(
  { pathBySource }: Edition['library'],
  emitted: Pick<Claims, 'files'>,
): (path: string, sources: readonly string[]) => string | undefined {
  const toMap = (names: Iterable<string>): ReadonlyMap<string, string> =>
    new Map([...names].map((name) => [alike(name), name]));
  let maps: { readonly files: ReadonlyMap<string, string>; readonly sources: ReadonlyMap<string, string> } | undefined;
  return (path, sources) => {
    const { files, sources: names } = (maps ??= { files: toMap(emitted.files()), sources: toMap(pathBySource.keys()) });
    const [named] = sources.flatMap((source) => names.get(alike(source)) ?? []);
    const page = files.get(alike(`${path.replace(/\/$/, '')}/index.html`));
    return named ?? files.get(alike(path)) ?? page?.slice(0, -'index.html'.length);
  };
}

export type LinkCheck = {
  /** Call it with each page: its entry, and the links of its text. */
  readonly note: (entry: Article | Page | undefined, text: TextLinks | undefined) => void;
  /** The number of texts so far. */
  readonly count: () => number;
  /** The defects of all texts. Call it when all files are known. */
  readonly findDefects: (
    claims: Claims,
    previous: LinkWorld | undefined,
  ) => { readonly world: LinkWorld; readonly defects: readonly Defect[] };
};

/** Everything outside a text that affects the check of its links, except for the headings of other pages. */
export type LinkWorld = Pick<Edition, 'library' | 'statics' | 'lenient'> & {
  readonly claims: Claims;
  readonly findAlike: ReturnType<typeof createFindAlike>;
  readonly active: ReturnType<typeof activeFiles>;
};

export function createLinkCheck({ library, statics, lenient }: Edition): LinkCheck {
  const noted = new Map<Article | Page, TextLinks>();
  const anchorsAt = createAnchorsAt(library, statics);
  return {
    note(entry, text) {
      if (entry && text) noted.set(entry, text);
    },
    count: () => noted.size,
    findDefects(claims, previous) {
      const targets = { library, statics, lenient, claims };
      const world = previous && isSameWorld(previous, targets) ? previous : toWorld(targets);
      const defects = [...noted].flatMap(([entry, text]) => {
        const anchorsOfTargets = headingTargets(text, entry, world).map((path) => anchorsAt(path, world));
        return checkText(text, entry, world, ...anchorsOfTargets);
      });
      // This check reads all texts, so it runs only if an article is locked.
      return { world, defects: library.articles.some(isLocked) ? [...defects, ...lockedFiles()] : defects };
    },
  };

  function lockedFiles(): Defect[] {
    const all = [...noted].map(([entry, { links }]) => ({ entry, links }));
    return checkLockedFiles(all, { library, statics: new Set(statics.map((file) => file.path)), lenient });
  }
}

type Targets = Omit<LinkWorld, 'findAlike' | 'active'>;

const toWorld = (targets: Targets): LinkWorld => ({
  ...targets,
  findAlike: createFindAlike(targets.library, targets.claims),
  active: activeFiles(targets.library),
});

/** Whether all links lead to the same places. Libraries that differ only in texts share their `pathBySource`. */
const isSameWorld = (previous: LinkWorld, { library, lenient, claims }: Targets): boolean =>
  previous.library.pathBySource === library.pathBySource &&
  previous.lenient === lenient &&
  previous.claims.equals(claims);

/** The site paths of the other pages to whose headings a text links. */
const headingTargets = remember((text: TextLinks, entry: Article | Page, { library }: LinkWorld): readonly string[] => {
  const base = baseOf(library, entry);
  const paths = text.links.flatMap(({ target }) => {
    if (!target.includes('#')) return [];
    const { path, fragment } = resolveTarget(target, base);
    return path === undefined || path === base.path || fragment === '' ? [] : [path];
  });
  return [...new Set(paths)];
});

/**
 * The defects of one text. Checked again if the text, the world or a page to whose headings it links changes. The
 * anchors are those of the pages of `headingTargets`; undefined if they are unknown or secret.
 */
const checkText = remember(
  (
    text: TextLinks,
    entry: Article | Page,
    world: LinkWorld,
    ...anchorsOfTargets: readonly (ReadonlySet<string> | undefined)[]
  ): readonly Defect[] => {
    const { library, lenient, claims, findAlike, active } = world;
    const targets = headingTargets(text, entry, world);
    const { links, flaws, anchors } = text;
    return [
      ...checkLinks({
        entry,
        links,
        library,
        lenient,
        findAlike,
        emitted: claims,
        anchors: new Set(anchors),
        anchorsOf: (path) => anchorsOfTargets[targets.indexOf(path)],
      }),
      ...checkHtml(flaws, { entry, library, lenient }),
      ...checkActiveFiles(active, { entry, links, library, lenient }),
      ...markdownRuleDefects(entry, text, library),
    ];
  },
);

/**
 * The ids in the text of an entry. Renders the text again instead of keeping its ids, because links to a heading of
 * another page are rare.
 */
const anchorsOf = remember((entry: Article | Page, { library }: LinkWorld): ReadonlySet<string> | undefined =>
  isLocked(entry) ? undefined : anchorsIn(renderEntry(entry, { library, showPrompt: promptBlock(library.site) }).html),
);

/**
 * The ids of a page in the static folder. Undefined for other files, for a page with scripts, which may add ids or read
 * fragments themselves, and for a page that is not in UTF-8.
 */
const anchorsOfStatic = remember((file: Vinyl): ReadonlySet<string> | undefined => {
  if (!/\.html?$/.test(file.path)) return undefined;
  const html = readFileSync(file.source as string, 'utf8');
  return /<script|\ufffd/i.test(html) ? undefined : anchorsIn(html);
});

/** The pages of lists, and the only id on them. */
const listPages = /^\/(?:archives\/|(?:categories|tags)\/(?:[^/]+\/)?)?(?:page\/\d+\/)?(?:(?:index|404)\.html)?$/;
const anchorsOfList: ReadonlySet<string> = new Set(['main']);

/** Finds the anchors of the page at a site path. */
function createAnchorsAt(
  { articles, pages, site }: Library,
  statics: Edition['statics'],
): (path: string, world: LinkWorld) => ReadonlySet<string> | undefined {
  const entries = createAt([...articles, ...pages], (entry) => pathOf(site, entry));
  const files = createAt(statics, ({ path }) => path);
  return (path, world) => {
    const entry = entries(path);
    if (entry) return anchorsOf(entry, world);
    const file = files(path);
    if (file) return anchorsOfStatic(file);
    return formsOf(path).some((form) => listPages.test(form)) ? anchorsOfList : undefined;
  };
}

/** Returns a function that finds the thing at a site path. */
function createAt<T>(things: readonly T[], toPath: (thing: T) => string): (path: string) => T | undefined {
  let byPath: ReadonlyMap<string, T> | undefined;
  return (path) => {
    byPath ??= new Map(things.map((thing) => [toPath(thing), thing]));
    const form = formsOf(path).find((name) => byPath!.has(name));
    return form === undefined ? undefined : byPath.get(form);
  };
}

/** The paths that lead to one page. */
const formsOf = (path: string): readonly string[] => [
  path,
  `${path}/`,
  path.replace(/index\.html$/, ''),
  `${path.replace(/\/$/, '')}/index.html`,
];

/**
 * Reports an error that the owner's Markdown rule threw. It may quote the text, so it is not shown for a locked
 * article.
 */
function markdownRuleDefects(entry: Article | Page, { fault }: TextLinks, { site, nameOf }: Library): Defect[] {
  const { functions } = site;
  if (!fault || !functions) return [];
  const name = `markdown(${nameOf(entry.source)})`;
  const secret = isLocked(entry) && { message: message('functionThrewLocked', { name }) };
  return [{ ...thrown(functions, { name, ...fault }), ...secret }];
}
