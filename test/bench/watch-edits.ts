// The edits of a writer while a watcher runs, by kind; and how the output shows that the watcher has followed.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chanceOf } from './chance.ts';
import { commonTags } from './domains.ts';

/** Edits that every watcher follows. */
export const articleKinds = ['body', 'title', 'tag', 'date', 'new file', 'rename'] as const;
/** Edits that only this product supports. Those of `lastKinds` change the cost of the others, so they come last. */
export const siteKinds = ['_site.yml', "a page's title"] as const;
export const lastKinds = ['locked article', '_site.js'] as const;

export type EditKind = (typeof articleKinds | typeof siteKinds | typeof lastKinds)[number];

/** The conditions of a saved edit, which are checked until they are true. */
export type Edit = {
  /** The article's page shows the edit. */
  readonly onPage: () => boolean;
  /** Every list shows the edit; for an edit of all pages, every page. Undefined if only the article's page shows it. */
  readonly everywhere?: () => boolean;
};

export type Editor = {
  readonly save: (kind: EditKind) => Edit;
  /** A page and a locked article, whose edits are separate kinds. */
  readonly addPage: () => void;
  readonly addLocked: () => void;
};

export type Edited = {
  /** The folder to edit in, and the output. */
  readonly articles: string;
  readonly output: string;
  readonly pageOf: (slug: string) => string;
};

const lockedSlug = 'ai-locked-notes';

export function createEditor({ articles, output, pageOf }: Edited): Editor {
  const slugs = slugsIn(articles);
  const chance = chanceOf(slugs.length);
  const tags = Object.keys(commonTags);
  /** Articles without links to them, so that they may be renamed. */
  const added: string[] = [];
  let number = 0;

  const fileOf = (slug: string): string => join(articles, `${slug}.md`);
  const page = (slug: string): string => read(join(output, pageOf(slug)));
  const index = (): string => read(join(output, 'api/index.json'));
  const digests = (): string => read(join(output, 'api/digests.json'));
  /** The digests are written last, when all other lists are there. */
  const isListed = (): boolean => digests().includes(digestOf(join(output, 'api/index.json')));

  /** Saves an article under a name, with a line that its page must show. */
  function saveArticle(
    slug: string,
    { from = slug, change }: { from?: string; change: (text: string) => string },
  ): Edit {
    const mark = `第 ${(number += 1)} 次修改 ${slug}`;
    writeFileSync(fileOf(slug), change(`${readFileSync(fileOf(from), 'utf8')}\n${mark}。\n`));
    return { onPage: () => page(slug).includes(mark) };
  }

  const saves: Record<EditKind, () => Edit> = {
    body() {
      const slug = chance.pick(slugs);
      const edit = saveArticle(slug, { change: (text) => text });
      const body = readFileSync(fileOf(slug), 'utf8').replace(/^---\n[^]*?\n---\n+/, '');
      const digest = createHash('sha256').update(body).digest('hex');
      return { ...edit, everywhere: () => digests().includes(digest) };
    },
    title() {
      const mark = `改${number} `;
      const change = (text: string): string => text.replace(/^title: "/m, `title: "${mark}`);
      const edit = saveArticle(chance.pick(slugs), { change });
      return { ...edit, everywhere: () => index().includes(`"${mark}`) && isListed() };
    },
    tag() {
      const slug = chance.pick(slugs);
      const shown = /^tags: \[(.*)\]$/m.exec(readFileSync(fileOf(slug), 'utf8'))![1]!.split(', ');
      const tag = chance.pick(tags.filter((name) => !shown.includes(name)));
      const change = (text: string): string => text.replace(/^tags: .*$/m, `tags: [${[shown[0], tag].join(', ')}]`);
      const edit = saveArticle(slug, { change });
      const list = join(output, 'tags', commonTags[tag]!, 'index.html');
      return { ...edit, everywhere: () => hasEntry(index(), slug, tag) && read(list) !== '' && isListed() };
    },
    date() {
      const slug = chance.pick(slugs);
      const day = `${chance.between(2000, 2015)}-0${chance.between(1, 9)}-1${chance.between(0, 9)}`;
      const change = (text: string): string =>
        text.replace(/^updated: .*\n/m, '').replace(/^date: \S+/m, `date: ${day}`);
      const edit = saveArticle(slug, { change });
      return { ...edit, everywhere: () => hasEntry(index(), slug, day) && isListed() };
    },
    'new file'() {
      const from = chance.pick(slugs);
      const slug = `${from}-n${number}`;
      added.push(slug);
      const edit = saveArticle(slug, { from, change: (text) => text.replace(/^title: "/m, `title: "新${number} `) });
      return { ...edit, everywhere: () => hasEntry(index(), slug, '') && isListed() };
    },
    rename() {
      const from = added.pop()!;
      const slug = `${from}-r${number}`;
      renameSync(fileOf(from), fileOf(slug));
      const edit = saveArticle(slug, { change: (text) => text });
      const isGone = (): boolean => !hasEntry(index(), from, '');
      return { ...edit, everywhere: () => isGone() && hasEntry(index(), slug, '') && isListed() };
    },
    '_site.yml'() {
      const title = `基准博客 ${(number += 1)}`;
      const file = join(articles, '_site.yml');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
      const isEverywhere = onEveryPage(title);
      return { onPage: onOnePage(title), everywhere: () => isEverywhere() && index().includes(title) && isListed() };
    },
    "a page's title"() {
      const title = `关于本站 ${(number += 1)}`;
      const file = join(articles, 'pages/about.md');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: "${title}"`));
      return { onPage: () => read(join(output, 'about/index.html')).includes(title) };
    },
    'locked article'() {
      const before = page(lockedSlug);
      const file = fileOf(lockedSlug);
      writeFileSync(file, `${readFileSync(file, 'utf8')}\n第 ${(number += 1)} 次修改。\n`);
      return { onPage: () => !['', before].includes(page(lockedSlug)) };
    },
    '_site.js'() {
      const mark = `后缀 ${(number += 1)}。`;
      writeFileSync(join(articles, '_site.js'), `export const parts = { postEnd: () => '<p>${mark}</p>' };\n`);
      return { onPage: onOnePage(mark), everywhere: onEveryPage(mark) };
    },
  };

  function onOnePage(mark: string): () => boolean {
    const slug = chance.pick(slugs);
    return () => page(slug).includes(mark);
  }

  /** Whether every page shows the mark. A page that shows the mark is not checked again. */
  function onEveryPage(mark: string): () => boolean {
    const waiting = slugsIn(articles).filter((slug) => slug !== lockedSlug);
    return () => {
      while (waiting.length > 0 && page(waiting.at(-1)!).includes(mark)) waiting.pop();
      return waiting.length === 0;
    };
  }

  return {
    save: (kind) => saves[kind](),
    addPage() {
      mkdirSync(join(articles, 'pages'), { recursive: true });
      writeFileSync(
        join(articles, 'pages/about.md'),
        '---\ntitle: "关于本站"\ndate: 2020-01-01 08:00:00\n---\n\n关于。\n',
      );
    },
    addLocked() {
      const text = readFileSync(fileOf(slugs[0]!), 'utf8');
      const password = 'encrypted: true\npassword: "correct horse battery"';
      writeFileSync(fileOf(lockedSlug), text.replace('---\n', `---\n${password}\n`));
    },
  };
}

export const slugsIn = (articles: string): string[] =>
  readdirSync(articles).flatMap((name) => (/^[^_].*\.md$/.test(name) ? [name.slice(0, -3)] : []));

/** Whether an index lists an article, with a text near its slug. */
function hasEntry(index: string, slug: string, text: string): boolean {
  const at = index.indexOf(`"slug":"${slug}"`);
  return at >= 0 && index.slice(at, at + 1000).includes(text);
}

type Seen = { readonly stamp: string; readonly text: string; digest?: string };
const seen = new Map<string, Seen>();

function look(file: string): Seen {
  try {
    const { mtimeMs, ino, size } = statSync(file);
    const stamp = `${mtimeMs} ${ino} ${size}`;
    if (seen.get(file)?.stamp !== stamp) seen.set(file, { stamp, text: readFileSync(file, 'utf8') });
    return seen.get(file)!;
  } catch {
    return { stamp: '', text: '' };
  }
}

/** The text of a file, read again only after it was written; empty if it is missing. */
const read = (file: string): string => look(file).text;

function digestOf(file: string): string {
  const one = look(file);
  return (one.digest ??= createHash('sha256').update(one.text).digest('hex'));
}
