// `gulp build`: read, check, split into branches, fill a fresh folder, swap it in whole.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { digestsPath } from '#pdc/paths';
import { conclude, inspect, stops } from './check.ts';
import { fillBeside, holdOutput } from './output.ts';
import { publish } from './publish.ts';
import { nameOf, read } from './read.ts';
import { formatSummary, startProgress } from './report.ts';
import type { Settings } from './settings.ts';

/** Builds the site. Throws a Failure on any error, and then the old output stands untouched. */
export async function build(settings: Settings): Promise<void> {
  await holdOutput(settings, () => buildHeld(settings));
}

async function buildHeld(settings: Settings): Promise<void> {
  const started = performance.now();
  const edition = await read({ ...settings, drafts: false });
  // Broken input is followed to its last link, so that one run tells every defect, but nothing is written.
  if (stops(edition.defects, settings)) return inspect(edition, settings);

  const { articles, pages, site } = edition.library;
  const { files, rendered, linkDefects } = publish(edition, { minified: true });
  const progress = startProgress();
  const filled = await fillBeside(settings.dest, {
    files,
    onFile: (count) => progress.step(`${rendered()} of ${articles.length + pages.length} texts, ${count} files`),
  }).finally(progress.end);

  conclude(edition, { defects: linkDefects(), ...settings });
  filled.swapIn();
  if (settings.format === 'json') return;
  const summary = formatSummary({
    published: articles.length,
    found: edition.found,
    files: filled.files,
    bytes: filled.bytes,
    seconds: (performance.now() - started) / 1000,
    dest: nameOf(settings.dest),
    baseUrl: site.url,
    digests: JSON.parse(readFileSync(path.join(settings.dest, digestsPath), 'utf8')),
  });
  process.stdout.write(summary);
}
