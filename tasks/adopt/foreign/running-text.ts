// Separates the running text of a body from code, formulas, comments and prompts.
import { lowerAscii } from '#pdc/text/fold';

/** Where code, a formula, a comment or a prompt begins. */
const stops =
  /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}(?=[^`\n]*$)|~{3,})|`+|<prompt>|<!--|<(pre|script|style|code|textarea|svg)\b|\$\$/gim;

/** Applies `change` to running text and `changeOther` to the other parts, and joins all parts. */
export const mapProse = (
  raw: string,
  change: (prose: string) => string,
  changeOther: (code: string) => string = (code) => code,
): string => [...partsOf(raw, stops)].map(({ text, isProse }) => (isProse ? change(text) : changeOther(text))).join('');

const stopsOfNotes = new RegExp(`${stops.source}|%%`, 'gim');

/** Removes the comments of notes (`%%`). An unclosed comment at the beginning of a line hides the rest of the text. */
export const withoutComments = (raw: string): string =>
  raw.includes('%%')
    ? [...partsOf(raw, stopsOfNotes)]
        .map(({ text, isProse }) => (!isProse && text.startsWith('%%') ? '' : text))
        .join('')
    : raw;

type Part = { readonly text: string; readonly isProse: boolean };

/** Splits a body at `stops`, where something other than running text begins. `endOfTag` finds the end of a tag. */
export function* partsOf(raw: string, stops: RegExp, endOfTag?: (at: number) => number | undefined): Generator<Part> {
  const lower = lowerAscii(raw);
  const nowhere = new Set<string>();
  let emittedTo = 0;
  let at = 0;
  for (;;) {
    stops.lastIndex = at;
    const stop = stops.exec(raw);
    if (!stop) break;
    const start = stop[1] === undefined ? stop.index : stop.index + stop[0].length - stop[1].length;
    const end = stop[0].startsWith('{') ? endOfTag?.(start) : endOfOther(raw, stop, { lower, nowhere });
    if (end === undefined) {
      at = stop.index + stop[0].length;
      continue;
    }
    yield { text: raw.slice(emittedTo, start), isProse: true };
    yield { text: raw.slice(start, end), isProse: false };
    emittedTo = at = end;
  }
  yield { text: raw.slice(emittedTo), isProse: true };
}

/** The end of the part that begins at a stop; undefined if the stop is only running text. */
function endOfOther(
  raw: string,
  { 0: opening, 1: fence, 2: element, index }: RegExpExecArray,
  { lower, nowhere }: { readonly lower: string; readonly nowhere: Set<string> },
): number | undefined {
  const behind = index + opening.length;
  if (fence !== undefined) return endOfFence(raw, behind, fence);
  if (opening.startsWith('`')) {
    const end = endOfSpan(raw, index, opening);
    return end === behind ? undefined : end;
  }
  const close = (element === undefined ? closingMarks[opening.toLowerCase()]! : `</${element}>`).toLowerCase();
  // A closing mark that was not found is not searched for again.
  const end = nowhere.has(close) ? -1 : lower.indexOf(close, behind);
  if (end === -1) nowhere.add(close);
  if (end === -1 && opening === '%%' && /^[ \t>]*$/.test(raw.slice(raw.lastIndexOf('\n', index - 1) + 1, index)))
    return raw.length;
  return end === -1 ? undefined : end + close.length;
}

const closingMarks: Readonly<Record<string, string>> = {
  '<prompt>': '</prompt>',
  '<!--': '-->',
  $$: '$$',
  '%%': '%%',
};

/**
 * The longest line that is checked for a heading or a table. The limit keeps the regular expressions from backtracking
 * at each character of a long line.
 */
export const longestLine = 2000;

/** Which lines of a body are running text and not longer than `longestLine`. */
export function proseLines(lines: readonly string[]): boolean[] {
  const raw = lines.join('\n');
  const masked = mapProse(
    raw,
    (prose) => prose,
    (code) => (code.includes('\n') ? code.replace(/[^\n]+/g, '\u0000') : code),
  );
  return masked.split('\n').map((line) => !line.includes('\u0000') && line.length <= longestLine);
}

function endOfFence(raw: string, from: number, fence: string): number {
  const close = new RegExp(`^[ \\t>]*${fence[0]}{${fence.length},}[ \\t]*\\r?$`, 'gm');
  close.lastIndex = from;
  return close.exec(raw) ? close.lastIndex : raw.length;
}

/** The end of a code span within its paragraph, or the end of the backticks themselves if nothing closes them. */
function endOfSpan(raw: string, from: number, ticks: string): number {
  const behind = from + ticks.length;
  const near = raw.slice(behind, behind + 5000);
  const paragraph = near.slice(0, /\n[ \t>]*\r?\n/.exec(near)?.index ?? near.length);
  const close = [...paragraph.matchAll(/`+/g)].find(({ 0: run }) => run.length === ticks.length);
  return close ? behind + close.index + ticks.length : behind;
}
