// Finds the tags of template engines that a page would show as text.
import { lineStarts } from '../text/line-starts.ts';
import { findPrompt } from './grammar.ts';
import { plainRenderer } from './markdown-renderers.ts';

/** Tags of template engines, `{% name %}` and `{{< name >}}`, that a page shows as text. Tags in code are left out. */
export function findShownTags(raw: string): { name: string; offset: number }[] {
  if (!/\{%|\{\{[<%]/.test(raw)) return [];
  const starts = lineStarts(raw);
  let from = 0;
  return plainRenderer.parse(raw, findPrompt(raw)).flatMap(({ map, children }) => {
    if (map) from = Math.max(from, starts[map[0]] ?? raw.length);
    const text = (children ?? []).map(({ type, content }) => (/^(?:text|html_inline)$/.test(type) ? content : ' '));
    return [...text.join('').matchAll(/(?:\{%-?|\{\{[<%])\s*(?!end)([a-z][\w./-]*)/gi)].flatMap(([tag, name = '']) => {
      const offset = raw.indexOf(tag, from);
      if (offset === -1) return [];
      from = offset + tag.length;
      // The author escaped this tag, so it should be visible.
      return raw[offset - 1] === '\\' ? [] : [{ name, offset }];
    });
  });
}
