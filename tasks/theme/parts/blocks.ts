// Categories or tags side by side, each with its newest articles.
import { html, raw } from '#pdc/text/markup';
import { toHref } from '#pdc/site/paths';
import { entries } from './entries.ts';
import { hueOf } from './hue.ts';
import { countedLink } from './terms.ts';
import type { GroupSummary } from './terms.ts';
import type { Markup } from '#pdc/text/markup';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

type Blocks = {
  readonly groups: readonly GroupSummary[];
  readonly pathOf: (slug: string) => string;
  readonly level: 2 | 3;
};

/** Undefined without groups. `level` is the level of their headings. */
export function blocks({ groups, pathOf, level }: Blocks, context: Context): Markup | undefined {
  const { site } = context;
  if (groups.length === 0) return undefined;
  return html`<div class="blocks">
${groups.map(
  (group) => html`<section class="block"${hueOf(group.slug)}>
${raw(`<h${level}>`)}${countedLink(group, { href: toHref(site, pathOf(group.slug)), labels: themeLabelsOf(site) })}${raw(`</h${level}>`)}
${entries({ articles: group.newest, show: 'day' }, context)}
</section>`,
)}
</div>`;
}
