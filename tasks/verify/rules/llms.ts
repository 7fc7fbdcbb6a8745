// Rule `llms`: `/llms.txt` passes a strict parser of its format, and links to the required files (section 8.1).
import { safeAddress } from '#pdc/text/document';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import {
  aiContextPath,
  indexJsonPath,
  indexMdPath,
  llmsFullPath,
  llmsPath,
  manifestPath,
  protocolPath,
  toAbsolute,
} from '#pdc/site/paths';
import { eachOf } from '../site/files.ts';
import { quote, withBuildAdvice } from '../site/finding.ts';
import type { RuleFinding } from '../site/finding.ts';
import { isMissingUnreported, toSitePath } from '../site/published.ts';
import type { Published } from '../site/published.ts';

type Item = { readonly name: string; readonly url: string; readonly note: string };
type Section = { readonly name: string; readonly items: Item[] };
type ParsedLlms = { readonly text: string; readonly sections: readonly Section[] };

const toItem = ([, name = '', url = '', note = '']: readonly string[]): Item => ({ name, url, note });

/**
 * With `manyArticles` articles or more, `/llms.txt` must recommend the index. It must name at least `minNamed` of the
 * newest articles (section 8.1).
 */
const manyArticles = 50;
const minNamed = 5;

export async function checkLlms(published: Published): Promise<RuleFinding[]> {
  const text = await published.files.text(llmsPath);
  if (text === undefined) return [];
  const { sections, faults } = parseLlms(text);
  const messages = [...faults, ...faultsOfLists(published, { text, sections })];
  const dead = await eachOf(
    sections.flatMap(({ items }) => items),
    async ({ name, url }) => {
      // The adapter's address answers POST, so it is not a file, even under the base URL.
      const path = name === 'MCP' ? undefined : toSitePath(published.site, url);
      if (path === undefined || !(await isMissingUnreported(published, path))) return [];
      return [{ path: llmsPath, message: message('llmsLinkDead', { address: quote(url) }) }];
    },
  );
  return [...messages.map((message) => ({ path: llmsPath, message })), ...dead];
}

/** Parses the format: `# name`, `> one line`, a paragraph, then `## name` over lists of links and nothing else. */
export function parseLlms(text: string): { sections: Section[]; faults: Message[] } {
  const lines = text
    .split(/\r?\n/)
    .map((line, at) => ({ line, number: at + 1 }))
    .filter(({ line }) => line.trim() !== '');
  const start = lines.findIndex(({ line }) => line.startsWith('## '));
  const head = lines.slice(0, start === -1 ? lines.length : start);
  const sections: Section[] = [];
  const faults = faultsOfHead(head.map(({ line }) => line));
  for (const { line, number } of lines.slice(head.length)) {
    const name = /^## (.*\S)/.exec(line)?.[1];
    const item = /^- \[([^\]]+)\]\((https?:\/\/[^\s()]+)\)(?:: (.+))?$/.exec(line);
    // The first of these lines begins a section, so every later line has one.
    const section = sections.at(-1);
    if (name !== undefined) sections.push({ name, items: [] });
    else if (section && item) section.items.push(toItem(item));
    else faults.push(message('llmsLine', { number, line: quote(line) }));
  }
  if (sections.length === 0) faults.push(message('llmsNoSection'));
  const empty = sections.find(({ items }) => items.length === 0);
  if (empty) faults.push(message('llmsEmptySection', { section: quote(empty.name) }));
  return { sections, faults };
}

function faultsOfHead([title, quoted, ...paragraph]: readonly string[]): Message[] {
  if (!title || !/^# \S/.test(title)) return [message('llmsTitle')];
  if (!quoted || !/^> \S/.test(quoted)) return [message('llmsQuote')];
  if (paragraph.length === 0) return [message('llmsParagraph')];
  const odd = paragraph.find((line) => /^(?:#|>|[-*+] |\d+\. )/.test(line.trim()));
  return odd === undefined ? [] : [message('llmsOddHead', { line: quote(odd) })];
}

/** The faults of the lists: the protocol requires certain items in them (section 8.1). */
function faultsOfLists({ posts, site, machine }: Published, { text, sections }: ParsedLlms): Message[] {
  const items = sections.flatMap((section) => section.items);
  const urls = items.map(({ url }) => safeAddress(url));
  // Parentheses are percent-encoded in this file, but not necessarily in others.
  const addressOf = (path: string): string => safeAddress(toAbsolute(site, path));
  const full = items.filter(({ url }) => safeAddress(url) === addressOf(llmsFullPath));
  const faults: Message[] = [];
  if (!full.some(({ note }) => numbersIn(note).includes(posts.length)))
    faults.push(message('llmsCount', { count: posts.length }));
  if (posts.length >= manyArticles && !full.some(({ note }) => note.includes('index')))
    faults.push(message('llmsRecommend', { count: posts.length }));
  for (const path of [aiContextPath, indexMdPath, indexJsonPath, llmsFullPath, protocolPath, manifestPath]) {
    const times = urls.filter((url) => url === addressOf(path)).length;
    if (times > 1) faults.push(message('llmsRepeated', { path, times }));
  }
  if (!urls.includes(addressOf(indexJsonPath))) faults.push(withBuildAdvice(message('llmsNoIndex')));
  const lists = [indexMdPath, indexJsonPath].map(addressOf);
  if (machine.includes(indexMdPath) && urls.find((url) => lists.includes(url)) !== lists[0])
    faults.push(withBuildAdvice(message('llmsTextFirst')));
  return [...faults, ...faultsOfArticles(posts, { urls, text })];
}

/**
 * The newest articles must be listed without a gap. If some articles are left out, the text must state how many are
 * listed, and how many exist.
 */
function faultsOfArticles(posts: Published['posts'], { urls, text }: { urls: string[]; text: string }): Message[] {
  const listed = posts.filter(({ api_md_url: url }) => urls.includes(safeAddress(url))).length;
  const requiredPosts = posts.slice(0, Math.max(listed, Math.min(minNamed, posts.length)));
  const gap = requiredPosts.find(({ api_md_url: url }) => !urls.includes(safeAddress(url)));
  if (gap) return [withBuildAdvice(message('llmsGap', { slug: gap.slug, fewest: minNamed }))];
  return listed === posts.length ||
    numbersIn(text).some((number, at, all) => number === listed && all[at + 1] === posts.length)
    ? []
    : [withBuildAdvice(message('llmsPart', { listed, count: posts.length }))];
}

const numbersIn = (note: string): number[] => (note.match(/\d+/g) ?? []).map(Number);
