// Reads the files that belong to the whole site: `_site.yml`, `_site.js`, the list of friends and `_redirects`.
import path from 'node:path';
import type { Library } from '#pdc/library/library';
import { readRedirects, redirectsFile } from '#pdc/library/redirects-file';
import type { Redirect } from '#pdc/library/redirects-file';
import { friendsFile, isFriendsPage, readFriends } from '#pdc/site/friends';
import { defaultSite, readSite, withUrl } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { siteLinkDefects } from '#pdc/site/site-link-check';
import { top } from '#pdc/words/defect';
import type { Defect } from '#pdc/words/defect';
import { message } from '#pdc/words/message';
import type { Reach } from '../files/reach.ts';
import { nameOf } from '../settings/settings.ts';
import type { ReadOptions } from './edition.ts';
import { loadFunctions } from './site-functions.ts';

type WithReach = { readonly reach: Reach };

/** Reads `_site.yml`, the friends and the functions of `_site.js`. */
export async function readSiteFiles({
  content,
  baseUrl,
  reach,
  functions: mode,
  localSite = (site) => site,
}: ReadOptions & WithReach): Promise<{ site: Site; defects: Defect[] }> {
  const file = path.join(content, '_site.yml');
  const bytes = reach.readIfThere(file);
  const { site, defects } = bytes ? readSite(bytes, nameOf(file)) : { site: defaultSite, defects: [] };
  const { functions, defects: functionDefects } =
    mode === 'off' ? { defects: [] } : await loadFunctions(content, reach);
  const friends = readFriendsFile(content, reach);
  const completeSite = {
    ...(baseUrl === undefined ? site : withUrl(site, baseUrl)),
    ...(friends && { friends: friends.friends }),
    ...(functions && { functions }),
  };
  return {
    site: Object.freeze(localSite(completeSite)),
    defects: [...defects, ...(friends?.defects ?? []), ...functionDefects],
  };
}

function readFriendsFile(content: string, reach: Reach): ReturnType<typeof readFriends> | undefined {
  const file = path.join(content, friendsFile);
  const bytes = reach.readIfThere(file);
  return bytes && readFriends(bytes, nameOf(file));
}

/** Warns if there is a list of friends and no page shows it. */
export function checkFriendsShown(content: string, { site, pages }: Library): Defect[] {
  if (!site.friends || pages.some(({ slug }) => isFriendsPage(slug))) return [];
  const file = nameOf(path.join(content, friendsFile));
  return [{ file, ...top, severity: 'warn', rule: 'site', message: message('friendsUnshown') }];
}

/** Reports the paths in `_site.yml` that lead to no file. */
export function checkSiteLinks(
  content: string,
  { site, isReachable, reach }: WithReach & { site: Site; isReachable: (path: string) => boolean },
): Defect[] {
  const file = path.join(content, '_site.yml');
  const bytes = reach.readIfThere(file);
  return bytes ? siteLinkDefects(bytes, { site, leads: isReachable, file: nameOf(file) }) : [];
}

/** Reads `_redirects`. `file` is its name in messages. */
export function readRedirectsFile(
  content: string,
  { site, reach }: WithReach & { site: Site },
): { file: string; redirects: readonly Redirect[]; defects: Defect[] } {
  const file = path.join(content, redirectsFile);
  const name = nameOf(file);
  const bytes = reach.readIfThere(file);
  if (!bytes) return { file: name, redirects: [], defects: [] };
  return { file: name, ...readRedirects(bytes.toString(), { file: name, site }) };
}
