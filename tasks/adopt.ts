// `npm run adopt -- DIR [--to FOLDER]`: reports how the blog of another engine becomes a site of Duplex. With `--to`,
// also writes that site.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sortDefects, toDefects } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { decodeWhole } from '#pdc/text/decode';
import { formatRedirects, readRedirects, redirectsFile, toOldPath } from '#pdc/library/redirects-file';
import { encodePath } from '#pdc/site/paths';
import type { Library } from '#pdc/library/library';
import { planAddresses, unanswered } from './adopt/address-plan.ts';
import type { Addresses } from './adopt/address-plan.ts';
import { headOf, isHidden } from './adopt/blog.ts';
import type { Blog, Configured } from './adopt/blog.ts';
import { follow } from './adopt/configured.ts';
import { exportIn } from './adopt/exports.ts';
import { openFolder } from './adopt/blog-folder.ts';
import type { Folder } from './adopt/blog-folder.ts';
import { isHexo, readHexo } from './adopt/hexo/hexo.ts';
import { isHugo, readHugo } from './adopt/hugo/hugo.ts';
import { isJekyll, readJekyll } from './adopt/jekyll/jekyll.ts';
import { readNotes } from './adopt/notes.ts';
import { planBlog } from './adopt/adoption-plan.ts';
import type { Slugs } from './adopt/article-names.ts';
import { nameIn } from './adopt/article-texts.ts';
import type { PlannedFile } from './adopt/article-texts.ts';
import type { Plan } from './adopt/adoption-plan.ts';
import { formatAdoption } from './adopt/adoption-report.ts';
import type { Adoption, FoundWidget } from './adopt/adoption-report.ts';
import { languageOf, siteFile } from './adopt/site-file.ts';
import { isPublic, postOf } from './adopt/old-addresses.ts';
import { momentIn } from './adopt/own-form.ts';
import { createTranslate } from './adopt/translate.ts';
import { findOutput } from './adopt/was/find-output.ts';
import { followOldSite } from './adopt/was/old-site.ts';
import { openPublished } from './adopt/was/published-site.ts';
import type { TextReport } from './adopt/was/old-pages.ts';
import { followSitemap } from './adopt/was/old-sitemap.ts';
import { noteText } from './adopt/was/new-texts.ts';
import type { NewText } from './adopt/was/new-texts.ts';
import { startProgress } from './report/progress-line.ts';
import type { Progress } from './report/progress-line.ts';
import { languageOf as languageOfSite, withFailuresIn } from './report/language.ts';
import { ensureEmpty, writeRepository } from './repository/repository.ts';
import { inShell, parseArguments } from './settings/arguments.ts';
import { Failure } from './settings/failure.ts';
import { isBelow, realOf } from './files/tree.ts';
import { fileOf } from './flow/branches/human.ts';
import type { Claims } from './flow/checks/claims.ts';
import { publish } from './flow/publish.ts';
import { readEdition } from './flow/read-edition.ts';
import { here, nameOf, readFolders } from './settings/settings.ts';
import { message, textOf } from '#pdc/words/message';
import type { Message, MessageValue } from '#pdc/words/message';

export const usage = message('usageOfAdopt');

export type AdoptOptions = {
  /** Folders outside the blog that its symbolic links may lead to. */
  readonly follow?: readonly string[];
  readonly slugs?: Slugs;
  /** The output folder of the old generator, or its `sitemap.xml`. */
  readonly was?: string;
  /** Shows the progress. */
  readonly progress?: Progress;
};

/** Reads a blog and plans its new folder. Changes nothing. */
export function planAdoption(root: string, { follow, slugs, was, progress }: AdoptOptions = {}): Planned {
  const folder = openFolder(root, { follow });
  const blog = withLanguage(folder, withDrafts(folder, withoutHidden(recognise(folder))));
  const language = languageOf(blog.facts);
  if (blog.articles.length === 0) {
    const refused = [...folder.refused].map(([file, why]) => message('fileRefused', { file, why }));
    const reason = message(folder.isThere('_posts') ? 'postsWithoutDate' : 'blogWithoutArticle', {
      folder: nameOf(root),
    });
    throw new Failure(exportIn(folder) ?? reason, refused).inLanguage(language);
  }
  const plan = planBlog(folder, blog, {
    slugs,
    onText: (done, count) => progress?.step(() => textOf(message('adoptReads', { done, count }), language)),
  });
  const { text: siteText, refused } = siteFile(blog.facts, plan);
  const output = was ?? findOutput(folder, blog);
  const published = output === undefined ? undefined : openPublished(path.resolve(root, output), blog.facts);
  return { folder, blog, language, plan, siteText, refused, published };
}

type Planned = Pick<Adoption, 'folder' | 'blog' | 'language' | 'plan' | 'siteText' | 'refused' | 'published'>;

function recognise(folder: Folder): Blog {
  const { root, isThere } = folder;
  const site = ['.', 'content'].find((name) => isThere(`${name}/_site.yml`));
  if (site !== undefined) {
    const failure = new Failure(message('alreadyAdopted', { folder: nameOf(root) }));
    throw failure.inLanguage(languageOfSite(path.join(root, site)));
  }
  if (isHexo(folder)) return readHexo(folder);
  if (isHugo(folder)) return readHugo(folder);
  if (isJekyll(folder)) return readJekyll(folder);
  return readNotes(folder);
}

/**
 * Leaves out attachments with a name that begins with "_", because such names have a meaning here: `_site.js`, for
 * example, would run in every build.
 */
function withoutHidden(blog: Blog): Blog {
  const hidden = blog.attachments.filter(({ to }) => isHidden(to));
  return {
    ...blog,
    attachments: blog.attachments.filter((move) => !hidden.includes(move)),
    leftOut: [...blog.leftOut, ...hidden.map(({ from }) => ({ file: from, why: message('nameIsHidden') }))],
  };
}

/**
 * Makes drafts of the texts that the engine did not publish: for example those with a future or an expired date, and
 * further texts in the bundle of a Hugo article.
 */
function withDrafts(folder: Folder, blog: Blog): Blog {
  const { wasPublished = isPublic, facts } = blog;
  // Jekyll publishes a page on any date.
  const pages = blog.engine === 'Jekyll' ? [] : blog.pages;
  const unpublished = [...blog.articles, ...pages].filter((move) => {
    const head = headOf(folder, move.from);
    const moment = momentIn(head, { from: move.from, timezone: facts.timezone ?? 'UTC' });
    const post = { ...postOf(nameIn(blog, move), head), epoch: moment?.epoch ?? 0 };
    return isPublic(post) && !wasPublished(post);
  });
  return {
    ...blog,
    unpublished: new Set(unpublished.map(({ from }) => from)),
    leftOut: [...blog.leftOut, ...unpublished.map(({ from }) => ({ file: from, why: message('heldBack') }))],
  };
}

/** Chooses English for a blog without a language in its settings, unless enough of its text is in Han characters. */
function withLanguage(folder: Folder, blog: Blog): Blog {
  if (blog.facts.language !== undefined) return blog;
  const texts = blog.articles.map(({ from }) => folder.text(from) ?? '');
  const lengthOf = (parts: readonly string[]): number => parts.reduce((sum, { length }) => sum + length, 0);
  const hanLength = lengthOf(texts.map((text) => text.replace(/\P{Script=Han}+/gu, '')));
  return hanLength >= minHanShare * lengthOf(texts) ? blog : { ...blog, facts: { ...blog.facts, language: 'en' } };
}

const minHanShare = 0.01;

/** Writes `content/` and `static/` into a folder. Does not change the blog. */
function writeFolder(target: string, { folder, plan, siteText }: Planned): void {
  const write = (below: string, { from, to, text }: PlannedFile): void => {
    const file = path.join(target, below, to);
    if (!isBelow(file, path.join(target, below)))
      throw new Failure(message('writtenOutside', { file: from, target: to }));
    const contents = text ?? folder.read(from);
    if (contents === undefined) return;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  };
  for (const file of plan.content) write('content', file);
  for (const file of plan.statics) write('static', file);
  writeFileSync(path.join(target, 'content/_site.yml'), siteText);
  mkdirSync(path.join(target, 'static'), { recursive: true });
}

/**
 * Runs a lenient build of the folder without writing its output, and collects the defects. When all other files have
 * their addresses, adds redirects for the old addresses that no longer resolve.
 */
async function tryOut(target: string, planned: Planned, progress?: Progress): Promise<Tried> {
  const { blog, plan, language, published } = planned;
  const content = path.join(target, 'content');
  const edition = await readEdition({
    ...{ content, statics: path.join(target, 'static'), lenient: true, drafts: false, functions: 'off' as const },
    translate: createTranslate,
  });
  const { library, articlesFound } = edition;
  const file = path.join(content, redirectsFile);
  let addresses: Addresses = { all: 0, redirects: [], lost: [] };
  let redirectDefects: readonly Defect[] = [];
  let compared: TextReport | undefined;
  const texts = new Map<string, NewText>();
  const { deliver, linkDefects, claims } = publish(edition, {
    minified: false,
    redirectsFor(claimed) {
      ({ addresses, compared } = followAddresses(target, { ...planned, library, claims: claimed, texts }));
      if (addresses.redirects.length === 0) return [];
      const text = `# ${textOf(message('addressesKept'), language)}\n${formatRedirects(addresses.redirects)}`;
      writeFileSync(file, text);
      const { redirects, defects } = readRedirects(text, { file: nameOf(file), site: library.site });
      redirectDefects = defects;
      return redirects;
    },
  });
  let files = 0;
  await deliver((file) => {
    files += 1;
    if (published?.kind === 'folder') noteText(texts, file);
    progress?.step(() => textOf(message('adoptTries', { count: files }), language));
  });
  return {
    library,
    compared,
    addresses: { ...addresses, lost: [...addresses.lost, ...unanswered(addresses, claims)] },
    ...settingsOf(),
    count: library.articles.length,
    articlesFound,
    defects: sortDefects([...edition.defects, ...redirectDefects, ...linkDefects()]),
  };

  /** The settings of the old configuration. Their links lead to the new addresses of their targets. */
  function settingsOf(): Pick<Tried, 'keys' | 'named'> {
    const { keys = {}, pictures = {}, named = [] } = blog.configured ?? {};
    const redirects = new Map(addresses.redirects.map(({ from, to }) => [from, to]));
    const followed = follow(keys, (url) => {
      const [, encoded = '', query = ''] = /^([^?#]*)(.*)$/.exec(url)!;
      const decoded = decodeWhole(encoded);
      const old = decoded === '/' ? decoded : (toOldPath(encodePath(decoded)) ?? decoded);
      const there = redirects.get(old) ?? [decoded, old].find((name) => claims.has(name) || claims.has(fileOf(name)));
      return there === undefined ? undefined : `${there}${query}`;
    });
    const lost = Object.entries(pictures).filter(([key]) => !Object.hasOwn(plan.pictures, key));
    const without = lost.map(([key, name]) => ({ file: key, why: message('settingWithoutPicture', { name }) }));
    return { keys: followed.keys, named: [...named, ...without, ...followed.named] };
  }
}

type Trial = Planned & {
  readonly library: Library;
  readonly claims: Claims;
  readonly texts: ReadonlyMap<string, NewText>;
};

/** Decides which old addresses get redirects. Copies the files that only the old site has to the static folder. */
function followAddresses(target: string, { published, ...trial }: Trial): Followed {
  if (published === undefined) return { addresses: planAddresses(trial), compared: undefined };
  if (published.kind === 'sitemap') return { addresses: followSitemap({ ...trial, published }), compared: undefined };
  const { addresses, texts, copies } = followOldSite({ ...trial, published });
  for (const { file, address } of copies) {
    const bytes = published.folder.read(file);
    const copy = path.join(target, 'static', address);
    if (bytes === undefined || !isBelow(copy, path.join(target, 'static'))) continue;
    mkdirSync(path.dirname(copy), { recursive: true });
    writeFileSync(copy, bytes);
  }
  return { addresses, compared: texts };
}

type Followed = { readonly addresses: Addresses; readonly compared: TextReport | undefined };

type Tried = Pick<Adoption, 'count' | 'articlesFound' | 'defects' | 'addresses' | 'named' | 'compared'> & {
  readonly library: Library;
  readonly keys: Configured['keys'];
};

/** Changes the files and lines in the defects of a temporary copy to those of the original blog. */
function ofOriginals(defects: readonly Defect[], { target, plan }: { target: string; plan: Plan }): Defect[] {
  const content = path.join(target, 'content');
  const files = new Map(plan.content.map((file) => [nameOf(path.join(content, file.to)), file]));
  return sortDefects(
    defects.map((defect) => {
      const { from, lines = [] }: Partial<PlannedFile> = files.get(defect.file) ?? { from: path.basename(defect.file) };
      const line = lines[defect.line - 1] ?? defect.line;
      return {
        ...defect,
        file: from ?? defect.file,
        line,
        message: withoutFolder(defect.message, `${nameOf(content)}/`),
      };
    }),
  );
}

/** Removes a folder from all values of a message, so that file names are relative to this folder. */
function withoutFolder({ key, values }: Message, folder: string): Message {
  const bare = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'object') return [name, String(value).replaceAll(folder, '')];
    return [name, 'key' in value ? withoutFolder(value, folder) : value];
  });
  return { key, values: Object.fromEntries(bare) as Message['values'] };
}

/** Returns the report. Also writes the new folder if `to` names it. */
export async function adopt(folder: string, { to, ...options }: AdoptOptions & { to?: string } = {}): Promise<Adopted> {
  const planned = planAdoption(folder, options);
  const { language } = planned;
  return withFailuresIn(
    () => language,
    () => adoptAs(planned, { folder, to, progress: options.progress }),
  );
}

type Adopted = {
  readonly report: string;
  readonly language: string;
  /** The next steps, if a folder was written. */
  readonly next: readonly string[];
};

async function adoptAs(
  planned: Planned,
  { folder, to, progress }: { folder: string; to: string | undefined; progress: Progress | undefined },
): Promise<Adopted> {
  if (to !== undefined) {
    if (`${realOf(to)}${path.sep}`.startsWith(`${realOf(folder)}${path.sep}`))
      throw new Failure(message('targetInBlog', { folder: nameOf(to) }));
    ensureEmpty(to);
  }
  const target = to ?? mkdtempSync(path.join(tmpdir(), 'duplex-adopt-'));
  try {
    writeFolder(target, planned);
    const tried = await tryOut(target, planned, progress);
    const next = to === undefined ? [] : writeRepository(to, { library: tried.library, engine: planned.blog.engine });
    const copied = to === undefined ? ofOriginals(tried.defects, { target, ...planned }) : tried.defects;
    const strays = planned.plan.content.flatMap(({ from, strays = [] }) =>
      toDefects(strays, {
        file: to === undefined ? from : nameOf(path.join(folder, from)),
        settings: {},
        lenient: true,
      }),
    );
    const defects = sortDefects([...copied, ...strays]);
    const widgets = planned.plan.content.flatMap((file) => widgetsOf(file, to));
    const site = siteFile(planned.blog.facts, planned.plan, tried.keys);
    writeFileSync(path.join(target, 'content/_site.yml'), site.text);
    return {
      next,
      report: formatAdoption({ ...planned, ...tried, siteText: site.text, refused: site.refused, defects, widgets }),
      language: planned.language,
    };
  } finally {
    if (to === undefined) rmSync(target, { recursive: true, force: true });
  }
}

/** The widgets of a file. Their line numbers are those of the copy if a copy is written, otherwise of the original. */
function widgetsOf({ from, to: name, lines, widgets = [] }: PlannedFile, to: string | undefined): FoundWidget[] {
  return widgets.map(({ kind, line }) => {
    if (to === undefined) return { kind, file: from, line };
    const copied = lines?.indexOf(line) ?? line - 1;
    return { kind, file: nameOf(path.join(to, 'content', name)), line: copied < 0 ? line : copied + 1 };
  });
}

/**
 * Runs the command and returns the text to print. Throws a Failure if an argument is wrong or the blog cannot be
 * adopted.
 */
export async function runAdopt(argv: string[]): Promise<string> {
  const { folder, ...options } = readRequest(argv);
  const { to } = options;
  const progress = startProgress();
  const { report, language, next } = await adopt(folder, { ...options, progress }).finally(progress.end);
  if (to !== undefined) return [report, ...next].join('\n');
  const command = `npm run adopt -- ${argv.map(inShell).join(' ')} --to ../my-site`;
  return `${report}\n${textOf(message('onlyProposed'), language)}\n  ${command}\n`;
}

function readRequest(argv: string[]): AdoptOptions & { folder: string; to?: string } {
  const options = {
    to: { type: 'string' },
    follow: { type: 'string', multiple: true },
    slugs: { type: 'string' },
    was: { type: 'string' },
  } as const;
  const withUsage = (reason: MessageValue): Message => message('withUsage', { reason, usage });
  const { values, positionals } = parseArguments(argv, { options, words: 1, explain: withUsage });
  const [name] = positionals;
  if (name === undefined) throw new Failure(usage);
  const folder = path.resolve(here, name);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(withUsage(message('noFolder', { folder })));
  const { slugs, was } = values;
  if (slugs !== undefined && slugs !== 'pinyin' && slugs !== 'numbers')
    throw new Failure(withUsage(message('mustBeSlugs', { text: slugs })));
  return {
    folder,
    ...(slugs && { slugs }),
    ...(was !== undefined && { was: path.resolve(here, was) }),
    follow: readFolders(values.follow),
    ...(values.to === undefined ? {} : { to: path.resolve(here, values.to) }),
  };
}
