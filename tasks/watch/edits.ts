// A saved article on the quick way: itself, the pages that show its title, and its line in every list. What is made of
// all texts together waits for a rest, when a whole round finds out whatever else an edit means.
import type Vinyl from 'vinyl';
import type { Article } from '#pdc/article';
import { catalog } from '#pdc/catalog';
import { categoryJson } from '#pdc/categories';
import { feed, sitemap } from '#pdc/crawlers';
import type { Defect } from '#pdc/defect';
import { digests } from '#pdc/digests';
import type { Output } from '#pdc/document';
import { checkLinks } from '#pdc/library';
import type { Library } from '#pdc/library';
import { llms } from '#pdc/llms';
import { manifest } from '#pdc/manifest';
import { digestsPath, manifestPath } from '#pdc/paths';
import { postJson, postMd } from '#pdc/post';
import { createRelated } from '#pdc/related';
import type { Digest } from '#pdc/schema';
import { measure, tokensOf } from '#pdc/tokens';
import type { Size } from '#pdc/tokens';
import type { Guard } from '../guard.ts';
import { human, listsWith } from '../human.ts';
import { version } from '../machine.ts';
import { toObservation } from '../publish.ts';
import type { Observation } from '../publish.ts';
import type { Edition } from '../read.ts';
import { toOutputFile } from '../stages/vinyl.ts';
import type { Breath } from './breath.ts';
import { groupsOf, withEntries } from './edited.ts';
import type { Entry, Replacements } from './edited.ts';
import { digestOf } from './hash.ts';
import { replaceLines } from './lines.ts';
import type { LineChange } from './lines.ts';
import type { Output as Folder } from './replace.ts';

/** What stands, and what it was made of. */
export type Standing = {
  readonly edition: Edition;
  readonly guard: () => Guard;
  readonly emitted: ReadonlySet<string>;
  readonly accounts: Accounts;
};

export type Edited = {
  readonly edition: Edition;
  readonly defects: readonly Defect[];
  readonly observations: readonly Observation[];
  /** In the order in which they are to be written. */
  readonly files: readonly Vinyl.BufferFile[];
  readonly accounts: Accounts;
};

/** Makes the files that some edits change. Nothing where a guard or a list does not take them: then the whole is to be made. */
export async function makeEdited(
  { edition, guard, emitted, accounts: before }: Standing,
  { replaced, folder, breath }: { replaced: Replacements; folder: Folder; breath: Breath },
): Promise<Edited | undefined> {
  const library = withEntries(edition.library, replaced);
  const after: Edition = { ...edition, library };
  const change: Change = { before: edition.library, after: library, replaced };

  const observations: Observation[] = [];
  const pages = human(after, {
    minified: true,
    entries: staleEntries(change),
    observe: (entry, rendered) => void observations.push(toObservation({ entry, rendered }, library)),
  });
  const files: Vinyl.BufferFile[] = [];
  const take = (file: Vinyl.BufferFile): void => {
    if (folder.differs(file)) files.push(file);
  };
  for await (const page of pages) {
    await breath();
    take(page as Vinyl.BufferFile);
  }
  const defects = observations.flatMap((observation) =>
    checkLinks({ ...observation, emitted, library, lenient: edition.lenient }),
  );

  const told = articlesOf(replaced);
  const accounts = before.begin();
  const takeAccounted = (file: Vinyl.BufferFile): void => {
    if (!folder.differs(file)) return;
    accounts.note(file);
    files.push(file);
  };
  for (const { after: article } of told) {
    takeAccounted(toOutputFile(postMd(article)));
    takeAccounted(toOutputFile(postJson(article, library.site)));
  }
  if (isListedOtherwise(told)) {
    const shown = new Set(told.map(({ after: article }) => article));
    for await (const file of listsWith(after, { minified: true, shown })) take(file as Vinyl.BufferFile);
    for (const file of [feed(library), ...sitemap(library)]) take(toOutputFile(file));
    takeAccounted(toOutputFile(llms(library)));
  }
  if (!files.every(guard().passes)) return undefined;

  // From here on only lines that stand already, or are made of what the guard has seen.
  const lists = [
    ...entryLists(change).map((list) => () => list),
    () => manifestList(change, { before, after: accounts }),
    accounts.list,
  ];
  for (const makeList of lists) {
    const list = makeList();
    const standing = folder.read(list.path);
    const replacement = replaceLines(standing, [list]);
    if (!replacement) return undefined;
    if (replacement.lines.length === 0) continue;
    const file = toOutputFile({ path: list.path, contents: replacement.contents });
    if (list.path !== digestsPath) accounts.noteLines(file, { standing, lines: replacement.lines });
    files.push(file);
  }
  return { edition: after, defects, observations, files, accounts: accounts.end() };
}

type Change = { readonly before: Library; readonly after: Library; readonly replaced: Replacements };
type Told = { readonly before: Article; readonly after: Article };

const articlesOf = (replaced: Replacements): Told[] =>
  [...replaced].flatMap(([before, after]) =>
    before.layout === 'post' && after.layout === 'post' ? [{ before, after }] : [],
  );

const isRetitled = ({ before, after }: Told): boolean => before.title !== after.title;

const isListedOtherwise = (told: readonly Told[]): boolean =>
  told.some(
    ({ before, after }) =>
      before.title !== after.title ||
      before.description !== after.description ||
      before.updated?.iso !== after.updated?.iso,
  );

/** The entries themselves, and those whose pages name one whose title changed: its neighbours, and what it is related to. */
function staleEntries({ after: library, replaced }: Change): Entry[] {
  const stale = new Set<Entry>(replaced.values());
  const retitled = new Set(
    articlesOf(replaced)
      .filter(isRetitled)
      .map(({ after }) => after),
  );
  if (retitled.size === 0) return [...stale];
  const { articles } = library;
  const relatedTo = createRelated(library);
  articles.forEach((article, index) => {
    const named = [articles[index - 1], articles[index + 1], ...relatedTo(article)];
    if (named.some((other) => other && retitled.has(other))) stale.add(article);
  });
  return [...stale];
}

type List = LineChange & { readonly path: string };

/** `index.json` and the lists of categories, as they would be if they held the edited articles alone. */
function entryLists({ before, after, replaced }: Change): List[] {
  const told = articlesOf(replaced);
  const make = (library: Library, articles: readonly Article[]): Map<string, string> =>
    new Map(
      [
        catalog({ ...library, articles }),
        ...groupsOf(library, articles).categories.map((group) =>
          categoryJson(
            { ...group, articles: articles.filter((article) => group.articles.includes(article)) },
            library.site,
          ),
        ),
      ].map(({ path, contents }) => [path, String(contents)]),
    );
  const [old, now] = [
    make(
      before,
      told.map((one) => one.before),
    ),
    make(
      after,
      told.map((one) => one.after),
    ),
  ];
  return [...now].map(([path, text]) => ({ path, before: old.get(path)!, after: text }));
}

type SizesOf = { readonly before: Accounts; readonly after: Pick<Accounts, 'of'> };

function manifestList({ before, after, replaced }: Change, sizes: SizesOf): List {
  const told = articlesOf(replaced);
  const make = (library: Library, articles: readonly Article[], { of }: Pick<Accounts, 'of'>): string => {
    const { categories } = groupsOf(library, articles);
    const { contents } = manifest({ ...library, articles, categories }, { sizeOf: (path) => of(path).bytes, version });
    return String(contents);
  };
  return {
    path: manifestPath,
    before: make(
      before,
      told.map((one) => one.before),
      sizes.before,
    ),
    after: make(
      after,
      told.map((one) => one.after),
      sizes.after,
    ),
  };
}

/** The digests of the machine files in place. */
export type Accounts = {
  readonly of: (path: string) => Digest;
  /** Another edition of them: changes are noted, and the digests that stand stay what they are. */
  readonly begin: () => Ledger;
};

type Ledger = Pick<Accounts, 'of'> & {
  readonly note: (file: Vinyl.BufferFile) => void;
  /** The same of a file of which some lines are new: it is not counted from its beginning. */
  readonly noteLines: (file: Vinyl.BufferFile, change: { standing: Buffer; lines: readonly LineChange[] }) => void;
  /** What changes in `digests.json`. */
  readonly list: () => List;
  readonly end: () => Accounts;
};

type Count = Pick<Size, 'length' | 'wide'>;

/** `text` is what `digests.json` says. */
export function createAccounts(text: () => string): Accounts {
  let entries: Map<string, Digest> | undefined;
  const counts = new Map<string, Count>();
  const read = (): Map<string, Digest> =>
    (entries ??= new Map(Object.entries(JSON.parse(text()) as Record<string, Digest>)));
  return accountsOver(read, counts);
}

function accountsOver(read: () => Map<string, Digest>, counts: Map<string, Count>): Accounts {
  const of = (path: string): Digest => {
    const digest = read().get(path);
    if (!digest) throw new Error(`there is no digest of ${path}`);
    return digest;
  };
  return {
    of,
    begin() {
      const noted = new Map<string, Digest>();
      const counted = new Map<string, Count>();
      const set = (file: Vinyl.BufferFile, count: Count): void => {
        const { path, contents } = file;
        noted.set(path, {
          sha256: digestOf(contents).toString('hex'),
          bytes: contents.length,
          tokens: tokensOf(count),
        });
      };
      return {
        of: (path) => noted.get(path) ?? of(path),
        note: (file) => set(file, measure(file.contents.toString())),
        noteLines(file, { standing, lines }) {
          const known = counts.get(file.path) ?? measure(standing.toString());
          const count = lines.reduce((sum, { before, after }) => add(sum, measure(after), measure(before)), known);
          counted.set(file.path, count);
          set(file, count);
        },
        list: () => ({
          path: digestsPath,
          before: toText(digests(new Map([...noted.keys()].map((path) => [path, of(path)])))),
          after: toText(digests(noted)),
        }),
        end() {
          for (const [path, digest] of noted) read().set(path, digest);
          for (const [path, count] of counted) counts.set(path, count);
          return accountsOver(read, counts);
        },
      };
    },
  };
}

const toText = ({ contents }: Output): string => String(contents);
const add = (sum: Count, more: Count, less: Count): Count => ({
  length: sum.length + more.length - less.length,
  wide: sum.wide + more.wide - less.wide,
});
