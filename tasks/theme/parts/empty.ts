// The message of a list without articles.
import { html } from '#pdc/text/markup';
import type { Markup } from '#pdc/text/markup';

export const empty = (message: string, hint: string): Markup => html`<div class="empty">
<p>${message}</p>
<p>${hint}</p>
</div>`;
