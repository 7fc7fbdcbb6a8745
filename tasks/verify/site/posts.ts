// The JSON of each article, read and parsed once for all rules, without the text of the article.
import { createHash } from 'node:crypto';
import { postJsonPath } from '#pdc/site/paths';
import { remember } from '#pdc/remember';
import type { Files } from './files.ts';

type PublishedPost = {
  /** The parsed JSON with its keys in order; `content` is replaced by an empty text. */
  readonly document: Readonly<Record<string, unknown>>;
  readonly content?: Content;
};

/** Digest, length and beginning of the text. */
export type Content = { readonly length: number; readonly digest: string; readonly start: string };

const postsOf = remember((_files: Files) => new Map<string, Promise<PublishedPost | undefined>>());

/** The JSON of an article. Undefined if the file is missing or contains no object, which other rules report. */
export function readPost(files: Files, slug: string): Promise<PublishedPost | undefined> {
  const posts = postsOf(files);
  const reading = posts.get(slug) ?? files.json(postJsonPath(slug)).then(toPost);
  posts.set(slug, reading);
  return reading;
}

function toPost(value: unknown): PublishedPost | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { content } = value as { content?: unknown };
  if (typeof content !== 'string') return { document: value as PublishedPost['document'] };
  return { document: { ...value, content: '' }, content: toContent(Buffer.from(content)) };
}

export const toContent = (bytes: Uint8Array): Content => ({
  length: bytes.length,
  digest: digestOf(bytes),
  start: Buffer.from(bytes.subarray(0, 4000)).toString(),
});

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64');
