// The edition: everything that the author wrote, read and checked. All commands begin with it.
import type Vinyl from 'vinyl';
import type { Library } from '#pdc/library/library';
import type { Redirect } from '#pdc/library/redirects-file';
import type { Site } from '#pdc/site/site';
import type { Defect } from '#pdc/words/defect';
import type { Settings } from '../settings/settings.ts';
import type { ParseCache, Parsed, Translate } from '../stages/parse.ts';

/** The content of a site. Its links are not checked yet, because that check needs the paths of all output files. */
export type Edition = {
  readonly library: Library;
  readonly statics: readonly Vinyl[];
  readonly defects: readonly Defect[];
  /** The number of article files, including those that are not published. */
  readonly articlesFound: number;
  readonly lenient: boolean;
  /** The redirects of `content/_redirects`, and the name of that file in messages. */
  readonly redirects?: readonly Redirect[];
  readonly redirectsName?: string;
  /** Whether the file system of the output folder does not distinguish upper and lower case. */
  readonly ignoresCase?: boolean;
  /** Finds dead links of `_site.yml` when all output files are known. Set if the owner's functions add files. */
  readonly siteLinkDefects?: (isReachable: (path: string) => boolean) => readonly Defect[];
  /** Every parsed Markdown file, by its path on the disk. */
  readonly sources: ReadonlyMap<string, Parsed>;
  /** The stamps of the files of locked articles, by source. A file that was written just now is left out. */
  readonly stamps?: ReadonlyMap<string, string>;
};

export type ReadOptions = Pick<Settings, 'content' | 'statics' | 'baseUrl' | 'lenient'> & {
  readonly drafts: boolean;
  /** The output folder, if the command writes one. */
  readonly dest?: string;
  /** More folders to which links in the content folder and in the static folder may lead. */
  readonly follow?: Settings['follow'];
  /** Do not run `_site.js`, because the folder may come from somebody else. */
  readonly functions?: 'off';
  /** Gives the site the address of the watcher. */
  readonly localSite?: (site: Site) => Site;
  /** Opens the cache of parsed files. `parseKey` is everything that affects parsing, except the file. */
  readonly parseCache?: (parseKey: string) => ParseCache;
  /** Results to use instead of parsing files of the content folder, by path. Undefined leaves the file out. */
  readonly replacements?: ReadonlyMap<string, Parsed | undefined>;
  /**
   * An earlier edition of the same folder, and the Markdown files that may have changed since. Other Markdown files are
   * not read again.
   */
  readonly previous?: { readonly edition: Edition; readonly changedFiles: ReadonlySet<string> };
  /** Makes the function that translates files of other engines in a lenient build, each time the folder is read. */
  readonly translate?: ((content: string, follow?: readonly string[]) => Translate) | undefined;
};
