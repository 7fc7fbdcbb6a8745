// The broken sites of test/fixtures/breaks: its README explains the entries.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { repository } from '../../support/command.ts';
import { edit, reseal, sealDigests } from './site.ts';
import type { Files } from './site.ts';

type Edit = readonly [path: string, from: string, to: string];

type Entry = {
  readonly what: string;
  readonly each?: readonly string[];
  readonly edit?: Edit | readonly Edit[];
  readonly remove?: string;
  readonly write?: Readonly<Record<string, string | Uint8Array>>;
  readonly at?: string;
  readonly says?: string;
  readonly seal?: keyof typeof seals;
  readonly sources?: Readonly<Record<string, string>>;
};

const seals = { all: reseal, digests: sealDigests, none: (files: Files): Files => files };

export type Break = {
  readonly rule: string;
  readonly what: string;
  readonly at: string;
  readonly says: RegExp;
  readonly sources: Entry['sources'];
  readonly apply: (files: Files) => Files;
};

/** If the entry has `each`, returns one entry for each of its files, which removes this file. */
const withEach = ({ each, ...entry }: Entry): Entry[] =>
  each?.map((at) => ({ ...entry, what: `${at} ${entry.what}`, remove: at, at })) ?? [entry];

function toBreak(
  rule: string,
  { what, remove, write = {}, says = '.', seal = 'all', sources, ...entry }: Entry,
): Break {
  const edits = (entry.edit === undefined ? [] : isEdit(entry.edit) ? [entry.edit] : entry.edit) as readonly Edit[];
  return {
    rule,
    what,
    at: entry.at ?? edits[0]![0],
    says: new RegExp(says),
    sources,
    apply: (files) => {
      if (remove !== undefined) files.delete(remove);
      for (const [at, text] of Object.entries(write)) files.set(at, Buffer.from(text));
      for (const [at, from, to] of edits) edit(files, at, (text) => text.replace(new RegExp(from), to));
      return seals[seal](files);
    },
  };
}

const isEdit = (value: Edit | readonly Edit[]): value is Edit => typeof value[0] === 'string';

const folder = path.join(repository, 'test/fixtures/breaks');

export const breaks: readonly Break[] = readdirSync(folder)
  .filter((name) => name.endsWith('.yml'))
  .flatMap((name) => {
    const entries = parse(readFileSync(path.join(folder, name), 'utf8')) as readonly Entry[];
    return entries.flatMap(withEach).map((entry) => toBreak(name.replace('.yml', ''), entry));
  });
