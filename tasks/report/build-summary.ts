// The summary that a build prints at its end.
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import * as paths from '#pdc/site/paths';
import type { Digest } from '#pdc/site/schema';
import { isExampleHost } from '#pdc/site/site-keys';
import { countFiles } from './count-messages.ts';

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

function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
