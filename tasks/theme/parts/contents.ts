// The table of contents of a post, folded under its title.
import { html } from '#pdc/text/markup';
import type { Heading } from '#pdc/markdown/render';
import type { Markup } from '#pdc/text/markup';
import type { ThemeLabels } from '../labels/theme-labels.ts';

const minHeadings = 3;

/** Undefined for a text that is too short to need a table of contents. */
export function contents(headings: readonly Heading[], labels: ThemeLabels): Markup | undefined {
  const listedHeadings = headings.filter(({ level }) => level === 2 || level === 3);
  if (listedHeadings.length < minHeadings) return undefined;
  return html`<nav class="contents" aria-label="${labels.contents}"><details>
<summary>${labels.contents}</summary>
<ol>
${toSections(listedHeadings).map(
  ({ heading, below }) => html`<li>${link(heading)}
${below.length > 0 && html`<ol>${below.map((sub) => html`<li>${link(sub)}</li>`)}</ol>`}
</li>`,
)}
</ol>
</details></nav>`;
}

const link = ({ id, text, shown: label = text }: Heading): Markup =>
  html`<a href="#${encodeURIComponent(id)}">${label}</a>`;

type ContentsEntry = { readonly heading: Heading; readonly below: Heading[] };

/** Third-level headings before the first second-level heading become sections themselves. */
function toSections(headings: readonly Heading[]): ContentsEntry[] {
  const sections: ContentsEntry[] = [];
  for (const heading of headings) {
    const last = sections.at(-1);
    if (heading.level === 3 && last?.heading.level === 2) last.below.push(heading);
    else sections.push({ heading, below: [] });
  }
  return sections;
}
