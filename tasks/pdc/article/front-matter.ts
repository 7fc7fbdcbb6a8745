// Splits a Markdown file into front matter and body, and reads the front matter as YAML 1.2 with the places of its
// values.
import frontMatter from 'front-matter';
import { top } from '../words/defect.ts';
import type { Finding, Place } from '../words/defect.ts';
import { readYaml } from '../text/yaml.ts';
import type { YamlFault } from '../text/yaml.ts';
import { message } from '../words/message.ts';
import type { Message } from '../words/message.ts';

/** A body and its place in the file. */
export type RawBody = {
  /** The body as protocol section 4 defines it: byte for byte, from the first line with text after the front matter. */
  readonly raw: string;
  /** The line of the file where `raw` begins. */
  readonly rawLine: number;
  /** The line of the file for each line of `raw`. Set if `raw` is a translation of the body. */
  readonly rawLines?: readonly number[];
};

export type FrontMatter = RawBody & {
  /** The data as YAML 1.2: dates are texts, `0123` is a number, `yes` is a text. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /**
   * Returns the place of the value at a path of keys and indexes, or the first line if no place is found. A call may
   * parse the YAML again, so call this function only for errors.
   */
  readonly placeOf: (...path: (string | number)[]) => Place;
  /** Like `placeOf`, but always parses the YAML again, so that an article keeps no syntax tree in memory. */
  readonly findPlace: (...path: (string | number)[]) => Place;
  readonly isDoubleQuoted: (key: string) => boolean;
  /** The source text of a scalar without quotes: `007` for the number 7. Undefined if the source text is unknown. */
  readonly sourceOf: (...path: (string | number)[]) => string | undefined;
};

/** Reads front matter. Returns findings if the YAML is invalid, has duplicate keys or is not a mapping. */
export function readFrontMatter(source: string): FrontMatter | { findings: Finding[] } {
  const text = source.replace(/^\ufeff/, '');
  const parts = /^---[ \t]*\r?(?:\n|$)/.test(text) ? splitFile(text) : undefined;
  if (!parts) {
    return failure(top, explainOpening(text));
  }
  const { head, raw } = parts;
  // The YAML begins on the second line.
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

/** Returns a function that keeps only the text of the YAML in memory, not the syntax tree. */
const createFinder =
  (head: string): FrontMatter['findPlace'] =>
  (...path) => {
    const yaml = readYaml(head, { firstLine: 2 });
    return ('faults' in yaml ? undefined : yaml.placeOf(path)) ?? top;
  };

/** Explains why the front matter is missing, for example because the author uses another engine. */
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

// The types of front-matter declare an ES default export, but the package is a CommonJS function.
const split = frontMatter as unknown as typeof frontMatter.default;

/** White space that the package front-matter would trim in quadratic time. */
const longBlank = /\s{1000}/;

/** Splits a file into the front matter without its marker lines, and the body without blank lines at its start. */
function splitFile(text: string): { head: string; raw: string } | undefined {
  const parts = splitAtClosing(text);
  if (!parts || longBlank.test(parts.head)) return parts;
  try {
    // The package front-matter does not recognize an opening line with spaces at its end.
    const { body, frontmatter } = split(text.replace(/^---[ \t]+/, '---'));
    return frontmatter === undefined || !text.endsWith(body)
      ? parts
      : { ...parts, raw: text.slice(text.length - body.length) };
  } catch {
    // The package front-matter parses YAML 1.1, which refuses some valid YAML 1.2. `readYaml` reports invalid YAML.
    return parts;
  }
}

/** The line that ends the front matter. */
const closing = /\n(?:---|\.\.\.)[^\S\n]*(?=\n|$)/g;

/** Splits a file at the closing line, in linear time. */
function splitAtClosing(text: string): { head: string; raw: string } | undefined {
  const opening = text.indexOf('\n');
  if (opening === -1) return undefined;
  closing.lastIndex = opening;
  const end = closing.exec(text);
  if (!end) return undefined;
  return { head: text.slice(opening + 1, end.index + 1), raw: withoutBlankLines(text, closing.lastIndex) };
}

/** The text after an offset, from the first line that is not blank. */
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
