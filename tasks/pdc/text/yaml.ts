// Reads the YAML 1.2 of front matter and `_site.yml`: its data, and the place of every value.
import { isMap, isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import type { Alias, Document, Node, YAMLParseError } from 'yaml';
import type { Place } from '../words/defect.ts';
import { message, messageOfParser } from '../words/message.ts';
import type { MessageValue } from '../words/message.ts';

export type Yaml = {
  /** Null for an empty text. */
  readonly data: unknown;
  /** The place of the value at a path of keys and indexes, or of the nearest list or mapping around it. */
  readonly placeOf: (path: readonly PropertyKey[]) => Place | undefined;
  /** The place of the last key of a path. */
  readonly placeOfKey: (path: readonly PropertyKey[]) => Place | undefined;
  readonly isDoubleQuoted: (key: string) => boolean;
  /** A scalar as written, without quotes: `007` for the number 7. Undefined if the path does not lead to a scalar. */
  readonly sourceOf: (path: readonly PropertyKey[]) => string | undefined;
};

/** `recovered` is the data that could be read in spite of the faults: a guess with which a caller can continue. */
export type BadYaml = { readonly faults: YamlFault[]; readonly recovered: unknown };

export type YamlFault = { readonly code: string; readonly reason: MessageValue; readonly place: Place };

/**
 * Reads YAML whose first line is the line `firstLine` of the file. Returns syntax errors as faults. `lenient` accepts
 * two faults whose meaning is clear: duplicate keys, where the last one counts, and a closing bracket with too little
 * indentation.
 */
export function readYaml(text: string, { firstLine = 1, lenient = false }: YamlOptions = {}): Yaml | BadYaml {
  try {
    return parseYaml(text, { firstLine, lenient });
  } catch (error) {
    // Keys in a list, `[a: a: a: ..]`, exceed the stack of the parser.
    if (error instanceof RangeError) return tooDeepAt({ line: firstLine, column: 1 });
    throw error;
  }
}

type YamlOptions = { readonly firstLine?: number; readonly lenient?: boolean };

const tooDeepAt = (place: Place): BadYaml => ({
  faults: [{ code: 'TOO_DEEP', reason: message('yamlTooDeep'), place }],
  recovered: undefined,
});

function parseYaml(text: string, { firstLine, lenient }: Required<YamlOptions>): Yaml | BadYaml {
  const lines = new LineCounter();
  const toPlace = (offset: number): Place => {
    const { line, col } = lines.linePos(Math.min(offset, text.length));
    return { line: firstLine + line - 1, column: col };
  };
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) {
    const textBefore = text.slice(0, tooDeep);
    const line = firstLine + textBefore.split('\n').length - 1;
    return tooDeepAt({ line, column: textBefore.length - textBefore.lastIndexOf('\n') });
  }
  // At other log levels, the parser emits warnings on the process, which would be missing from the report of defects.
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'error',
    strict: !lenient,
    // The parser would compare each key with all earlier keys, so `keysTwice` checks the keys instead.
    uniqueKeys: false,
  });
  const errors = [...document.errors, ...(lenient ? [] : keysTwice(document))].sort((a, b) => a.pos[0] - b.pos[0]);
  if (errors.length > 0) {
    const faults = errors.slice(0, maxFaults).map((error) => ({
      code: error.code,
      reason: error.code === 'MULTIPLE_DOCS' ? message('yamlSecondDocument') : messageOfParser(error.message),
      place: toPlace(error.pos[0]),
    }));
    return { faults, recovered: findNestedKey(document) ? undefined : toData(document) };
  }
  const badKey = findNestedKey(document);
  if (badKey) {
    const place = toPlace(badKey.range?.[0] ?? 0);
    return { faults: [{ code: 'NESTED_KEYS', reason: message('yamlKeysNested'), place }], recovered: undefined };
  }
  const data = toData(document);
  if (data === undefined) {
    const place = toPlace(findBadAlias(document)?.range?.[0] ?? 0);
    return { faults: [{ code: 'BAD_ALIAS', reason: message('aliasNowhere'), place }], recovered: undefined };
  }
  const placeOfNode = (node: unknown): Place | undefined => {
    const offset = (node as Node | undefined)?.range?.[0];
    return offset === undefined ? undefined : toPlace(offset);
  };
  const placeOf = (path: readonly PropertyKey[]): Place | undefined =>
    placeOfNode(document.getIn(path, true)) ?? (path.length > 1 ? placeOf(path.slice(0, -1)) : undefined);
  return {
    data,
    placeOf,
    placeOfKey: (path) => {
      const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
      const pair = isMap(parent)
        ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1))
        : undefined;
      return placeOfNode(pair?.key) ?? placeOf(path);
    },
    isDoubleQuoted: (key) => {
      const node = document.get(key, true);
      return isScalar(node) && node.type === 'QUOTE_DOUBLE';
    },
    sourceOf: (path) => {
      const node = document.getIn(path, true);
      return isScalar(node) ? node.source : undefined;
    },
  };
}

/** The maximum number of reported faults. Broken YAML can have a fault for each character. */
const maxFaults = 100;

/** The maximum depth of nesting: more than any author writes, and less than the stack of a recursive parser allows. */
const maxDepth = 100;

/** The offset at which brackets, or the marks of lists and keys before a line's text, are nested too deep. */
function findTooDeep(text: string): number | undefined {
  let brackets = 0;
  let marks = 0;
  let isBeforeText = true;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === '\n') {
      marks = 0;
      isBeforeText = true;
    } else if (sign === '[' || sign === '{') brackets += 1;
    else if (sign === ']' || sign === '}') brackets = Math.max(0, brackets - 1);
    else if (isBeforeText && /[-?:]/.test(sign)) marks += 1;
    if (isBeforeText && !/[-?:[{\s]/.test(sign)) isBeforeText = false;
    if (brackets > maxDepth || marks > maxDepth) return at;
  }
  return undefined;
}

/**
 * Finds a map or list that is too deeply nested in keys of keys. Such keys become text, and each level would escape all
 * inner levels again. `{{ name }}`, a template tag of other engines, has only one key within another key.
 */
function findNestedKey(document: Document): Node | undefined {
  let nestedKey: Node | undefined;
  visit(document, {
    Collection(_place, node, path) {
      const within = path.filter((parent, at) => isPair(parent) && parent.key === (path[at + 1] ?? node));
      if (within.length <= maxKeyDepth) return undefined;
      nestedKey = node;
      return visit.BREAK;
    },
  });
  return nestedKey;
}

const maxKeyDepth = 3;

/** Every duplicate key of a mapping, as the parser would report it. */
function keysTwice(document: Document): Pick<YAMLParseError, 'code' | 'message' | 'pos'>[] {
  const errors: Pick<YAMLParseError, 'code' | 'message' | 'pos'>[] = [];
  visit(document, {
    Map(_place, { items }) {
      const keys = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key) || keys.size !== keys.add(key.value).size) continue;
        const [start, end] = key.range!;
        errors.push({ code: 'DUPLICATE_KEY', message: 'Map keys must be unique', pos: [start, end] });
      }
    },
  });
  return errors;
}

/** Returns undefined if an alias cannot be resolved, or would make an infinite value. */
function toData(document: Document): unknown {
  try {
    const data: unknown = document.toJS();
    JSON.stringify(data);
    return data;
  } catch {
    return undefined;
  }
}

function findBadAlias(document: Document): Alias | undefined {
  const aliases: Alias[] = [];
  visit(document, { Alias: (_key, alias) => void aliases.push(alias) });
  return aliases.find((alias) => !alias.resolve(document)) ?? aliases[0];
}
