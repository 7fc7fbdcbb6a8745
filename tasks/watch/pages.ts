// Which pages stand as they are: what each was made of, compared with what it would be made of now.
import type { Article, Page } from '#pdc/article';
import { createDependencies, isSameEntry, isSameList } from '#pdc/dependencies';
import type { Dependencies } from '#pdc/dependencies';
import type { Library } from '#pdc/library';
import type { Site } from '#pdc/site';
import type { Observation } from '../publish.ts';

type Made = { readonly observation: Observation; readonly dependencies: Dependencies };

export type Pages = {
  /** For `publish`: what was seen of an entry whose page stands. */
  readonly standing: (library: Library) => (entry: Article | Page) => Observation | undefined;
  /** The pages of a library are in place now. */
  readonly keep: (library: Library, observations: readonly Observation[]) => void;
  /** Nothing is known of what stands. */
  readonly forget: () => void;
};

export function createPages(): Pages {
  let site: Site | undefined;
  let made = new Map<string, Made>();
  return {
    standing(library) {
      if (library.site !== site) return () => undefined;
      const dependenciesOf = createDependencies(library);
      return (entry) => {
        const before = made.get(entry.source);
        if (!before || !isSameEntry(before.observation.entry, entry)) return undefined;
        const now = dependenciesOf(entry, before.observation.links);
        return isSameList(now, before.dependencies) ? { ...before.observation, entry } : undefined;
      };
    },
    keep(library, observations) {
      const dependenciesOf = createDependencies(library);
      site = library.site;
      made = new Map(
        observations.map((observation) => {
          const { entry, links } = observation;
          return [entry.source, { observation, dependencies: dependenciesOf(entry, links) }];
        }),
      );
    },
    forget() {
      made = new Map();
    },
  };
}
