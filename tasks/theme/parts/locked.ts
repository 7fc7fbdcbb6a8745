// A locked post: its secret content, and the form that replaces it.
import { html, raw } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import type { Envelope } from '#pdc/locked/encryption';
import type { Rendered } from '#pdc/markdown/render';
import { unlockScriptPath, toHref } from '#pdc/site/paths';
import { contents } from './contents.ts';
import { facts } from './facts.ts';
import { reading } from './reading.ts';
import type { Context } from '../view.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/** Everything that must stay inside the ciphertext: word count, headings, text. */
export function lockedSecret(
  { html: content, headings, words }: Pick<Rendered, 'html' | 'headings' | 'words'>,
  { article, site }: Pick<Context, 'site'> & { readonly article: Article },
): string {
  const labels = themeLabelsOf(site);
  const list = article.toc === false ? undefined : contents(headings, labels);
  return String(html`${facts(reading(words, labels))}${list ?? ''}${raw(content)}`);
}

/**
 * The form. The style sheet shows it if unlocking is possible. Without scripts, or on plain HTTP, the note explains why
 * unlocking is impossible.
 */
export function lockedForm(envelope: Envelope, { site }: Pick<Context, 'site'>): string {
  const labels = themeLabelsOf(site);
  // A script element ends at the first "</script", so its JSON must not contain "<".
  const data = JSON.stringify(envelope).replaceAll('<', '\\u003c');
  return String(html`<div class="locked">
<form>
<label for="password">${labels.lockedPrompt}</label>
<p class="locked-fields"><input id="password" type="password" required autocomplete="off"> <button type="submit">${labels.unlock}</button></p>
<p class="locked-status" role="status"></p>
<p class="hint">${labels.lockedHint}</p>
</form>
<p class="locked-note">${labels.lockedWithoutScript}</p>
<script type="application/json" class="envelope">${raw(data)}</script>
<script type="module" src="${toHref(site, unlockScriptPath)}"></script>
</div>
`);
}
