// Gives each heading the id that GitHub would give it, and adds after each heading a link to this heading.
import { slug as toAnchor } from 'github-slugger';
import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import anchor from 'markdown-it-anchor';

/** `nameOf` returns the accessible name of the link. */
export function anchors(md: MarkdownIt, nameOf: (title: string) => string): void {
  md.use(anchor as never, {
    slugifyWithState: (title: string, { env }: StateCore) => freeAnchor(title, env as AnchorEnv),
    // The link is outside the heading, so that the accessible name of a section is only its title.
    permalink: anchor.permalink.linkAfterHeader({
      class: 'anchor',
      symbol: '#',
      style: 'aria-label',
      assistiveText: nameOf,
      wrapper: ['<div class="heading">', '</div>'],
    }),
  });
  const addAnchor = md.core.ruler.getRules('').at(-1)!;
  md.core.ruler.at('anchor', (state) => forEachHeading(state, addAnchor));
}

/** For each heading, the library moves all tokens that it received. So it receives only one heading at a time. */
function forEachHeading(state: StateCore, change: (state: StateCore) => void): void {
  const { tokens } = state;
  const changed: Token[] = [];
  let at = 0;
  while (at < tokens.length) {
    const isHeading = tokens[at]?.type === 'heading_open';
    state.tokens = tokens.slice(at, at + (isHeading ? headingLength : 1));
    at += state.tokens.length;
    if (isHeading) change(state);
    changed.push(...state.tokens);
  }
  state.tokens = changed;
}

/** The number of tokens of a heading: its start, its text, its end. */
const headingLength = 3;

type AnchorEnv = { anchors?: Map<string, number> };

/**
 * An anchor as GitHub makes it, or `section` if the title has only punctuation. Counting equal titles avoids trying
 * every number.
 */
function freeAnchor(title: string, env: AnchorEnv): string {
  const counts = (env.anchors ??= new Map());
  const base = toAnchor(title) || 'section';
  let free = base;
  while (counts.has(free)) {
    const count = counts.get(base)! + 1;
    counts.set(base, count);
    free = `${base}-${count}`;
  }
  counts.set(free, 0);
  return free;
}
