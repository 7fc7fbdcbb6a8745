// Rule links over the whole site: the links of every text are noted where it is rendered, and checked when all files are known.
import { isLocked } from '#pdc/article/article';
import type { Article, Locked, Page } from '#pdc/article/article';
import type { Defect } from '#pdc/defect';
import { alike } from '#pdc/fold';
import { anchorsIn } from '#pdc/html';
import { activeFiles, checkActiveFiles } from '#pdc/library/active-files';
import { checkHtml } from '#pdc/library/html-flaws';
import { pathOf } from '#pdc/library/addresses';
import { baseOf, checkLinks } from '#pdc/library/links';
import { resolveTarget } from '#pdc/markdown/links';
import type { Rendered } from '#pdc/markdown/render';
import { thrown } from '#pdc/site-functions';
import { checkLockedFiles } from '#pdc/library/public-texts';
import { renderEntry } from '../../stages/render.ts';
import { promptBlock } from '../../theme/parts/prompt.ts';
import type { Edition } from '../read.ts';
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

/** The links of one text, and what the fragments of its own may lead to. */
export type TextLinks = Pick<Rendered, 'links' | 'flaws' | 'fault'> & { readonly anchors: ReadonlySet<string> };

/** Tells the links of a text that was rendered now, or when the page that is reused was made. */
export type KnownLinks = (entry: Article | Page) => TextLinks | undefined;

export type LinkCheck = {
  readonly linksIn: KnownLinks;
  /** To be called with every text that was rendered. */
  readonly noteRendered: (entry: Article | Page, rendered: Rendered) => void;
  /** To be called with every text whose page is reused: its links are the known ones. */
  readonly noteReused: (entry: Article | Page) => void;
  /** How many texts were rendered or reused so far. */
  readonly count: () => number;
  readonly noted: () => Iterable<readonly [Article | Page, TextLinks]>;
  /** The defects of the texts that were rendered or reused, by source. To be asked when every file is known. */
  readonly conclude: (emitted: Pick<Claims, 'has' | 'files'>) => ReadonlyMap<string, readonly Defect[]>;
};

/** A locked text keeps the links that parsing found, whether it is rendered or not. */
const lockedLinks = ({ text: { links, flaws, anchors } }: Locked): TextLinks => ({
  links,
  flaws,
  anchors: new Set(anchors),
});

export function createLinkCheck({ library, statics, lenient }: Edition, knownLinks: KnownLinks): LinkCheck {
  const noted = new Map<Article | Page, TextLinks>();
  const active = activeFiles(library);
  const linksIn: KnownLinks = (entry) => noted.get(entry) ?? (isLocked(entry) ? lockedLinks(entry) : knownLinks(entry));
  return {
    linksIn,
    noteRendered: (entry, rendered) => void noted.set(entry, toTextLinks(entry, rendered)),
    noteReused: (entry) => void noted.set(entry, linksIn(entry)!),
    count: () => noted.size,
    noted: () => noted,
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
          ...checkLinks({ ...textLinks, entry, ...others }),
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

  function toTextLinks(entry: Article | Page, { html, links, flaws, fault }: Rendered): TextLinks {
    if (isLocked(entry)) return { ...lockedLinks(entry), ...(fault && { fault }) };
    const base = baseOf(library, entry);
    // Only a link into the text itself asks for them: most texts have none.
    const needsAnchors = links.some(
      ({ target }) => target.includes('#') && resolveTarget(target, base).path === base.path,
    );
    return { links, flaws, anchors: needsAnchors ? anchorsIn(html) : new Set(), ...(fault && { fault }) };
  }
}
