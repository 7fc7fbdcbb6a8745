// The back half: an edition becomes all files of the site, and the links of every text are checked against them.
import type { Readable } from 'node:stream';
import type Vinyl from 'vinyl';
import type { Article, Page } from '#pdc/article';
import type { Defect } from '#pdc/defect';
import { checkLinks } from '#pdc/library';
import type { Link, Rendered } from '#pdc/markdown';
import { assets } from './assets.ts';
import { crawlers } from './crawlers.ts';
import { Failure } from './failure.ts';
import { human, lists } from './human.ts';
import { machine } from './machine.ts';
import type { Edition } from './read.ts';
import { inTurn } from './streams.ts';

export type Publication = {
  /** Every file, once; to be read to its end. */
  readonly files: AsyncIterable<Vinyl>;
  /** How many articles and pages were rendered so far. */
  readonly rendered: () => number;
  /** Defects of links: known when all files were read. */
  readonly linkDefects: () => Defect[];
};

/** `minified: false` leaves out the step that costs most: for a check that writes nothing. */
export function publish(edition: Edition, { minified }: { minified: boolean }): Publication {
  const emitted = new Set<string>();
  const observed: Observation[] = [];
  const branches: Readable[] = [
    human(edition, { minified, observe: (entry, rendered) => void observed.push(toObservation(entry, rendered)) }),
    lists(edition, { minified }),
    machine(edition),
    crawlers(edition),
    assets(edition.statics),
  ];
  return {
    files: record(inTurn<Vinyl>(...branches), emitted),
    rendered: () => observed.length,
    linkDefects: () =>
      observed.flatMap((observation) => checkLinks({ ...observation, emitted, library: edition.library, lenient: edition.lenient })),
  };
}

type Observation = { readonly entry: Article | Page; readonly links: readonly Link[]; readonly anchors: ReadonlySet<string> };

function toObservation(entry: Article | Page, { html, links }: Rendered): Observation {
  // Ids are only asked for by links with a fragment: most texts have none.
  const needsAnchors = links.some(({ target }) => target.includes('#'));
  const ids = needsAnchors ? [...html.matchAll(/\sid="([^"]*)"/g)].map((match) => match[1]!) : [];
  return { entry, links, anchors: new Set(ids) };
}

/** Notes every file's site path on the way: a page's folder too. Two files of one path would silently lose one. */
async function* record(files: AsyncIterable<Vinyl>, emitted: Set<string>): AsyncGenerator<Vinyl> {
  for await (const file of files) {
    if (emitted.has(file.path)) {
      throw new Failure(`two files want the address ${file.path}: rename the one under the static folder`);
    }
    emitted.add(file.path);
    if (file.path.endsWith('/index.html')) emitted.add(file.path.slice(0, -'index.html'.length));
    yield file;
  }
}
