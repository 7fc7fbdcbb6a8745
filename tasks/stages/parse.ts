// A Markdown file becomes a candidate: an article or a page, with every defect of its own.
import type Vinyl from 'vinyl';
import { toArticle, toPage } from '#pdc/article';
import type { Article, Page, Source } from '#pdc/article';
import { toDefects, top } from '#pdc/defect';
import type { Defect, Finding } from '#pdc/defect';
import { readFrontMatter } from '#pdc/front-matter';
import type { Candidate } from '#pdc/library';
import type { Site } from '#pdc/site';
import { decodeUtf8, notUtf8 } from '#pdc/utf8';
import { stage } from './stage.ts';

export type Parsed = { readonly candidate?: Candidate; readonly defects: readonly Defect[] };

/** Spares parsing what was parsed before: gives what is known of a file, or what `parseNow` makes of it. */
export type Recall = (file: Vinyl.BufferFile, parseNow: () => Parsed) => Parsed;

export type ParseOptions = {
  readonly site: Site;
  readonly lenient: boolean;
  /** The path of a file as messages name it. */
  readonly nameOf: (file: Vinyl) => string;
  readonly recall?: Recall | undefined;
};

/** A Vinyl with bytes in, the same with `parsed` out. */
export function parse({ recall = (_file, parseNow) => parseNow(), ...options }: ParseOptions): NodeJS.ReadWriteStream {
  return stage(function parse(file: Vinyl): SourceFile {
    // A folder may be called "notes.md".
    const parsed = file.isBuffer() ? recall(file, () => parseFile(file, options)) : { defects: [] };
    return Object.assign(file, { parsed });
  });
}

/** A file of the content folder, and what it says. */
export type SourceFile = Vinyl & { readonly parsed: Parsed };

function parseFile(file: Vinyl.BufferFile, { nameOf, ...options }: Omit<ParseOptions, 'recall'>): Parsed {
  const source = file.relative.replaceAll('\\', '/');
  return parseBytes(file.contents, { ...options, file: nameOf(file), source });
}

function parseBytes(
  bytes: Uint8Array,
  { site, lenient, file, source }: { site: Site; lenient: boolean; file: string; source: string },
): Parsed {
  const toOwnDefects = (findings: readonly Finding[]): Defect[] =>
    toDefects(findings, { file, settings: site.rules, lenient });
  const text = decodeUtf8(bytes);
  if (text === undefined) return { defects: toOwnDefects([{ rule: 'front-matter', place: top, message: notUtf8 }]) };
  const frontMatter = readFrontMatter(text);
  if ('findings' in frontMatter) return { defects: toOwnDefects(frontMatter.findings) };

  const { entry, findings } = toEntry({ file, source, frontMatter, site });
  return { candidate: { entry, defects: toOwnDefects(findings) }, defects: [] };
}

/** `pages/*.md` are pages, everything else is an article (contract section 2). */
function toEntry(source: Source): { entry: Article | Page; findings: readonly Finding[] } {
  if (/^pages\/[^/]+$/.test(source.source)) {
    const { page, findings } = toPage(source);
    return { entry: page, findings };
  }
  const { article, findings } = toArticle(source);
  return { entry: article, findings };
}
