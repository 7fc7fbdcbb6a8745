// Resolves and checks the links of a body, and finds their places in the file.
import { readable } from '../text/decode.ts';
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { createPlaces } from '../article/places.ts';
import { severityOf, toDefects, top } from '../words/defect.ts';
import type { Defect, Finding, Place } from '../words/defect.ts';
import { resolveTarget, sourcesNamed } from '../markdown/links.ts';
import { localityOf, correctScheme } from '../markdown/unreachable-addresses.ts';
import type { Base } from '../markdown/links.ts';
import type { ImageSize, Link } from '../markdown/render.ts';
import { pathOf } from './addresses.ts';
import type { Library } from './library.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';
import type { RuleId } from '../words/rules.ts';

/** Rules links and local-path: every link and image of a body leads to a target that its readers can open. */
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
  /** All ids in the rendered body of the entry. */
  readonly anchors: ReadonlySet<string>;
  /** The site paths of all output files. */
  readonly emitted: Pick<ReadonlySet<string>, 'has'>;
  /**
   * Finds the file whose path differs only in case or Unicode form from a site path, or from one of the paths in the
   * content folder.
   */
  readonly findAlike: (path: string, sources: readonly string[]) => string | undefined;
  /** The ids of another page, by its path; undefined if they are unknown or secret. */
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
  // A message must not name a link of an encrypted body, because other people may read logs.
  const locked = isLocked(entry);
  const findings = links.flatMap((link): Finding[] => {
    const faults = [faultOfPlace(link), faultOfLink(link)].filter((fault) => fault !== undefined);
    if (faults.length === 0) return [];
    const place = placeOf(link);
    return faults.map((fault): Finding => ({ rule: 'links', place, ...fault }));
  });
  return toDefects(findings, { file: nameOf(entry.source), settings: site.rules, lenient });

  /** Rule local-path. An address of the site itself is allowed, even if it is local. */
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
    const scheme = correctScheme(target);
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

/** Whether a page has the place of a decoded fragment. `#top` and text fragments work on every page. */
export function leadsTo(fragment: string, anchors: ReadonlySet<string>): boolean {
  const [name = ''] = fragment.split(':~:', 1);
  if (/^(?:top)?$/i.test(name) || anchors.has(name)) return true;
  const normalName = name.normalize('NFC');
  return anchors.has(normalName) || [...anchors].some((anchor) => anchor.normalize('NFC') === normalName);
}

/** Returns a function that finds the places of an entry's links. Call it for all links in their order. */
export const placesOf = (entry: Article | Page): ((link: Link) => Place) =>
  isLocked(entry) ? (link) => link.place ?? top : createPlaces(entry);

export type LinkTargets = {
  /** The addresses of links to other files of the content folder. These addresses depend on the other files. */
  readonly addresses: readonly (readonly [target: string, address: string])[];
  /** The sizes of images that a text shows or links to. The page has these sizes as attributes. */
  readonly sizes: readonly (readonly [target: string, width: number, height: number])[];
};

/** Everything outside of a text that affects its rendered links. */
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

/** Whether a link may name a file of the content folder. An encoded "." may be part of the extension. */
const mayNameFile = (target: string): boolean =>
  /\.md|%/i.test(target) || !/^(?:[a-z][a-z\d+.-]*:|[/#?]|$)/i.test(target);

/** The base for resolving the links of an entry. */
export function baseOf({ site, pathBySource }: Pick<Library, 'site' | 'pathBySource'>, entry: Article | Page): Base {
  return { site, pathBySource, source: entry.source, path: pathOf(site, entry) };
}
