// A contender for the benchmarks: where its articles go, how it builds and how it watches.
import { cpSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CommandLine } from './measure.ts';

export type Place = {
  /** The contender's own folder. */
  readonly folder: string;
  /** Articles and `_site.yml`. */
  readonly content: string;
};

export type Run = { command: CommandLine; folder: string; env?: Readonly<Record<string, string>> };

export type Contender = {
  readonly name: string;
  /** Another program. */
  readonly isPeer?: true;
  /** Runs only if `--with` names it. */
  readonly isOptional?: true;
  /** The page of an article, below the output folder. */
  readonly pageOf: (slug: string) => string;
  /** The version, or why the contender cannot run and how to install it. */
  readonly version: () => { readonly version: string } | { readonly missing: string };
  /** Puts the articles where the contender looks for them; returns the folder to edit them in. */
  readonly prepare: (place: Place) => string;
  readonly output: (place: Place) => string;
  /** Commands that run one after the other. */
  readonly build: (place: Place) => readonly Run[];
  /** More files that must exist below the output folder, because the tools that make them might fail silently. */
  readonly alsoMakes?: readonly string[];
  /**
   * Leftovers of a build below the contender's folder, including its output. They are moved away, so that every build
   * is cold.
   */
  readonly leftovers: readonly string[];
  /** Empties a cache that is outside of the contender's folder. */
  readonly clean?: (place: Place) => Run;
  /** More commands to measure after each build, in the same folder. */
  readonly afterwards?: readonly Afterwards[];
  /** Builds once, and again after each edit. Absent if the contender cannot watch. */
  readonly watch?: (place: Place) => Run;
};

export type Afterwards = {
  readonly key: string;
  readonly name: string;
  /** The only kind of site for which the command runs. */
  readonly corpus?: string;
  /** Returns the command, and prepares its files if necessary. */
  readonly run: (place: Place) => Run;
};

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const cacheFolder = join(repository, 'node_modules/.cache/duplex-bench');
export const baseUrl = 'https://example.com';

/** Where most contenders put the page of an article. */
export const page = (slug: string): string => `posts/${slug}/index.html`;

export const packageVersion = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

export function copyArticles(content: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(content)) if (name.endsWith('.md')) cpSync(join(content, name), join(to, name));
  return to;
}
