// Rule active-file: finds attachments that can run scripts with the rights of the site when a browser opens them as
// documents. In a sandboxed frame they do not have these rights.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { placeInBody } from '../article/places.ts';
import { toDefects, top } from '../words/defect.ts';
import type { Defect, Finding, Place } from '../words/defect.ts';
import { ownFolder } from '../site/file-name.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { Link } from '../markdown/render.ts';
import { message } from '../words/message.ts';
import { isActivePath } from '../site/paths.ts';
import type { Attachment } from './attachments.ts';
import { baseOf, placesOf } from './entry-links.ts';
import type { Library } from './library.ts';

/** The attachments that a browser opens as documents with scripts. */
export const activeFiles = ({ attachments }: Library): Attachment[] =>
  attachments.filter(({ path }) => isActivePath(path));

/**
 * Reports the active files to which an article links, and the active files in its own folder that it names without a
 * link or frame.
 */
export function checkActiveFiles(
  active: readonly Attachment[],
  {
    entry,
    links,
    library,
    lenient,
  }: { entry: Article | Page; links: readonly Link[]; library: Library; lenient: boolean },
): Defect[] {
  if (active.length === 0) return [];
  const { site, nameOf } = library;
  const base = baseOf(library, entry);
  const placeOf = placesOf(entry);
  const byPath = new Map(active.map((file) => [file.path, file]));
  const linkedFiles = new Set<Attachment>();
  const findings: Finding[] = [];
  for (const link of links) {
    const file = byPath.get(resolveTarget(link.target, base).path ?? '');
    if (!file) continue;
    linkedFiles.add(file);
    // `placeOf` is called for shown files too, because it returns each place only once.
    const place = placeOf(link);
    if (!link.shown) findings.push(toFinding(file, place));
  }
  const folder = ownFolder(entry.source);
  for (const file of active) {
    if (file.source.startsWith(folder) && !linkedFiles.has(file)) findings.push(toFinding(file, mentionOf(file)));
  }
  return toDefects(findings, { file: nameOf(entry.source), settings: site.rules, lenient });

  function toFinding({ source }: Attachment, place: Place): Finding {
    const fault = isLocked(entry) ? message('lockedActiveFile') : message('activeFile', { file: nameOf(source) });
    return { rule: 'active-file', place, message: fault };
  }

  function mentionOf({ source }: Attachment): Place {
    if (isLocked(entry)) return top;
    const offset = entry.raw.indexOf(source.slice(source.lastIndexOf('/') + 1));
    return offset === -1 ? top : placeInBody(entry, offset);
  }
}
