// Categories or tags side by side, each with its newest articles.
import { html, raw } from '#pdc/markup';
import type { Group } from '#pdc/library/terms';
import { toHref } from '#pdc/paths';
import { entries } from './entries.ts';
import { hueOf } from './hue.ts';
import { countedLink } from './terms.ts';
import type { Markup } from '#pdc/markup';
import type { Context } from '../view.ts';
import { wordsOf } from '../words/words-of.ts';

const newestShown = 3;

type Blocks = { readonly groups: readonly Group[]; readonly pathOf: (slug: string) => string; readonly level: 2 | 3 };

/** Undefined where there are none. `level` is that of their headings. */
export function blocks({ groups, pathOf, level }: Blocks, context: Context): Markup | undefined {
  const { site } = context.library;
  if (groups.length === 0) return undefined;
  return html`<div class="blocks">
${groups.map(
  (group) => html`<section class="block"${hueOf(group.slug)}>
${raw(`<h${level}>`)}${countedLink(group, { href: toHref(site, pathOf(group.slug)), words: wordsOf(site) })}${raw(`</h${level}>`)}
${entries({ articles: group.articles.slice(0, newestShown), show: 'day' }, context)}
</section>`,
)}
</div>`;
}
