// Separates an old page's own words from the words that the theme puts around every text.
import type { Article, Page as OwnPage } from '#pdc/article/article';
import type { Blog } from '../blog.ts';
import { lastOf } from '../old-addresses.ts';
import type { Library } from '#pdc/library/library';
import type { Folder } from '../blog-folder.ts';
import type { Difference } from './compare-words.ts';
import { wordsIn } from './page-words.ts';
import type { NewText } from './new-texts.ts';
import { windowsOf } from './word-windows.ts';

export type Entry = Article | OwnPage;

/** An old page that shows the text of one of our articles or pages. */
export type Match = {
  readonly source: string;
  readonly differences: readonly Difference[];
  /** Whether the page shows something else: less than half of the text, or much more than the text. */
  readonly isOther: boolean;
};

/** An old page and the adopted text that it shows, before the words of the theme are known. */
export type Pair = {
  readonly entry: Entry;
  readonly differences: readonly Difference[];
  /** The words outside of the text; empty unless the page is short, so that its layout may add words to it. */
  readonly around: readonly string[];
  /** The number of words of the text. */
  readonly length: number;
  /** Whether the page has the title of the text, but less than half of the words of the text. */
  readonly isOther: boolean;
};

/**
 * Two successive words belong to the theme if at least `minPages` pages, and this share of all pages, have them around
 * texts.
 */
const minPages = 3;
const minShare = 0.2;

/**
 * A page shows something else if it has at least `minOwn` words of its own, and at least `ownFactor` times as many as
 * its text.
 */
const minOwn = 30;
const ownFactor = 2;

/** A difference of at most this many words is shown whole, including words of the theme. */
const minShown = 8;

/** Counts the phrases that old pages have outside of their texts. */
export class Theme {
  private readonly counts = new Map<number | string, number>();
  private pages = 0;

  learn({ around, differences }: { around: readonly string[]; differences: readonly Difference[] }): void {
    this.pages += 1;
    const lost = differences.filter(({ kind }) => kind === 'lost').map(({ text }) => text.split(' '));
    const keys = differences.filter(({ kind }) => kind === 'added' || kind === 'image').map(keyOf);
    const phrases = new Set<number | string>([...pairsOf(around), ...lost.flatMap(pairsOf), ...keys]);
    for (const phrase of phrases) this.counts.set(phrase, (this.counts.get(phrase) ?? 0) + 1);
  }

  has(difference: Difference): boolean {
    return this.isFrequent(keyOf(difference));
  }

  /** For each word, whether it belongs to the theme, to a fact that the theme shows with every text, or to a date. */
  covers(words: readonly string[], facts: ReadonlySet<number>): boolean[] {
    // Marks that Markdown left on the old page are not a loss.
    const isCovered = words.map((word) => /^(?:[\d年月日时分秒字]+|[^\p{L}\p{N}]+)$/u.test(word));
    for (const size of new Set([1, Math.min(pairSize, words.length)]))
      for (const [at, phrase] of windowsOf(words, size).entries())
        if (facts.has(phrase) || this.isFrequent(phrase)) isCovered.fill(true, at, at + size);
    return isCovered;
  }

  private isFrequent(phrase: number | string): boolean {
    return (this.counts.get(phrase) ?? 0) >= Math.max(minPages, minShare * this.pages);
  }
}

const pairSize = 2;
const pairsOf = (words: readonly string[]): number[] => windowsOf(words, Math.min(pairSize, words.length));
const keyOf = ({ kind, text }: Difference): string => `${kind} ${text}`;

type Sources = {
  readonly theme: Theme;
  readonly folder: Folder;
  readonly blog: Blog;
  readonly library: Library;
  readonly texts: ReadonlyMap<string, NewText>;
  readonly fromOf: ReadonlyMap<string, string>;
};

/** Keeps the differences of the text itself, and drops words that come from the theme or the front matter. */
export function createSift({ theme, folder, blog, library, texts, fromOf }: Sources): (pair: Pair) => Match {
  const files = new Set([...blog.attachments, ...blog.statics].map(({ from }) => lastOf(from).normalize('NFC')));
  const terms = new Set(library.articles.flatMap(termsOf).flatMap((term) => pairsOf(wordsIn(term))));
  return ({ entry, differences: all, around, length, isOther }) => {
    const facts = factsOf(entry, texts.get(entry.source)?.headings);
    const source = folder.text(fromOf.get(entry.source) ?? '') ?? '';
    const differences = all.flatMap((difference): Difference[] => {
      const { kind, text } = difference;
      if (kind === 'joined') return [difference];
      if (theme.has(difference)) return [];
      if (kind === 'added') return [difference];
      if (kind === 'image') return files.has(text) || source.includes(text) ? [difference] : [];
      const words = text.split(' ');
      const isCovered = theme.covers(words, facts);
      const [first, last] = [isCovered.indexOf(false), isCovered.lastIndexOf(false)];
      if (first < 0) return [];
      return [{ kind, text: words.length <= minShown ? text : words.slice(first, last + 1).join(' ') }];
    });
    // A theme can show all categories and tags beside a page.
    const isCovered = theme.covers(around, new Set([...facts, ...terms]));
    const ownWords = around.filter((_, at) => !isCovered[at]);
    const saysMore = ownWords.length >= Math.max(minOwn, ownFactor * length);
    if (saysMore) differences.unshift({ kind: 'lost', text: ownWords.join(' ') });
    return { source: entry.source, differences, isOther: isOther || saysMore };
  };
}

const termsOf = ({ categories, tags }: Article): string[] => [...categories, ...tags];

/** The pairs of words that a theme may show around a text: its title, terms, description and headings. */
function factsOf(entry: Entry, headings: readonly string[] = []): Set<number> {
  const facts = entry.layout === 'post' ? [...termsOf(entry), entry.description] : [];
  return new Set([entry.title, ...facts, headings.join(' ')].flatMap((text) => pairsOf(wordsIn(text))));
}
