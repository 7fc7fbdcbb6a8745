// Collects the texts that the author publishes unencrypted, and checks that they contain no password.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { toDefects } from '../words/defect.ts';
import type { Defect, Finding } from '../words/defect.ts';
import { baseOf, placesOf } from './entry-links.ts';
import type { Candidate, Library } from './library.ts';
import { secretOf } from '../locked/secret.ts';
import type { NameOf } from './entry-report.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { Link } from '../markdown/render.ts';
import type { Site } from '../site/site.ts';
import { message } from '../words/message.ts';

/** The public texts of entries: the metadata of all entries, and the bodies of entries that are not locked. */
export const publicTexts = (entries: readonly (Article | Page)[], site: Site): string[] => [
  ...publicMetadata(entries, site),
  ...openBodies(entries),
];

export const publicMetadata = (entries: readonly (Article | Page)[], site: Site): string[] => [
  JSON.stringify(site),
  ...entries.flatMap(metadataOf),
];

export const openBodies = (entries: readonly (Article | Page)[]): string[] =>
  entries.flatMap((entry) => (isLocked(entry) ? [] : entry.raw));

function metadataOf(entry: Article | Page): string[] {
  if (entry.layout === 'page') return [entry.title, entry.description];
  const {
    title,
    slug,
    description,
    categories,
    tags,
    aliases,
    cover = '',
    series = '',
    prompt_args: args = [],
  } = entry;
  const details = args.flatMap((arg) => [arg.name, arg.description ?? '', arg.example ?? '']);
  return [title, slug, description, ...categories, ...tags, ...aliases, cover, series, ...details];
}

/** Rule password-strength: a password in a public source is an error, regardless of the settings. */
export function checkPasswords(
  candidates: readonly Candidate[],
  { texts, site, nameOf, lenient }: { texts: Iterable<string>; site: Site; nameOf: NameOf; lenient: boolean },
): Candidate[] {
  const exposed = exposedBy(texts, candidates);
  return candidates.map((candidate) => {
    if (!exposed.has(candidate)) return candidate;
    const { entry, placeOf } = candidate;
    const finding: Finding = {
      rule: 'password-strength',
      place: placeOf('password'),
      message: message('passwordPublic'),
      always: 'error',
    };
    const context = { file: nameOf(entry.source), settings: site.rules, lenient };
    return { ...candidate, defects: [...candidate.defects, ...toDefects([finding], context)] };
  });
}

function exposedBy(texts: Iterable<string>, candidates: readonly Candidate[]): ReadonlySet<Candidate> {
  const passwords = candidates.flatMap((candidate) => {
    const password = isLocked(candidate.entry) ? secretOf(candidate.entry).password : undefined;
    return password === undefined ? [] : [{ candidate, password }];
  });
  const exposed = new Set<Candidate>();
  for (const text of texts)
    for (const { candidate, password } of passwords) if (text.includes(password)) exposed.add(candidate);
  return exposed;
}

type Linking = { readonly entry: Article | Page; readonly links: readonly Link[] };

/**
 * Warns of static files that only locked articles use, because static files are not encrypted. The warning has the
 * place of the link, but not the name of the file.
 */
export function checkLockedFiles(
  linkings: readonly Linking[],
  { library, statics, lenient }: { library: Library; statics: ReadonlySet<string>; lenient: boolean },
): Defect[] {
  const filesOf = ({ entry, links }: Linking): { link: Link; path: string }[] =>
    links.flatMap((link) => {
      const { path } = resolveTarget(link.target, baseOf(library, entry));
      return path !== undefined && statics.has(path) ? [{ link, path }] : [];
    });
  const open = new Set([
    ...linkings.filter(({ entry }) => !isLocked(entry)).flatMap((linking) => filesOf(linking).map(({ path }) => path)),
    ...library.articles.map(({ cover }) => cover),
  ]);
  return linkings
    .filter(({ entry }) => isLocked(entry))
    .flatMap((linking) => {
      const { entry } = linking;
      const placeOf = placesOf(entry);
      const findings = filesOf(linking)
        .filter(({ path }) => !open.has(path))
        .map(({ link }) => ({
          rule: 'links' as const,
          place: placeOf(link),
          message: message('lockedFilePublic'),
          always: 'warn' as const,
        }));
      return toDefects(findings, { file: library.nameOf(entry.source), settings: library.site.rules, lenient });
    });
}
