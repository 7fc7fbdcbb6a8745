// The head of a Markdown file: split by front-matter, read by YAML 1.2, with the place of every value.
import frontMatter from 'front-matter';
import { isMap, isScalar, LineCounter, parseDocument } from 'yaml';
import type { Document, Node } from 'yaml';
import { top } from './defect.ts';
import type { Finding, Place } from './defect.ts';

export type FrontMatter = {
  /** What YAML 1.2 says: dates are text, `0123` is a number, `yes` is text. */
  readonly attributes: Readonly<Record<string, unknown>>;
  /** What follows the front matter, without the blank lines before the first text; from there byte for byte. */
  readonly raw: string;
  /** The line of the file on which `raw` begins. */
  readonly rawLine: number;
  /** Where the value stands at a path of keys and indexes; the first line where there is none. */
  readonly placeOf: (...path: (string | number)[]) => Place;
  readonly isDoubleQuoted: (key: string) => boolean;
};

/** Reads front matter. Broken YAML, duplicate keys and anything but a mapping come back as findings of rule `front-matter`. */
export function readFrontMatter(source: string): FrontMatter | { findings: Finding[] } {
  const text = source.replace(/^\ufeff/, '');
  const parts = /^---[ \t]*\r?$/m.exec(text)?.index === 0 ? splitFile(text) : undefined;
  if (!parts) {
    const opened = /^---[ \t]*\r?\n/.test(text);
    const fault = opened ? 'the front matter is never closed' : 'the file must open with front matter';
    return failure(top, `${fault}: a line "---", YAML, and a line "---"`);
  }
  const { yaml, raw } = parts;
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  // The YAML starts right behind the first line, so its line 1 is the file's line 2.
  const toPlace = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.min(offset, yaml.length));
    return { line: line + 1, column: col };
  };
  if (document.errors.length > 0) {
    return {
      findings: document.errors.map((error) => ({
        rule: 'front-matter',
        place: toPlace(error.pos[0]),
        message: explain(error),
      })),
    };
  }
  if (!isMap(document.contents)) {
    return failure({ line: 2, column: 1 }, 'the front matter must be a YAML mapping: lines of the form "key: value"');
  }
  return {
    attributes: document.toJS() as Record<string, unknown>,
    raw,
    rawLine: countLines(text.slice(0, text.length - raw.length)) + 1,
    placeOf: (...path) => {
      const offset = offsetOf(document, path);
      return offset === undefined ? top : toPlace(offset);
    },
    isDoubleQuoted: (key) => quoting(document, key) === 'QUOTE_DOUBLE',
  };
}

function failure(place: Place, message: string): { findings: Finding[] } {
  return { findings: [{ rule: 'front-matter', place, message }] };
}

// front-matter declares an ES default export, and is a CommonJS function.
const split = frontMatter as unknown as typeof frontMatter.default;

/** front-matter finds the two delimiters and the body. The YAML 1.1 that it reads on the way is not used. */
function splitFile(text: string): { yaml: string; raw: string } | undefined {
  // Blanks behind the opening line are invisible to an author, and to front-matter no opening line.
  const parts = splitOrMask(text.replace(/^---[ \t]+/, '---'));
  if (parts.frontmatter === undefined) return undefined;
  const raw = parts.body === '' ? '' : text.slice(text.length - parts.body.length);
  const start = text.indexOf('\n') + 1;
  const head = text.slice(start, text.length - raw.length);
  const end = /^(?:---|\.\.\.)\s*?$/m.exec(head)?.index ?? head.length;
  return { yaml: head.slice(0, end), raw };
}

function splitOrMask(text: string): { body: string; frontmatter?: string } {
  try {
    return split(text);
  } catch {
    // Text that YAML 1.1 refuses: every line but the delimiters becomes a comment of the same length, so that the split stays the same.
    return split(text.replace(/^(?!(?:---|\.\.\.)\s*$).*\S.*$/gm, (line) => '#'.repeat(line.length)));
  }
}

const quoting = (document: Document, key: string): string | undefined => {
  const node = document.get(key, true);
  return isScalar(node) ? node.type : undefined;
};

function offsetOf(document: Document, path: (string | number)[]): number | undefined {
  const node = document.getIn(path, true) as Node | undefined;
  if (node?.range) return node.range[0];
  return path.length > 1 ? offsetOf(document, path.slice(0, -1)) : undefined;
}

const countLines = (text: string): number => text.split('\n').length - 1;

function explain({ code, message }: { code: string; message: string }): string {
  if (code === 'DUPLICATE_KEY') return 'this key stands twice in the front matter: keep one';
  return `the front matter is not valid YAML: ${message}; put text with special characters in double quotes`;
}
