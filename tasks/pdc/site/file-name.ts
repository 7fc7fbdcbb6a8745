// Reads the slug and the prefix of a file from its name (protocol section 5; rules filename, filename-prefix,
// filename-ascii).
import { top } from '../words/defect.ts';
import type { Finding } from '../words/defect.ts';
import type { Prefix } from './defaults.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';
import { isAscii } from '../text/fold.ts';
import { toAsciiSlug } from '../text/slug.ts';

export type FileName = {
  /** ASCII for any file name, because every path of the article contains the slug. */
  readonly slug: string;
  /** The longest prefix in the table with which the name begins. */
  readonly prefix?: string;
  readonly findings: readonly Finding[];
};

/** Reads the last segment of a path to a Markdown file. */
export function readFileName(path: string, prefixes: Readonly<Record<string, Prefix>>): FileName {
  const stem = toStem(path);
  const findings: Finding[] = [];
  const report = (rule: Finding['rule'], fault: Message): void =>
    void findings.push({ rule, place: top, message: fault });

  const shape = faultOf(stem);
  if (shape) report('filename', shape);
  if (!isAscii(stem)) {
    report('filename-ascii', message('nameNotAscii', { name: stem, proposal: `${toAsciiSlug(stem)}.md` }));
  }
  const prefix = findPrefix(stem, prefixes);
  if (prefix === undefined) {
    const prefixList = Object.keys(prefixes).map((name) => `${name}-`);
    report('filename-prefix', message('nameHasNoPrefix', { name: stem, prefixes: prefixList.join(' ') }));
  }
  // Lenient builds keep a name as it is, as long as it is possible in an address.
  const slug = /^[A-Za-z0-9][A-Za-z0-9._~-]*$/.test(stem) ? stem : toAsciiSlug(stem);
  return prefix === undefined ? { slug, findings } : { slug, prefix, findings };
}

/**
 * The file name without its folders and its extension; for an `index.md`, the name of the folder around it, as in
 * Hugo's bundles.
 */
export function toStem(path: string): string {
  const [, bundle] = /^(?!pages\/[^/]+$)(?:.*\/)?([^/]+)\/index\.md$/i.exec(path) ?? [];
  const name = bundle ?? path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
  return name.normalize('NFC');
}

/** The article's own folder: `notes/` next to `notes.md` (Hexo), or the folder of an `index.md` (Hugo). */
export const ownFolder = (source: string): string =>
  source.replace(/(?:^|(?<=\/))index\.md$|\.md$/i, (ending) => (/^\./.test(ending) ? '/' : ''));

const dated = /^(\d{4}-\d{1,2}-\d{1,2})[-_ ](?=.)/;

/** The date with which a file name begins, as in Jekyll: `2020-01-02-pipes`. */
export const dateOf = (stem: string): string | undefined => dated.exec(stem)?.[1];

export const withoutDate = (stem: string): string => stem.replace(dated, '');

/** How a name breaks rule `filename`. Rule `filename-ascii` reports letters beyond ASCII. */
function faultOf(name: string): Message | undefined {
  if (name.includes('_')) return message('nameHasUnderscore', { name });
  if (/[A-Z]/.test(name)) return message('nameNotLowercase', { name });
  if (!/^(?:[a-z0-9]|\P{ASCII})+(?:-(?:[a-z0-9]|\P{ASCII})+)*$/u.test(name)) {
    return message('nameNotWords', { name });
  }
  if (/(?:^|-)[0-9]+$/.test(name)) return message('nameEndsInNumber', { name });
  return undefined;
}

function findPrefix(stem: string, prefixes: Readonly<Record<string, Prefix>>): string | undefined {
  return (
    Object.keys(prefixes)
      // Rule filename reports wrong separators and case; the prefix is found in spite of them.
      .filter((prefix) => stem.toLowerCase().replaceAll('_', '-').startsWith(`${prefix}-`))
      .sort((a, b) => b.length - a.length)[0]
  );
}
