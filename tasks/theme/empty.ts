// What a page says when there is nothing to show yet.
import { html } from 'hono/html';
import type { Markup } from './view.ts';

export const empty = (message: string, hint: string): Markup => html`<div class="empty">
<p>${message}</p>
<p>${hint}</p>
</div>`;
