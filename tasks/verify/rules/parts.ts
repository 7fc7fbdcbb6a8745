// Rule `parts`: merged documents that outgrow agents are also offered in parts, which make the whole.
import { categoryMdPath, digestsPath, llmsFullPath, partPath } from '#pdc/paths';
import { longestPart } from '#pdc/endpoints/parts';
import { eachOf } from '../site/files.ts';
import type { Flaw } from '../site/finding.ts';
import type { Published } from '../site/published.ts';

export async function checkParts({ files, categories }: Published): Promise<Flaw[]> {
  const listed = new Set(Object.keys(((await files.json(digestsPath)) ?? {}) as object));
  return eachOf([llmsFullPath, ...categories.map(categoryMdPath)], async (path) => {
    const whole = await files.text(path);
    if (whole === undefined) return [];
    const flaw = (message: string): Flaw[] => [{ path, message: `${message}: build again` }];
    const parts: string[] = [];
    for (let part = 1; listed.has(partPath(path, part)); part += 1) {
      const text = await files.text(partPath(path, part));
      if (text === undefined) return []; // rule `digests` tells
      parts.push(text);
    }
    if (parts.length === 0)
      return whole.length > longestPart && countArticles(whole) > 1
        ? flaw(`has ${whole.length} characters, more than most agents take in at once, and is not offered in parts`)
        : [];
    const large = parts.findIndex((text) => text.length > longestPart && countArticles(text) > 1);
    if (large !== -1)
      return flaw(
        `its part ${partPath(path, large + 1)} has ${parts[large]!.length} characters: at most ${longestPart} are useful`,
      );
    return parts.map(articlesIn).join('\n') === articlesIn(whole)
      ? []
      : flaw(`its parts ${partPath(path, 1)} to ${parts.length} do not make the whole`);
  });
}

const opening = /^---\n\n# .*\n\nDate: /gm;
const countArticles = (text: string): number => text.match(opening)?.length ?? 0;

/** All from the first article on. */
const articlesIn = (text: string): string => text.slice(text.search(opening));
