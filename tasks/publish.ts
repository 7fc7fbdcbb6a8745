// The back half: an edition becomes all files of the site, and the links of every text are checked against them.
import type Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import { isError } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { anchorsIn } from '#pdc/html';
import { baseOf, checkLinks, pathOf } from '#pdc/library';
import type { Library } from '#pdc/library';
import { resolveTarget } from '#pdc/links';
import type { Link, Rendered } from '#pdc/markdown';
import { foldersAbove } from '#pdc/paths';
import { checkLockedFiles } from '#pdc/sources';
import { assets } from './assets.ts';
import { scripts } from './client.ts';
import { crawlers } from './crawlers.ts';
import { Failure } from './failure.ts';
import { nothingKept } from './cache/kept.ts';
import type { GroupName, Keeping } from './cache/kept.ts';
import { createGuard, openGuard } from './guard.ts';
import type { Guard } from './guard.ts';
import { fileOf, human, lists } from './human.ts';
import type { HumanOptions } from './human.ts';
import { machine } from './machine.ts';
import type { Edition } from './read.ts';
import type { EntryFile } from './stages/vinyl.ts';
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
  /** What looks for secrets in them. */
  readonly guard: Guard;
};

export type PublishOptions = {
  /** `false` leaves out the step that costs most: for a check that writes nothing. */
  readonly minified: boolean;
  /** What was seen of an entry whose page stands as it is: its page is not made again. */
  readonly standing?: (entry: Article | Page) => Observation | undefined;
  /** What an earlier build made of the same is taken over: it is among the files. */
  readonly keeping?: Keeping;
  /** What that build saw of an entry. */
  readonly seen?: (entry: Article | Page) => Observation | undefined;
};

export function publish(
  edition: Edition,
  { minified, standing = () => undefined, keeping = nothingKept, seen = () => undefined }: PublishOptions,
): Publication {
  const { site } = edition.library;
  const entries = [...edition.library.articles, ...edition.library.pages];
  const observed = entries.flatMap((entry) => standing(entry) ?? []);
  const emitted = new Set<string>();
  for (const { entry } of observed) note(fileOf(pathOf(site, entry)), emitted);
  const keptPages = entries.flatMap((entry): readonly Vinyl[] => {
    const observation = seen(entry);
    const files = observation && keeping.kept.standing(toPageGroup(observation, keeping));
    if (files) observed.push(observation);
    return files ?? [];
  });
  const stands = new Set(observed.map(({ entry }) => entry));
  const stale = entries.filter((entry) => !stands.has(entry));
  // A dry run of what an error stops anyhow is not guarded: the error may be that a password is public.
  const guard = minified || !edition.defects.some(isError) ? createGuard(edition) : openGuard;
  const branches: (AsyncIterable<Vinyl> | Iterable<Vinyl>)[] = [
    keptPages,
    pages(edition, {
      minified,
      entries: stale,
      keeping,
      observe: (observation) => void observed.push(observation),
    }),
    keptLists(edition, { minified, keeping }),
    machine(edition, keeping),
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
    guard,
  };
}

/** The page of a locked text has no key: it is made again. */
const toPageGroup = ({ entry, links }: Observation, { keys }: Keeping): GroupName => ({
  name: `page ${entry.source}`,
  key: keys.ofPage(entry, links),
});

type PagesOptions = Pick<HumanOptions, 'minified' | 'entries'> & {
  readonly keeping: Keeping;
  readonly observe: (observation: Observation) => void;
};

async function* pages(edition: Edition, { keeping, observe, ...options }: PagesOptions): AsyncGenerator<Vinyl> {
  const groups = new Map<Article | Page, GroupName>();
  const files = human(edition, {
    ...options,
    observe(entry, rendered) {
      const observation = toObservation({ entry, rendered }, edition.library);
      groups.set(entry, toPageGroup(observation, keeping));
      observe(observation);
    },
  });
  for await (const file of files) yield keeping.kept.mark(file as Vinyl, groups.get((file as EntryFile).entry)!);
}

async function* keptLists(
  edition: Edition,
  { minified, keeping: { kept, keys } }: { minified: boolean; keeping: Keeping },
): AsyncGenerator<Vinyl> {
  const group = { name: 'lists', key: keys.ofLists() };
  const standing = kept.standing(group);
  if (standing) yield* standing;
  else for await (const file of lists(edition, { minified })) yield kept.mark(file as Vinyl, group);
}

/** What links are checked with: those of one entry, and what the fragments of its own may lead to. */
export type Observation = {
  readonly entry: Article | Page;
  readonly links: readonly Link[];
  readonly anchors: ReadonlySet<string>;
};

export type Seen = { readonly entry: Article | Page; readonly rendered: Rendered };

export function toObservation({ entry, rendered: { html, links } }: Seen, library: Library): Observation {
  const base = baseOf(library, entry);
  // Only a link into the text itself asks for them: most texts have none.
  const needsAnchors = links.some(
    ({ target }) => target.includes('#') && resolveTarget(target, base).path === base.path,
  );
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
