// The links of a body: what they are resolved against, where they stand in their file, and whether something answers them.
import { readable } from '../decode.ts';
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { createPlaces } from '../article/places.ts';
import { severityOf, toDefects, top } from '../defect.ts';
import type { Defect, Finding, Place } from '../defect.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { Base } from '../markdown/links.ts';
import type { Link } from '../markdown/render.ts';
import { pathOf } from './addresses.ts';
import type { Library } from './library.ts';
import { message } from '../message.ts';
import type { Message } from '../message.ts';

/** Rule links: every internal link and image of a body leads to something that the build emits. */
export function checkLinks({
  entry,
  links,
  anchors,
  emitted,
  library,
  lenient,
}: {
  readonly entry: Article | Page;
  readonly links: readonly Link[];
  /** Every id in the entry's rendered body. */
  readonly anchors: ReadonlySet<string>;
  /** Site paths of all files that the build emits. */
  readonly emitted: Pick<ReadonlySet<string>, 'has'>;
  readonly library: Library;
  readonly lenient: boolean;
}): Defect[] {
  const { site, nameOf } = library;
  if (severityOf('links', { settings: site.rules, lenient }) === 'off') return [];
  const base = baseOf(library, entry);
  const placeOf = placesOf(entry);
  const findings = links.flatMap((link): Finding[] => {
    const fault = faultOfLink(link.target);
    return fault === undefined ? [] : [{ rule: 'links', place: placeOf(link), message: fault }];
  });
  return toDefects(findings, { file: nameOf(entry.source), settings: site.rules, lenient });

  function faultOfLink(target: string): Message | undefined {
    const { path, fragment, malformed } = resolveTarget(target, base);
    const link = readable(target);
    // A message must not name even a link of an encrypted body: others read logs.
    const locked = isLocked(entry);
    if (malformed) return locked ? message('lockedLinkNoAddress') : message('linkNoAddress', { link });
    if (path === undefined) return undefined;
    // Every page has a top.
    if (path === base.path && !/^(?:top)?$/i.test(fragment) && !anchors.has(fragment)) {
      return locked ? message('lockedLinkNoHeading') : message('linkNoHeading', { link: `#${fragment}` });
    }
    if (path === base.path || emitted.has(path) || emitted.has(`${path}/`)) return undefined;
    return locked ? message('lockedLinkDead') : message('linkDead', { link });
  }
}

/** Where each link of an entry stands in its file, asked for in their order. */
export const placesOf = (entry: Article | Page): ((link: Link) => Place) =>
  isLocked(entry) ? (link) => link.place ?? top : createPlaces(entry);

/** The links of an entry are resolved against this. */
export function baseOf({ site, pathBySource }: Library, entry: Article | Page): Base {
  return { site, pathBySource, source: entry.source, path: pathOf(site, entry) };
}
