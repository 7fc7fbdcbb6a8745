// One round of the watcher: read what changed, publish what it changes, check, put it in place, tell the open pages.
import { formatDefect, isError, sortDefects } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { noEdits } from '#pdc/library/edits';
import type { Library } from '#pdc/library/library';
import { basePath, postMdPath, postPath } from '#pdc/paths';
import { Failure } from '../../settings/failure.ts';
import { createPause } from '../../files/pause.ts';
import type { Edition, ReadOptions } from '../../flow/read.ts';
import type { Change } from '../../output/replace.ts';
import { languageOf } from '../../report/language.ts';
import { reportDefects, startProgress } from '../../report/report.ts';
import { translate, translateDefect, translateLines } from '../../report/translate.ts';
import type { Settings } from '../../settings/settings.ts';
import type { Bell } from '../notice/bell.ts';
import type { Burst } from '../notice/bursts.ts';
import { createFollower } from './follow.ts';
import { createRebuild } from './rebuild.ts';
import type { Scene, Stage } from '../scene.ts';

type Told = Pick<Settings, 'content' | 'statics' | 'dest' | 'baseUrl' | 'lenient' | 'port'> &
  Partial<Pick<Settings, 'verbose' | 'follow'>> &
  Pick<ReadOptions, 'translate'>;

export type RoundsOptions = Told & {
  readonly stage: Stage;
  /** Rung when there is something newer to look at. */
  readonly bell: Pick<Bell, 'isRung'>;
  readonly signal: AbortSignal;
};

export type Rounds = {
  /** Throws whatever keeps the watcher from beginning. Defects do not: they wait to be mended. */
  readonly first: () => Promise<void>;
  /**
   * Looks at what changed, at everything where that is not known, and where nothing changed does what it owes. Shows
   * whatever goes wrong, and the last good output stands.
   */
  readonly next: (burst: Burst) => Promise<void>;
  /** Whether something waits for a rest. */
  readonly owes: () => boolean;
};

class GaveWay extends Error {}

export function createRounds(options: RoundsOptions): Rounds {
  const { stage, bell, signal } = options;
  let isResting = false;
  const pause = createPause(signal, () => {
    if (isResting && bell.isRung()) throw new GaveWay();
  });
  const follower = createFollower(options);
  const rebuild = createRebuild({ ...options, pause });
  const report = createReport(options);
  // While defects stand there is nothing to add to.
  const owes = (): boolean => rebuild.owes() && stage.scene().faults.length === 0;

  async function round({ paths }: Burst, onFile = (): void => {}): Promise<void> {
    const started = performance.now();
    isResting = paths?.size === 0;
    const edition = isResting ? leftOver() : await follower.read(paths, rebuild.standing());
    if (!edition) return;
    const { defects, put } = await rebuild.publish(edition, { merged: isResting || !edition.edits, onFile });
    signal.throwIfAborted();
    const { language } = edition.library.site;
    const isNew = report(defects, language);
    if (!put) return halt(defects, { isNew, language });
    const change = await put();
    follower.settle();
    succeed(edition, { change, milliseconds: performance.now() - started });
  }

  /** The edition that stands, of which only what holds all texts is to be made. */
  function leftOver(): Edition | undefined {
    const edition = owes() ? rebuild.standing() : undefined;
    return edition && { ...edition, edits: noEdits };
  }

  function succeed(edition: Edition, { change, milliseconds }: { change: Change; milliseconds: number }): void {
    const isNews = change.written + change.removed > 0;
    if (isNews || stage.scene().faults.length > 0) process.stdout.write(describe(edition, { change, milliseconds }));
    // Edits leave every address as it is.
    const part = { ...(edition.edits ? {} : toScene(edition.library)), faults: [] };
    if (isNews) stage.renew(part);
    else stage.change(part);
  }

  function halt(defects: readonly Defect[], { isNew, language }: { isNew: boolean; language: string }): void {
    const errors = sortDefects(defects.filter(isError)).map((defect) =>
      formatDefect(translateDefect(defect, language)),
    );
    if (isNew) process.stderr.write(`${translate('nothing was replaced: correct the errors above', language)}\n`);
    const faults = errors.length > 0 ? errors : [translate('no article can be published', language)];
    stage.change({ language, faults });
  }

  function fail(error: Error): void {
    const language = languageOf(options.content);
    const message = translateLines(error.message, language);
    const isNews = stage.scene().faults[0] !== message;
    if (isNews) process.stderr.write(`${error instanceof Failure ? message : (error.stack ?? message)}\n`);
    stage.change({ language, faults: [message] });
  }

  /** An interrupt ends a round wherever it is: that is no failure. Nor is a rest that was disturbed. */
  async function unlessInterrupted(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!signal.aborted && !(error instanceof GaveWay)) throw error;
    }
  }

  return {
    async first() {
      const progress = startProgress();
      let files = 0;
      const onFile = (): void => progress.step(`${(files += 1)} files`);
      await unlessInterrupted(round({ paths: undefined }, onFile)).finally(progress.end);
    },
    async next(burst) {
      try {
        await unlessInterrupted(round(burst));
      } catch (error) {
        fail(error as Error);
      }
    },
    owes,
  };
}

/**
 * Tells all defects, but not again when a change left them as they were; of a blog that is read leniently only those that
 * were not told before, which would be a few among hundreds. Says whether there was anything to tell.
 */
function createReport({
  lenient,
  verbose = false,
}: Pick<RoundsOptions, 'lenient' | 'verbose'>): (defects: readonly Defect[], language: string) => boolean {
  let told: readonly string[] = [];
  return (defects, language) => {
    // In another language it is told again.
    const lineOf = (defect: Defect): string => `${language} ${formatDefect(defect)}`;
    const lines = sortDefects(defects).map(lineOf);
    const before = new Set(told);
    const isNew = lines.join('\n') !== told.join('\n');
    const fresh = lenient ? defects.filter((defect) => !before.has(lineOf(defect))) : defects;
    if (isNew) reportDefects(fresh, { format: 'text', lenient, verbose, language });
    if (isNew && fresh.length < defects.length)
      process.stderr.write(`${translate(`${defects.length} defects in all`, language)}\n`);
    told = lines;
    return isNew;
  };
}

function toScene({ site, articles }: Library): Pick<Scene, 'base' | 'language' | 'markdownOf'> {
  const markdownOf = new Map(articles.map((article) => [postPath(site, article), postMdPath(article.slug)]));
  return { base: basePath(site), language: site.language, markdownOf };
}

type Described = { readonly change: Change; readonly milliseconds: number };

function describe({ library, found }: Edition, { change, milliseconds }: Described): string {
  const { written, removed } = change;
  const time = milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
  return `${library.articles.length} of ${found} articles: ${written} files written, ${removed} removed, ${time}\n`;
}
