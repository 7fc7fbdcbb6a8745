// Rules `markdown-twin`, `llms-full` and `category-md`: the files contain each body byte for byte, or the notice in
// place of an encrypted body.
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { categoryMdPath, indexJsonPath, llmsFullPath, postJsonPath, postMdPath } from '#pdc/site/paths';
import { encryptedNotice } from '#pdc/endpoints/posts';
import { languages } from '#pdc/words/prose';
import type { Entry } from '#pdc/site/schema';
import { oneLine } from '#pdc/text/document';
import { eachOf } from '../site/files.ts';
import type { Files } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { digestOf, readPost, toContent } from '../site/posts.ts';
import type { Content } from '../site/posts.ts';
import { readCategories } from '../site/published.ts';
import type { Published } from '../site/published.ts';

const notice = toContent(Buffer.from(encryptedNotice));

/** Rule `markdown-twin`: the `.md` file is the `content` of the `.json` file, and neither has an encrypted body. */
export async function checkMarkdownTwin({ files, posts }: Published): Promise<RuleFinding[]> {
  return eachOf(posts, async (entry) => {
    const content = (await readPost(files, entry.slug))?.content;
    const bytes = await files.bytes(postMdPath(entry.slug));
    const findings: RuleFinding[] = [];
    if (entry.encrypted && content && content.length > 0)
      findings.push({ path: postJsonPath(entry.slug), message: message('contentInClear') });
    const expected = entry.encrypted ? notice : content;
    if (!bytes || !expected || digestOf(bytes) === expected.digest) return findings;
    const fault = entry.encrypted ? message('notTheNotice', { notice: encryptedNotice }) : message('twinDiffers');
    return [...findings, { path: postMdPath(entry.slug), message: fault }];
  });
}

/** Rule `llms-full`: the file contains the site's head, then every article. */
export async function checkLlmsFull({ files, posts }: Published): Promise<RuleFinding[]> {
  const { site, description } = ((await files.json(indexJsonPath)) ?? {}) as { site?: unknown; description?: unknown };
  if (typeof site !== 'string' || typeof description !== 'string') return [];
  return checkMerged(files, { path: llmsFullPath, head: [`# ${oneLine(site)}`, `> ${oneLine(description)}`], posts });
}

/** Rule `category-md`: the file contains the category's head, then every article that the category's JSON lists. */
export async function checkCategoryMd(published: Published): Promise<RuleFinding[]> {
  return eachOf(await readCategories(published), async ({ slug, category: { category, posts } }) => {
    const path = categoryMdPath(slug);
    const start = Buffer.from((await published.files.bytes(path)) ?? []);
    const heads = languages.map(({ merged }) => [
      `# ${oneLine(merged.category({ name: category }))}`,
      merged.count({ count: posts.length }),
    ]);
    const head = heads.find(([title]) => start.indexOf(title!) === 0) ?? heads[0]!;
    return checkMerged(published.files, { path, head, posts });
  });
}

type Merged = { readonly path: string; readonly head: readonly string[]; readonly posts: readonly Entry[] };

/** Reads a merged document up to its first fault, because the articles after it cannot be separated. */
async function checkMerged(files: Files, { path, head, posts }: Merged): Promise<RuleFinding[]> {
  const bytes = await files.bytes(path);
  if (!bytes) return [];
  const take = reader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  const findingsOf = (fault: Message): RuleFinding[] => [{ path, message: withBuildAdvice(fault) }];

  for (const line of head)
    if (!take.line(line)) return findingsOf(message('mergedHead', { lines: head.map(quote).join(', ') }));
  for (const entry of posts) {
    const facts = `Date: ${entry.date} | Tags: ${entry.tags.map(oneLine).join(', ')} | URL: ${entry.url}`;
    for (const line of ['---', `# ${oneLine(entry.title)}`, facts]) {
      if (!take.line(line)) return findingsOf(message('mergedLineMissing', { slug: entry.slug, line: quote(line) }));
    }
    const body = entry.encrypted ? notice : (await readPost(files, entry.slug))?.content;
    if (!body) return []; // its file is missing or broken, which other rules report
    if (!take.body(body))
      return findingsOf(message(entry.encrypted ? 'mergedInClear' : 'mergedBodyDiffers', { slug: entry.slug }));
  }
  return take.isAtEnd() ? [] : findingsOf(message('mergedTooLong'));
}

/** Takes lines and bodies from the start of a text, without decoding it. Skips blank lines between them. */
function reader(text: Buffer) {
  let at = 0;
  const skipBlankLines = (): void => {
    for (let end = at; end <= text.length && /[\s]/.test(signAt(end)); end += 1) if (signAt(end) === '\n') at = end + 1;
  };
  const signAt = (index: number): string => (index < text.length ? String.fromCharCode(text[index]!) : '');
  return {
    line(expected: string): boolean {
      skipBlankLines();
      const line = Buffer.from(expected);
      const end = at + line.length;
      if (!text.subarray(at, end).equals(line) || !['', '\r', '\n'].includes(signAt(end))) return false;
      at = end;
      return true;
    },
    body({ length, digest }: Content): boolean {
      skipBlankLines();
      if (digestOf(text.subarray(at, at + length)) !== digest) return false;
      at += length;
      return true;
    },
    isAtEnd: (): boolean => text.subarray(at).toString().trim() === '',
  };
}
