// Rule links over the whole site: the links of every text are noted where it is rendered, and checked when all files are known.
import { isLocked } from '#pdc/article/article';
import type { Article, Locked, Page } from '#pdc/article/article';
import type { Defect } from '#pdc/defect';
import { anchorsIn } from '#pdc/html';
import { activeFiles, checkActiveFiles } from '#pdc/library/active-files';
import { checkHtml } from '#pdc/library/html-flaws';
import { baseOf, checkLinks } from '#pdc/library/links';
import { resolveTarget } from '#pdc/markdown/links';
import type { Rendered } from '#pdc/markdown/render';
import { thrown } from '#pdc/site-functions';
import { checkLockedFiles } from '#pdc/library/public-texts';
import type { Edition } from '../read.ts';
import { message } from '#pdc/message';

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
  readonly conclude: (emitted: { has: (path: string) => boolean }) => ReadonlyMap<string, readonly Defect[]>;
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
      const checked = [...noted].map(([entry, textLinks]): [string, readonly Defect[]] => [
        entry.source,
        [
          ...checkLinks({ ...textLinks, entry, emitted, library, lenient }),
          ...checkHtml(textLinks.flaws, { entry, library, lenient }),
          ...checkActiveFiles(active, { entry, links: textLinks.links, library, lenient }),
          ...ownFaults(entry, textLinks),
        ],
      ]);
      // Most sites have nothing locked, and need no look at the texts of all.
      return new Map(library.articles.some(isLocked) ? [...checked, ['', lockedFiles()]] : checked);
    },
  };

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
