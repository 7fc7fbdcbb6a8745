// A line break for every line, where the engine made one: two blanks at the end of a line say it in Markdown.
import { softBreakLines } from '#pdc/markdown/lines';

export function withLineBreaks(raw: string): string {
  const lines = raw.split('\n');
  for (const at of softBreakLines(raw)) lines[at] = lines[at]!.replace(/[ \t]*(\r?)$/, '  $1');
  return lines.join('\n');
}
