// Replaces the path separator of Windows with a slash in the targets of links and pictures, as in `..\images\x.png`.
import { mapProse } from './running-text.ts';

/** The targets in `](target)`, `](<target>)`, `src="target"`, `href='target'` and `[name]: target`. */
const targets =
  /(?<=\]\()(?:<[^<>\n]+>|(?:[^()\s<>]|\([^()\s<>]*\))+)|(?<=\s(?:src|href)=")[^"<>\n]+|(?<=\s(?:src|href)=')[^'<>\n]+|(?<=^ {0,3}\[[^\]\n]{1,500}\]:[ \t]*)(?:<[^<>\n]+>|\S+)/gm;

/** A backslash before punctuation is an escape; before a letter or a digit it is a separator. */
const separator = /\\[\p{L}\p{N}]/u;

/** Whether a target is a path with a Windows drive, a network path, or a URL. */
const isElsewhere = (target: string): boolean => /^<?(?:\\\\|[a-z][a-z\d+.-]*:)/i.test(target);

/** Whether the target, without query and fragment, ends with a file extension. */
const namesFile = (target: string): boolean => /\.\w{1,8}$/.test(target.replace(/[?#].*$|>$/g, ''));

/** The target with slashes, if it is a path of the site: it has a file extension, or `isThere` knows it. */
export function withSlashes(target: string, isThere: (name: string) => boolean = () => false): string {
  if (!separator.test(target) || isElsewhere(target)) return target;
  const path = target.replace(/\\+/g, '/');
  return namesFile(target) || isThere(path) ? path : target;
}

/** The body, with slashes in its targets. */
export const withSlashedTargets = (raw: string, isThere: (name: string) => boolean): string =>
  raw.includes('\\') ? mapProse(raw, (prose) => prose.replace(targets, (target) => withSlashes(target, isThere))) : raw;
