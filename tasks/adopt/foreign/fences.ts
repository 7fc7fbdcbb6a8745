// Fences as Hexo reads them: it takes them for code before it reads the Markdown around them, however they are
// indented.
import { fenceLines } from '#pdc/markdown/lines';

/** Each change may let later fences be read as they are meant; texts that need more rounds are not repaired further. */
const maxRounds = 5;

/** Writes fences that Markdown would read otherwise so that it reads them as code, within their list. */
export function withReadFences(raw: string): string {
  let text = raw;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = repair(text);
    if (next === text) return text;
    text = next;
  }
  return text;
}

const opening = /^([ \t]*)(`{3,}|~{3,})[ \t]*(?:[^`\r]*[^`\s])?[ \t]*\r?$/;

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

/** A line of code at least as deep as its fence: else it ends the item of the list that the fence is in. */
const below = (line: string, indent: string): string =>
  line.trim() === '' || line.startsWith(indent) ? line : `${indent}${line.trimStart()}`;

/** A fence that is too deep to be one moves to the margin. */
const above = (line: string, indent: string): string =>
  line.startsWith(indent) ? line.slice(indent.length) : line.trimStart();
