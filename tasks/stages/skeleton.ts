// Minifies pages by their skeletons: the tags that pages of one kind share, without words and addresses. A skeleton is
// minified once and then filled for each page.

/** The placeholder for a value. */
const hole = '\u001a';

/** The maximum number of cached skeletons. Most sites have fewer kinds of pages. */
const maxSkeletons = 500;

export type Skeletons = {
  /**
   * Returns a minified page. `around` is the HTML before and after the content of `<main>`. `main` is that
   * content, already minified. Returns a promise for the first page of a kind, and undefined if the page cannot be
   * minified by a skeleton.
   */
  readonly fill: (around: readonly string[], main: string) => string | undefined | Promise<string | undefined>;
};

export function createSkeletons(minify: (html: string) => Promise<string>): Skeletons {
  const cache = new Map<string, readonly string[]>();
  const minifySkeleton = async (skeleton: string): Promise<readonly string[]> => {
    const pieces = (await minify(skeleton)).split(hole);
    if (cache.size >= maxSkeletons) cache.clear();
    cache.set(skeleton, pieces);
    return pieces;
  };
  return {
    fill(around, main) {
      if (around.some((html) => html.includes(hole))) return undefined;
      // A comment, for example in the site's `head[]`, may contain text that looks like a tag.
      const hasNoComments = !around.some((html) => html.includes('<!--'));
      const values: string[] = [];
      const take = (value: string): string => {
        values.push(value);
        return hole;
      };
      const skeleton = around
        .map((html, index) => `${index === 0 ? '' : take(main)}${hasNoComments ? withHoles(html, take) : html}`)
        .join('');
      const fillIn = (pieces: readonly string[]): string | undefined =>
        pieces.length === values.length + 1
          ? pieces.map((piece, index) => piece + (values[index] ?? '')).join('')
          : undefined;
      const pieces = cache.get(skeleton);
      return pieces ? fillIn(pieces) : minifySkeleton(skeleton).then(fillIn, () => undefined);
    },
  };
}

/**
 * Matches the parts that differ from page to page: words, structured data, and attribute values that a minifier does
 * not change. Everything else belongs to the skeleton.
 */
const parts = new RegExp(
  [
    String.raw`(?<=<script type="application/ld\+json">)(?<data>[^\s][^]*?)(?=</script>)`,
    String.raw`<(?<element>script(?! type="application/ld\+json")|style|pre|textarea)\b[^<>]*>[^]*?</\k<element>>`,
    String.raw`<meta (?:http-equiv|name="viewport")[^<>]*>`,
    String.raw`(?<= (?:href|src|content|id|for|title|datetime|aria-label|alt|data-[a-z-]+)=")(?<value>[^\s"](?:[^"]*[^\s"])?)(?=")`,
    String.raw`(?<=>[ \t\n\f\r]*)(?<words>[^<>\s](?:[^<>]*[^<>\s])?)(?=[ \t\n\f\r]*<)`,
  ].join('|'),
  'g',
);

/** Replaces the parts that differ by holes. */
function withHoles(html: string, take: (value: string) => string): string {
  return html.replace(parts, (matched: string, ...groups: unknown[]) => {
    const { data, value, words } = groups.at(-1) as Record<string, string | undefined>;
    if (words !== undefined) return take(words.replace(/[ \t\n\f\r]+/g, ' '));
    return data === undefined && value === undefined ? matched : take(matched);
  });
}
