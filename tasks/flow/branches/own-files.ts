// Checks and publishes the files that the site's owner adds (`files` of `_site.js`). They cannot replace our files.
import type { Defect } from '#pdc/words/defect';
import type { Output } from '#pdc/text/document';
import { toPublic } from '#pdc/endpoints/posts';
import type { Library } from '#pdc/library/library';
import { placeInSeries } from '#pdc/library/series';
import { call, kindOf, thrown, toDefect } from '#pdc/site/owner-functions';
import type { SiteFunctions } from '#pdc/site/owner-functions';
import type { RowFile } from '../../stages/vinyl.ts';
import type { OutputRow } from '../rows.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

export type OwnFiles = {
  /** Made together with the files that contain all texts, because the owner's files may contain them too. */
  readonly rows: readonly OutputRow[];
  /** Whether a file, new or kept, and a file of the owner cannot exist together. If so, reports a defect. */
  readonly collides: (file: Pick<RowFile, 'path' | 'row'>, isFree: (path: string) => boolean) => boolean;
  /** The defects of the owner's files. Complete when all files are known. */
  readonly defects: readonly Defect[];
};

export function createOwnFiles(library: Library): OwnFiles {
  const { functions } = library.site;
  const defects: Defect[] = [];
  const paths = new Set<string>();
  const refused = new Set<string>();
  const make = functions?.files;
  const ownRow: OutputRow = {
    name: 'own files',
    // The result of a function may depend on anything, so it is called each time.
    args: undefined,
    later: true,
    make: () => outputsOf(library, { functions: functions!, report: (defect) => void defects.push(defect) }),
  };
  return {
    rows: make ? [ownRow] : [],
    collides({ path, row }, isFree) {
      if (!make) return false;
      const isOwnerFile = row?.name === ownRow.name;
      if (isFree(path)) {
        if (isOwnerFile) paths.add(path);
        return false;
      }
      const ownerPath = isOwnerFile ? path : [...paths].find((ownerPath) => pathsCollide(ownerPath, path));
      if (ownerPath === undefined) return false;
      // A file may have the path of a folder with many files: report it only once.
      if (!refused.has(ownerPath) || isOwnerFile)
        defects.push(toDefect(functions, message('fileTaken', { path: ownerPath })));
      refused.add(ownerPath);
      return true;
    },
    defects,
  };
}

const pathsCollide = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

type FunctionCall = { readonly functions: SiteFunctions; readonly report: (defect: Defect) => void };

/** Yields the files one at a time, as the owner's function does. */
function* outputsOf(library: Library, { functions, report }: FunctionCall): Generator<Output> {
  const { title, description, url, language } = library.site;
  const articles = library.listed.articles.map((article) =>
    toPublic(article, { site: library.site, series: placeInSeries(article, library) }),
  );
  const site = Object.freeze({ title, description, url, language, articles: Object.freeze(articles) });
  const returned = call(functions, { name: 'files', run: () => functions.files!(site), check: faultOfList });
  if ('defect' in returned) return report(returned.defect);
  try {
    for (const file of returned.value as Iterable<unknown>) {
      const fault = faultOfFile(file);
      if (fault === undefined) yield file as Output;
      else report(toDefect(functions, fault));
    }
  } catch (error) {
    report(thrown(functions, { name: 'files', error }));
  }
}

const faultOfList = (value: unknown): Message | undefined =>
  typeof value === 'object' && value !== null && Symbol.iterator in value
    ? undefined
    : message('filesNotAList', { kind: kindOf(value) });

function faultOfFile(file: unknown): Message | undefined {
  if (typeof file !== 'object' || file === null) return message('fileNotAnObject', { kind: kindOf(file) });
  const { path, contents } = file as Partial<Output>;
  if (typeof path !== 'string' || !filePath.test(path)) return message('filePath', { path: JSON.stringify(path) });
  if (typeof contents === 'string' || contents instanceof Uint8Array) return undefined;
  return message('fileContents', { path, kind: kindOf(contents) });
}

/** A path that all file systems allow below the output folder. */
const filePath = /^(?:\/(?!\.{1,2}(?:\/|$))[^/\\\p{Cc}\p{Cs}]+)+$/u;
