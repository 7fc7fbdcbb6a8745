// The pictures that articles name: static files, files beside them, or files of the theme, which are copied.
import { decodeWhole } from '#pdc/text/decode';
import type { Blog, Move } from './blog.ts';
import type { Folder } from './blog-folder.ts';
import { withSlashes } from './foreign/backslashes.ts';

/** Finds the pictures that articles name: static files, files beside them, or files of the theme, which are copied. */
export function createPictures(
  folder: Folder,
  { statics, themeFolders = [] }: Blog,
  attachments: readonly Move[],
): { find: (name: string, move: Move) => string | undefined; used: () => readonly Move[] } {
  const known = new Set(statics.map(({ to }) => `/${to}`));
  const beside = new Set(attachments.map(({ to }) => to));
  const byAddress = inContent(attachments);
  const taken = new Map<string, Move>();
  return {
    used: () => [...taken.values()],
    find(name, { to }) {
      if (/^https?:\/\//.test(name)) return name;
      if (/^[a-z]+:|^\/\//i.test(name)) return undefined;
      const bare = decodeWhole(withSlashes(name.trim()).replace(/[?#].*$/, ''));
      if (bare.split(/[\\/]/).includes('..')) return undefined;
      const site = `/${bare.replace(/^\.?\/+/, '')}`;
      if (known.has(site) || taken.has(site)) return site;
      const own = `${to.replace(/(?:\/index)?\.md$/, '')}/`;
      if (beside.has(own + bare)) return bare;
      const moved = byAddress.get(site)?.to;
      if (moved?.startsWith(own)) return moved.slice(own.length);
      const theme = themeFolders.find((each) => folder.has(`${each}${site}`));
      if (theme === undefined || !/\.(?:png|jpe?g|gif|webp|avif)$/i.test(site)) return undefined;
      taken.set(site, { from: `${theme}${site}`, to: site.slice(1) });
      return site;
    },
  };
}

/** Files beside articles by their address in Hugo, which is their path in `content/`. */
export const inContent = (attachments: readonly Move[]): Moves =>
  new Map(attachments.map((move) => [move.from.replace(/^content(?=\/)/, ''), move]));

type Moves = ReadonlyMap<string, Move>;
