// Rules html, html-word and script: reports the errors in an author's HTML that rendering found.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { placeInBody } from '../article/places.ts';
import { toDefects } from '../words/defect.ts';
import type { Defect, Finding, Place } from '../words/defect.ts';
import type { PlacedFlaw } from '../markdown/render.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';
import type { Library } from './library.ts';

/**
 * Reports the flaws in the HTML of one text. The flaws of a locked text already have a place, because the place cannot
 * be computed from the hidden body.
 */
export function checkHtml(
  flaws: readonly (PlacedFlaw & { readonly place?: Place })[],
  { entry, library: { site, nameOf }, lenient }: { entry: Article | Page; library: Library; lenient: boolean },
): Defect[] {
  const findings = flaws.map((flaw): Finding => ({
    rule: flaw.kind === 'word' ? 'html-word' : runs(flaw) ? 'script' : 'html',
    place: flaw.place ?? placeInBody(entry as Page, flaw.offset),
    message: isLocked(entry) ? lockedMessageOf(flaw) : messageOf(flaw),
    // Event handlers are only a warning, because the content security policy of the page blocks them.
    ...(flaw.kind === 'handler' && { always: 'warn' as const }),
  }));
  return toDefects(findings, { file: nameOf(entry.source), settings: site.rules, lenient });
}

const runs = ({ kind }: PlacedFlaw): boolean => kind === 'script' || kind === 'handler';

function messageOf({ kind, tag }: PlacedFlaw): Message {
  if (kind === 'open') return message('htmlOpen', { tag });
  if (kind === 'unfinished') return message('htmlUnfinished', { tag });
  if (kind === 'frame-end') return message('htmlFrameEnd', { tag });
  if (kind === 'word') return message('htmlWord', { tag });
  return kind === 'script' ? message('htmlScript', { tag }) : message('htmlHandler', { tag });
}

/** A message must not quote an encrypted body, because other people may read logs. */
function lockedMessageOf(flaw: PlacedFlaw): Message {
  if (flaw.kind === 'word') return message('lockedHtmlWord');
  return runs(flaw) ? message('lockedHtmlScript') : message('lockedHtml');
}
