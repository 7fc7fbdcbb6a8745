// Odd phrases: correct, but translated English that nobody writes.

export const oddPhrases: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'is none, are none', pattern: /\b(?:is|are|was|were|be) none\b/g },
  { name: 'is no X', pattern: /\b(?:is|are|was|were|be|has|have) no (?!longer\b|more\b|other\b|matter\b|one\b)\w+/g },
  { name: 'Of X the Y', pattern: /(?:^|[.:;] )Of (?:[\w'`-]+ ){1,6}(?:the|one|each|its|only|three)\b/gm },
  {
    name: 'Who, Whoever, What ... as a subject',
    pattern: /(?:^|[.:;] )(?:Who|Whoever|Whatever|What)(?: [\w'`-]+){1,8}?(?=[ ,.])(?![^.]*\?)/gm,
  },
  { name: 'whoever, whatever within a sentence', pattern: /(?<![.:;] )\b(?:whoever|whatever)\b/g },
  { name: "nobody's", pattern: /\bnobody's\b/gi },
  {
    name: 'stands in, on, at ...',
    pattern: /\b(?:stands?|stood) (?:in|on|at|for itself|beside|behind|there|below|above|alone|as)\b/g,
  },
  {
    name: 'told, tells of, is told',
    pattern: /\b(?:(?:is|are|was|were) told|tells? (?:of|all|each|nobody|nothing)|told (?:of|as|in|by|so|once))\b/g,
  },
  { name: 'so many', pattern: /\bso (?:many|much)\b/gi },
];

/** How often a phrase is in a text. Lines of a paragraph are joined, and code is left out. */
export function oddPhrasesIn(text: string, pattern: RegExp): number {
  const words = text
    .replace(/^```[^]*?^```/gm, '')
    .replace(/`[^`\n]*`/g, 'x')
    .replace(/(?<=\S)\n(?=[^\s|#>*-])/g, ' ');
  return [...words.matchAll(pattern)].length;
}
