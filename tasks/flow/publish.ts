// The back half: an edition becomes all files of the site, branch by branch, and each file passes the checks.
import type { Defect } from '#pdc/words/defect';
import type { Redirect } from '#pdc/library/redirects-file';
import type { Pause } from '../files/pause.ts';
import { timed, timePart } from '../stages/timing.ts';
import type { Deliver, Keep, Take } from '../stages/vinyl.ts';
import { assets, documents } from './branches/assets.ts';
import { categories } from './branches/category-files.ts';
import { crawlers } from './branches/crawlers.ts';
import { human } from './branches/human.ts';
import { json } from './branches/json-files.ts';
import { lists } from './branches/list-pages.ts';
import { llms, llmsFullRow } from './branches/llms-files.ts';
import { createManifest } from './branches/manifest-files.ts';
import { md } from './branches/md-files.ts';
import { createOwnFiles } from './branches/own-files.ts';
import { createRedirects } from './branches/redirect-pages.ts';
import { scripts } from './branches/scripts.ts';
import { search } from './branches/search-files.ts';
import { noCache } from './row-cache.ts';
import type { Cache } from './row-cache.ts';
import { createChecks } from './checks/checks.ts';
import type { Checked, Checks } from './checks/checks.ts';
import type { Claims } from './checks/claims.ts';
import type { Edition } from './read.ts';
import { deliverRows, makeOutputs } from './rows.ts';
import type { Branch, OutputRow, Row } from './rows.ts';

export type PublishOptions = {
  /** `false` skips minifying, the slowest step: for a check that writes nothing. */
  readonly minified: boolean;
  /** The results of the publication before. */
  readonly cache?: Cache;
  /** The checks of the publication before. */
  readonly previous?: Checked | undefined;
  readonly pause?: Pause;
  /** Stale files that hold the texts of many articles stay as they are, if they are there. */
  readonly isHasty?: boolean;
  /** Old addresses that are known only when every other file has its own. */
  readonly redirectsFor?: (claims: Claims) => readonly Redirect[];
};

export type Publication = Pick<Checks, 'links' | 'claims' | 'guard' | 'checked'> & {
  /** Gives every file that is made, and every row that keeps its files. All else is known afterwards. */
  readonly deliver: Deliver;
  /** The defects of links, those of kept texts included. */
  readonly linkDefects: () => readonly Defect[];
  /** Whether some stale files were left as they are. */
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
  const waiting = new Set<string>();
  const mayWait = (row: Row): boolean => {
    // Files that the guard must search again are made at once.
    if (!isHasty || !row.later || cache.reread || !cache.last(row)) return false;
    waiting.add(row.name);
    return true;
  };

  async function deliver(take: Take, keep: Keep = () => {}): Promise<void> {
    const site = { take: checks.before(take), keep: checks.beforeKeep(keep) };
    const noteDigest = timed('digest', manifest.note);
    const machine = {
      take(file: Parameters<Take>[0]) {
        noteDigest(file);
        return site.take(file);
      },
      keep(...[row, result]: Parameters<Keep>) {
        manifest.noteKept(result);
        site.keep(row, result);
      },
    };
    const give = <R extends Row>(name: string, branch: () => Branch<R>, sink = site): Promise<void> =>
      timePart(name, () => deliverRows(branch(), { cache, pause, mayWait, ...sink }));
    const giveRows = (name: string, rows: () => Iterable<OutputRow>, sink = site): Promise<void> =>
      give(name, () => ({ rows: rows(), make: makeOutputs }), sink);

    // Rendering stays in one thread: a pool of threads took 1.05 times the time and 1.25 times the CPU for 1,000 articles.
    await give('human', () => human(edition, { minified, lastText: cache.text }));
    await give('lists', () => lists(edition, minified));
    await giveRows('json', () => json(library), machine);
    await giveRows('md', () => md(library), machine);
    await giveRows('categories', () => categories(library.listed), machine);
    await giveRows('llms', () => llms(library.listed), machine);
    await giveRows('llms-full', () => [llmsFullRow(library.listed)], machine);
    await giveRows('search', () => search(library.listed), machine);
    await giveRows('documents', () => documents(edition), machine);
    await giveRows('own files', () => ownFiles.rows, machine);
    await giveRows('manifest', () => manifest.rows, machine);
    await giveRows('crawlers', () => crawlers(library));
    await give('assets', () => assets(edition));
    await giveRows('scripts', () => scripts(library));
    await giveRows('redirects', () => redirects.rows(checks.claims.files, redirectsFor(checks.claims)));
    checks.guard.conclude();
  }

  let defects: readonly Defect[] | undefined;
  const { links, claims, guard, checked } = checks;
  return {
    ...{ deliver, links, claims, guard, checked },
    linkDefects: () =>
      (defects ??= checks.conclude({ ownFilesWait: ownFiles.rows.some(({ name }) => waiting.has(name)) })),
    isBehind: () => waiting.size > 0,
  };
}
