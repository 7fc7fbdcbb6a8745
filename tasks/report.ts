// What a command tells its user: defects on stderr, progress on a terminal, a summary at the end.
import { clearLine, cursorTo } from 'node:readline';
import { formatDefect, formatDefectsJson, isError, sortDefects } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import * as paths from '#pdc/paths';
import type { Digest } from '#pdc/schema';
import type { Settings } from './settings.ts';

// Whoever read our output has read enough: `gulp check | head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit();
  throw error;
});

/** Prints all defects, sorted, and their count; with `--format json` the array on stdout and nothing else. */
export function reportDefects(defects: readonly Defect[], format: Settings['format']): void {
  const sorted = sortDefects(defects);
  if (format === 'json') {
    process.stdout.write(formatDefectsJson(sorted));
    return;
  }
  if (sorted.length === 0) return;
  const errors = sorted.filter(isError).length;
  process.stderr.write(
    `${sorted.map(formatDefect).join('\n')}\n\n${count(errors, 'error')}, ${count(sorted.length - errors, 'warning')}\n`,
  );
}

export type Progress = { readonly step: (text: string) => void; readonly end: () => void };

/** A line that changes while work goes on; nothing where stderr is no terminal. */
export function startProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { step: () => {}, end: () => {} };
  const clear = (): void => {
    cursorTo(stream, 0);
    clearLine(stream, 0);
  };
  let shown = 0;
  return {
    step: (text) => {
      const now = performance.now();
      if (now - shown < 50) return;
      shown = now;
      clear();
      stream.write(text);
    },
    end: clear,
  };
}

export type Summary = {
  readonly published: number;
  readonly found: number;
  readonly files: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly dest: string;
  readonly baseUrl: string;
  /** The site-level machine files, by site path. */
  readonly digests: Readonly<Record<string, Digest>>;
  /** What agents cannot read at once, a line each. */
  readonly outgrown: readonly string[];
};

/** The end of a build: what was made, and what an agent pays for each site-level file. */
export function formatSummary(summary: Summary): string {
  const { published, found, files, bytes, seconds, dest, baseUrl, digests, outgrown } = summary;
  const endpoints = siteEndpoints.flatMap((path) => (digests[path] ? [{ path, ...digests[path] }] : []));
  const width = Math.max(...endpoints.map(({ path }) => path.length));
  const rows = endpoints.map(
    ({ path, bytes: size, tokens }) => `  ${path.padEnd(width)}  ${formatBytes(size).padStart(9)}  ~${tokens} tokens`,
  );
  const insecure = baseUrl.startsWith('https://')
    ? []
    : [`warning: the base URL ${baseUrl} is not https: set url in _site.yml, SITE_URL or --base-url before you deploy`];
  const head = `${published} of ${count(found, 'article')} published`;
  return [
    head,
    `${count(files, 'file')}, ${formatBytes(bytes)}, ${seconds.toFixed(2)} s -> ${dest}`,
    ...rows,
    ...outgrown,
    ...insecure,
    '',
  ].join('\n');
}

/** The site-level machine endpoints, in the order in which an agent meets them. */
export const siteEndpoints: readonly string[] = [
  paths.llmsPath,
  paths.aiContextPath,
  paths.indexJsonPath,
  paths.llmsFullPath,
  paths.manifestPath,
  paths.searchIndexPath,
  paths.protocolPath,
];

const count = (amount: number, noun: string): string => `${amount} ${noun}${amount === 1 ? '' : 's'}`;

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
