// Rules about bodies: `markdown-twin`, `llms-full` and `category-md` hold each of them byte for byte, or the notice.
import { categoryMdPath, indexJsonPath, llmsFullPath, postJsonPath, postMdPath } from '#pdc/paths';
import { encryptedNotice } from '#pdc/endpoints/posts';
import { languages } from '#pdc/prose';
import type { Entry } from '#pdc/schema';
import { oneLine } from '#pdc/document';
import { eachOf } from '../site/files.ts';
import type { Files } from '../site/files.ts';
import { quote } from '../site/finding.ts';
import type { Flaw } from '../site/finding.ts';
import { readCategories } from '../site/published.ts';
import type { Published } from '../site/published.ts';

/** The `content` of an article's JSON; nothing where that cannot be read. */
async function readContent(files: Files, { slug }: Entry): Promise<string | undefined> {
  const { content } = ((await files.json(postJsonPath(slug))) ?? {}) as { content?: unknown };
  return typeof content === 'string' ? content : undefined;
}

/** Rule `markdown-twin`: `.md` is the `content` of `.json`; of an encrypted article neither tells anything. */
export async function checkMarkdownTwin({ files, posts }: Published): Promise<Flaw[]> {
  return eachOf(posts, async (entry) => {
    const content = await readContent(files, entry);
    const bytes = await files.bytes(postMdPath(entry.slug));
    const flaws: Flaw[] = [];
    if (entry.encrypted && content)
      flaws.push({
        path: postJsonPath(entry.slug),
        message: 'holds content although the article is encrypted: take it down and build again',
      });
    if (!bytes) return flaws;
    const expected = entry.encrypted ? encryptedNotice : content;
    if (expected !== undefined && !Buffer.from(expected).equals(bytes)) {
      const remedy = entry.encrypted
        ? `take it down; it must be exactly ${encryptedNotice}`
        : 'build again, and let nothing change it on its way';
      const what = entry.encrypted
        ? 'is not the notice of an encrypted article'
        : 'is not byte for byte the content of its .json';
      flaws.push({ path: postMdPath(entry.slug), message: `${what}: ${remedy}` });
    }
    return flaws;
  });
}

/** Rule `llms-full`: the site's head, then every article. */
export async function checkLlmsFull({ files, posts }: Published): Promise<Flaw[]> {
  const { site, description } = ((await files.json(indexJsonPath)) ?? {}) as { site?: unknown; description?: unknown };
  if (typeof site !== 'string' || typeof description !== 'string') return [];
  return checkMerged(files, { path: llmsFullPath, head: [`# ${oneLine(site)}`, `> ${oneLine(description)}`], posts });
}

/** Rule `category-md`: the category's head, then every article that its JSON lists. */
export async function checkCategoryMd(published: Published): Promise<Flaw[]> {
  return eachOf(await readCategories(published), async ({ slug, category: { category, posts } }) => {
    const path = categoryMdPath(slug);
    const text = (await published.files.text(path)) ?? '';
    const heads = languages.map(({ merged }) => [
      `# ${oneLine(merged.category({ name: category }))}`,
      merged.count({ count: posts.length }),
    ]);
    const head = heads.find(([title]) => text.startsWith(title!)) ?? heads[0]!;
    return checkMerged(published.files, { path, head, posts });
  });
}

type Merged = { readonly path: string; readonly head: readonly string[]; readonly posts: readonly Entry[] };

/** Reads a merged document from its start: what follows the first thing that is wrong cannot be told apart. */
async function checkMerged(files: Files, { path, head, posts }: Merged): Promise<Flaw[]> {
  const text = await files.text(path);
  if (text === undefined) return [];
  const take = reader(text);
  const flaw = (message: string): Flaw[] => [{ path, message: `${message}: build again` }];

  for (const line of head) if (!take.line(line)) return flaw(`must begin with ${head.map(quote).join(' and ')}`);
  for (const entry of posts) {
    const facts = `Date: ${entry.date} | Tags: ${entry.tags.map(oneLine).join(', ')} | URL: ${entry.url}`;
    for (const line of ['---', `# ${oneLine(entry.title)}`, facts]) {
      if (!take.line(line))
        return flaw(
          `where ${entry.slug} should stand, the line ${quote(line)} is not found (articles stand in the order of the index)`,
        );
    }
    const body = entry.encrypted ? encryptedNotice : await readContent(files, entry);
    if (body === undefined) return []; // its file is missing or broken, which other rules tell
    if (!take.body(body))
      return flaw(
        entry.encrypted
          ? `of ${entry.slug}, which is encrypted, it must hold the notice alone`
          : `the body of ${entry.slug} is not there byte for byte`,
      );
  }
  return take.isAtEnd()
    ? []
    : flaw('something follows the last article, or an article is in it that the list does not have');
}

/** Takes lines and bodies off a text, passing over blank lines between them. */
function reader(text: string): {
  line: (expected: string) => boolean;
  body: (expected: string) => boolean;
  isAtEnd: () => boolean;
} {
  let at = 0;
  const skipBlankLines = (): void => {
    const blank = /(?:[ \t]*\r?\n)*/y;
    blank.lastIndex = at;
    blank.exec(text);
    at = blank.lastIndex;
  };
  const body = (expected: string): boolean => {
    skipBlankLines();
    if (!text.startsWith(expected, at)) return false;
    at += expected.length;
    return true;
  };
  return {
    body,
    line: (expected) => body(expected) && isLine(text, at - expected.length, at),
    isAtEnd: () => text.slice(at).trim() === '',
  };
}

const isLine = (text: string, start: number, end: number): boolean =>
  (start === 0 || text[start - 1] === '\n') && /^(?:\r?\n|$)/.test(text.slice(end, end + 2));
