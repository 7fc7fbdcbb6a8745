// The corpus's words are data: texts of words/*.yml with «names», each of which is drawn anew at every place.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Value = string | number;

const changes: Readonly<Record<string, (value: Value, by: number) => Value>> = {
  '%': (value, by) => Number(value) % by,
  '*': (value, by) => Number(value) * by,
  '/': (value, by) => Number(value) / by,
  '+': (value, by) => Number(value) + by,
  hex: (value) => Number(value).toString(16),
  zeros: (value) => String(value).padStart(4, '0'),
  pad: (value) => String(value).padEnd(12),
  upper: (value) => String(value).toUpperCase(),
};

/** A file of the folder `words`. */
export function readWords<Words>(name: string): Words {
  return parse(readFileSync(new URL(`words/${name}.yml`, import.meta.url), 'utf8')) as Words;
}

/** Replaces each name, from left to right, by the result of its function, changed by the signs after the name. */
export function fill(text: string, draw: Readonly<Record<string, () => Value>>): string {
  return text.replace(/«(\w+)([^»]*)»/g, (_, name: string, changed: string) => {
    let value = draw[name]!();
    for (const [, change, by] of changed.matchAll(/([%*/+]|[a-z]+)(\d*)/g))
      value = changes[change!]!(value, Number(by));
    return String(value);
  });
}
