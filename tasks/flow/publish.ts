// Makes all files of a site from an edition, branch by branch, and checks each file.
import type Vinyl from 'vinyl';
import type { Defect } from '#pdc/words/defect';
import type { Redirect } from '#pdc/library/redirects-file';
import type { Pause } from '../files/pause.ts';
import { timed, timePart } from '../stages/timing.ts';
import type { Deliver, Keep, Result, Take } from '../stages/vinyl.ts';
import { assets, documents } from './branches/assets.ts';
import { categories } from './branches/categories.ts';
import { crawlers } from './branches/crawlers.ts';
import { human } from './branches/human.ts';
import { json } from './branches/json.ts';
import { lists } from './branches/lists.ts';
import { llms, llmsFullRow } from './branches/llms.ts';
import { createManifest } from './branches/manifest.ts';
import { md } from './branches/md.ts';
import { createOwnFiles } from './branches/own-files.ts';
import { createRedirects } from './branches/redirects.ts';
import { scripts } from './branches/scripts.ts';
import { search } from './branches/search.ts';
import { shareImages } from './branches/share-images.ts';
import { noCache } from './row-cache.ts';
import type { RowCache } from './row-cache.ts';
import { createChecks } from './checks/checks.ts';
import type { CheckResults, Checks } from './checks/checks.ts';
import type { Claims } from './checks/claims.ts';
import type { Edition } from './edition.ts';
import { deliverRows, makeOutputs } from './rows.ts';
import type { Branch, OutputRow, Row } from './rows.ts';

export type PublishOptions = {
  /** `false` skips minifying, the slowest step, for a check that writes nothing. */
  readonly minified: boolean;
  /** The results of the previous publication. */
  readonly cache?: RowCache;
  /** The check results of the previous publication. */
  readonly previous?: CheckResults | undefined;
  readonly pause?: Pause;
  /** Keeps existing files that contain the texts of many articles, even if they are stale. */
  readonly isHasty?: boolean;
  /** More redirects, which depend on the addresses of all other files. */
  readonly redirectsFor?: (claims: Claims) => readonly Redirect[];
};

export type Publication = Pick<Checks, 'links' | 'claims' | 'guard' | 'results'> & {
  /** Passes on every file that is made, and every row that keeps its files. Call the other members afterwards. */
  readonly deliver: Deliver;
  /** The defects of all links, also in texts that were not rendered again. */
  readonly linkDefects: () => readonly Defect[];
  /** Whether some stale files were not made again. */
  readonly isBehind: () => boolean;
};

export function publish(
  edition: Edition,
  {
    minified,
    cache = noCache,
    previous,
    pause = () => undefined,
    isHasty = false,
    redirectsFor = () => [],
  }: PublishOptions,
): Publication {
  const { library } = edition;
  const manifest = createManifest(library);
  const ownFiles = createOwnFiles(library);
  const redirects = createRedirects(edition);
  const checks = createChecks(edition, {
    previous,
    ownFiles,
    redirects,
    isWritten: minified,
    unsearched: cache.reread?.locked ?? [],
  });
  const postponed = new Set<string>();
  const mayWait = (row: Row): boolean => {
    // If the guard must search all files again, none of them may wait.
    if (!isHasty || !row.later || cache.reread || !cache.last(row)) return false;
    postponed.add(row.name);
    return true;
  };

  async function deliver(take: Take, keep: Keep = () => {}): Promise<void> {
    const site = { take: checks.filterFiles(take), keep: checks.noteKept(keep) };
    const noteDigest = timed('digest', manifest.note);
    const machine = {
      take(file: Vinyl) {
        noteDigest(file);
        return site.take(file);
      },
      keep(row: Row, result: Result) {
        manifest.noteKept(result);
        site.keep(row, result);
      },
    };
    const deliverBranch = <R extends Row>(name: string, branch: () => Branch<R>, sink = site): Promise<void> =>
      timePart(name, () => deliverRows(branch(), { cache, pause, mayWait, ...sink }));
    const deliverOutputs = (name: string, rows: () => Iterable<OutputRow>, sink = site): Promise<void> =>
      deliverBranch(name, () => ({ rows: rows(), make: makeOutputs }), sink);

    // Rendering stays in one thread: a pool of threads took 1.05 times the time and 1.25 times the CPU for 1,000
    // articles.
    await deliverBranch('human', () => human(edition, { minified, lastText: cache.text }));
    await deliverBranch('lists', () => lists(edition, minified));
    await deliverOutputs('json', () => json(library), machine);
    await deliverOutputs('md', () => md(library), machine);
    await deliverOutputs('categories', () => categories(library.listed), machine);
    await deliverOutputs('llms', () => llms(library.listed), machine);
    await deliverOutputs('llms-full', () => [llmsFullRow(library.listed)], machine);
    await deliverOutputs('search', () => search(library.listed), machine);
    await deliverOutputs('documents', () => documents(edition), machine);
    await deliverOutputs('own files', () => ownFiles.rows, machine);
    await deliverOutputs('manifest', () => manifest.rows, machine);
    await deliverOutputs('crawlers', () => crawlers(library));
    await deliverBranch('assets', () => assets(edition));
    await deliverOutputs('scripts', () => scripts(library));
    await deliverOutputs('share images', () => shareImages(library));
    await deliverOutputs('redirects', () => redirects.rows(checks.claims.files, redirectsFor(checks.claims)));
    checks.guard.throwIfLeaked();
  }

  let defects: readonly Defect[] | undefined;
  return {
    deliver,
    links: checks.links,
    claims: checks.claims,
    guard: checks.guard,
    results: checks.results,
    linkDefects: () =>
      (defects ??= checks.findDefects({
        areOwnerFilesPostponed: ownFiles.rows.some(({ name }) => postponed.has(name)),
      })),
    isBehind: () => postponed.size > 0,
  };
}
