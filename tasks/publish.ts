// The back half: an edition becomes all files of the site, and the links of every text are checked against them.
import type Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import { isError } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { anchorsIn } from '#pdc/html';
import { checkLinks, pathOf } from '#pdc/library';
import type { Link, Rendered } from '#pdc/markdown';
import { foldersAbove } from '#pdc/paths';
import { checkLockedFiles } from '#pdc/sources';
import { assets } from './assets.ts';
import { scripts } from './client.ts';
import { crawlers } from './crawlers.ts';
import { Failure } from './failure.ts';
import { createGuard, openGuard } from './guard.ts';
import type { Guard } from './guard.ts';
import { fileOf, human, lists } from './human.ts';
import { machine } from './machine.ts';
import type { Edition } from './read.ts';
import { inTurn } from './streams.ts';

export type Publication = {
  /** Every file, once; to be read to its end. */
  readonly files: AsyncIterable<Vinyl>;
  /** How many articles and pages were rendered so far. */
  readonly rendered: () => number;
  /** Defects of links: known when all files were read, as is what follows. */
  readonly linkDefects: () => Defect[];
  /** What was seen of every article and page, those that stand included. */
  readonly observations: () => readonly Observation[];
  /** The paths of all files, those that stand included, and the folders of pages. */
  readonly emitted: ReadonlySet<string>;
};

export type PublishOptions = {
  /** `false` leaves out the step that costs most: for a check that writes nothing. */
  readonly minified: boolean;
  /** What was seen of an entry whose page stands as it is: its page is not made again. */
  readonly standing?: (entry: Article | Page) => Observation | undefined;
};

export function publish(edition: Edition, { minified, standing = () => undefined }: PublishOptions): Publication {
  const { site, articles, pages } = edition.library;
  const entries = [...articles, ...pages];
  const observed = entries.flatMap((entry) => standing(entry) ?? []);
  const emitted = new Set<string>();
  for (const { entry } of observed) note(fileOf(pathOf(site, entry)), emitted);
  const stands = new Set(observed.map(({ entry }) => entry));
  const stale = entries.filter((entry) => !stands.has(entry));
  // A dry run of what an error stops anyhow is not guarded: the error may be that a password is public.
  const guard = minified || !edition.defects.some(isError) ? createGuard(edition) : openGuard;
  const branches: AsyncIterable<Vinyl>[] = [
    human(edition, {
      minified,
      entries: stale,
      observe: (entry, rendered) => void observed.push(toObservation(entry, rendered)),
    }),
    lists(edition, { minified }),
    machine(edition),
    crawlers(edition),
    assets(edition),
    scripts(edition.library),
  ];
  return {
    files: guarded(record(inTurn<Vinyl>(...branches), emitted), guard),
    rendered: () => observed.length,
    linkDefects: () => {
      const { library, lenient } = edition;
      const statics = new Set(edition.statics.map((file) => file.path));
      const links = observed.flatMap((observation) => checkLinks({ ...observation, emitted, library, lenient }));
      return [...links, ...checkLockedFiles(observed, { library, statics, lenient })];
    },
    observations: () => observed,
    emitted,
  };
}

/** What links are checked with: those of one entry, and what the fragments of its own may lead to. */
export type Observation = {
  readonly entry: Article | Page;
  readonly links: readonly Link[];
  readonly anchors: ReadonlySet<string>;
};

function toObservation(entry: Article | Page, { html, links }: Rendered): Observation {
  // Only links with a fragment ask for them: most texts have none.
  const needsAnchors = links.some(({ target }) => target.includes('#'));
  return { entry, links, anchors: needsAnchors ? anchorsIn(html) : new Set() };
}

/**
 * Notes every file's site path on the way: a page's folder too. Two files of one path would silently lose one, and no
 * disk holds a file and a folder of one name.
 */
async function* record(files: AsyncIterable<Vinyl>, emitted: Set<string>): AsyncGenerator<Vinyl> {
  const folders = new Set([...emitted].flatMap(foldersAbove));
  for await (const file of files) {
    const above = foldersAbove(file.path);
    if (emitted.has(file.path) || folders.has(file.path) || above.some((folder) => emitted.has(folder))) {
      throw new Failure(`two files want the address ${file.path}: rename the one under the static folder`);
    }
    note(file.path, emitted);
    for (const folder of above) folders.add(folder);
    yield file;
  }
}

/** A file that holds a secret goes no further, and once all are seen the publication fails. */
async function* guarded(files: AsyncIterable<Vinyl>, guard: Guard): AsyncGenerator<Vinyl> {
  for await (const file of files) if (guard.passes(file)) yield file;
  guard.conclude();
}

function note(path: string, emitted: Set<string>): void {
  emitted.add(path);
  if (path.endsWith('/index.html')) emitted.add(path.slice(0, -'index.html'.length));
}
