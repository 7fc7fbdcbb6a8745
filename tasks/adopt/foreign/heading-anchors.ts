// Keeps the anchors that the old engine gave to headings, beside ours, so that links from other sites still work.
import { sectionsOf } from '#pdc/markdown/sections';

/** Adds the old anchor before each heading whose anchor differs. `toAnchor` returns the old anchor of a title. */
export function withOldAnchors(raw: string, toAnchor: (title: string) => string): string {
  const sections = sectionsOf(raw, { math: false });
  const anchors = new Set(sections.map(({ anchor }) => anchor));
  const number = createNumbers();
  let text = '';
  let end = 0;
  for (const { title, start } of sections) {
    const old = number(toAnchor(title));
    if (old === '' || anchors.has(old) || isWithin(raw, start)) continue;
    text += `${raw.slice(end, start)}${/(?:^|\n)[ \t]*\r?\n$|^$/.test(raw.slice(0, start)) ? '' : '\n'}<a id="${old}"></a>\n\n`;
    end = start;
  }
  return text + raw.slice(end);
}

/** A repeated anchor gets a number at its end. */
function createNumbers(): (anchor: string) => string {
  const counts = new Map<string, number>();
  return (anchor) => {
    const count = counts.get(anchor) ?? 0;
    counts.set(anchor, count + 1);
    return count === 0 || anchor === '' ? anchor : `${anchor}-${count}`;
  };
}

/** Whether a heading is in a list or a quotation. An anchor before the heading would be outside of it. */
const isWithin = (raw: string, start: number): boolean =>
  /^ {0,3}(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])|^[ \t]{4}/.test(raw.slice(start, start + 20));
