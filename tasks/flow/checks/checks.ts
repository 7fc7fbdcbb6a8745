// Joins the checks of all files that the branches make: addresses, leaks and links.
import type { Locked } from '#pdc/article/article';
import { isError } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { timed } from '../../stages/timing.ts';
import type { Keep, RowFile, Take } from '../../stages/vinyl.ts';
import type { OwnFiles } from '../branches/own-files.ts';
import type { Redirects } from '../branches/redirects.ts';
import type { Edition } from '../edition.ts';
import { createClaims } from './claims.ts';
import type { Claims } from './claims.ts';
import { createGuard, openGuard } from './leak-guard.ts';
import type { Guard } from './leak-guard.ts';
import { createLinkCheck } from './link-check.ts';
import type { LinkCheck, LinkWorld } from './link-check.ts';

export type ChecksOptions = {
  /** The check results of the previous publication. Those that are still valid are not computed again. */
  readonly previous: CheckResults | undefined;
  readonly ownFiles: OwnFiles;
  readonly redirects: Redirects;
  /** `false` for a dry run, which writes no files. */
  readonly isWritten: boolean;
  /** The locked articles whose texts were not yet searched for in the existing files. */
  readonly unsearched: readonly Locked[];
};

/** Results that the checks of the next publication use again. */
export type CheckResults = {
  readonly world: LinkWorld;
  readonly ownerDefects: readonly Defect[];
};

export type Checks = {
  readonly links: LinkCheck;
  readonly claims: Claims;
  readonly guard: Guard;
  /** Wraps `take` so that it gets only files that may be published. */
  readonly filterFiles: (take: Take) => Take;
  /** Wraps `keep` so that the addresses and links of kept files are checked too. */
  readonly noteKept: (keep: Keep) => Keep;
  /** The defects of links and of the owner's files. Call it when all files are known. */
  readonly findDefects: (options: { readonly areOwnerFilesPostponed: boolean }) => readonly Defect[];
  readonly results: () => CheckResults;
};

export function createChecks(edition: Edition, options: ChecksOptions): Checks {
  const { previous, ownFiles, redirects, isWritten, unsearched } = options;
  const links = createLinkCheck(edition);
  const claims = createClaims();
  // A dry run with an error skips the guard, because the error may be that a password is public. Nothing is written
  // anyway.
  const guard = isWritten || !edition.defects.some(isError) ? createGuard(edition, unsearched) : openGuard;
  const isReachable = (path: string): boolean => claims.has(path) || claims.has(`${path}/`);
  const passesGuard = timed('guard', guard.passes);
  let results: CheckResults | undefined;
  return {
    links,
    claims,
    guard,
    // Paths are checked first, because otherwise one of two files with the same path would be lost. A file with a
    // secret is not passed on.
    filterFiles: (take) => (file) => {
      if (ownFiles.collides(file, claims.isFree)) return;
      claims.take(file.path);
      const { row, text } = file as RowFile;
      links.note(row?.entry, text);
      if (passesGuard(file)) return take(file);
    },
    noteKept: (keep) => (row, result) => {
      const files = result.files.filter(({ path }) => !ownFiles.collides({ path, row }, claims.isFree));
      files.forEach(claims.keep);
      links.note(row.entry, result.text);
      // Otherwise a defect stops the build, and the files of the row cannot be written beside those of the owner.
      if (files.length === result.files.length) keep(row, result);
    },
    findDefects({ areOwnerFilesPostponed }) {
      const { world, defects } = links.findDefects(claims, previous?.world);
      const ownerDefects = areOwnerFilesPostponed
        ? (previous?.ownerDefects ?? [])
        : [...ownFiles.defects, ...(edition.siteLinkDefects?.(isReachable) ?? [])];
      results = { world, ownerDefects };
      return [...defects, ...redirects.findDefects(claims.has), ...ownerDefects];
    },
    results: () => results!,
  };
}
