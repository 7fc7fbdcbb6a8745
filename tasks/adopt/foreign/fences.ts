// Handles fences as Hexo does. Hexo reads a fence with any indentation as code, before it parses the Markdown around
// the fence. It shows the words after the language as the caption of the code.
import { fenceLines } from '#pdc/markdown/lines';

/** The most rounds of changes. A change can affect how later fences are read, so every round reads all fences again. */
const maxRounds = 5;

/** Rewrites fences that Markdown would read differently from Hexo. Markdown then reads them as code, in their list. */
export function withReadFences(raw: string): string {
  let text = raw;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = repair(text);
    if (next === text) break;
    text = next;
  }
  return withCaptions(text);
}

// Each part of these expressions ends where the next one begins. Otherwise a line of thousands of tildes or spaces
// would take minutes.
const opening = /^([ \t]*)(`{3,}(?!`)|~{3,}(?!~))[^`\r]*\r?$/;
const captioned = /^([^`~]*(?:`{3,}(?!`)|~{3,}(?!~))[ \t]*[^\s{`=]+)[ \t]+([^\s{[:][^`=]*)$/;

/** Writes the caption of each fence as its title. Settings of other engines after the language are not a caption. */
function withCaptions(raw: string): string {
  const fences = fenceLines(raw);
  const lines = raw.split('\n').map((line, at) => {
    const [, before, caption] = (fences.has(at) && captioned.exec(line.trimEnd())) || [];
    if (caption === undefined || /^(?:linenos|showLineNumbers)\b/.test(caption)) return line;
    const sign = caption.includes('"') ? "'" : '"';
    return `${before!} title=${sign}${caption.replaceAll(sign, '’')}${sign}${line.endsWith('\r') ? '\r' : ''}`;
  });
  return lines.join('\n');
}

function repair(raw: string): string {
  if (!/^[ \t]+(?:`{3}|~{3})/m.test(raw)) return raw;
  const lines = raw.split('\n');
  const fences = fenceLines(raw);
  const bareOf = lines.map((line) => line.trim());
  for (let at = 0; at < lines.length; at += 1) {
    const [, indent = '', fence] = opening.exec(lines[at]!) ?? [];
    const end = fence === undefined ? -1 : bareOf.indexOf(fence, at + 1);
    if (end < 0) continue;
    const isRead = fences.has(at);
    for (let line = at; line <= end; line += 1)
      lines[line] = isRead ? below(lines[line]!, indent) : above(lines[line]!, indent);
    if (isRead && fences.get(at) !== end + 1) return lines.join('\n');
    at = end;
  }
  return lines.join('\n');
}

/** Indents a line of code at least as deep as its fence. Otherwise it would end the list item around the fence. */
const below = (line: string, indent: string): string =>
  line.trim() === '' || line.startsWith(indent) ? line : `${indent}${line.trimStart()}`;

/** Moves a line of a fence to the margin. The fence is indented too deep for Markdown to read it as a fence. */
const above = (line: string, indent: string): string =>
  line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
