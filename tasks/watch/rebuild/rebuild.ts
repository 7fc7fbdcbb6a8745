// An edition becomes the output that is watched: its changes are published and checked, and only then is any file replaced.
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { stops } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { publish } from '../../flow/publish.ts';
import type { Checked } from '../../flow/checks/checks.ts';
import type { Edition } from '../../flow/read.ts';
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
  /** Puts the files that differ in place, dead links or not. Undefined when other errors stop it, or when there is no article. */
  readonly put?: () => Promise<Change>;
};

export type Rebuild = {
  /** Publishes an edition. With `isHasty`, files that hold all texts may stay as they are: `isBehind` is true then. */
  readonly publish: (edition: Edition, options: { isHasty: boolean; onFile: () => void }) => Promise<Rebuilt>;
  /** The edition in the output folder; undefined while that is not known. */
  readonly published: () => Edition | undefined;
  /** Whether the files that hold all texts are older than the others. */
  readonly isBehind: () => boolean;
};

/**
 * The locked articles that the previous edition did not have word for word: an unchanged file gives the same object. All of
 * them, if the owner has functions: these may have printed what was public then and is not any more.
 */
function newlyLockedIn({ library }: Edition, previous: Edition | undefined): Locked[] {
  const previousArticles = new Set(library.site.functions ? [] : previous?.library.articles);
  return library.articles.filter(isLocked).filter((article) => !previousArticles.has(article));
}

/** The state of the output: its edition, the result of each row, and what was checked. */
type OutputState = {
  readonly edition: Edition;
  readonly rows: RowRecords<readonly object[]>;
  readonly checked: Checked;
  readonly isBehind: boolean;
};

/** The rendered texts of some 2,000 articles, 100 MB at most: a change of the whole site's settings renders them no more. */
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
        before: current?.rows ?? new Map(),
        unsearched: newlyLockedIn(edition, current?.edition),
        comparison: byIdentity,
        // The output is ours while it is watched: nobody else writes there.
        stampOf: () => '',
        maxTextLength,
      });
      // Broken input is followed to its last link, so that every defect is reported, and written nowhere: it may hold an open secret.
      const options = { minified: !isBroken, cache, previous: current?.checked, pause, isHasty };
      const publication = publish(edition, options);
      const defectsOf = (): Defect[] => [...edition.defects, ...publication.linkDefects()];
      if (isBroken) {
        await publication.deliver(pause);
        return { defects: defectsOf() };
      }
      const { put } = await output.prepare(withPauses(publication.deliver), {
        onFile(file, folder) {
          cache.note(file, folder);
          onFile();
        },
        onKept: cache.noteKept,
      });
      const defects = defectsOf();
      const grave = defects.filter(({ rule }) => rule !== 'links');
      if (stops(grave, { lenient }) || edition.library.articles.length === 0) return { defects };
      const state = (): OutputState => ({
        edition,
        rows: cache.records(),
        checked: publication.checked(),
        isBehind: publication.isBehind(),
      });
      return { defects, put: () => putAndNote(put, state) };
    },
  };

  /** Forgets the state of the output before writing, which may fail half-way. */
  async function putAndNote(put: () => Promise<Change>, state: () => OutputState): Promise<Change> {
    current = undefined;
    const change = await put();
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
