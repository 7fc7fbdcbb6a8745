// Rule links over the whole site: the links of every text are noted where it is rendered, and checked when all files are known.
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import type { Defect } from '#pdc/defect';
import { alike } from '#pdc/fold';
import { anchorsIn } from '#pdc/html';
import { activeFiles, checkActiveFiles } from '#pdc/library/active-files';
import { checkHtml } from '#pdc/library/html-flaws';
import { pathOf } from '#pdc/library/addresses';
import { baseOf, checkLinks } from '#pdc/library/links';
import { resolveTarget } from '#pdc/markdown/links';
import { thrown } from '#pdc/site-functions';
import { checkLockedFiles } from '#pdc/library/public-texts';
import { lockedTextLinks } from '#pdc/library/text-links';
import type { TextLinks } from '#pdc/library/text-links';
import { renderEntry } from '../../stages/render.ts';
import type { RowFile } from '../../stages/vinyl.ts';
import { promptBlock } from '../../theme/parts/prompt.ts';
import { pageRow } from '../branches/pages.ts';
import type { Edition } from '../read.ts';
import type { Reuse } from '../reuse.ts';
import type { Claims } from './claims.ts';
import { message } from '#pdc/message';

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
  /** To be called with every file: a page has the links of its text. */
  readonly note: (file: RowFile) => void;
  /** How many texts were rendered or reused so far. */
  readonly count: () => number;
  /** The defects of the noted texts, by source. To be asked when every file is known. */
  readonly conclude: (emitted: Pick<Claims, 'has' | 'files'>) => ReadonlyMap<string, readonly Defect[]>;
};

export function createLinkCheck({ library, statics, lenient }: Edition, { textOf }: Pick<Reuse, 'textOf'>): LinkCheck {
  const noted = new Map<Article | Page, TextLinks>();
  const active = activeFiles(library);
  const linksIn = (entry: Article | Page): TextLinks | undefined =>
    noted.get(entry) ?? (isLocked(entry) ? lockedTextLinks(entry) : textOf(pageRow(entry)));
  return {
    note({ row, text }) {
      if (row?.entry && text) noted.set(row.entry, text);
    },
    count: () => noted.size,
    conclude(emitted) {
      const others = {
        findAlike: createAlike(library, emitted),
        anchorsOf: createAnchors(),
        emitted,
        library,
        lenient,
      };
      const checked = [...noted, ...linkingToNoted()].map(([entry, textLinks]): [string, readonly Defect[]] => [
        entry.source,
        [
          ...checkLinks({ ...textLinks, anchors: new Set(textLinks.anchors), entry, ...others }),
          ...checkHtml(textLinks.flaws, { entry, library, lenient }),
          ...checkActiveFiles(active, { entry, links: textLinks.links, library, lenient }),
          ...ownFaults(entry, textLinks),
        ],
      ]);
      // Most sites have nothing locked, and need no look at the texts of all.
      return new Map(library.articles.some(isLocked) ? [...checked, ['', lockedFiles()]] : checked);
    },
  };

  /** The texts that are not noted, and lead to a heading of one that is: where an edit took it away, their links are dead now. */
  function linkingToNoted(): (readonly [Article | Page, TextLinks])[] {
    const edited = new Set([...noted.keys()].map((entry) => pathOf(library.site, entry)));
    return [...library.articles, ...library.pages].flatMap((entry) => {
      const textLinks = noted.has(entry) ? undefined : linksIn(entry);
      const leadsThere = textLinks?.links.some(({ target }) => {
        if (!target.includes('#')) return false;
        const { path, fragment } = resolveTarget(target, baseOf(library, entry));
        return fragment !== '' && path !== undefined && edited.has(path);
      });
      return leadsThere ? [[entry, textLinks!] as const] : [];
    });
  }

  /** The ids in a text, by the path of its page. It is rendered once more: few links lead to a heading of another page. */
  function createAnchors(): (path: string) => ReadonlySet<string> | undefined {
    let pages: ReadonlyMap<string, Article | Page> | undefined;
    const known = new Map<Article | Page, ReadonlySet<string>>();
    return (path) => {
      pages ??= new Map([...library.articles, ...library.pages].map((entry) => [pathOf(library.site, entry), entry]));
      const entry = pages.get(path) ?? pages.get(`${path}/`) ?? pages.get(path.replace(/index\.html$/, ''));
      if (entry === undefined || isLocked(entry)) return undefined;
      const anchors =
        known.get(entry) ?? anchorsIn(renderEntry(entry, { library, showPrompt: promptBlock(library.site) }).html);
      known.set(entry, anchors);
      return anchors;
    };
  }

  function lockedFiles(): Defect[] {
    const all = [...library.articles, ...library.pages].flatMap((entry) => {
      const textLinks = linksIn(entry);
      return textLinks ? [{ entry, links: textLinks.links }] : [];
    });
    return checkLockedFiles(all, { library, statics: new Set(statics.map((file) => file.path)), lenient });
  }

  /** An error that a Markdown rule of the owner's threw. It may quote the text, so a locked one shows none of it. */
  function ownFaults(entry: Article | Page, { fault }: TextLinks): Defect[] {
    const { functions } = library.site;
    if (!fault || !functions) return [];
    const name = `markdown(${library.nameOf(entry.source)})`;
    const secret = isLocked(entry) && { message: message('functionThrewLocked', { name }) };
    return [{ ...thrown(functions, { name, ...fault }), ...secret }];
  }
}
