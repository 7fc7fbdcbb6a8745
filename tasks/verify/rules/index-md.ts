// Rule `index-md`: `/api/index.md` lists the articles, one per line, in the order of the index (section 8.4).
import { oneLine, safeAddress } from '#pdc/text/document';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { indexMdPath } from '#pdc/site/paths';
import type { Entry } from '#pdc/site/schema';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkIndexMd({ files, machine, posts, categories }: Published): Promise<RuleFinding[]> {
  const text = await files.text(indexMdPath);
  if (text === undefined) {
    // Rule `endpoints` reports a missing file if the site names this file.
    const isNamed = machine.includes(indexMdPath) || files.faults.has(indexMdPath);
    return isNamed
      ? []
      : [{ path: indexMdPath, severity: 'warn', message: withBuildAdvice(message('indexTextMissing')) }];
  }
  return faultsOf(text, { posts, categories }).map((fault) => ({ path: indexMdPath, message: withBuildAdvice(fault) }));
}

type Expected = Pick<Published, 'posts' | 'categories'>;

/** Only the first line that differs is reported, because the next lines probably differ too. */
function faultsOf(text: string, { posts, categories }: Expected): Message[] {
  const [title, ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  if (title === undefined || !/^# \S/.test(title)) return [message('llmsTitle')];
  const faults = lines.flatMap((line, at) => faultOfLine(line, { post: posts[at], categories }) ?? []);
  if (faults.length > 0) return faults.slice(0, 1);
  return lines.length === posts.length
    ? []
    : [message('indexTextCount', { listed: lines.length, count: posts.length })];
}

function faultOfLine(
  line: string,
  { post, categories }: { post: Entry | undefined; categories: readonly string[] },
): Message | undefined {
  const [, date, name, url, notes = ''] =
    /^- (\S+) \[((?:\\.|[^\\[\]])*)\]\(([^\s()]+)\)(?: \(([^()]+)\))?$/.exec(line) ?? [];
  if (date === undefined || name === undefined || url === undefined)
    return message('indexTextLine', { line: quote(line) });
  // Parentheses are percent-encoded in this file, but not necessarily in others.
  if (
    !post ||
    safeAddress(url) !== safeAddress(post.api_md_url) ||
    date !== post.date ||
    unescape(name) !== oneLine(post.title)
  )
    return message('indexTextDiffers', { line: quote(line), slug: post ? quote(post.slug) : 'null' });
  const slugs = notes.split('; ').filter((note) => note !== 'encrypted' && note !== '');
  const isRight =
    notes.split('; ').includes('encrypted') === post.encrypted &&
    slugs.length === Math.min(1, post.categories.length) &&
    slugs.every((slug) => categories.includes(slug));
  return isRight ? undefined : message('indexTextNotes', { line: quote(line) });
}

/** A backslash before punctuation is not shown. */
const unescape = (name: string): string => name.replace(/\\([!-/:-@[-`{-~])/g, '$1');
