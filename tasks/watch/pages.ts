// Which pages stand as they are: what each was made of, compared with what it would be made of now.
import type { Article, Page } from '#pdc/article';
import { createDependencies, isSameEntry, isSameList } from '#pdc/dependencies';
import type { Dependencies } from '#pdc/dependencies';
import type { Site } from '#pdc/site';
import { createSizes } from '../image-sizes.ts';
import type { Observation } from '../publish.ts';
import type { Edition } from '../read.ts';

type Made = { readonly observation: Observation; readonly dependencies: Dependencies };

/** What pages are made of. */
type Shown = Pick<Edition, 'library' | 'statics'>;

export type Pages = {
  /** For `publish`: what was seen of an entry whose page stands. */
  readonly standing: (edition: Shown) => (entry: Article | Page) => Observation | undefined;
  /** The pages of a library are in place now. */
  readonly keep: (edition: Shown, observations: readonly Observation[]) => void;
  /** Nothing is known of what stands. */
  readonly forget: () => void;
};

export function createPages(): Pages {
  let site: Site | undefined;
  let made = new Map<string, Made>();
  return {
    standing({ library, statics }) {
      if (library.site !== site) return () => undefined;
      const dependenciesOf = createDependencies(library, createSizes(statics));
      return (entry) => {
        const before = made.get(entry.source);
        if (!before || !isSameEntry(before.observation.entry, entry)) return undefined;
        const now = dependenciesOf(entry, before.observation.links);
        return isSameList(now, before.dependencies) ? { ...before.observation, entry } : undefined;
      };
    },
    keep({ library, statics }, observations) {
      const dependenciesOf = createDependencies(library, createSizes(statics));
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
