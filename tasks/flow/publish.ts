// The back half: an edition becomes all files of the site, branch by branch, and each file passes the checks.
import type { Defect } from '#pdc/defect';
import { inOrder } from '#pdc/endpoints/digests.json';
import type { Redirect } from '#pdc/library/redirects';
import type { Digest } from '#pdc/schema';
import type { Pause } from '../files/pause.ts';
import { timed, timePart } from '../stages/timing.ts';
import type { Deliver, Take } from '../stages/vinyl.ts';
import { assets, documents } from './branches/assets.ts';
import { crawlers } from './branches/crawlers.ts';
import { lists } from './branches/lists.ts';
import { machine } from './branches/machine.ts';
import { createManifest } from './branches/manifest.ts';
import { createOwnFiles } from './branches/own-files.ts';
import { pages } from './branches/pages.ts';
import { createRedirects } from './branches/redirects.ts';
import { scripts } from './branches/scripts.ts';
import { createChecks } from './checks/checks.ts';
import type { Checked, Checks } from './checks/checks.ts';
import type { Claims } from './checks/claims.ts';
import type { Edition } from './read.ts';
import { noReuse, deliverRows } from './reuse.ts';
import type { Branch, Reuse, Row } from './reuse.ts';

export type PublishOptions = {
  /** `false` skips minifying, the slowest step: for a check that writes nothing. */
  readonly minified: boolean;
  readonly reuse?: Reuse;
  readonly pause?: Pause;
  /** The previous publication, when this edition differs from it only by `edits`: only the rows that these touch are made. */
  readonly previous?: Published;
  /** `false` leaves out the files that hold all texts. */
  readonly merged?: boolean;
  /** Old addresses that can be told only when every other file has its own. */
  readonly redirectsFor?: (claims: Claims) => readonly Redirect[];
};

/** The state of the output after a publication, which the next one begins with. */
export type Published = Checked & { readonly digests: ReadonlyMap<string, Digest> };

export type Publication = Pick<Checks, 'links' | 'claims' | 'guard'> & {
  /** Gives every file that is made or reused. All else is known afterwards. */
  readonly deliver: Deliver;
  /** The defects of links, those of reused texts included. */
  readonly linkDefects: () => readonly Defect[];
  /** To be called when the files are in place. */
  readonly commit: () => Published;
};

export function publish(
  edition: Edition,
  {
    minified,
    reuse = noReuse,
    pause = () => undefined,
    previous,
    merged = true,
    redirectsFor = () => [],
  }: PublishOptions,
): Publication {
  const digests = new Map(previous?.digests);
  const manifest = createManifest(edition.library, digests);
  const ownFiles = createOwnFiles(edition.library);
  const redirects = createRedirects(edition);
  const checks = createChecks(edition, { reuse, previous, ownFiles, redirects, isWritten: minified, merged });
  const { links, claims, guard, linkDefects } = checks;

  const beforeMake = (row: Row): void => {
    for (const path of previous ? reuse.pathsOf(row) : []) {
      claims.release(path);
      digests.delete(path);
    }
  };

  async function deliver(take: Take): Promise<void> {
    const checked = checks.before(take);
    const noteDigest = timed('digest', manifest.note);
    const takeMachineFile: Take = (file) => {
      noteDigest(file);
      return checked(file);
    };
    const give = <R extends Row>(name: string, branch: () => Branch<R>, take = checked): Promise<void> =>
      timePart(name, () => deliverRows(branch(), { reuse, pause, beforeMake, take }));

    // Rendering stays in one thread: a pool of threads took 1.05 times the time and 1.25 times the CPU for 1,000 articles.
    await give('pages', () => pages(edition, minified));
    await give('lists', () => lists(edition, minified));
    await give('machine', () => machine(edition, merged), takeMachineFile);
    await give('documents', () => documents(edition), takeMachineFile);
    if (merged) await give('own files', () => ownFiles.branch, takeMachineFile);
    await give('manifest', () => manifest.branch, takeMachineFile);
    await give('crawlers', () => crawlers(edition));
    await give('assets', () => assets(edition));
    await give('scripts', () => scripts(edition));
    await give('redirects', () => redirects.branch(claims.files, reuse, redirectsFor(claims)));
    guard.conclude();
  }

  return {
    deliver,
    links,
    claims,
    guard,
    linkDefects: () => [...linkDefects().values()].flat(),
    commit: () => ({ claimed: claims.commit(), digests: new Map(inOrder(digests)), linkDefects: linkDefects() }),
  };
}
