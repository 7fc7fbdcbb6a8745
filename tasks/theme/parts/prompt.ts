// The prompt of an article as people see it: one block with its placeholders marked, and its variables.
import { html } from '#pdc/text/markup';
import type { Article } from '#pdc/article/article';
import { hasVariablesTable } from '#pdc/markdown/variables-table';
import { splitAtPlaceholders } from '#pdc/markdown/prompt';
import type { PromptArg } from '#pdc/markdown/prompt';
import type { Site } from '#pdc/site/site';
import type { Markup } from '#pdc/text/markup';
import type { ThemeLabels } from '../labels/theme-labels.ts';
import { themeLabelsOf } from '../labels/theme-labels.ts';

/**
 * Returns the HTML of an article's prompt. `text` is the prompt with its tags. If the body of the article has a table
 * of variables, no second table is added.
 */
export const promptBlock =
  (site: Site) =>
  ({ prompt_args: args = [] }: Article, { text, body }: { readonly text: string; readonly body: string }): string => {
    const labels = themeLabelsOf(site);
    return String(html`<figure class="prompt-block">
<figcaption>${labels.prompt}</figcaption>
<pre class="prompt"><code>${splitAtPlaceholders(text).map(mark)}</code></pre>
</figure>
${form(args, labels)}
${args.length > 0 && !hasVariablesTable(body, args) && variables(args, labels)}
`);
  };

/**
 * Without scripts, the style sheet hides the form. The button is disabled until the script has loaded, because a press
 * would reload the page. No field has a name, so that no typed value gets into an address.
 */
function form(args: readonly PromptArg[], labels: ThemeLabels): Markup {
  return html`<form class="prompt-form">
${
  args.length > 0 &&
  html`<p class="prompt-form-title">${labels.fillPrompt}</p>
<p class="hint">${labels.fillPromptHint}</p>
${args.map((arg, index) => field(arg, { id: `prompt-field-${index + 1}`, labels }))}`
}
<p class="buttons"><button type="submit" disabled>${args.length > 0 ? labels.copyFilled : labels.copyPrompt}</button>${args.length > 0 && html` <button type="reset" class="quiet">${labels.clear}</button>`}</p>
</form>`;
}

function field(
  { name, description, required, example }: PromptArg,
  { id, labels }: { id: string; labels: ThemeLabels },
): Markup {
  return html`<p class="field"><label for="${id}"><code>${name}</code> ${description ?? ''}${required && html` <span class="mark">${labels.required}</span>`}</label>
<textarea id="${id}" data-name="${name}" rows="1" spellcheck="false"${required && html` required`}${example !== undefined && html` placeholder="${example}"`}></textarea></p>`;
}

/** Every second piece is a placeholder. */
const mark = (piece: string, index: number): Markup | string =>
  index % 2 === 1 ? html`<span class="placeholder">${piece}</span>` : piece;

function variables(args: readonly PromptArg[], labels: ThemeLabels): Markup {
  return html`<div class="table"><table class="variables">
<thead><tr><th>${labels.variable}</th><th>${labels.meaning}</th><th>${labels.required}</th><th>${labels.example}</th></tr></thead>
<tbody>
${args.map(
  ({ name, description, required, example }) => html`<tr>
<th scope="row"><code>${name}</code></th>
<td>${description ?? ''}</td>
<td>${required ? labels.yes : labels.no}</td>
<td>${example !== undefined && html`<code>${onLines(example)}</code>`}</td>
</tr>`,
)}
</tbody>
</table></div>`;
}

/** Writes line ends as `<br>`, because a minifier would turn a line feed into a space. */
const onLines = (text: string): (Markup | string)[] =>
  text.split(/\r?\n/).flatMap((line, index) => (index === 0 ? [line] : [html`<br>`, line]));
