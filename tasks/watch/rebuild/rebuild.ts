// An edition becomes the output that is watched: what it changes is published and checked, and nothing that stands is touched
// before.
import { isLocked } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import { stops } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import type { Observation } from '../../flow/link-check.ts';
import { publish } from '../../flow/publish.ts';
import type { Publication, Standing } from '../../flow/publish.ts';
import type { Edition } from '../../flow/read.ts';
import type { Pause } from '../../files/pause.ts';
import { createReuse } from '../../incremental/reuse.ts';
import type { RowRecords } from '../../incremental/reuse.ts';
import { createOutput } from '../../output/replace.ts';
import type { Change } from '../../output/replace.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Deliver } from '../../stages/vinyl.ts';

export type Rebuilt = {
  readonly defects: readonly Defect[];
  /** Puts in place what differs. Undefined when the defects stop it, or when there is no article. */
  readonly put?: () => Promise<Change>;
};

export type Rebuild = {
  /**
   * Publishes an edition, or where it has edits what these change. `merged: false` leaves out what holds all texts, which
   * is owed then.
   */
  readonly publish: (edition: Edition, options: { merged: boolean; onFile: () => void }) => Promise<Rebuilt>;
  /** The edition that stands in the output folder; undefined while that is not known. */
  readonly standing: () => Edition | undefined;
  /** Whether what holds all texts is older than the rest. */
  readonly owes: () => boolean;
};

/** What is known of the output: which edition it shows, and what stands for each row. */
type Known = Standing & { readonly edition: Edition; readonly rows: RowRecords; readonly isWhole: boolean };

export type RebuildOptions = Pick<Settings, 'dest' | 'lenient'> & { readonly pause: Pause };

export function createRebuild({ dest, lenient, pause }: RebuildOptions): Rebuild {
  const output = createOutput(dest);
  const observed = new Map<string, Observation>();
  const seen = (entry: Article | Page): Observation | undefined => observed.get(entry.source);
  let known: Known | undefined;

  return {
    standing: () => known?.edition,
    owes: () => known?.isWhole === false,
    async publish(edition, { merged, onFile }) {
      const isBroken = stops(edition.defects, { lenient });
      const standing = edition.edits && known;
      const reuse = createReuse({
        dest,
        before: known?.rows ?? new Map(),
        isGuarded: edition.library.articles.some(isLocked),
        // The output is ours while it is watched: nobody else writes there.
        stampOf: () => '',
      });
      const options = { reuse, seen, pause, ...(standing && { standing }) };
      // Broken input is followed to its last link, so that every defect is told, and written nowhere: it may hold an open secret.
      const publication = publish(edition, { ...options, minified: !isBroken, merged });
      const defectsOf = (): Defect[] => [...edition.defects, ...publication.linkDefects()];
      if (isBroken) {
        await publication.deliver(pause);
        return { defects: defectsOf() };
      }
      const { put } = await output.prepare(patient(publication.deliver), {
        ...(standing && { gone: publication.claims.gone }),
        onFile(file, target) {
          reuse.note(file, target);
          onFile();
        },
      });
      const defects = defectsOf();
      if (stops(defects, { lenient }) || edition.library.articles.length === 0) return { defects };
      const rows = standing ? new Map([...standing.rows, ...reuse.records()]) : reuse.records();
      return { defects, put: () => carefully(put, () => toKnown(publication, { edition, rows, isWhole: merged })) };
    },
  };

  /** Should writing fail half-way, nothing is known of what stands. */
  async function carefully(put: () => Promise<Change>, look: () => Known): Promise<Change> {
    known = undefined;
    const change = await put();
    known = look();
    return change;
  }

  function toKnown(
    { links, settle }: Publication,
    { edition: { edits: _, ...edition }, ...rest }: Pick<Known, 'edition' | 'rows' | 'isWhole'>,
  ): Known {
    for (const [entry, observation] of links.observed()) observed.set(entry.source, observation);
    return { ...rest, edition, ...settle() };
  }

  /** The same, with turns for others between two files. */
  function patient(deliver: Deliver): Deliver {
    return (take) =>
      deliver((file) => {
        const wait = take(file);
        return wait ? wait.then(pause) : pause();
      });
  }
}
