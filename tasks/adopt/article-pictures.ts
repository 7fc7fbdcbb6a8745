// Finds the pictures that articles name: static files, files beside the article, and pictures of the theme.
import { decodeWhole } from '#pdc/text/decode';
import type { Blog, Move } from './blog.ts';
import type { Folder } from './blog-folder.ts';
import { withSlashes } from './foreign/backslashes.ts';

/**
 * `find` returns the new path of a picture, if it is known. `used` returns the pictures of the theme that were found,
 * and must be copied.
 */
export function createPictures(
  folder: Folder,
  { statics, themeFolders = [] }: Blog,
  attachments: readonly Move[],
): { find: (name: string, move: Move) => string | undefined; used: () => readonly Move[] } {
  const staticPaths = new Set(statics.map(({ to }) => `/${to}`));
  const attachmentPaths = new Set(attachments.map(({ to }) => to));
  const byAddress = inContent(attachments);
  const themeMoves = new Map<string, Move>();
  return {
    used: () => [...themeMoves.values()],
    find(name, { to }) {
      if (/^https?:\/\//.test(name)) return name;
      if (/^[a-z]+:|^\/\//i.test(name)) return undefined;
      const bare = decodeWhole(withSlashes(name.trim()).replace(/[?#].*$/, ''));
      if (bare.split(/[\\/]/).includes('..')) return undefined;
      const site = `/${bare.replace(/^\.?\/+/, '')}`;
      if (staticPaths.has(site) || themeMoves.has(site)) return site;
      const articleFolder = `${to.replace(/(?:\/index)?\.md$/, '')}/`;
      if (attachmentPaths.has(articleFolder + bare)) return bare;
      const moved = byAddress.get(site)?.to;
      if (moved?.startsWith(articleFolder)) return moved.slice(articleFolder.length);
      const theme = themeFolders.find((themeFolder) => folder.has(`${themeFolder}${site}`));
      if (theme === undefined || !/\.(?:png|jpe?g|gif|webp|avif)$/i.test(site)) return undefined;
      themeMoves.set(site, { from: `${theme}${site}`, to: site.slice(1) });
      return site;
    },
  };
}

/** Files beside articles, by their address in Hugo, which is their path in `content/`. */
export const inContent = (attachments: readonly Move[]): Moves =>
  new Map(attachments.map((move) => [move.from.replace(/^content(?=\/)/, ''), move]));

type Moves = ReadonlyMap<string, Move>;
