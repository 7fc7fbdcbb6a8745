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
  /** Some pages of the same library, but for the entries that they show, are in place now. */
  readonly renew: (edition: Shown, observations: readonly Observation[]) => void;
  /** The page of an entry as it was seen. */
  readonly seen: (entry: Article | Page) => Observation | undefined;
  /** Nothing is known of what stands. */
  readonly forget: () => void;
};

export function createPages(): Pages {
  let site: Site | undefined;
  let made = new Map<string, Made>();

  function note({ library, statics }: Shown, observations: readonly Observation[]): void {
    const dependenciesOf = createDependencies(library, createSizes(statics));
    for (const observation of observations) {
      const { entry, links } = observation;
      made.set(entry.source, { observation, dependencies: dependenciesOf(entry, links) });
    }
  }

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
    keep(edition, observations) {
      site = edition.library.site;
      made = new Map();
      note(edition, observations);
    },
    renew: note,
    seen: (entry) => made.get(entry.source)?.observation,
    forget() {
      made = new Map();
    },
  };
}
