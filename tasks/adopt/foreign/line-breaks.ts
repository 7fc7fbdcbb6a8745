// Adds two spaces, Markdown's line break, to every line of a paragraph, for engines that break lines there.
import { softBreakLines } from '#pdc/markdown/lines';

export function withLineBreaks(raw: string): string {
  const softBreaks = new Set(softBreakLines(raw));
  // Lines end as Markdown's do. A CR alone is often left in text that was copied from a book or a terminal.
  const lines = raw.split(/(?<=\n|\r(?!\n))/);
  return lines.map((line, at) => (softBreaks.has(at) ? line.replace(/[ \t]*(\r\n?|\n)$/, '  $1') : line)).join('');
}
