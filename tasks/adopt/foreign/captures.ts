// Replaces captures of Liquid. A capture names a text in one place and shows it in another, unchanged or as code.
import { namedArgs } from './tag-arguments.ts';
import { fence } from './markdown.ts';

/** `{% capture x %}…{% endcapture %}`, `{% include code.html code=x lang="sh" %}` and `{{ x | markdownify }}`. */
const pieces =
  /\{%-?\s*capture\s+([\w-]+)\s*-?%\}([^]*?)\{%-?\s*endcapture\s*-?%\}[ \t]*\n?|\{%-?\s*include\s+(\S+)\s([^%]*?)-?%\}|\{\{-?\s*([\w-]+)\s*(\|[^{}]*)?\}\}/g;

/** Moves each captured text to the place where it is shown. */
export function withoutCaptures(raw: string): string {
  if (!/\{%-?\s*capture\b/.test(raw)) return raw;
  const texts = new Map<string, string>();
  return raw.replace(pieces, (piece: string, ...groups: readonly (string | undefined)[]) => {
    const [name, text = '', file, args = '', variable = '', filters = ''] = groups;
    if (name !== undefined) {
      texts.set(name, text.replace(/^[ \t]*\n|\s+$/g, ''));
      return '';
    }
    if (file !== undefined) return includedText(file, { args, texts }) ?? piece;
    const captured = texts.get(variable);
    // Markdown within HTML needs blank lines around it.
    return captured !== undefined && filters.includes('markdownify') ? `\n\n${captured}\n\n` : (captured ?? piece);
  });
}

function includedText(
  file: string,
  { args, texts }: { args: string; texts: ReadonlyMap<string, string> },
): string | undefined {
  const values = namedArgs(args);
  const captured = [...values.values()].map((value) => texts.get(value)).find((value) => value !== undefined);
  if (captured === undefined || !/code/.test(file)) return captured;
  const code = captured.replace(/\{%-?\s*(?:end)?raw\s*-?%\}\n?/g, '');
  return fence(values.get('lang') ?? '', code).join('\n');
}
