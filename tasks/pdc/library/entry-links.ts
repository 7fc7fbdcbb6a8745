// The links of a body: what they are resolved against, where they stand in their file, and whether something answers them.
import { readable } from '../text/decode.ts';
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { createPlaces } from '../article/places.ts';
import { severityOf, toDefects, top } from '../words/defect.ts';
import type { Defect, Finding, Place } from '../words/defect.ts';
import { resolveTarget, sourcesNamed } from '../markdown/links.ts';
import { localityOf, meantScheme } from '../markdown/local.ts';
import type { Base } from '../markdown/links.ts';
import type { ImageSize, Link } from '../markdown/render.ts';
import { pathOf } from './addresses.ts';
import type { Library } from './library.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';
import type { RuleId } from '../words/rules.ts';

/** Rules links and local-path: every link and image of a body leads to something that its readers can reach. */
export function checkLinks({
  entry,
  links,
  anchors,
  emitted,
  findAlike,
  anchorsOf,
  library,
  lenient,
}: {
  readonly entry: Article | Page;
  readonly links: readonly Link[];
  /** Every id in the entry's rendered body. */
  readonly anchors: ReadonlySet<string>;
  /** Site paths of all files that the build emits. */
  readonly emitted: Pick<ReadonlySet<string>, 'has'>;
  /** The file that differs from a site path, or from one of some paths of the content folder, in case or Unicode form alone. */
  readonly findAlike: (path: string, sources: readonly string[]) => string | undefined;
  /** The ids of another page, by its path; undefined where they are not known, or not to be told. */
  readonly anchorsOf: (path: string) => ReadonlySet<string> | undefined;
  readonly library: Library;
  readonly lenient: boolean;
}): Defect[] {
  const { site, nameOf } = library;
  const isOff = (['links', 'local-path'] as const).every(
    (rule) => severityOf(rule, { settings: site.rules, lenient }) === 'off',
  );
  if (isOff) return [];
  const base = baseOf(library, entry);
  const placeOf = placesOf(entry);
  // A message must not name even a link of an encrypted body: others read logs.
  const locked = isLocked(entry);
  const findings = links.flatMap((link): Finding[] => {
    const faults = [faultOfPlace(link), faultOfLink(link)].filter((fault) => fault !== undefined);
    if (faults.length === 0) return [];
    const place = placeOf(link);
    return faults.map((fault): Finding => ({ rule: 'links', place, ...fault }));
  });
  return toDefects(findings, { file: nameOf(entry.source), settings: site.rules, lenient });

  /** Rule local-path. What the site itself answers is the site's, wherever it stands. */
  function faultOfPlace({ target, loads }: Link): Fault | undefined {
    const locality = localityOf(target);
    if (locality === undefined) return undefined;
    const isOwn = locality !== 'file' && resolveTarget(target, base).path !== undefined;
    if (isOwn && locality !== 'preview') return undefined;
    const isError = loads || locality !== 'machine';
    const link = readable(target);
    const fault = {
      file: message('linkToFile', { link }),
      preview: message('linkToPreview', { link }),
      machine: message(loads ? 'imageOfMachine' : 'linkToMachine', { link }),
    }[locality];
    return {
      rule: 'local-path',
      message: locked ? message('lockedLinkLocal') : fault,
      ...(!isError && { always: 'warn' }),
    };
  }

  function faultOfLink({ target, loads }: Link): Fault | undefined {
    const { path, fragment, malformed } = resolveTarget(target, base);
    const link = readable(target);
    const noAddress = (open: Message): Fault => ({ message: locked ? message('lockedLinkNoAddress') : open });
    const dead = (open: Message): Fault => ({ message: locked ? message('lockedLinkDead') : open });
    if (loads && target.trim() === '') return noAddress(message('imageWithoutAddress'));
    const scheme = meantScheme(target);
    if (scheme !== undefined) return noAddress(message('linkMistyped', { link, scheme }));
    if (malformed) return noAddress(message('linkNoAddress', { link }));
    if (path === undefined) return undefined;
    const isThere = path === base.path || emitted.has(path) || emitted.has(`${path}/`);
    if (!isThere) {
      const file = findAlike(path, sourcesNamed(target.replace(/[?#].*$/s, ''), entry.source));
      return dead(file === undefined ? message('linkDead', { link }) : message('linkSpelledOtherwise', { link, file }));
    }
    const places = path === base.path ? anchors : fragment === '' ? undefined : anchorsOf(path);
    if (places === undefined || leadsTo(fragment, places)) return undefined;
    if (path !== base.path) return dead(message('linkNoHeadingThere', { link }));
    return { message: locked ? message('lockedLinkNoHeading') : message('linkNoHeading', { link: `#${fragment}` }) };
  }
}

type Fault = Pick<Finding, 'message' | 'always'> & { readonly rule?: RuleId };

/** Whether a page has the place that a decoded fragment names. Every page has a top, and any may be searched for a text. */
export function leadsTo(fragment: string, anchors: ReadonlySet<string>): boolean {
  const [name] = fragment.split(':~:', 1);
  if (/^(?:top)?$/i.test(name!) || anchors.has(name!)) return true;
  const wanted = name!.normalize('NFC');
  return anchors.has(wanted) || [...anchors].some((anchor) => anchor.normalize('NFC') === wanted);
}

/** Where each link of an entry stands in its file, asked for in their order. */
export const placesOf = (entry: Article | Page): ((link: Link) => Place) =>
  isLocked(entry) ? (link) => link.place ?? top : createPlaces(entry);

export type LinkTargets = {
  /** Where links to other files of the content folder lead: those files decide. */
  readonly addresses: readonly (readonly [target: string, address: string])[];
  /** The sizes of images that a text shows or leads to: the page has them as attributes. */
  readonly sizes: readonly (readonly [target: string, width: number, height: number])[];
};

/** Everything outside a text that its page takes from its links. */
export function linkTargets(
  links: readonly Link[],
  { base, sizeOf }: { readonly base: Base; readonly sizeOf: (path: string) => ImageSize | undefined },
): LinkTargets {
  const sizes = links.flatMap(({ target }): LinkTargets['sizes'] => {
    const { path } = resolveTarget(target, base);
    const size = path === undefined ? undefined : sizeOf(path);
    return size ? [[target, size.width, size.height]] : [];
  });
  const addresses = links
    .filter(({ target }) => mayNameFile(target))
    .map(({ target }) => [target, resolveTarget(target, base).href] as const);
  return { addresses, sizes };
}

/** An encoded "." may hide an ending. */
const mayNameFile = (target: string): boolean =>
  /\.md|%/i.test(target) || !/^(?:[a-z][a-z\d+.-]*:|[/#?]|$)/i.test(target);

/** The links of an entry are resolved against this. */
export function baseOf({ site, pathBySource }: Pick<Library, 'site' | 'pathBySource'>, entry: Article | Page): Base {
  return { site, pathBySource, source: entry.source, path: pathOf(site, entry) };
}
