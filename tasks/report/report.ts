// The output of commands: defects on stderr, progress on a terminal, a summary at the end.
import { clearLine, cursorTo } from 'node:readline';
import { formatDefect, formatDefectsJson, isError, sortDefects } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { message, textOf } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';
import * as paths from '#pdc/site/paths';
import { printable } from '#pdc/words/printable';
import type { Digest } from '#pdc/site/schema';
import { isExampleHost } from '#pdc/site/site-keys';
import type { Settings } from '../settings/settings.ts';

/** `language` is the language of the site. */
export type Telling = Pick<Settings, 'format'> &
  Partial<Pick<Settings, 'lenient' | 'verbose'>> & { readonly language: string };

/**
 * Prints all defects, sorted, and their count. With `--format json`, prints only the array, on stdout. A lenient build
 * prints three warnings for each rule unless `verbose` is set, and lists at the end the files that are left out.
 */
export function reportDefects(
  defects: readonly Defect[],
  { format, lenient = false, verbose = false, language }: Telling,
): void {
  const sorted = sortDefects(defects);
  if (format === 'json') {
    process.stdout.write(formatDefectsJson(sorted, language));
    return;
  }
  if (sorted.length === 0) return;
  const lineOf = (defect: Defect): string => formatDefect(defect, language);
  const errors = sorted.filter(isError);
  const warnings = sorted.filter((defect) => !isError(defect));
  const lines = lenient
    ? [...(verbose ? warnings.map(lineOf) : groups(warnings, { lineOf, language })), ...errors.map(lineOf)]
    : sorted.map(lineOf);
  const counts = textOf(countsOf({ errors: errors.length, warnings: warnings.length }), language);
  process.stderr.write(
    `${[...lines, '', counts, ...(lenient ? [...leftOut(errors, language), ...openedIn(warnings, language)] : [])].join('\n')}\n`,
  );
}

const countsOf = ({ errors, warnings }: { errors: number; warnings: number }): Message =>
  message('defectCounts', {
    errors: message(errors === 1 ? 'error' : 'errors', { count: errors }),
    warnings: message(warnings === 1 ? 'warning' : 'warnings', { count: warnings }),
  });

/** Three warnings for each rule, the most frequent rule last, where readers see it. */
function groups(
  warnings: readonly Defect[],
  { lineOf, language }: { lineOf: (defect: Defect) => string; language: string },
): string[] {
  const byRule = new Map<Defect['rule'], Defect[]>();
  for (const warning of warnings) byRule.set(warning.rule, [...(byRule.get(warning.rule) ?? []), warning]);
  return [...byRule]
    .sort(([, a], [, b]) => a.length - b.length)
    .flatMap(([rule, warningsOfRule]) => {
      const more = warningsOfRule.length - 3;
      return [
        ...warningsOfRule.slice(0, 3).map(lineOf),
        ...(more > 0 ? [`  ${textOf(message('moreOfRule', { count: more, rule }), language)}`] : []),
      ];
    });
}

/** The files that are not published, with the rules that they break. */
function leftOut(errors: readonly Defect[], language: string): string[] {
  const rules = new Map<string, Set<string>>();
  for (const { file, rule } of errors.filter((error) => error.rule !== 'site'))
    rules.set(file, (rules.get(file) ?? new Set()).add(rule));
  return rules.size === 0
    ? []
    : [
        textOf(message(rules.size === 1 ? 'leftOutFile' : 'leftOutFiles', { count: rules.size }), language),
        ...[...rules].map(([file, names]) => `  ${printable(file)} (${[...names].join(', ')})`),
      ];
}

/** Lists the articles that are published unencrypted because their password is empty, so that their authors notice. */
export function openedIn(warnings: readonly Defect[], language: string): string[] {
  const files = warnings.flatMap(({ file, message: { key } }) =>
    key === 'passwordEmptyOpen' ? [`  ${printable(file)}`] : [],
  );
  return files.length === 0 ? [] : [textOf(message('openWithEmptyPassword'), language), ...files];
}

/** `step` calls its argument only when it shows the text. */
export type Progress = { readonly step: (say: () => string) => void; readonly end: () => void };

/** A progress line on a terminal. A spinner would flood terminals without a width. */
export function startProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { step: () => {}, end: () => {} };
  const clear = (): void => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  let lastStep = 0;
  return {
    step: (say) => {
      const now = performance.now();
      if (now - lastStep < 50) return;
      lastStep = now;
      clear();
      stream.write(printable(say()));
    },
    end: clear,
  };
}

export type Summary = {
  readonly published: number;
  readonly articlesFound: number;
  readonly files: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly dest: string;
  readonly baseUrl: string;
  /** The language of the site. */
  readonly language: string;
  /** The site-level machine files, by site path. */
  readonly digests: Readonly<Record<string, Digest>>;
};

/** The summary of a build: what was made, and what each site-level file costs an agent. */
export function formatSummary(summary: Summary): string {
  const { published, articlesFound, files, bytes, seconds, dest, baseUrl, language, digests } = summary;
  const endpoints = siteEndpoints.flatMap((path) => (digests[path] ? [{ path, ...digests[path] }] : []));
  const width = Math.max(...endpoints.map(({ path }) => path.length));
  const rows = endpoints.map(
    ({ path, bytes: size, tokens }) => `  ${path.padEnd(width)}  ${formatBytes(size).padStart(9)}  ~${tokens} tokens`,
  );
  const address = noteOnAddress(baseUrl);
  const head = message(articlesFound === 1 ? 'articlePublished' : 'articlesPublished', {
    published,
    found: articlesFound,
  });
  const size = formatBytes(bytes);
  const body = message('written', { files: countFiles(files), size, seconds: seconds.toFixed(2), dest });
  return [
    textOf(head, language),
    textOf(body, language),
    ...rows,
    ...(address ? [textOf(address, language)] : []),
    '',
  ].join('\n');
}

function noteOnAddress(url: string): Message | undefined {
  if (!url.startsWith('https://')) return message('notHttps', { url });
  return isExampleHost(new URL(url).hostname) ? message('exampleAddress', { url }) : undefined;
}

/** The site-level machine files, in the order in which agents read them. */
export const siteEndpoints: readonly string[] = [
  paths.llmsPath,
  paths.aiContextPath,
  paths.indexMdPath,
  paths.indexJsonPath,
  paths.llmsFullPath,
  paths.manifestPath,
  paths.searchPath,
  paths.protocolPath,
];

/** The first names of a list, and the number of the others. */
export function firstOf(names: readonly string[], max: number): MessageValue {
  const firstNames = names.slice(0, max).map(printable).join(', ');
  return names.length > max ? message('andMore', { shown: firstNames, count: names.length - max }) : firstNames;
}

export const countArticles = (count: number): Message => message(count === 1 ? 'article' : 'articles', { count });

export const countFiles = (count: number): Message => message(count === 1 ? 'file' : 'files', { count });

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
