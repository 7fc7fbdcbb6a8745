// `npm run adopt -- DIR [--to FOLDER]`: what it takes to publish the blog of another engine here.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { sortDefects } from '#pdc/defect';
import type { Defect } from '#pdc/defect';
import { asMd, isHidden, isMarkdown, listFiles } from './adopt/blog.ts';
import type { Blog } from './adopt/blog.ts';
import { isHexo, readHexo } from './adopt/hexo.ts';
import { isHugo, readHugo } from './adopt/hugo.ts';
import { isJekyll, readJekyll } from './adopt/jekyll.ts';
import { planBlog } from './adopt/plan.ts';
import type { Plan, PlannedFile } from './adopt/plan.ts';
import { formatAdoption } from './adopt/report.ts';
import type { Adoption } from './adopt/report.ts';
import { siteFile } from './adopt/site-file.ts';
import { Failure } from './failure.ts';
import { publish } from './flow/publish.ts';
import { read } from './flow/read.ts';
import { here, nameOf, ownStatics } from './settings.ts';

const usage = 'usage: npm run adopt -- DIR [--to FOLDER], for example: npm run adopt -- ../my-blog --to ../my-site';

/** Reads a blog and plans the folder that it becomes. Changes nothing. */
export function planAdoption(folder: string): { blog: Blog; plan: Plan; siteText: string; refused: readonly string[] } {
  const blog = recognise(folder);
  if (blog.articles.length === 0) throw new Failure(`${nameOf(folder)} holds no article (*.md)`);
  const plan = planBlog(folder, blog);
  const { text: siteText, refused } = siteFile(blog.facts, plan);
  return { blog, plan, siteText, refused };
}

function recognise(folder: string): Blog {
  if (['_site.yml', 'content/_site.yml'].some((file) => existsSync(path.join(folder, file))))
    throw new Failure(
      `${nameOf(folder)} has a _site.yml: it is adopted already; "npx gulp check" says what is left to fix`,
    );
  if (isHexo(folder)) return readHexo(folder);
  if (isHugo(folder)) return readHugo(folder);
  if (isJekyll(folder)) return readJekyll(folder);
  return readMarkdown(folder);
}

/** Any folder of Markdown. */
function readMarkdown(folder: string): Blog {
  const files = listFiles(folder);
  const moves = files.filter((file) => !isHidden(file)).map((from) => ({ from, to: asMd(from) }));
  return {
    engine: 'Markdown',
    facts: {},
    articles: moves.filter(({ from }) => isMarkdown(from)),
    attachments: moves.filter(({ from }) => !isMarkdown(from)),
    ...{ drafts: [], pages: [], statics: [] },
    leftOut: files.filter(isHidden).map((file) => ({ file, why: 'its name begins with "_"' })),
    addressOf: () => undefined,
  };
}

/** Fills a folder with `content/` and `static/`. Originals are read and never touched. */
function writeFolder(target: string, folder: string, { plan, siteText }: { plan: Plan; siteText: string }): void {
  const write = (below: string, { from, to, text }: PlannedFile): void => {
    const file = path.join(target, below, to);
    mkdirSync(path.dirname(file), { recursive: true });
    if (text === undefined) copyFileSync(path.join(folder, from), file);
    else writeFileSync(file, text);
  };
  for (const file of plan.content) write('content', file);
  for (const file of plan.statics) write('static', file);
  writeFileSync(path.join(target, 'content/_site.yml'), siteText);
  // A folder that version control keeps, and the place for a style of one's own.
  const style = path.join(target, 'static/css/custom.css');
  mkdirSync(path.dirname(style), { recursive: true });
  if (!existsSync(style)) copyFileSync(path.join(ownStatics, 'css/custom.css'), style);
}

/** Builds a filled folder into nothing, and says what a lenient build would. */
async function tryOut(target: string): Promise<Pick<Adoption, 'published' | 'found' | 'defects'>> {
  const content = path.join(target, 'content');
  const edition = await read({ content, statics: path.join(target, 'static'), lenient: true, drafts: false });
  const { files, linkDefects } = publish(edition, { minified: false });
  for await (const _file of files);
  const defects = sortDefects([...edition.defects, ...linkDefects()]);
  return { published: edition.library.articles.length, found: edition.found, defects };
}

/** Defects of a copy that nobody keeps, told of the files that it was made from. */
function ofOriginals(defects: readonly Defect[], { target, plan }: { target: string; plan: Plan }): Defect[] {
  const content = path.join(target, 'content');
  const files = new Map(plan.content.map((file) => [nameOf(path.join(content, file.to)), file]));
  return sortDefects(
    defects.map((defect) => {
      const { from, added = 0 } = files.get(defect.file) ?? { from: path.basename(defect.file) };
      const line = defect.line === 1 ? 1 : Math.max(1, defect.line - added);
      return { ...defect, file: from, line, message: defect.message.replaceAll(`${nameOf(content)}/`, '') };
    }),
  );
}

/** Gives back the report, and writes the folder where one is named. */
export async function adopt(folder: string, to?: string): Promise<string> {
  const planned = planAdoption(folder);
  if (to !== undefined) ensureEmpty(to, folder);
  const target = to ?? mkdtempSync(path.join(tmpdir(), 'duplex-adopt-'));
  try {
    writeFolder(target, folder, planned);
    const tried = await tryOut(target);
    const defects = to === undefined ? ofOriginals(tried.defects, { target, ...planned }) : tried.defects;
    return formatAdoption({ ...planned, ...tried, defects });
  } finally {
    if (to === undefined) rmSync(target, { recursive: true, force: true });
  }
}

function ensureEmpty(to: string, folder: string): void {
  if (`${to}${path.sep}`.startsWith(`${folder}${path.sep}`))
    throw new Failure(`${nameOf(to)} lies in the blog's own folder: name one beside it`);
  if (!existsSync(to)) return;
  const names = statSync(to).isDirectory() ? readdirSync(to).filter((name) => !name.startsWith('.git')) : [to];
  if (names.length > 0) throw new Failure(`${nameOf(to)} is not empty, and nothing is written over: name a new folder`);
}

/** Runs the command with its arguments, and gives back what it tells. Throws a Failure that says what is wrong. */
export async function runAdopt(argv: string[]): Promise<string> {
  const { folder, to } = readRequest(argv);
  const report = await adopt(folder, to);
  if (to === undefined) {
    const command = `npm run adopt -- ${nameOf(folder)} --to ../my-site`;
    return `${report}\nNothing was written. The same as a folder of its own, beside this repository:\n  ${command}\n`;
  }
  const flags = `--content ${nameOf(path.join(to, 'content'))} --static ${nameOf(path.join(to, 'static'))} --lenient`;
  return `${report}\nWritten to ${nameOf(to)}. See it, and build it:\n  npx gulp watch ${flags}\n  npx gulp build ${flags}\n`;
}

function readRequest(argv: string[]): { folder: string; to?: string } {
  const { values, positionals } = parse(argv);
  const [name, ...rest] = positionals;
  if (name === undefined || rest.length > 0) throw new Failure(usage);
  const folder = path.resolve(here, name);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(`there is no folder ${folder}; ${usage}`);
  return { folder, ...(values.to === undefined ? {} : { to: path.resolve(here, values.to) }) };
}

function parse(argv: string[]): { positionals: string[]; values: { to?: string } } {
  try {
    return parseArgs({ args: argv, options: { to: { type: 'string' } }, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message.split('. To specify')[0]!}; ${usage}`);
  }
}

// The real path: through a symbolic link the two would differ, and nothing would be adopted in silence.
if (import.meta.url === pathToFileURL(realpathSync(process.argv[1] ?? '.')).href) {
  try {
    process.stdout.write(await runAdopt(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
