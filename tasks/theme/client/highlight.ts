// Marks the words of a query in a text.

/** A text with its matches marked. Adjacent matches are joined. */
export function mark(text: string, finding: RegExp | undefined): (string | HTMLElement)[] {
  if (!finding) return [text];
  const parts: (string | HTMLElement)[] = [];
  let end = 0;
  for (const [from, to] of spansOf(text, finding)) {
    const element = document.createElement('mark');
    element.textContent = text.slice(from, to);
    parts.push(text.slice(end, from), element);
    end = to;
  }
  return [...parts, text.slice(end)];
}

function spansOf(text: string, finding: RegExp): [from: number, to: number][] {
  const spans: [number, number][] = [];
  for (const { 0: match, index } of text.matchAll(finding)) {
    const last = spans.at(-1);
    if (last?.[1] === index) last[1] += match.length;
    else spans.push([index, index + match.length]);
  }
  return spans;
}
