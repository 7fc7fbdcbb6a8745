// The checks of everything that the branches make: addresses, leaks and links.
import type { Locked } from '#pdc/article/article';
import { isError } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { timed } from '../../stages/timing.ts';
import type { Keep, RowFile, Take } from '../../stages/vinyl.ts';
import type { OwnFiles } from '../branches/own-files.ts';
import type { Redirects } from '../branches/redirect-pages.ts';
import type { Edition } from '../read.ts';
import { createClaims } from './claims.ts';
import type { Claims } from './claims.ts';
import { createGuard, openGuard } from './leak-guard.ts';
import type { Guard } from './leak-guard.ts';
import { createLinkCheck } from './link-check.ts';
import type { LinkCheck, LinkWorld } from './link-check.ts';

export type ChecksOptions = {
  /** The checks of the publication before, of which whatever still holds is not done again. */
  readonly previous: Checked | undefined;
  readonly ownFiles: OwnFiles;
  readonly redirects: Redirects;
  /** `false` for a dry run, which writes nothing. */
  readonly isWritten: boolean;
  /** The locked articles whose texts files in place were not searched for. */
  readonly unsearched: readonly Locked[];
};

/** What the checks of the next publication begin with. */
export type Checked = {
  readonly world: LinkWorld;
  readonly ownDefects: readonly Defect[];
};

export type Checks = {
  readonly links: LinkCheck;
  readonly claims: Claims;
  readonly guard: Guard;
  /** Hands on only the files that may be published. */
  readonly before: (take: Take) => Take;
  readonly beforeKeep: (keep: Keep) => Keep;
  /** The defects of links and of the owner's files. To be asked when all files are known. */
  readonly conclude: (options: { readonly ownFilesWait: boolean }) => readonly Defect[];
  readonly checked: () => Checked;
};

export function createChecks(edition: Edition, options: ChecksOptions): Checks {
  const { previous, ownFiles, redirects, isWritten, unsearched } = options;
  const links = createLinkCheck(edition);
  const claims = createClaims();
  // A dry run of what an error stops anyhow is not guarded: the error may be that a password is public.
  const guard = isWritten || !edition.defects.some(isError) ? createGuard(edition, unsearched) : openGuard;
  const answers = (path: string): boolean => claims.has(path) || claims.has(`${path}/`);
  const passesGuard = timed('guard', guard.passes);
  let checked: Checked | undefined;
  return {
    links,
    claims,
    guard,
    /** Two files of one path would silently lose one; one that holds a secret goes no further. */
    before: (take) => (file) => {
      if (ownFiles.collides(file, claims.isFree)) return;
      claims.take(file.path);
      const { row, text } = file as RowFile;
      links.note(row?.entry, text);
      if (passesGuard(file)) return take(file);
    },
    beforeKeep: (keep) => (row, result) => {
      result.files.forEach(claims.keep);
      links.note(row.entry, result.text);
      keep(row, result);
    },
    conclude({ ownFilesWait }) {
      const { world, defects } = links.conclude(claims, previous?.world);
      const ownDefects = ownFilesWait
        ? (previous?.ownDefects ?? [])
        : [...ownFiles.defects, ...(edition.deadLinks?.(answers) ?? [])];
      checked = { world, ownDefects };
      return [...defects, ...redirects.conclude(claims.has), ...ownDefects];
    },
    checked: () => checked!,
  };
}
