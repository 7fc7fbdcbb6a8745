// A query may contain several ways to ask for one thing: `虚拟内存 分页 | virtual memory paging`.

/** The maximum length of a query and of each alternative, in characters: more text only costs time. */
export const [maxQuery, maxAlternative] = [600, 300];

/**
 * The alternatives of a query, separated by "|" between spaces. A "|" in backticks is part of a command and separates
 * nothing.
 */
export function alternativesOf(query: string): string[] {
  const alternatives: string[] = [];
  let start = 0;
  for (const { 0: sign, index } of query.matchAll(/`[^`]*`|(?<=\s)\|(?=\s)/g)) {
    if (sign !== '|') continue;
    alternatives.push(query.slice(start, index));
    start = index + 1;
  }
  return [...alternatives, query.slice(start)].map((text) => text.trim()).filter((text) => text !== '');
}
