// Rules html, html-word and script: what rendering found wrong with an author's HTML, as defects.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { placeInBody } from '../article/places.ts';
import { toDefects } from '../defect.ts';
import type { Defect, Finding, Place } from '../defect.ts';
import type { PlacedFlaw } from '../markdown/render.ts';
import { message } from '../message.ts';
import type { Message } from '../message.ts';
import type { RuleId } from '../rules.ts';
import type { Library } from './library.ts';

type Kind = PlacedFlaw['kind'];

const ruleOf: Readonly<Record<Kind, RuleId>> = {
  open: 'html',
  unfinished: 'html',
  'frame-end': 'html',
  word: 'html-word',
  script: 'script',
  handler: 'script',
};

/** What is wrong with the HTML of one text, as defects. `placeOf` is that of a locked text, whose body is put away. */
export function checkHtml(
  flaws: readonly (PlacedFlaw & { readonly place?: Place })[],
  { entry, library: { site, nameOf }, lenient }: { entry: Article | Page; library: Library; lenient: boolean },
): Defect[] {
  const findings = flaws.map((flaw): Finding => ({
    rule: ruleOf[flaw.kind],
    place: flaw.place ?? placeInBody(entry as Page, flaw.offset),
    message: isLocked(entry) ? lockedMessageOf(flaw) : messageOf(flaw),
    // The policy of the page stops a handler anyhow.
    ...(flaw.kind === 'handler' && { always: 'warn' as const }),
  }));
  return toDefects(findings, { file: nameOf(entry.source), settings: site.rules, lenient });
}

function messageOf({ kind, tag }: PlacedFlaw): Message {
  if (kind === 'open') return message('htmlOpen', { tag });
  if (kind === 'unfinished') return message('htmlUnfinished', { tag });
  if (kind === 'frame-end') return message('htmlFrameEnd', { tag });
  if (kind === 'word') return message('htmlWord', { tag });
  return kind === 'script' ? message('htmlScript', { tag }) : message('htmlHandler', { tag });
}

/** A message must not quote an encrypted body: others read logs. */
function lockedMessageOf({ kind }: PlacedFlaw): Message {
  if (ruleOf[kind] === 'html') return message('lockedHtml');
  return kind === 'word' ? message('lockedHtmlWord') : message('lockedHtmlScript');
}
