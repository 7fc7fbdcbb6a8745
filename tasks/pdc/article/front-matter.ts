// The head of a Markdown file: split by front-matter, read as YAML 1.2, with the place of every value.
import frontMatter from 'front-matter';
import { top } from '../words/defect.ts';
import type { Finding, Place } from '../words/defect.ts';
import { readYaml } from '../text/yaml.ts';
import type { YamlFault } from '../text/yaml.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';

/** A body, and where it stands in its file. */
export type RawBody = {
  /** The body of protocol section 4: from the first line with text behind the front matter on, byte for byte. */
  readonly raw: string;
  /** The line of the file on which `raw` begins. */
  readonly rawLine: number;
  /** The line of the file of each line of `raw`, where `raw` is not what stands there. */
  readonly rawLines?: readonly number[];
};

export type FrontMatter = RawBody & {
  /** The data by YAML 1.2: dates are text, `0123` is a number, `yes` is text. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /**
   * Where the value stands at a path of keys and indexes; the first line where there is none. It may read the whole head
   * once more: ask where something is wrong.
   */
  readonly placeOf: (...path: (string | number)[]) => Place;
  /** Finds a place by parsing the YAML once more: an article lives long, and the tree of its YAML need not. */
  readonly findPlace: (...path: (string | number)[]) => Place;
  readonly isDoubleQuoted: (key: string) => boolean;
  /** A scalar as it is written, without quotes: `007` for the number 7. Undefined where that is not known. */
  readonly sourceOf: (...path: (string | number)[]) => string | undefined;
};

/** Reads front matter. Broken YAML, duplicate keys and anything but a mapping come back as findings of rule `front-matter`. */
export function readFrontMatter(source: string): FrontMatter | { findings: Finding[] } {
  const text = source.replace(/^\ufeff/, '');
  const parts = /^---[ \t]*\r?(?:\n|$)/.test(text) ? splitFile(text) : undefined;
  if (!parts) {
    return failure(top, explainOpening(text));
  }
  const { head, raw } = parts;
  // It starts right behind the first line.
  const yaml = readYaml(head, { firstLine: 2 });
  if ('faults' in yaml) {
    return {
      findings: yaml.faults.map((fault) => ({ rule: 'front-matter', place: fault.place, message: explain(fault) })),
    };
  }
  const { data, placeOf, isDoubleQuoted, sourceOf } = yaml;
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    return failure({ line: 2, column: 1 }, message('headNotAMapping'));
  }
  return {
    attributes: data as Record<string, unknown>,
    raw,
    rawLine: countLines(text.slice(0, text.length - raw.length)) + 1,
    placeOf: (...path) => placeOf(path) ?? top,
    findPlace: createFinder(head),
    isDoubleQuoted,
    sourceOf: (...path) => sourceOf(path),
  };
}

/** A function of its own: what it closes over is the text alone. */
const createFinder =
  (head: string): FrontMatter['findPlace'] =>
  (...path) => {
    const yaml = readYaml(head, { firstLine: 2 });
    return ('faults' in yaml ? undefined : yaml.placeOf(path)) ?? top;
  };

/** Explains how a file begins that has no front matter, as authors of other engines write it. */
function explainOpening(text: string): Message {
  if (text.startsWith('\ufeff')) return message('twoByteOrderMarks');
  if (text.trim() === '') return message('fileEmpty');
  if (/^[^\n]*\r(?!\n)/.test(text)) return message('linesEndInReturns');
  if (/^---[ \t]*\r?\n/.test(text)) return message('headNeverClosed');
  if (/^\+\+\+\s/.test(text)) return message('headIsToml');
  if (/^(?:;;;|\{)\s/.test(text)) return message('headIsJson');
  if (/^[A-Za-z_]\w*:(?:\s[^\n]*)?\n(?:(?!---)[^\n]*\n)*---[ \t]*\r?(?:\n|$)/.test(text))
    return message('headHasNoOpening');
  return message('headMissing');
}

function failure(place: Place, fault: Message): { findings: Finding[] } {
  return { findings: [{ rule: 'front-matter', place, message: fault }] };
}

// front-matter declares an ES default export, and is a CommonJS function.
const split = frontMatter as unknown as typeof frontMatter.default;

/** A run of blanks that front-matter would trim in quadratic time. */
const longBlank = /\s{1000}/;

/** A head, from the line behind the opening one, and what follows it without the blank lines before the first text. */
function splitFile(text: string): { head: string; raw: string } | undefined {
  const parts = splitAtClosing(text);
  if (!parts || longBlank.test(parts.head)) return parts;
  try {
    // Blanks behind the opening line are invisible to an author, and to front-matter no opening line.
    const { body, frontmatter } = split(text.replace(/^---[ \t]+/, '---'));
    return frontmatter === undefined || !text.endsWith(body)
      ? parts
      : { ...parts, raw: text.slice(text.length - body.length) };
  } catch {
    // It reads YAML 1.1 on the way, which refuses some of what 1.2 has. `readYaml` reports what no YAML has.
    return parts;
  }
}

/** The line that closes a head. */
const closing = /\n(?:---|\.\.\.)[^\S\n]*(?=\n|$)/g;

/** The same by the closing line alone, in time that follows the length of the text. */
function splitAtClosing(text: string): { head: string; raw: string } | undefined {
  const opening = text.indexOf('\n');
  if (opening === -1) return undefined;
  closing.lastIndex = opening;
  const end = closing.exec(text);
  if (!end) return undefined;
  return { head: text.slice(opening + 1, end.index + 1), raw: withoutBlankLines(text, closing.lastIndex) };
}

/** Of a text behind an offset in it, what begins with the first line that is not blank. */
function withoutBlankLines(text: string, from: number): string {
  const first = from + text.slice(from).search(/\S/);
  return first < from ? '' : text.slice(Math.max(from, text.lastIndexOf('\n', first) + 1));
}

const countLines = (text: string): number => text.split('\n').length - 1;

function explain({ code, reason }: YamlFault): Message {
  const key = typeof reason === 'object' ? reason.key : undefined;
  if (key === 'aliasNowhere' || key === 'yamlTooDeep' || key === 'yamlKeysNested') return reason as Message;
  if (key === 'yamlFlowMapIndent' || key === 'yamlFlowSequenceIndent') return message('bracketInFirstColumn');
  if (code === 'DUPLICATE_KEY') return message('keyTwice');
  return message('headNotYaml', { reason });
}
