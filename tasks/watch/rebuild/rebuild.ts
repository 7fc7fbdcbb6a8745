// An edition becomes the output that is watched: its changes are published and checked, and only then is any file replaced.
import { isLocked } from '#pdc/article/article';
import { stops } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { publish } from '../../flow/publish.ts';
import type { Publication, Published } from '../../flow/publish.ts';
import type { Edition } from '../../flow/read.ts';
import type { Pause } from '../../files/pause.ts';
import { digestOf } from '../../incremental/digest.ts';
import { createReuse } from '../../incremental/reuse.ts';
import type { RowRecords } from '../../incremental/reuse.ts';
import { createOutput } from '../../output/replace.ts';
import type { Change } from '../../output/replace.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Deliver } from '../../stages/vinyl.ts';

export type Rebuilt = {
  readonly defects: readonly Defect[];
  /** Puts the files that differ in place, dead links or not. Undefined when other errors stop it, or when there is no article. */
  readonly put?: () => Promise<Change>;
};

export type Rebuild = {
  /**
   * Publishes an edition, or only the rows that its edits change. `merged: false` leaves out the files that hold all
   * texts: `lacksMerged` is true then.
   */
  readonly publish: (edition: Edition, options: { merged: boolean; onFile: () => void }) => Promise<Rebuilt>;
  /** The edition in the output folder; undefined while that is not known. */
  readonly published: () => Edition | undefined;
  /** Whether the files that hold all texts are older than the others. */
  readonly lacksMerged: () => boolean;
};

/**
 * Whether every locked article was in the previous edition, word for word: an unchanged file gives the same object. Not asked
 * beside functions of the owner's, which may have printed what was public then and is not any more.
 */
function hasNoNewSecrets({ library }: Edition, previous: Edition | undefined): boolean {
  const previousArticles = new Set(library.site.functions ? [] : previous?.library.articles);
  return library.articles.every((article) => !isLocked(article) || previousArticles.has(article));
}

/** The state of the output: its edition, and the files of each row. */
type OutputState = Published & { readonly edition: Edition; readonly rows: RowRecords; readonly isWhole: boolean };

export type RebuildOptions = Pick<Settings, 'dest' | 'lenient'> & { readonly pause: Pause };

export function createRebuild({ dest, lenient, pause }: RebuildOptions): Rebuild {
  const output = createOutput(dest);
  let current: OutputState | undefined;

  return {
    published: () => current?.edition,
    lacksMerged: () => current?.isWhole === false,
    async publish(edition, { merged, onFile }) {
      const isBroken = stops(edition.defects, { lenient });
      const previous = edition.edits && current;
      const reuse = createReuse({
        dest,
        before: current?.rows ?? new Map(),
        mustGuardReused: !hasNoNewSecrets(edition, current?.edition),
        keyOf: (args) => digestOf(args, edition.stamps),
        // The output is ours while it is watched: nobody else writes there.
        stampOf: () => '',
      });
      const options = { reuse, pause, ...(previous && { previous }) };
      // Broken input is followed to its last link, so that every defect is told, and written nowhere: it may hold an open secret.
      const publication = publish(edition, { ...options, minified: !isBroken, merged });
      const defectsOf = (): Defect[] => [...edition.defects, ...publication.linkDefects()];
      if (isBroken) {
        await publication.deliver(pause);
        return { defects: defectsOf() };
      }
      const { put } = await output.prepare(withPauses(publication.deliver), {
        ...(previous && { gone: publication.claims.gone }),
        onFile(file, target) {
          reuse.note(file, target);
          onFile();
        },
      });
      const defects = defectsOf();
      const grave = defects.filter(({ rule }) => rule !== 'links');
      if (stops(grave, { lenient }) || edition.library.articles.length === 0) return { defects };
      const rows = previous ? new Map([...previous.rows, ...reuse.records()]) : reuse.records();
      return {
        defects,
        put: () => putAndCommit(put, () => toOutputState(publication, { edition, rows, isWhole: merged })),
      };
    },
  };

  /** Forgets the state of the output before writing, which may fail half-way. */
  async function putAndCommit(put: () => Promise<Change>, look: () => OutputState): Promise<Change> {
    current = undefined;
    const change = await put();
    current = look();
    return change;
  }

  function toOutputState(
    { commit }: Publication,
    { edition: { edits: _, ...edition }, ...rowState }: Pick<OutputState, 'edition' | 'rows' | 'isWhole'>,
  ): OutputState {
    return { ...rowState, edition, ...commit() };
  }

  /** Pauses between two files. */
  function withPauses(deliver: Deliver): Deliver {
    return (take) =>
      deliver((file) => {
        const wait = take(file);
        return wait ? wait.then(pause) : pause();
      });
  }
}
