// A Markdown file becomes a candidate: an article or a page, with every defect of its own.
import type Vinyl from 'vinyl';
import { isLocked, toArticle, toPage } from '#pdc/article/article';
import type { Article, Page } from '#pdc/article/article';
import type { Source } from '#pdc/article/fields';
import { toDefects, top } from '#pdc/words/defect';
import type { Defect, Finding } from '#pdc/words/defect';
import { readFrontMatter } from '#pdc/article/front-matter';
import type { FrontMatter } from '#pdc/article/front-matter';
import type { Candidate } from '#pdc/library/library';
import { message } from '#pdc/words/message';
import type { Site } from '#pdc/site/site';
import { decodeUtf8 } from '#pdc/text/utf8';
import { stage } from './stage.ts';

export type Parsed = {
  readonly candidate?: Candidate;
  readonly defects: readonly Defect[];
  /** A lenient build translated it: what is known of it does not follow from the text of its file alone. */
  readonly isTranslated?: true;
  /** The stamp of a locked article's file as it was read. Unset where other things than the file affect the article. */
  readonly stamp?: string | undefined;
};

/** Spares parsing what was parsed before: gives what is known of a file, or what `parseNow` makes of it. */
export type Recall = (file: Vinyl.BufferFile, parseNow: () => Parsed) => Parsed;

export type ParseOptions = {
  readonly site: Site;
  readonly lenient: boolean;
  /** The bytes of a file, by its path. Throws an error with a code. */
  readonly read: (file: string) => Buffer;
  /** A text that changes when the file does; undefined while the file is too young to tell. */
  readonly stampOf?: (file: string) => string | undefined;
  /** The path of a file as messages name it. */
  readonly nameOf: (file: Vinyl) => string;
  readonly recall?: Recall | undefined;
  /** Reads what other engines wrote; without it a file is read as ours alone. */
  readonly translate?: Translate | undefined;
};

/** A text of another engine as one of ours would be, given its path below the content folder. */
export type Translate = (
  text: string,
  context: { readonly source: string; readonly site: Site },
) => ReadFile | UnreadFile;

/** A Vinyl of a file in, the same with bytes and `parsed` out. */
export function parse({ recall = (_file, parseNow) => parseNow(), ...options }: ParseOptions): NodeJS.ReadWriteStream {
  return stage(function parse(file: Vinyl): SourceFile {
    const code = file.contents === null ? fill(file, options) : undefined;
    if (file.isBuffer()) return Object.assign(file, { parsed: recall(file, () => parseFile(file, options)) });
    // A folder may be called "notes.md".
    return Object.assign(file, { parsed: code === 'EISDIR' ? undefined : unread(file, code, options) });
  });
}

/** Reads a file: one call costs half of what gulp's own reading does. Tells the code of what hinders it. */
function fill(file: Vinyl, { read }: Pick<ParseOptions, 'read'>): string | undefined {
  try {
    file.contents = read(file.path);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}

function unread(file: Vinyl, code: string | undefined, { nameOf, site, lenient }: ParseOptions): Parsed {
  const reason = message('unreadable', { code: code ?? 'unknown' });
  const finding = { rule: 'front-matter', place: top, message: reason } as const;
  return { defects: toDefects([finding], { file: nameOf(file), settings: site.rules, lenient }) };
}

/** A file of the content folder, and what it says; a folder says nothing. */
export type SourceFile = Vinyl & { readonly parsed: Parsed | undefined };

function parseFile(file: Vinyl.BufferFile, { nameOf, stampOf, ...options }: Omit<ParseOptions, 'recall'>): Parsed {
  const source = file.relative.replaceAll('\\', '/');
  const parsed = parseBytes(file.contents, { ...options, file: nameOf(file), source });
  // Whoever writes the file between the reading and this leaves it too young for a stamp.
  const isStamped = parsed.candidate && isLocked(parsed.candidate.entry) && !parsed.isTranslated;
  return isStamped ? { ...parsed, stamp: stampOf?.(file.path) } : parsed;
}

type ParseContext = Pick<ParseOptions, 'site' | 'lenient' | 'translate'> & { file: string; source: string };

function parseBytes(bytes: Uint8Array, { site, lenient, file, source, translate }: ParseContext): Parsed {
  const toOwnDefects = (findings: readonly Finding[]): Defect[] =>
    toDefects(findings, { file, settings: site.rules, lenient });
  const text = decodeUtf8(bytes);
  if (text === undefined)
    return { defects: toOwnDefects([{ rule: 'front-matter', place: top, message: message('notUtf8') }]) };
  const read = translate ? translate(text, { source, site }) : readStrictly(text);
  const { frontMatter, isTranslated = false } = read;
  if (!frontMatter) return { defects: toOwnDefects(read.findings) };

  const { entry, findings } = toEntry({ source, frontMatter, site });
  return {
    candidate: { entry, defects: toOwnDefects([...read.findings, ...findings]), placeOf: frontMatter.findPlace },
    defects: [],
    ...(isTranslated && { isTranslated }),
  };
}

type ReadFile = {
  readonly frontMatter: FrontMatter;
  readonly findings: readonly Finding[];
  readonly isTranslated: boolean;
};

type UnreadFile = {
  readonly findings: readonly Finding[];
  readonly frontMatter?: undefined;
  readonly isTranslated?: false;
};

function readStrictly(text: string): ReadFile | UnreadFile {
  const frontMatter = readFrontMatter(text);
  return 'findings' in frontMatter ? frontMatter : { frontMatter, findings: [], isTranslated: false };
}

/** `pages/*.md` are pages, everything else is an article (static/pdc-protocol.md section 4). */
function toEntry(source: Source): { entry: Article | Page; findings: readonly Finding[] } {
  if (/^pages\/[^/]+$/.test(source.source)) {
    const { page, findings } = toPage(source);
    return { entry: page, findings };
  }
  const { article, findings } = toArticle(source);
  return { entry: article, findings };
}
