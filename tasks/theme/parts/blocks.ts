// Categories or tags side by side, each with its newest articles.
import { html } from '#pdc/markup';
import type { Group } from '#pdc/library/terms';
import { entries } from './entries.ts';
import { hueOf } from './hue.ts';
import type { Markup } from '#pdc/markup';
import type { Context } from '../view.ts';

type Block = { readonly group: Group; readonly title: Markup };

const newestShown = 3;

export const blocks = (shown: readonly Block[], context: Context): Markup => html`<div class="blocks">
${shown.map(
  ({ group, title }) => html`<section class="block"${hueOf(group.slug)}>
${title}
${entries({ articles: group.articles.slice(0, newestShown), show: 'day' }, context)}
</section>`,
)}
</div>`;
