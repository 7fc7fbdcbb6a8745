// Targets of links and pictures as editors on Windows write them: `..\images\x.png` is a path, and its separator is a
// slash here.
import { mapProse } from './running-text.ts';

/** `](target)`, `](<target>)`, `src="target"`, `href='target'` and `[name]: target`. */
const targets =
  /(?<=\]\()(?:<[^<>\n]+>|(?:[^()\s<>]|\([^()\s<>]*\))+)|(?<=\s(?:src|href)=")[^"<>\n]+|(?<=\s(?:src|href)=')[^'<>\n]+|(?<=^ {0,3}\[[^\]\n]{1,500}\]:[ \t]*)(?:<[^<>\n]+>|\S+)/gm;

/** A backslash before a sign only escapes the sign; one before a letter or a digit separates. */
const separator = /\\[\p{L}\p{N}]/u;

/** A drive, a computer of the network, or an address of the web. */
const isElsewhere = (target: string): boolean => /^<?(?:\\\\|[a-z][a-z\d+.-]*:)/i.test(target);

/** The name of a file, before a query or a fragment. */
const namesFile = (target: string): boolean => /\.\w{1,8}$/.test(target.replace(/[?#].*$|>$/g, ''));

/** The target with slashes where it is a path below the site: the name of a file, or what `isThere` knows. */
export function withSlashes(target: string, isThere: (name: string) => boolean = () => false): string {
  if (!separator.test(target) || isElsewhere(target)) return target;
  const path = target.replace(/\\+/g, '/');
  return namesFile(target) || isThere(path) ? path : target;
}

/** A body whose targets have slashes. */
export const withSlashedTargets = (raw: string, isThere: (name: string) => boolean): string =>
  raw.includes('\\') ? mapProse(raw, (prose) => prose.replace(targets, (target) => withSlashes(target, isThere))) : raw;
