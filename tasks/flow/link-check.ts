// Rule links over the whole site: the links of every text are noted where it is rendered, and checked when all files are known.
import { isLocked } from '#pdc/article/article';
import type { Article, Locked, Page } from '#pdc/article/article';
import type { Defect } from '#pdc/defect';
import { anchorsIn } from '#pdc/html';
import { baseOf, checkLinks } from '#pdc/library/links';
import { resolveTarget } from '#pdc/markdown/links';
import type { Rendered } from '#pdc/markdown/render';
import { followPost } from '#pdc/markdown/tag-templates';
import { createPostLookup } from '#pdc/library/post-names';
import { thrown } from '#pdc/site-functions';
import { checkLockedFiles } from '#pdc/library/public-texts';
import type { Edition } from './read.ts';

/** The links of one text, and what the fragments of its own may lead to. */
export type Observation = Pick<Rendered, 'links' | 'fault'> & { readonly anchors: ReadonlySet<string> };

/** What was seen in a text, now or when the page that stands was made. */
export type Seen = (entry: Article | Page) => Observation | undefined;

export type LinkCheck = {
  readonly seen: Seen;
  /** Hears of every text that was rendered. */
  readonly observe: (entry: Article | Page, rendered: Rendered) => void;
  /** The page of a text stands as it was seen. */
  readonly follow: (entry: Article | Page) => void;
  /** How many texts were rendered or followed so far. */
  readonly count: () => number;
  readonly observed: () => Iterable<readonly [Article | Page, Observation]>;
  /** The defects of the texts that were rendered or followed, by source. To be asked when every file is known. */
  readonly conclude: (emitted: { has: (path: string) => boolean }) => ReadonlyMap<string, readonly Defect[]>;
};

export function createLinkCheck({ library, statics, lenient }: Edition, before: Seen): LinkCheck {
  const observed = new Map<Article | Page, Observation>();
  const lookups = { post: createPostLookup(library) };
  const seen: Seen = (entry) => observed.get(entry) ?? (isLocked(entry) ? linksOf(entry) : before(entry));
  return {
    seen,
    observe: (entry, rendered) => void observed.set(entry, toObservation(entry, rendered)),
    follow: (entry) => void observed.set(entry, seen(entry)!),
    count: () => observed.size,
    observed: () => observed,
    conclude(emitted) {
      const checked = [...observed].map(([entry, observation]): [string, readonly Defect[]] => [
        entry.source,
        [...checkLinks({ ...observation, entry, emitted, library, lenient }), ...ownFaults(entry, observation)],
      ]);
      // Most sites have nothing locked, and need no look at the texts of all.
      return new Map(library.articles.some(isLocked) ? [...checked, ['', lockedFiles()]] : checked);
    },
  };

  function lockedFiles(): Defect[] {
    const all = [...library.articles, ...library.pages].flatMap((entry) => {
      const observation = seen(entry);
      return observation ? [{ entry, links: observation.links }] : [];
    });
    return checkLockedFiles(all, { library, statics: new Set(statics.map((file) => file.path)), lenient });
  }

  /** What rules of the owner's threw may quote the text. */
  function ownFaults(entry: Article | Page, { fault }: Observation): Defect[] {
    const { functions } = library.site;
    if (!fault || !functions) return [];
    const name = `markdown(${library.nameOf(entry.source)})`;
    const secret = `${name} threw an error, of which nothing is told because the text is locked: correct the function`;
    return [{ ...thrown(functions, { name, ...fault }), ...(isLocked(entry) && { message: secret }) }];
  }

  /** What parsing found in a locked text holds whether it is rendered or not. */
  function linksOf({ text }: Locked): Observation {
    const links = text.links.map((link) => ({ ...link, target: followPost(link.target, lookups) }));
    return { links, anchors: new Set(text.anchors) };
  }

  function toObservation(entry: Article | Page, { html, links, fault }: Rendered): Observation {
    if (isLocked(entry)) return { ...linksOf(entry), ...(fault && { fault }) };
    const base = baseOf(library, entry);
    // Only a link into the text itself asks for them: most texts have none.
    const needsAnchors = links.some(
      ({ target }) => target.includes('#') && resolveTarget(target, base).path === base.path,
    );
    return { links, anchors: needsAnchors ? anchorsIn(html) : new Set(), ...(fault && { fault }) };
  }
}
