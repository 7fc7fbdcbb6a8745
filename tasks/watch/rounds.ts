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
import { createBreath } from './breath.ts';
import { createPreparation } from './prepare.ts';
import type { OnFile } from './prepare.ts';
import type { Change } from './replace.ts';
import { createSources } from './sources.ts';
import type { Scene, Stage } from './stage.ts';

export type RoundsOptions = Omit<Settings, 'format' | 'operands'> & {
  readonly stage: Stage;
  readonly signal: AbortSignal;
};

export type Rounds = {
  /** Throws whatever keeps the watcher from beginning. Defects do not: they wait to be mended. */
  readonly first: () => Promise<void>;
  /** Shows whatever goes wrong, and the last good output stands. */
  readonly next: () => Promise<void>;
};

export function createRounds(options: RoundsOptions): Rounds {
  const { stage, signal } = options;
  const breath = createBreath(signal);
  const sources = createSources({ ...options, breath });
  const prepare = createPreparation({ ...options, breath });
  const report = createReport();
  let settled: readonly unknown[] | undefined;

  async function round(onFile: OnFile): Promise<void> {
    const started = performance.now();
    const { edition, inputs } = await sources.read();
    if (settled && isSameList(inputs, settled)) return;
    settled = undefined;
    const { defects, put } = await prepare(edition, onFile);
    signal.throwIfAborted();
    report(defects);
    if (put) succeed(edition, { change: put(), milliseconds: performance.now() - started });
    else halt(defects);
    settled = inputs;
  }

  function succeed(edition: Edition, { change, milliseconds }: { change: Change; milliseconds: number }): void {
    const isNews = change.written + change.removed > 0;
    if (isNews || stage.scene().faults.length > 0) process.stdout.write(describe(edition, { change, milliseconds }));
    const part = { ...toScene(edition.library), faults: [] };
    if (isNews) stage.renew(part);
    else stage.change(part);
  }

  function halt(defects: readonly Defect[]): void {
    const errors = sortDefects(defects.filter(isError)).map(formatDefect);
    process.stderr.write('nothing was replaced: correct the errors above\n');
    stage.change({ faults: errors.length > 0 ? errors : ['no article can be published'] });
  }

  function fail(error: Error): void {
    const { message, stack = message } = error;
    const isNews = stage.scene().faults[0] !== message;
    if (isNews) process.stderr.write(`${error instanceof Failure ? message : stack}\n`);
    stage.change({ faults: [message] });
  }

  /** An interrupt ends a round wherever it is: that is no failure. */
  async function unlessInterrupted(work: Promise<void>): Promise<void> {
    try {
      await work;
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return {
    async first() {
      const progress = startProgress();
      let files = 0;
      await unlessInterrupted(round(() => progress.step(`${(files += 1)} files`))).finally(progress.end);
    },
    async next() {
      try {
        await unlessInterrupted(round(() => {}));
      } catch (error) {
        fail(error as Error);
      }
    },
  };
}

/** Tells all defects, but not again when a change left them as they were. */
function createReport(): (defects: readonly Defect[]) => void {
  let told = '';
  return (defects) => {
    const text = sortDefects(defects).map(formatDefect).join('\n');
    if (text !== told) reportDefects(defects, 'text');
    told = text;
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
