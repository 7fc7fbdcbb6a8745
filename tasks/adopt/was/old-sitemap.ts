// Decides what becomes of the addresses of a sitemap. An address is kept if the new site has it. It is redirected if
// the settings or the last part of the address identify exactly one text.
import { pathOf } from '#pdc/library/addresses';
import { toStem } from '#pdc/site/file-name';
import { message } from '#pdc/words/message';
import { fileOf } from '../../flow/branches/human.ts';
import { aliasesOf, oldAddresses, isSame, resolve } from '../address-plan.ts';
import type { Addresses, Pair } from '../address-plan.ts';
import { lastOf } from '../old-addresses.ts';
import { asRedirect } from './published-site.ts';
import type { PublishedSitemap } from './published-site.ts';
import type { OldSiteInput } from './old-pages.ts';

type SitemapInput = Omit<OldSiteInput, 'published' | 'texts' | 'folder'> & { readonly published: PublishedSitemap };

/** A sitemap proves that an address existed, but nothing about its text. */
export function followSitemap(input: SitemapInput): Addresses {
  const { published, blog, plan, library, claims } = input;
  const stated = new Map(oldAddresses({ blog, plan }).map(({ from, to }) => [from, to]));
  const byLastPart = uniqueLastParts(input);
  // The pages of aliases are made last, like redirects, so `claims` does not contain them yet.
  const aliases = new Map([...aliasesOf(library)].map(([alias, path]) => [fileOf(alias), path]));
  const redirects: Pair[] = [];
  const lost: Addresses['lost'][number][] = [];
  let keptCount = 0;
  for (const address of published.addresses) {
    const old = stated.get(address);
    const target = (old && resolve(old, { library, claims })) ?? byLastPart.get(lastPartOf(address));
    const from = asRedirect(address);
    const isClaimed = claims.has(address) || claims.has(fileOf(address));
    const answer = isClaimed ? address : aliases.get(fileOf(from ?? address));
    if (answer !== undefined && old && 'source' in old && target !== undefined && !isSame(answer, target))
      lost.push({ from: address, why: message('addressOfAnother', { path: target }) });
    else if (answer !== undefined) keptCount += 1;
    else if (target === undefined || from === undefined) lost.push({ from: address, why: message('wasNotInSettings') });
    else redirects.push({ from, to: target });
  }
  const absent = published.absent.map((from) => ({ from, why: message('wasSitemapAbsent') }));
  return { all: published.addresses.length, keptCount, redirects, lost: [...lost, ...absent] };
}

/**
 * The target for the last part of an old address, if exactly one text has that name: as its new slug, or as the name of
 * its old file.
 */
function uniqueLastParts({ plan, library }: Pick<SitemapInput, 'plan' | 'library'>): ReadonlyMap<string, string> {
  const fromOf = new Map(plan.content.map(({ from, to }) => [to, from]));
  const targets = new Map<string, string | undefined>();
  for (const entry of [...library.articles, ...library.pages]) {
    const target = pathOf(library.site, entry);
    const file = toStem(fromOf.get(entry.source) ?? entry.source).replace(/^\d{4}-\d{2}-\d{2}-/, '');
    for (const name of new Set([entry.slug, file].map((name) => name.normalize('NFC').toLowerCase())))
      targets.set(name, targets.has(name) ? undefined : target);
  }
  return new Map([...targets].filter((row): row is [string, string] => row[1] !== undefined));
}

const lastPartOf = (address: string): string => lastOf(address.replace(/\/$|\.html?$/g, '')).toLowerCase();
