// Suggests an alias for each renamed article, which keeps the old address working.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeWhole } from '#pdc/text/decode';
import { findRenames } from '#pdc/library/renamed-articles';
import type { OldPost } from '#pdc/library/renamed-articles';
import { message, textOf } from '#pdc/words/message';
import { indexJsonPath } from '#pdc/site/paths';
import type { Edition } from '../flow/edition.ts';

/** A line for each renamed article. */
export function tellRenames(old: readonly OldPost[], { library, redirects }: Edition): string {
  return findRenames(old, library, redirects)
    .map(({ article, from }) => {
      const entry = `aliases: ${JSON.stringify([...article.aliases, from])}`;
      const offer = message('fileRenamed', { file: library.nameOf(article.source), from, entry });
      return `${textOf(offer, library.site.language)}\n`;
    })
    .join('');
}

/** The articles of the last build, from its index; empty if the index cannot be read. */
export function readOldPosts(dest: string): OldPost[] {
  try {
    const { url, posts } = JSON.parse(readFileSync(path.join(dest, indexJsonPath), 'utf8')) as Index;
    return posts.map((post) => ({
      title: post.title,
      day: post.date,
      path: decodeWhole(post.url.slice(url.length)),
    }));
  } catch {
    return [];
  }
}

type Index = {
  readonly url: string;
  readonly posts: readonly { readonly title: string; readonly date: string; readonly url: string }[];
};
