// The checks of everything that the branches make: addresses, leaks and links.
import { isError } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { redirectsFile } from '#pdc/library/redirects';
import { timed } from '../../stages/timing.ts';
import type { Take } from '../../stages/vinyl.ts';
import type { OwnFiles } from '../branches/own-files.ts';
import type { Redirects } from '../branches/redirects.ts';
import type { Edition } from '../read.ts';
import type { Reuse } from '../reuse.ts';
import { createClaims } from './claims.ts';
import type { ClaimedPaths, Claims } from './claims.ts';
import { createGuard, openGuard } from './guard.ts';
import type { Guard } from './guard.ts';
import { createLinkCheck } from './link-check.ts';
import type { LinkCheck } from './link-check.ts';

export type ChecksOptions = {
  readonly reuse: Pick<Reuse, 'textOf'>;
  readonly previous: Checked | undefined;
  readonly ownFiles: OwnFiles;
  readonly redirects: Redirects;
  /** `false` for a dry run, which writes nothing. */
  readonly isWritten: boolean;
  /** `false` where the owner's files are not made. */
  readonly merged: boolean;
};

/** The addresses and the defects of links of a publication, for the next one. */
export type Checked = {
  readonly claimed: ClaimedPaths;
  readonly linkDefects: ReadonlyMap<string, readonly Defect[]>;
};

export type Checks = {
  readonly links: LinkCheck;
  readonly claims: Claims;
  readonly guard: Guard;
  /** Hands on only the files that may be published. */
  readonly before: (take: Take) => Take;
  /** The defects of links by source, those of reused texts included. To be asked when all files are made. */
  readonly linkDefects: () => Checked['linkDefects'];
};

export function createChecks(edition: Edition, options: ChecksOptions): Checks {
  const { reuse, previous, ownFiles, redirects, isWritten, merged } = options;
  const links = createLinkCheck(edition, reuse);
  const claims = createClaims(previous?.claimed);
  // A dry run of what an error stops anyhow is not guarded: the error may be that a password is public.
  const guard = isWritten || !edition.defects.some(isError) ? createGuard(edition) : openGuard;
  const answers = (path: string): boolean => claims.has(path) || claims.has(`${path}/`);
  const passesGuard = timed('guard', guard.passes);
  let concluded: Checked['linkDefects'] | undefined;
  return {
    links,
    claims,
    guard,
    /** Two files of one path would silently lose one; one that holds a secret goes no further. */
    before: (take) => (file) => {
      if (previous && !ownFiles.isOwn(file)) claims.release(file.path);
      if (ownFiles.collides(file, claims.isFree)) return;
      claims.take(file.path);
      links.note(file);
      if (passesGuard(file)) return take(file);
    },
    linkDefects: () =>
      (concluded ??= new Map([
        ...(previous?.linkDefects ?? []),
        ...links.conclude(claims),
        ...(edition.edits ? [] : [[redirectsFile, redirects.conclude(claims.has)] as const]),
        ...(merged ? [['own files', [...ownFiles.defects, ...(edition.deadLinks?.(answers) ?? [])]] as const] : []),
      ])),
  };
}
