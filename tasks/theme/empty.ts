// What a page says when there is nothing to show yet.
import { html } from '#pdc/markup';
import type { Markup } from '#pdc/markup';

export const empty = (message: string, hint: string): Markup => html`<div class="empty">
<p>${message}</p>
<p>${hint}</p>
</div>`;
