// Tags, shortcodes and Liquid of a body become Markdown; the others stay text, written so that nobody takes them for a tag again.
import { expandTags, strayTags } from '#pdc/markdown/template-tags';
import type { Dialect, StrayTag } from '#pdc/markdown/template-tags';
import type { Lookups } from '#pdc/markdown/tag-templates';
import { mapProse } from './prose.ts';
import { aloneOf, findForeignTemplate } from './templates.ts';

const dialect: Dialect = {
  find: findForeignTemplate,
  // In HTML `<douban id="1">` would be an element, and nothing of it would show.
  alone: aloneOf,
  asText: (tag) => (tag.startsWith('{{<') ? tag.replaceAll('<', '\\<') : tag),
};

/** A body without the tags that are known, and the tags that stay text: every one is told. */
export function translateTags(raw: string, lookups: Lookups): { text: string; strays: readonly StrayTag[] } {
  const bare = withoutRawInCode(raw);
  const strays = strayTags(raw, dialect).filter(({ name }) => name !== 'raw' && name !== 'endraw');
  return { text: showEscaped(expandTags(protectRaw(bare), lookups, dialect)), strays };
}

/** Liquid in a fence stands between `raw` tags of its own lines: they are no code. */
function withoutRawInCode(raw: string): string {
  if (!/\{%-?\s*raw/.test(raw)) return raw;
  return raw
    .replace(
      /^([ \t>]*)(`{3,}|~{3,})([^\n]*\n)[ \t>]*\{%-?\s*raw\s*-?%\}[ \t]*\n([^]*?\n)[ \t>]*\{%-?\s*endraw\s*-?%\}[ \t]*\n(?=[ \t>]*\2)/gm,
      '$1$2$3$4',
    )
    .replace(
      /^[ \t]*\{%-?\s*raw\s*-?%\}[ \t]*\n(?=(?:[ \t]*\n)*[ \t]*(`{3,}|~{3,}))([^]*?\n[ \t]*\1[ \t]*\n(?:[ \t]*\n)*)[ \t]*\{%-?\s*endraw\s*-?%\}[ \t]*$/gm,
      '$2',
    );
}

/** What stands between `raw` tags is no tag, and must not become one when its own tags are gone. */
const protectRaw = (raw: string): string =>
  raw.replace(
    /(\{%-?\s*raw\s*-?%\})([^]*?)(\{%-?\s*endraw\s*-?%\})/g,
    (_, open: string, inside: string, close: string) => {
      return open + mapProse(inside, (prose) => prose.replace(/\{(?=[%{])/g, '\\{')) + close;
    },
  );

// Hugo's way to write about shortcodes: signs of a comment stand inside the braces, and do not show.
function showEscaped(raw: string): string {
  if (!/\{\{[<%]\/\*/.test(raw)) return raw;
  const bare = (text: string, escape: string): string =>
    text.replace(
      /\{\{([<%])\/\*([^]*?)\*\/([>%])\}\}/g,
      (_, open: string, inside: string, close: string) => `{{${escape}${open}${inside}${close}}}`,
    );
  return mapProse(
    raw,
    (prose) => bare(prose, '\\'),
    (code) => bare(code, ''),
  );
}
