// Adds two spaces, Markdown's line break, to every line of a paragraph, for engines that break lines there.
import { softBreakLines } from '#pdc/markdown/lines';

export function withLineBreaks(raw: string): string {
  const lines = raw.split('\n');
  for (const at of softBreakLines(raw)) lines[at] = lines[at]!.replace(/[ \t]*(\r?)$/, '  $1');
  return lines.join('\n');
}
