// `gulp build`: reads and checks the content, publishes all branches into a new folder, and replaces the old output by
// that folder.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { stops } from '#pdc/words/defect';
import { message, textOf } from '#pdc/words/message';
import { digestsPath } from '#pdc/site/paths';
import { openBuildCache } from './incremental/build-cache.ts';
import type { BuildCache } from './incremental/build-cache.ts';
import { codeKey } from './incremental/code-key.ts';
import { openPreviousBuild } from './incremental/previous-build.ts';
import type { PreviousBuild } from './incremental/previous-build.ts';
import { replacedVersion } from './incremental/replaced-version.ts';
import { conclude, inspect } from './check.ts';
import { translating } from './lenient.ts';
import { fillBeside, holdOutput } from './output/output-folder.ts';
import { publish } from './flow/publish.ts';
import { readEdition } from './flow/read-edition.ts';
import { countFiles } from './report/count-messages.ts';
import { formatSummary, siteEndpoints } from './report/build-summary.ts';
import { reportDefects } from './report/defect-report.ts';
import { startProgress } from './report/progress-line.ts';
import type { Summary } from './report/build-summary.ts';
import { readProduct } from './settings/product.ts';
import { nameOf, root } from './settings/settings.ts';
import type { Settings } from './settings/settings.ts';
import { timePart } from './stages/timing.ts';

/** Builds the site. On any error it throws a Failure and does not change the old output. */
export async function build(settings: Settings): Promise<void> {
  const started = performance.now();
  const summary = await makeSite(settings);
  if (settings.format === 'json') return;
  process.stdout.write(formatSummary({ ...summary, seconds: (performance.now() - started) / 1000 }));
  const { version } = readProduct();
  const previousVersion = settings.cached ? replacedVersion(version) : undefined;
  if (previousVersion === undefined) return;
  const news = message('versionReplaced', {
    version,
    before: previousVersion,
    file: nameOf(path.join(root, 'CHANGELOG.md')),
  });
  process.stdout.write(`${textOf(news, summary.language)}\n`);
}

export type SiteSummary = Omit<Summary, 'seconds'>;

/** Builds the site without printing the summary. */
export async function makeSite(settings: Settings): Promise<SiteSummary> {
  return holdOutput(settings, async () => {
    if (!settings.cached) return buildUnderLock(settings);
    const code = codeKey();
    const previous = await timePart('cache', () => openPreviousBuild(settings, code));
    const report = await timePart('cache', previous.reportIfUnchanged);
    if (!report) {
      const memory = await timePart('cache', () => openBuildCache(settings, code));
      return buildUnderLock(settings, { previous, memory });
    }
    reportDefects(report.defects, { ...settings, language: report.summary.language });
    return report.summary;
  });
}

type Cache = { readonly previous: PreviousBuild; readonly memory: BuildCache };

async function buildUnderLock(settings: Settings, cache?: Cache): Promise<SiteSummary> {
  const reading = { drafts: false, ...(await translating(settings.lenient)) };
  const edition = await timePart('read', () =>
    readEdition({ ...settings, ...reading, ...(cache && { parseCache: cache.memory.parseCache }) }),
  );
  // If the edition has errors, `inspect` checks its links too, so that one run reports every defect. Then it throws.
  if (stops(edition.defects, settings)) await inspect(edition, settings);

  const { articles, pages, site } = edition.library;
  const results = await timePart('cache', () => cache?.memory.openRows(edition));
  const publication = await timePart('prepare', () =>
    publish(edition, { minified: true, ...(results && { cache: results }) }),
  );
  const progress = startProgress();
  const filled = await fillBeside(settings.dest, {
    deliver: publication.deliver,
    onFile(count, file, folder) {
      results?.note(file, folder);
      const [done, texts] = [publication.links.count(), articles.length + pages.length];
      progress.step(() => textOf(message('buildProgress', { done, texts, files: countFiles(count) }), site.language));
    },
    onKept: (row, folder) => results?.noteKept(row, folder),
  }).finally(progress.end);

  const defects = await timePart('links', publication.linkDefects);
  conclude(edition, { defects, ...settings });
  await timePart('swap', filled.swapIn);
  const summary = {
    published: articles.length,
    articlesFound: edition.articlesFound,
    files: filled.files,
    bytes: filled.bytes,
    dest: nameOf(settings.dest),
    baseUrl: site.url,
    language: site.language,
    digests: readDigests(settings.dest),
  };
  if (cache && results) {
    await timePart('cache', () => {
      cache.memory.save(edition, { publication, cache: results });
      cache.previous.save({ summary, defects: [...edition.defects, ...defects] });
    });
  }
  return summary;
}

function readDigests(dest: string): Summary['digests'] {
  const all = JSON.parse(readFileSync(path.join(dest, digestsPath), 'utf8')) as Summary['digests'];
  return Object.fromEntries(siteEndpoints.flatMap((name) => (all[name] ? [[name, all[name]]] : [])));
}
