// One round of the watcher: read, publish what is stale, check, put it in place, tell the open pages.
import { formatDefect, isError, sortDefects } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { isSameList } from '#pdc/dependencies';
import type { Library } from '#pdc/library';
import { basePath, postMdPath, postPath } from '#pdc/paths';
import { Failure } from '../failure.ts';
import type { Edition } from '../read.ts';
import { reportDefects, startProgress } from '../report.ts';
import type { Settings } from '../settings.ts';
import type { Bell } from './bell.ts';
import { createBreath } from './breath.ts';
import type { Burst } from './bursts.ts';
import type { Entry } from './edited.ts';
import { createPreparation } from './prepare.ts';
import type { OnFile, Reread } from './prepare.ts';
import type { Change } from './replace.ts';
import { createSources } from './sources.ts';
import type { Source } from './sources.ts';
import type { Scene, Stage } from './stage.ts';

type Told = Pick<Settings, 'content' | 'statics' | 'dest' | 'baseUrl' | 'lenient' | 'port'>;

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

/** What the output was made of: files by path, and everything else. */
type Settled = {
  readonly edition: Edition;
  readonly files: Map<string, Source>;
  readonly surroundings: readonly unknown[];
};

class GaveWay extends Error {}

export function createRounds(options: RoundsOptions): Rounds {
  const { stage, bell, signal } = options;
  let isResting = false;
  const breath = createBreath(signal, () => {
    if (isResting && bell.isRung()) throw new GaveWay();
  });
  const sources = createSources({ ...options, breath });
  const preparation = createPreparation({ ...options, breath });
  const report = createReport();

  /** The last inputs that were followed to their end. */
  let followed: readonly unknown[] | undefined;
  /** What stands in the output, while it is known. */
  let settled: Settled | undefined;
  /** Whether edits alone lead from there to what the sources say now. */
  let onlyEdits = false;
  let owed = false;

  async function whole(onFile: OnFile = () => {}): Promise<void> {
    const started = performance.now();
    const { edition, inputs, surroundings } = await sources.read();
    if (followed && isSameList(inputs, followed)) return void (owed = false);
    followed = undefined;
    const { defects, put } = await preparation.whole(edition, onFile);
    signal.throwIfAborted();
    const isNew = report(defects);
    const known = sources.known();
    if (put) {
      settled = undefined;
      const change = put();
      settled = { edition, files: new Map(known), surroundings };
      onlyEdits = true;
      succeed(edition, { change, milliseconds: performance.now() - started });
    } else {
      onlyEdits =
        settled !== undefined &&
        isSameList(surroundings, settled.surroundings) &&
        isSameList([...known.keys()], [...settled.files.keys()]);
      halt(defects, isNew);
    }
    followed = inputs;
    owed = false;
  }

  /** Publishes files that were saved on the quick way. Tells whether that was possible. */
  async function saved(paths: ReadonlySet<string>): Promise<boolean> {
    const started = performance.now();
    const files = await sources.look(paths);
    if (!files) return false;
    if (files.length === 0) return true;
    if (!settled || !onlyEdits) return false;
    followed = undefined;
    const stale = differing(settled);
    const known = sources.known();
    const errors = stale.flatMap((file) => defectsOf(known.get(file)!)).filter(isError);
    if (errors.length > 0 && !options.lenient) {
      // Told at once, and what else is wrong with the whole at the next rest.
      owed = true;
      halt(errors, report(errors));
      return true;
    }
    const reread = stale.map((file) => ({
      before: entryOf(settled!.files.get(file)!),
      after: entryOf(known.get(file)!),
    }));
    if (!reread.every(isWhole)) return false;
    const prepared = await preparation.edited(reread);
    if (!prepared) return false;
    const { edition, defects, put } = prepared;
    owed = true;
    if (!put) {
      halt(defects, report(defects));
      return true;
    }
    const { surroundings, files: before } = settled;
    settled = undefined;
    const change = put();
    for (const file of stale) before.set(file, known.get(file)!);
    settled = { edition, files: before, surroundings };
    succeed(edition, { change, milliseconds: performance.now() - started });
    return true;
  }

  /** The files that say other than what stands. One that was changed and changed back does not. */
  function differing({ files }: Settled): string[] {
    return [...sources.known()].flatMap(([file, now]) => {
      const before = files.get(file);
      if (before === now) return [];
      if (before?.hash !== now.hash) return [file];
      sources.restore(file, before);
      return [];
    });
  }

  function succeed(edition: Edition, { change, milliseconds }: { change: Change; milliseconds: number }): void {
    const isNews = change.written + change.removed > 0;
    if (isNews || stage.scene().faults.length > 0) process.stdout.write(describe(edition, { change, milliseconds }));
    const part = { ...toScene(edition.library), faults: [] };
    if (isNews) stage.renew(part);
    else stage.change(part);
  }

  function halt(defects: readonly Defect[], isNew: boolean): void {
    const errors = sortDefects(defects.filter(isError)).map(formatDefect);
    if (isNew) process.stderr.write('nothing was replaced: correct the errors above\n');
    stage.change({ faults: errors.length > 0 ? errors : ['no article can be published'] });
  }

  function fail(error: Error): void {
    const { message, stack = message } = error;
    const isNews = stage.scene().faults[0] !== message;
    if (isNews) process.stderr.write(`${error instanceof Failure ? message : stack}\n`);
    stage.change({ faults: [message] });
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
      await unlessInterrupted(whole(() => progress.step(`${(files += 1)} files`))).finally(progress.end);
    },
    async next({ paths }) {
      isResting = paths?.size === 0;
      const round = async (): Promise<void> => {
        if (paths && !isResting && (await saved(paths))) return;
        await whole();
      };
      try {
        await unlessInterrupted(round());
      } catch (error) {
        owed = false;
        fail(error as Error);
      } finally {
        isResting = false;
      }
    },
    owes: () => owed,
  };
}

const defectsOf = ({ parsed: { candidate, defects } }: Source): readonly Defect[] => [
  ...defects,
  ...(candidate?.defects ?? []),
];

const entryOf = ({ parsed }: Source): Entry | undefined => parsed.candidate?.entry;

type Found = { readonly [K in keyof Reread]: Reread[K] | undefined };

const isWhole = (reread: Found): reread is Reread => reread.before !== undefined && reread.after !== undefined;

/** Tells all defects, but not again when a change left them as they were. Says whether it did. */
function createReport(): (defects: readonly Defect[]) => boolean {
  let told = '';
  return (defects) => {
    const text = sortDefects(defects).map(formatDefect).join('\n');
    const isNew = text !== told;
    if (isNew) reportDefects(defects, 'text');
    told = text;
    return isNew;
  };
}

function toScene({ site, articles }: Library): Pick<Scene, 'base' | 'markdownOf'> {
  const markdownOf = new Map(articles.map((article) => [postPath(site, article), postMdPath(article.slug)]));
  return { base: basePath(site), markdownOf };
}

type Described = { readonly change: Change; readonly milliseconds: number };

function describe({ library, found }: Edition, { change, milliseconds }: Described): string {
  const { written, removed } = change;
  const time = milliseconds < 1000 ? `${milliseconds.toFixed(0)} ms` : `${(milliseconds / 1000).toFixed(2)} s`;
  return `${library.articles.length} of ${found} articles: ${written} files written, ${removed} removed, ${time}\n`;
}
