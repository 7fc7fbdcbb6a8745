// Decides what becomes of every address of the old output folder. It looks at the contents of the pages, and does not
// rely on the conventions of an engine.
import { pathOf } from '#pdc/library/addresses';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { feedPath } from '#pdc/site/paths';
import type { Claims } from '../../flow/checks/claims.ts';
import { fileOf } from '../../flow/branches/human.ts';
import { aliasesOf, isSame, resolve } from '../address-plan.ts';
import type { Addresses, Pair } from '../address-plan.ts';
import { lastOf } from '../old-addresses.ts';
import { asRedirect } from './published-site.ts';
import type { OldFile } from './published-site.ts';
import { readOldPages, resolveLink } from './old-pages.ts';
import type { OldSiteInput, Reading, TextReport } from './old-pages.ts';

/** The treatment of a file of the old folder. */
type Fate =
  | { readonly kind: 'redirect' | 'list' | 'feed'; readonly to: string }
  | { readonly kind: 'kept' | 'copy' | 'theme' }
  | { readonly kind: 'lost'; readonly why: Message };

type OldSite = {
  readonly addresses: Addresses;
  readonly texts: TextReport;
  /** Files to copy: from the old folder, to a path below `static/`. */
  readonly copies: readonly OldFile[];
};

export function followOldSite(input: OldSiteInput): OldSite {
  const reading = readOldPages(input);
  const fates = new Map<OldFile, Fate>();
  for (const page of input.published.pages) fates.set(page, fateOfPage(page, reading, input));
  const sources = sourceFiles(input);
  for (const file of input.published.otherFiles) fates.set(file, fateOfFile(file, { ...input, reading, sources }));
  leadNumbered(fates, input);
  const copies = [...fates].flatMap(([file, { kind }]) => (kind === 'copy' ? [file] : []));
  return { addresses: toAddresses(fates), texts: reading.texts, copies };
}

function fateOfPage({ file, address }: OldFile, reading: Reading, input: OldSiteInput, depth = 0): Fate {
  const { published, folder, plan, library, claims } = input;
  const isEntry = [...library.articles, ...library.pages].some((entry) => isSame(pathOf(library.site, entry), address));
  // Our home page and other lists replace the lists of the old site, even if the old lists show whole texts.
  if (answers(claims, address) && !isEntry) return { kind: 'kept' };
  const match = reading.matches.get(address);
  if (match) {
    const source = plan.content.find(({ to }) => to === match.source)?.from;
    // The new list of friends is not a file in the blog.
    const isOlder =
      source !== undefined && folder.has(source) && published.folder.changed(file) < folder.changed(source);
    if (isOlder && match.differences.length > 0) return lost(message('wasOlder', { file: source }));
    if (match.isOther) return lost(message('wasOtherText'));
    const target = library.pathBySource.get(match.source);
    return target === undefined ? lost(message('addressUnpublished')) : leadTo(target, address, input);
  }
  const draft = reading.unpublished.get(address);
  if (draft !== undefined) return lost(message('wasUnpublished', { file: draft }));
  const alias = reading.aliases.get(address);
  const next = alias === undefined ? undefined : resolveLink(alias, { address, site: input.blog.facts.url });
  if (next !== undefined && depth < maxAliases) {
    const page = published.pages.find((oldPage) => isSame(oldPage.address, next));
    const fate = page && fateOfPage(page, reading, input, depth + 1);
    if (fate?.kind === 'kept') return leadTo(next, address, input);
    if (fate?.kind === 'redirect') return leadTo(fate.to, address, input);
    if (fate) return fate;
  }
  if (isEntry) return lost(message('wasOtherText'));
  return (
    fateOfList(address, reading, input) ?? lost(message(alias === undefined ? 'wasWithoutSource' : 'wasAliasOfNothing'))
  );
}

/** The longest chain of aliases that is followed. */
const maxAliases = 5;

const lost = (why: Message): Fate => ({ kind: 'lost', why });

const answers = (claims: Claims, address: string): boolean => claims.has(address) || claims.has(fileOf(address));

function leadTo(target: string, address: string, { library, claims }: Pick<OldSiteInput, 'library' | 'claims'>): Fate {
  const aliases = aliasesOf(library);
  const isAlias = [address, address.replace(/\/$/, '')].some((alias) => aliases.get(alias) === target);
  if (isSame(address, target) || isAlias) return { kind: 'kept' };
  if (answers(claims, address)) return lost(message('addressOfAnother', { path: target }));
  return { kind: 'redirect', to: target };
}

/**
 * Redirects a list of articles that the settings name. Its target is the same list on the new site, or a more general
 * list if the new site does not have it.
 */
function fateOfList(
  address: string,
  { stated }: Reading,
  { library, claims }: Pick<OldSiteInput, 'library' | 'claims'>,
): Fate | undefined {
  const list = stated.get(address);
  if (list === undefined || 'source' in list || 'gone' in list) return undefined;
  const target = resolve(list, { library, claims });
  return target === undefined ? undefined : { kind: 'list', to: target };
}

/** Redirects each further page of a list to the new address of the first page. */
function leadNumbered(fates: Map<OldFile, Fate>, { claims }: OldSiteInput): void {
  const byAddress = new Map([...fates].map(([{ address }, fate]) => [address, fate]));
  for (const [page, fate] of fates) {
    const [, first] = /^(.*?\/)(?:page\/?)?\d+(?:\/|\.html)$/.exec(page.address) ?? [];
    if (first === undefined || fate.kind !== 'lost' || fate.why.key !== 'wasWithoutSource') continue;
    // With `uglyURLs`, the first page of Hugo's list `/tags/page/2.html` is `/tags.html`.
    const firstPage = byAddress.get(first) ?? byAddress.get(`${first.slice(0, -1)}.html`);
    if (firstPage?.kind === 'list') fates.set(page, firstPage);
    else if (firstPage?.kind === 'kept' && claims.has(first)) fates.set(page, { kind: 'list', to: first });
  }
}

type FileContext = OldSiteInput & {
  readonly reading: Reading;
  readonly sources: ReadonlyMap<string, readonly string[]>;
};

function fateOfFile({ file, address }: OldFile, { reading, sources, claims, published, folder }: FileContext): Fate {
  if (claims.has(address)) return { kind: 'kept' };
  const isXml = /\.(?:xml|rss|atom|rdf)$/i.test(address);
  if (isXml && /<(?:rss|feed|rdf:RDF)[\s>]/.test((published.folder.text(file) ?? '').slice(0, 2000)))
    return { kind: 'feed', to: feedPath };
  const isAuthors = reading.named.has(address) || isCopyOfSource(file);
  if (!isAuthors) return { kind: 'theme' };
  return claims.isFree(address) ? { kind: 'copy' } : lost(message('addressBlocked'));

  /** Whether the blog has this name with the same bytes outside of its theme. Such a file belongs to the author. */
  function isCopyOfSource(name: string): boolean {
    const candidates = sources.get(nameOf(name)) ?? [];
    const bytes = candidates.length === 0 ? undefined : published.folder.read(name);
    return bytes !== undefined && candidates.some((source) => folder.read(source)?.equals(bytes));
  }
}

const nameOf = (file: string): string => lastOf(file).normalize('NFC');

/** The files of the blog that may be published unchanged, by their names. */
function sourceFiles({ blog, plan }: Pick<OldSiteInput, 'blog' | 'plan'>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { from } of [...blog.statics, ...blog.attachments, ...plan.statics])
    files.set(nameOf(from), [...(files.get(nameOf(from)) ?? []), from]);
  return files;
}

function toAddresses(fates: ReadonlyMap<OldFile, Fate>): Addresses {
  const redirects: Pair[] = [];
  const lost: Addresses['lost'][number][] = [];
  for (const [{ address }, fate] of fates) {
    const from = asRedirect(address);
    if (fate.kind === 'lost') lost.push({ from: address, why: fate.why });
    else if ('to' in fate && from !== undefined) redirects.push({ from, to: fate.to });
  }
  const countOf = (kind: Fate['kind']): number => [...fates.values()].filter((fate) => fate.kind === kind).length;
  const [theme, feeds, lists] = [countOf('theme'), countOf('feed'), countOf('list')] as const;
  return {
    all: fates.size,
    keptCount: countOf('kept'),
    redirects,
    lost,
    copied: countOf('copy'),
    notes: [
      ...(theme === 0 ? [] : [message('wasTheme', { count: theme })]),
      ...(feeds === 0 ? [] : [message('wasFeeds', { count: feeds })]),
      ...(lists === 0 ? [] : [message('wasLists', { count: lists })]),
    ],
  };
}
