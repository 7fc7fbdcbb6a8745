// Publishes the changes of an edition to the watched output folder. Files are replaced only after all checks.
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { stops } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { publish } from '../../flow/publish.ts';
import type { CheckResults } from '../../flow/checks/checks.ts';
import type { Edition } from '../../flow/edition.ts';
import type { Pause } from '../../files/pause.ts';
import { createCache } from '../../incremental/recording-cache.ts';
import type { RowRecords } from '../../incremental/recording-cache.ts';
import { byIdentity } from '../../incremental/argument-identity.ts';
import { createOutput } from '../../output/replace.ts';
import type { Change } from '../../output/replace.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Deliver } from '../../stages/vinyl.ts';

export type Rebuilt = {
  readonly defects: readonly Defect[];
  /** Replaces the changed files, even if there are dead links. Undefined if there are other errors or no articles. */
  readonly apply?: () => Promise<Change>;
};

export type Rebuild = {
  /**
   * Publishes an edition. With `isHasty`, files with the texts of all articles may stay old, which `isBehind` then
   * reports.
   */
  readonly publish: (edition: Edition, options: { isHasty: boolean; onFile: () => void }) => Promise<Rebuilt>;
  /** The edition in the output folder; undefined if it is unknown. */
  readonly published: () => Edition | undefined;
  /** Whether the files with the texts of all articles are older than the others. */
  readonly isBehind: () => boolean;
};

/**
 * The locked articles that were not in the previous edition with the same text. Compares objects, because an unchanged
 * file gives the same object. Returns all locked articles if the owner has functions, because the functions may have
 * printed text that was public then and is locked now.
 */
function newlyLockedIn({ library }: Edition, previous: Edition | undefined): Locked[] {
  const previousArticles = new Set(library.site.functions ? [] : previous?.library.articles);
  return library.articles.filter(isLocked).filter((article) => !previousArticles.has(article));
}

/** The state of the output: its edition, the result of each row, and the results of the checks. */
type OutputState = {
  readonly edition: Edition;
  readonly rows: RowRecords<readonly object[]>;
  readonly checkResults: CheckResults;
  readonly isBehind: boolean;
};

/**
 * The maximum size of the rendered texts that are kept, in characters: those of about 2,000 articles, at most 100 MB.
 * After a change of the site's settings, they are not rendered again.
 */
const maxTextLength = 50_000_000;

export type RebuildOptions = Pick<Settings, 'dest' | 'lenient'> & { readonly pause: Pause };

export function createRebuild({ dest, lenient, pause }: RebuildOptions): Rebuild {
  const output = createOutput(dest);
  let current: OutputState | undefined;

  return {
    published: () => current?.edition,
    isBehind: () => current?.isBehind === true,
    async publish(edition, { isHasty, onFile }) {
      const isBroken = stops(edition.defects, { lenient });
      const cache = createCache({
        dest,
        previousRecords: current?.rows ?? new Map(),
        unsearched: newlyLockedIn(edition, current?.edition),
        comparison: byIdentity,
        // Nobody else writes to the output while it is watched.
        stampOf: () => '',
        maxTextLength,
      });
      // An edition with errors goes through all checks, including links, so that every defect is reported. It is not
      // written, because it may expose a secret.
      const options = { minified: !isBroken, cache, previous: current?.checkResults, pause, isHasty };
      const publication = publish(edition, options);
      const defectsOf = (): Defect[] => [...edition.defects, ...publication.linkDefects()];
      if (isBroken) {
        await publication.deliver(pause);
        return { defects: defectsOf() };
      }
      const { apply } = await output.prepare(withPauses(publication.deliver), {
        onFile(file, folder) {
          cache.note(file, folder);
          onFile();
        },
        onKept: cache.noteKept,
      });
      const defects = defectsOf();
      const exceptDeadLinks = defects.filter(({ rule }) => rule !== 'links');
      if (stops(exceptDeadLinks, { lenient }) || edition.library.articles.length === 0) return { defects };
      const state = (): OutputState => ({
        edition,
        rows: cache.records(),
        checkResults: publication.results(),
        isBehind: publication.isBehind(),
      });
      return { defects, apply: () => applyAndNote(apply, state) };
    },
  };

  /** Forgets the state of the output before writing, because writing may fail half-way. */
  async function applyAndNote(apply: () => Promise<Change>, state: () => OutputState): Promise<Change> {
    current = undefined;
    const change = await apply();
    current = state();
    return change;
  }

  /** Pauses between two files. */
  function withPauses(deliver: Deliver): Deliver {
    return (take, keep) =>
      deliver((file) => {
        const wait = take(file);
        return wait ? wait.then(pause) : pause();
      }, keep);
  }
}
