// Parses a Markdown file to an article or a page, and finds the defects of the file.
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
  /** A lenient build translated the file, so the result depends on more than the file. */
  readonly isTranslated?: true;
  /** The stamp of a locked article's file when it was read. Unset if the article depends on more than the file. */
  readonly stamp?: string | undefined;
};

/** A cache of parsed files: returns the cached result for a file, or calls `parseNow`. */
export type ParseCache = (file: Vinyl.BufferFile, parseNow: () => Parsed) => Parsed;

export type ParseOptions = {
  readonly site: Site;
  readonly lenient: boolean;
  /** Reads a file. Throws an error with a code. */
  readonly read: (file: string) => Buffer;
  /** Returns a text that changes when the file changes; undefined if the file is too new. */
  readonly stampOf?: (file: string) => string | undefined;
  /** The path of a file as messages name it. */
  readonly nameOf: (file: Vinyl) => string;
  readonly cache?: ParseCache | undefined;
  /** Reads files of other engines. Without it, all files must be in our format. */
  readonly translate?: Translate | undefined;
};

/** Translates a text of another engine to our format. `source` is its path below the content folder. */
export type Translate = (
  text: string,
  context: { readonly source: string; readonly site: Site },
) => ReadFile | UnreadFile;

/** A stage that takes Vinyl files and adds their bytes and `parsed`. */
export function parse({ cache = (_file, parseNow) => parseNow(), ...options }: ParseOptions): NodeJS.ReadWriteStream {
  return stage(function parse(file: Vinyl): SourceFile {
    const code = file.contents === null ? fill(file, options) : undefined;
    if (file.isBuffer()) return Object.assign(file, { parsed: cache(file, () => parseFile(file, options)) });
    // A folder can have a name such as "notes.md".
    return Object.assign(file, { parsed: code === 'EISDIR' ? undefined : unread(file, code, options) });
  });
}

/** Reads a file; returns the error code on failure. One synchronous call takes half the time of gulp's reading. */
function fill(file: Vinyl, { read: readBytes }: Pick<ParseOptions, 'read'>): string | undefined {
  try {
    file.contents = readBytes(file.path);
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

/** A file of the content folder, parsed. `parsed` is undefined for a folder. */
export type SourceFile = Vinyl & { readonly parsed: Parsed | undefined };

function parseFile(file: Vinyl.BufferFile, { nameOf, stampOf, ...options }: Omit<ParseOptions, 'cache'>): Parsed {
  const source = file.relative.replaceAll('\\', '/');
  const parsed = parseBytes(file.contents, { ...options, file: nameOf(file), source });
  // If the file was written after it was read, it is now too new for a stamp.
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
  const readFile = translate ? translate(text, { source, site }) : readStrictly(text);
  const { frontMatter, isTranslated = false } = readFile;
  if (!frontMatter) return { defects: toOwnDefects(readFile.findings) };

  const { entry, findings } = toEntry({ source, frontMatter, site });
  return {
    candidate: { entry, defects: toOwnDefects([...readFile.findings, ...findings]), placeOf: frontMatter.findPlace },
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
