// The back half: an edition becomes all files of the site, and the links of every text are checked against them.
import { isError } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { inOrder } from '#pdc/endpoints/digests.json';
import { redirectsFile } from '#pdc/library/redirects';
import type { Digest } from '#pdc/schema';
import type { Pause } from '../files/pause.ts';
import type { Deliver, Take } from '../stages/vinyl.ts';
import { createAccounts } from './accounts.ts';
import { assets, documents } from './assets.ts';
import { createClaims } from './claims.ts';
import type { Claims, Taken } from './claims.ts';
import { crawlers } from './crawlers.ts';
import { createGuard, openGuard } from './guard.ts';
import type { Guard } from './guard.ts';
import { createKeys } from './keys.ts';
import { createLinkCheck } from './link-check.ts';
import type { LinkCheck, Seen } from './link-check.ts';
import { lists } from './lists.ts';
import { machine } from './machine.ts';
import { createOwnFiles } from './own-files.ts';
import { pages } from './pages.ts';
import type { Edition } from './read.ts';
import { noReuse, orMake } from './reuse.ts';
import type { Branch, Reuse, Row } from './reuse.ts';
import { createRedirects } from './redirects.ts';
import { scripts } from './scripts.ts';

export type PublishOptions = {
  /** `false` leaves out the step that costs most: for a check that writes nothing. */
  readonly minified: boolean;
  readonly reuse?: Reuse;
  /** What was seen in the texts whose pages may be reused. */
  readonly seen?: Seen;
  readonly pause?: Pause;
  /** What stands where the edition is that of the last publication but for its edits: only what they change is made. */
  readonly standing?: Standing;
  /** `false` leaves out what holds all texts. */
  readonly merged?: boolean;
};

/** What is known of the files that stand. */
export type Standing = {
  readonly taken: Taken;
  readonly digests: ReadonlyMap<string, Digest>;
  readonly linkDefects: ReadonlyMap<string, readonly Defect[]>;
};

export type Publication = {
  /** Every file that is made or reused. All else is known then. */
  readonly deliver: Deliver;
  readonly links: LinkCheck;
  /** The defects of links, those of the texts that stand included. */
  readonly linkDefects: () => readonly Defect[];
  /** Which addresses the files have, those that stand included. */
  readonly claims: Claims;
  /** What looks for secrets in the files. */
  readonly guard: Guard;
  /** The files are in place: what is known of them now, for the next publication. */
  readonly settle: () => Standing;
};

export function publish(
  edition: Edition,
  {
    minified,
    reuse = noReuse,
    seen = () => undefined,
    pause = () => undefined,
    standing,
    merged = true,
  }: PublishOptions,
): Publication {
  const links = createLinkCheck(edition, seen);
  const keys = createKeys(edition);
  const claims = createClaims(standing?.taken);
  const redirects = createRedirects(edition, keys);
  const own = createOwnFiles(edition.library);
  const digests = new Map(standing?.digests);
  const accounts = createAccounts(edition.library, digests);
  // A dry run of what an error stops anyhow is not guarded: the error may be that a password is public.
  const guard = minified || !edition.defects.some(isError) ? createGuard(edition) : openGuard;

  const onMake = (row: Row): void => {
    if (!standing) return;
    for (const path of reuse.pathsOf(row)) {
      claims.release(path);
      digests.delete(path);
    }
  };

  async function deliver(take: Take): Promise<void> {
    /** Two files of one path would silently lose one; one that holds a secret goes no further. */
    const checked: Take = (file) => {
      if (standing && !own.isOwn(file)) claims.release(file.path);
      if (own.collides(file, claims)) return;
      claims.take(file.path);
      if (guard.passes(file)) return take(file);
    };
    const accounted: Take = (file) => {
      accounts.note(file);
      return checked(file);
    };
    const give = <R extends Row>(branch: Branch<R>, to = checked): Promise<void> =>
      orMake(branch, { reuse, pause, onMake, take: to });

    // Rendering stays in one thread: a pool of threads took 1.05 times the time and 1.25 times the CPU for 1,000 articles.
    await give(pages(edition, { minified, keys, links }));
    await give(lists(edition, { minified, keys }));
    await give(machine(edition, { keys, merged }), accounted);
    await give(documents(edition), accounted);
    if (merged) await give(own.branch, accounted);
    await give(accounts.branch, accounted);
    await give(crawlers(edition));
    await give(assets(edition));
    await give(scripts(edition));
    await give(redirects.branch(claims, reuse));
    guard.conclude();
  }

  const leads = (path: string): boolean => claims.has(path) || claims.has(`${path}/`);
  let concluded: Standing['linkDefects'] | undefined;
  const linkDefects = (): Standing['linkDefects'] =>
    (concluded ??= new Map([
      ...(standing?.linkDefects ?? []),
      ...links.conclude(claims),
      ...(edition.edits ? [] : [[redirectsFile, redirects.conclude(claims)] as const]),
      ...(merged ? [['own files', [...own.defects, ...(edition.deadLinks?.(leads) ?? [])]] as const] : []),
    ]));
  return {
    deliver,
    links,
    linkDefects: () => [...linkDefects().values()].flat(),
    claims,
    guard,
    settle: () => ({ taken: claims.settle(), digests: new Map(inOrder(digests)), linkDefects: linkDefects() }),
  };
}
