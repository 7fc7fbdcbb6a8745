// Skeletons: the tags that pages of one kind share, without words and addresses. Each is minified once, and then filled in.

/** Stands for what is filled in. */
const hole = '\u001a';

/** As many kinds of pages are remembered: most sites have fewer, and those of a site are met together. */
const mostKnown = 500;

export type Skeletons = {
  /**
   * Minifies a page, given as the HTML around its `<main>` and what stands in it, minified; undefined where that is not
   * possible. The first of its kind is waited for.
   */
  readonly fill: (around: readonly string[], main: string) => string | undefined | Promise<string | undefined>;
};

export function createSkeletons(minify: (html: string) => Promise<string>): Skeletons {
  const known = new Map<string, readonly string[]>();
  const learn = async (skeleton: string): Promise<readonly string[]> => {
    const pieces = (await minify(skeleton)).split(hole);
    if (known.size >= mostKnown) known.clear();
    known.set(skeleton, pieces);
    return pieces;
  };
  return {
    fill(around, main) {
      if (around.some((html) => html.includes(hole))) return undefined;
      // In a comment, such as an author's own in `head[]`, what looks like a tag is none.
      const isBare = !around.some((html) => html.includes('<!--'));
      const values: string[] = [];
      const take = (value: string): string => {
        values.push(value);
        return hole;
      };
      const skeleton = around
        .map((html, index) => `${index === 0 ? '' : take(main)}${isBare ? bare(html, take) : html}`)
        .join('');
      const put = (pieces: readonly string[]): string | undefined =>
        pieces.length === values.length + 1
          ? pieces.map((piece, index) => piece + (values[index] ?? '')).join('')
          : undefined;
      const pieces = known.get(skeleton);
      return pieces ? put(pieces) : learn(skeleton).then(put, () => undefined);
    },
  };
}

/**
 * The pieces that differ from page to page: words, structured data, and attribute values that a minifier keeps. All else
 * belongs to the skeleton, so that at worst two pages share none.
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

function bare(html: string, take: (value: string) => string): string {
  return html.replace(parts, (written: string, ...groups: unknown[]) => {
    const { data, value, words } = groups.at(-1) as Record<string, string | undefined>;
    if (words !== undefined) return take(words.replace(/[ \t\n\f\r]+/g, ' '));
    return data === undefined && value === undefined ? written : take(written);
  });
}
