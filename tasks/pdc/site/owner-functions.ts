// `_site.js`: checks the functions of the site's owner, and calls them so that every error in them is a defect.
import type { Defect } from '../words/defect.ts';
import type { Files, Markdown, Part, Parts } from '../duplex.d.ts';
import { message } from '../words/message.ts';
import type { Message, MessageValue } from '../words/message.ts';

/** The functions of a site. Cache keys contain them as JSON, which has only `file` and `made`. */
export type SiteFunctions = {
  /** The module, as messages name it. */
  readonly file: string;
  /** A hash of all code of the module. */
  readonly made: string;
  /** Returns the place in the source of the module where an error was thrown. */
  readonly placeOf: (error: unknown) => Pick<Defect, 'file' | 'line' | 'column'>;
  readonly markdown?: Markdown;
  readonly files?: Files;
  readonly parts?: Parts;
};

/** The places on the page of a post where the owner may add HTML. */
export const partPlaces = ['postHead', 'postStart', 'postEnd'] as const satisfies readonly (keyof Parts)[];

const names = ['markdown', 'files', 'parts'] as const;

type Exported = Pick<SiteFunctions, (typeof names)[number]>;

/** Checks the exports of a module: returns all functions, or the faults. */
export function readFunctions(exported: Readonly<Record<string, unknown>>): { own: Exported; faults: Message[] } {
  const { parts, ...functions } = exported;
  const isMap = typeof parts === 'object' && parts !== null;
  const faults = [
    ...Object.entries(functions).flatMap(([name, value]) => faultsOf(name, value, names)),
    ...(parts === undefined || isMap ? [] : [message('partsNotAMap', { kind: kindOf(parts) })]),
    ...(isMap ? Object.entries(parts).flatMap(([name, value]) => faultsOf(name, value, partPlaces, 'parts.')) : []),
  ];
  return { own: faults.length > 0 ? {} : exported, faults };
}

function faultsOf(exportName: string, value: unknown, allowedNames: readonly string[], within = ''): Message[] {
  const name = `${within}${exportName}`;
  if (!allowedNames.includes(exportName))
    return [
      message('exportUnknown', { name, known: allowedNames.map((allowedName) => within + allowedName).join(', ') }),
    ];
  if (typeof value !== 'function') return [message('exportNotAFunction', { name, kind: kindOf(value) })];
  const isAsync = value.constructor.name.startsWith('Async');
  return isAsync ? [message('exportAsync', { name })] : [];
}

/** The value that an owner's function returned, or a defect instead of the value. */
export type Given<T> = { readonly value: T } | { readonly defect: Defect };

/** Calls an owner's function, which messages call `name`. `check` returns the fault of the result, if it has one. */
export function call<T>(
  functions: SiteFunctions,
  { name, run, check }: { name: string; run: () => T; check: (value: T) => Message | undefined },
): Given<T> {
  try {
    const value = run();
    const fault = check(value);
    return fault === undefined ? { value } : { defect: toDefect(functions, fault) };
  } catch (error) {
    return { defect: thrown(functions, { name, error }) };
  }
}

export const thrown = (functions: SiteFunctions, { name, error }: { name: string; error: unknown }): Defect => ({
  ...toDefect(functions, message('functionThrew', { name, error: describe(error) })),
  ...functions.placeOf(error),
});

export const toDefect = ({ file }: Pick<SiteFunctions, 'file'>, fault: Message): Defect => {
  return { file, line: 1, column: 1, severity: 'error', rule: 'site', message: fault };
};

export const describe = (error: unknown): MessageValue =>
  error instanceof Error ? `${error.name}: ${error.message}` : message('thrownValue', { kind: kindOf(error) });

/** Names the kind of a value in a sentence. */
export function kindOf(value: unknown): MessageValue {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return message('aList');
  if (value instanceof Promise) return message('aPromise');
  const type = typeof value;
  return kinds[type] ?? message('aValue', { type });
}

const kinds: Readonly<Record<string, Message>> = {
  object: message('anObject'),
  string: message('aString'),
  number: message('aNumber'),
  boolean: message('aBoolean'),
  function: message('aFunction'),
};

export type { Files, Markdown, Part, Parts };
