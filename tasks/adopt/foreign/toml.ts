// Reads the TOML of front matter and configurations as plain data. A date becomes text in the form of ISO 8601.
import { parse, TomlDate } from 'smol-toml';

type TomlTable = Record<string, unknown>;

/** Reads a document; undefined if it is not TOML. */
export function readToml(text: string): TomlTable | undefined {
  try {
    return toPlain(parse(text.replace(/^\ufeff+/, ''), { integersAsBigInt: 'asNeeded' })) as TomlTable;
  } catch {
    return undefined;
  }
}

function toPlain(value: unknown): unknown {
  if (value instanceof TomlDate) return toText(value);
  // An integer that is too large for a number, such as an identifier.
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return value.map(toPlain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toPlain(inner)]));
}

/** The date as text, without the milliseconds that `toISOString` adds. */
const toText = (date: TomlDate): string => date.toISOString().replace(/\.000(?=$|Z|[+-])/, '');
