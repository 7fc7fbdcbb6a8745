// An edition made ready: what is stale is published, everything is checked, and nothing that stands is touched yet.
import type { Defect } from '#pdc/defect';
import { stops } from '../check.ts';
import { publish } from '../publish.ts';
import type { Publication } from '../publish.ts';
import type { Edition } from '../read.ts';
import type { Settings } from '../settings.ts';
import type { Breath } from './breath.ts';
import { createPages } from './pages.ts';
import { createOutput } from './replace.ts';
import type { Change } from './replace.ts';

export type OnFile = () => void;

export type Prepared = {
  readonly defects: readonly Defect[];
  /** Puts in place what differs. Not there when the defects stop it, or when there is no article. */
  readonly put?: () => Change;
};

export type PreparationOptions = Pick<Settings, 'dest' | 'lenient'> & { readonly breath: Breath };

/** Remembers what stands in the output folder from one edition to the next. */
export function createPreparation(
  options: PreparationOptions,
): (edition: Edition, onFile: OnFile) => Promise<Prepared> {
  const { breath } = options;
  const pages = createPages();
  const output = createOutput(options.dest);

  return async (edition, onFile) => {
    const { library } = edition;
    const standing = pages.standing(edition);
    const all = ({ linkDefects }: Publication): Defect[] => [...edition.defects, ...linkDefects()];
    if (stops(edition.defects, options)) {
      // Followed to its last link, so that every defect is told, but written nowhere: it may hold an open secret.
      const publication = publish(edition, { minified: false, standing });
      for await (const _file of publication.files) await breath();
      return { defects: all(publication) };
    }
    const publication = publish(edition, { minified: true, standing });
    const { put } = await output.prepare(publication, { library, breath, onFile });
    const defects = all(publication);
    if (stops(defects, options) || library.articles.length === 0) return { defects };
    return {
      defects,
      put: () => {
        // Should writing fail half-way, no page is known to stand.
        pages.forget();
        const change = put();
        pages.keep(edition, publication.observations());
        return change;
      },
    };
  };
}
