// Merged documents: as one file, and also in parts if that file is too long for agents (protocol sections 8 and 8.3).
import type { PublicArticle } from '../article/article.ts';
import { joinSegments, oneLine, pausePoint } from '../text/document.ts';
import type { Output } from '../text/document.ts';
import { partPath, postPath, toAbsolute } from '../site/paths.ts';
import { bodyOf, sizeOf } from './posts.ts';
import { proseOf } from '../words/prose.ts';
import { remember } from '../remember.ts';
import type { Site } from '../site/site.ts';
import { measure, sum, tokensOf } from '../text/tokens.ts';
import type { Size } from '../text/tokens.ts';

/**
 * Most agents cut off a file after this many characters. We count UTF-16 code units, because a count of code points is
 * never larger.
 */
export const maxPart = 50_000;

export type Merged = {
  readonly path: string;
  /** The segments at the beginning of the document. */
  readonly head: readonly string[];
  readonly articles: readonly PublicArticle[];
};

/**
 * Yields the whole document, then its parts if it has any. The files are yielded one at a time, because they are large:
 * they may contain all articles. The document is made as bytes, because fifty thousand articles do not fit into a
 * string. The parts are cut from these bytes.
 */
export function* mergedFiles({ path, head, articles }: Merged, site: Site): Generator<Output | undefined> {
  const { merged } = proseOf(site);
  const texts = articles.map((article) => toText(article, site));
  const opening = (lines: readonly string[], followingTexts: readonly Text[]): string =>
    `${joinSegments(lines)}${followingTexts.length > 0 ? '\n' : ''}`;

  const fullLead = opening(head, texts);
  const fullLeadSize = measure(fullLead);
  const sizes = [fullLeadSize, ...texts.map(({ size }) => size)];
  const fullContents = yield* encode(
    [fullLead, ...texts.flatMap(({ pieces }, index) => (index === 0 ? pieces : ['\n', ...pieces]))],
    {
      bytes: sum(sizes).bytes + Math.max(0, texts.length - 1),
    },
  );
  yield { path, contents: fullContents, tokens: tokensOfAll(sizes) };

  const parts = splitIntoParts(texts);
  let start = fullLeadSize.bytes;
  for (const [index, partTexts] of parts.entries()) {
    const place = [
      merged.part({ number: index + 1, count: parts.length }),
      ...(index + 1 < parts.length ? [merged.next({ address: toAbsolute(site, partPath(path, index + 2)) })] : []),
      merged.whole({ address: toAbsolute(site, path) }),
    ];
    const lead = opening([...head, place.join(' | ')], partTexts);
    const leadSize = measure(lead);
    const partSizes = partTexts.map(({ size }) => size);
    const end = start + sum(partSizes).bytes + partTexts.length - 1;
    const contents = new Uint8Array(leadSize.bytes + end - start);
    encodeInto(lead, contents);
    contents.set(fullContents.subarray(start, end), leadSize.bytes);
    yield { path: partPath(path, index + 1), contents, tokens: tokensOfAll([leadSize, ...partSizes]) };
    start = end + 1;
  }
}

/** The number of parts of a merged document of these articles; 0 if one part is enough. */
export const countParts = (articles: readonly PublicArticle[], site: Site): number =>
  splitIntoParts(articles.map((article) => toText(article, site))).length;

/**
 * Splits articles into parts, in order, with as many articles in a part as fit. An article that is too long for a part
 * is a part by itself. Empty if one part is enough.
 */
function splitIntoParts(texts: readonly Text[]): Text[][] {
  // The length of an article, plus 1 for the line feed before it and 1 to spare.
  const lengthOf = ({ size }: Text): number => size.length + 2;
  if (texts.reduce((all, text) => all + lengthOf(text), headRoom) <= maxPart) return [];
  const parts: Text[][] = [];
  let part: Text[] = [];
  let room = 0;
  for (const text of texts) {
    const length = lengthOf(text);
    if (length > room) {
      part = [];
      parts.push(part);
      room = maxPart - headRoom;
    }
    part.push(text);
    room -= length;
  }
  return parts.length > 1 ? parts : [];
}

/** Characters reserved for the start of a part: name, description and three addresses. */
const headRoom = 2_000;

/** The text of one article within a merged document, ending with a line feed, and the size of this text. */
type Text = { readonly pieces: readonly string[]; readonly size: Size };

/**
 * A horizontal rule, the article's title, a line of metadata, and its body. Cached, because an article is in several
 * documents, which are made again after every save.
 */
const toText = remember((article: PublicArticle, site: Site): Text => {
  const facts = [
    `Date: ${article.date.day}`,
    `Tags: ${article.tags.map(oneLine).join(', ')}`,
    `URL: ${toAbsolute(site, postPath(site, article))}`,
  ];
  const head = `${['---', `# ${oneLine(article.title)}`, facts.join(' | ')].join('\n\n')}\n\n`;
  const body = bodyOf(article);
  const last = body.endsWith('\n') ? '' : '\n';
  return { pieces: [head, body, last], size: sum([measure(head), sizeOf(article), measure(last)]) };
});

// --- bytes

const encoder = new TextEncoder();

function* encode(pieces: readonly string[], { bytes }: Pick<Size, 'bytes'>): Generator<undefined, Uint8Array> {
  const target = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    yield pausePoint;
    at += encodeInto(piece, target.subarray(at));
  }
  return target;
}

/** Encodes a text, and returns the number of bytes. Throws if it does not fit instead of cutting it off silently. */
function encodeInto(text: string, target: Uint8Array): number {
  const { read: unitsRead, written: bytesWritten } = encoder.encodeInto(text, target);
  if (unitsRead !== text.length)
    throw new Error(`${text.length - unitsRead} characters of a merged document do not fit`);
  return bytesWritten;
}

/** The tokens of joined texts, with the line feeds between them. */
const tokensOfAll = (sizes: readonly Size[]): number => {
  const { length, wide } = sum(sizes);
  return tokensOf({ length: length + Math.max(0, sizes.length - 2), wide });
};
