// A title in its phrases: a narrow screen breaks it behind a punctuation mark before it breaks within a word.
import { html } from '#pdc/markup';
import type { Markup } from '#pdc/markup';

/** What is behind a mark of these begins a phrase; what closes a quotation or a bracket goes with it. */
const ends = /(?<=[，。：；？！][”’」』）》]?)(?![，。：；？！”’」』）》])/u;

export function phrases(title: string): Markup | string {
  const parts = title.split(ends).filter((part) => part !== '');
  return parts.length < 2 ? title : html`${parts.map((part) => html`<span class="phrase">${part}</span>`)}`;
}
