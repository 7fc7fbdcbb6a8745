/** Returns the offset of every line. Lines end as Markdown's do: with LF, CRLF or CR. */
export function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { 0: lineEnd, index } of text.matchAll(/\r\n?|\n/g)) starts.push(index + lineEnd.length);
  return starts;
}
