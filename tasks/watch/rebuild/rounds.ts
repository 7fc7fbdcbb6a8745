// One round of the watcher: read the changes, publish and check the files that they affect, replace them, notify open
// pages.
import { formatDefect, isError, sortDefects } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import type { Library } from '#pdc/library/library';
import { toOldPosts } from '#pdc/library/renamed-articles';
import { basePath, postMdPath, postPath, toAbsolute } from '#pdc/site/paths';
import { Failure } from '../../settings/failure.ts';
import { createPause } from '../../files/pause.ts';
import type { Edition, ReadOptions } from '../../flow/edition.ts';
import type { Change } from '../../output/replace.ts';
import { languageOf } from '../../report/language.ts';
import { takeTimingText, timePart } from '../../stages/timing.ts';
import { tellRenames } from '../../report/renames.ts';
import { countArticles, countFiles } from '../../report/count-messages.ts';
import { reportDefects } from '../../report/defect-report.ts';
import { startProgress } from '../../report/progress-line.ts';
import { message, textOf } from '#pdc/words/message';
import type { Settings } from '../../settings/settings.ts';
import type { ChangeQueue } from '../notice/change-queue.ts';
import type { Burst } from '../notice/bursts.ts';
import { createFollower } from './follow.ts';
import { createRebuild } from './rebuild.ts';
import type { Rebuilt } from './rebuild.ts';
import type { SiteState, LiveState } from '../live-state.ts';

type WatchSettings = Pick<Settings, 'content' | 'statics' | 'dest' | 'baseUrl' | 'lenient' | 'port'> &
  Partial<Pick<Settings, 'verbose' | 'follow'>> &
  Pick<ReadOptions, 'translate'>;

export type RoundsOptions = WatchSettings & {
  readonly state: LiveState;
  /** Reports whether there are newer changes. */
  readonly changes: Pick<ChangeQueue, 'isPending'>;
  readonly signal: AbortSignal;
};

export type Rounds = {
  /** The first round. Throws if the watcher cannot start. Only reports defects, so that the author can correct them. */
  readonly first: () => Promise<void>;
  /**
   * Publishes the changes of a burst. After an empty burst, does the pending work. If there are errors, reports them
   * and keeps the last good output.
   */
  readonly next: (burst: Burst) => Promise<void>;
  /** Whether some work waits until the watcher is idle. */
  readonly hasPendingWork: () => boolean;
};

/** The edition without the articles that have errors, ready to be written. */
type Rest = { readonly edition: Edition; readonly apply: NonNullable<Rebuilt['apply']> };

class Superseded extends Error {}

export function createRounds(options: RoundsOptions): Rounds {
  const { state, changes, signal } = options;
  let isIdle = false;
  const pause = createPause(signal, () => {
    if (isIdle && changes.isPending()) throw new Superseded();
  });
  const follower = createFollower(options);
  const rebuild = createRebuild({ ...options, pause });
  const report = createReport(options);
  // Postponed files are made from the last edition. If it cannot be published, they have to wait.
  let isHalted = false;
  const hasPendingWork = (): boolean => rebuild.isBehind() && !isHalted;

  async function round({ paths }: Burst, onFile = (): void => {}): Promise<void> {
    const started = performance.now();
    isIdle = paths?.size === 0;
    const edition = isIdle
      ? publishedIfBehind()
      : await timePart('read', () => follower.read(paths, rebuild.published()));
    if (!edition) return;
    const { defects, apply } = await rebuild.publish(edition, { isHasty: paths !== undefined && !isIdle, onFile });
    const partialRound = apply ? undefined : await publishRest(edition, onFile);
    signal.throwIfAborted();
    const { language } = edition.library.site;
    const isNew = report(defects, language);
    const applyNow = apply ?? partialRound?.apply;
    if (!applyNow) return halt(defects, { isNew, language });
    if (partialRound && isNew) process.stderr.write(`${textOf(message('othersShown'), language)}\n`);
    const previousEdition = rebuild.published();
    const change = await timePart('put', applyNow);
    // Files with errors are read again in each round until they are correct.
    if (!partialRound) follower.commit();
    const publishedEdition = partialRound?.edition ?? edition;
    const isMoved = previousEdition?.library.pathBySource !== publishedEdition.library.pathBySource;
    succeed(publishedEdition, {
      isMoved,
      change,
      milliseconds: performance.now() - started,
      faults: faultsOf(defects, language),
    });
    if (previousEdition && isMoved)
      process.stderr.write(tellRenames(toOldPosts(previousEdition.library), publishedEdition));
  }

  /** Publishes the articles without errors. */
  async function publishRest(edition: Edition, onFile: () => void): Promise<Rest | undefined> {
    const partialEdition = await follower.readRest(edition, rebuild.published());
    const { apply } = partialEdition ? await rebuild.publish(partialEdition, { isHasty: false, onFile }) : {};
    return partialEdition && apply && { edition: partialEdition, apply };
  }

  /** The published edition, if some of its files are out of date. */
  const publishedIfBehind = (): Edition | undefined => (hasPendingWork() ? rebuild.published() : undefined);

  function succeed(
    edition: Edition,
    { faults, change, milliseconds, isMoved }: Described & { faults: readonly string[]; isMoved: boolean },
  ): void {
    isHalted = false;
    const isNews = change.written + change.removed > 0;
    if (isNews || state.current().faults.length > faults.length)
      process.stdout.write(describe(edition, { change, milliseconds }));
    process.stderr.write(takeTimingText());
    const part = { ...(isMoved ? toSiteState(edition.library) : {}), faults };
    // Files that are made while idle appear on no page, so open pages are not reloaded.
    if (isNews && !isIdle) state.updateVersion(part);
    else state.update(part);
  }

  function halt(defects: readonly Defect[], { isNew, language }: { isNew: boolean; language: string }): void {
    isHalted = true;
    const errors = faultsOf(defects, language);
    if (isNew) process.stderr.write(`${textOf(message('nothingReplaced'), language)}\n`);
    const faults = errors.length > 0 ? errors : [textOf(message('noArticlePublished'), language)];
    state.update({ language, faults });
  }

  function fail(error: Error): void {
    isHalted = true;
    const language = languageOf(options.content);
    const fault = error instanceof Failure ? error.inLanguage(language).message : error.message;
    const isNews = state.current().faults[0] !== fault;
    if (isNews) process.stderr.write(`${error instanceof Failure ? fault : (error.stack ?? fault)}\n`);
    state.update({ language, faults: [fault] });
  }

  /** Ignores the error of a round that was interrupted, or of idle work that a new change ended. */
  async function unlessInterrupted(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!signal.aborted && !(error instanceof Superseded)) throw error;
    }
  }

  return {
    async first() {
      const progress = startProgress();
      let files = 0;
      const language = languageOf(options.content);
      const onFile = (): void => {
        files += 1;
        progress.step(() => textOf(countFiles(files), language));
      };
      await unlessInterrupted(round({ paths: undefined }, onFile)).finally(progress.end);
    },
    async next(burst) {
      try {
        await unlessInterrupted(round(burst));
      } catch (error) {
        fail(error as Error);
      }
    },
    hasPendingWork,
  };
}

const faultsOf = (defects: readonly Defect[], language: string): string[] =>
  sortDefects(defects.filter(isError)).map((defect) => formatDefect(defect, language));

/**
 * Prints all defects if they differ from the last time, and returns whether they differ. A lenient run prints only the
 * new defects, which would be hard to see among hundreds.
 */
function createReport({
  lenient,
  verbose = false,
}: Pick<RoundsOptions, 'lenient' | 'verbose'>): (defects: readonly Defect[], language: string) => boolean {
  let previous: readonly string[] = [];
  return (defects, language) => {
    // After a change of the language, all defects are printed again.
    const lineOf = (defect: Defect): string => formatDefect(defect, language);
    const lines = sortDefects(defects).map(lineOf);
    const previousLines = new Set(previous);
    const isNew = lines.join('\n') !== previous.join('\n');
    const newDefects = lenient ? defects.filter((defect) => !previousLines.has(lineOf(defect))) : defects;
    if (isNew) reportDefects(newDefects, { format: 'text', lenient, verbose, language });
    if (isNew && newDefects.length < defects.length)
      process.stderr.write(`${textOf(message('defectsInAll', { count: defects.length }), language)}\n`);
    previous = lines;
    return isNew;
  };
}

function toSiteState({ site, articles }: Library): Pick<SiteState, 'base' | 'language' | 'markdownOf'> {
  const markdownOf = new Map(
    articles.map((article) => {
      const page = postPath(site, article);
      return [page, { file: postMdPath(article.slug), url: toAbsolute(site, page), title: article.title }];
    }),
  );
  return { base: basePath(site), language: site.language, markdownOf };
}

type Described = { readonly change: Change; readonly milliseconds: number };

function describe({ library, articlesFound }: Edition, { change, milliseconds }: Described): string {
  const { written: filesWritten, removed } = change;
  const time = milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
  const summary = message('roundDone', {
    count: library.articles.length,
    articles: countArticles(articlesFound),
    files: countFiles(filesWritten),
    removed,
    time,
  });
  return `${textOf(summary, library.site.language)}\n`;
}
