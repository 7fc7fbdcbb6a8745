// `gulp check`: makes the same checks as a build, and writes nothing.
import { stops } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { Failure } from './settings/failure.ts';
import { translating } from './lenient.ts';
import { describeRules } from './flow/checks/checked-rules.ts';
import { publish } from './flow/publish.ts';
import { readEdition } from './flow/read-edition.ts';
import type { Edition } from './flow/edition.ts';
import { languageOf } from './report/language.ts';
import { readOldPosts, tellRenames } from './report/renames.ts';
import { countArticles } from './report/count-messages.ts';
import { reportDefects } from './report/defect-report.ts';
import type { DefectReportOptions } from './report/defect-report.ts';
import type { Settings } from './settings/settings.ts';
import { timePart } from './stages/timing.ts';
import { message, textOf } from '#pdc/words/message';

/** Prints every defect of the content folder, or the rules. Throws a Failure if a defect would stop a build. */
export async function check(settings: Settings): Promise<void> {
  if (settings.tellsRules) {
    process.stdout.write(describeRules(languageOf(settings.content)));
    return;
  }
  const translator = await translating(settings.lenient);
  const edition = await timePart('read', () => readEdition({ ...settings, drafts: false, ...translator }));
  if (settings.format === 'text') process.stderr.write(tellRenames(readOldPosts(settings.dest), edition));
  await inspect(edition, settings);
  if (settings.format === 'text') process.stdout.write(`${describe(edition)}\n`);
}

function describe({ library, articlesFound }: Edition): string {
  const count = library.articles.length;
  const summary = message('publishable', { count, articles: countArticles(articlesFound) });
  return textOf(summary, library.site.language);
}

type ReportOptions = Omit<DefectReportOptions, 'language'>;

/** Publishes an edition without writing it, to find the defects of all branches and links. */
export async function inspect(edition: Edition, settings: ReportOptions): Promise<void> {
  const { deliver, linkDefects } = await timePart('prepare', () => publish(edition, { minified: false }));
  await deliver(() => {});
  conclude(edition, { defects: await timePart('links', linkDefects), ...settings });
}

type Conclusion = ReportOptions & { readonly defects: readonly Defect[] };

/** Prints the defects of the edition and of its publication. Throws a Failure if they stop the build. */
export function conclude(edition: Edition, { defects, lenient = false, ...options }: Conclusion): void {
  const all = [...edition.defects, ...defects];
  reportDefects(all, { lenient, ...options, language: edition.library.site.language });
  if (stops(all, { lenient })) {
    throw new Failure(message(lenient ? 'correctErrors' : 'correctErrorsOrLenient'));
  }
  if (edition.library.articles.length === 0) throw new Failure(message('nothingToPublish'));
}
