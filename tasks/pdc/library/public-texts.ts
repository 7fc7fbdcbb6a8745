// What the author publishes in clear: where a password must not stand, and what gives nothing away when it is seen.
import { isLocked } from '../article/article.ts';
import type { Article, Page } from '../article/article.ts';
import { toDefects } from '../defect.ts';
import type { Defect } from '../defect.ts';
import { baseOf, placesOf } from './links.ts';
import type { Candidate, Library } from './library.ts';
import { secretOf } from '../locked/secret.ts';
import type { NameOf } from './tell.ts';
import { resolveTarget } from '../markdown/links.ts';
import type { Link } from '../markdown/render.ts';
import type { Site } from '../site.ts';

/** The public texts among entries: bodies of all that is not locked, and everybody's metadata. */
export function publicTexts(entries: readonly (Article | Page)[], site: Site): string[] {
  return [JSON.stringify(site), ...entries.flatMap(textsOf)];
}

function textsOf(entry: Article | Page): string[] {
  if (entry.layout === 'page') return [entry.title, entry.description, entry.raw];
  const { title, slug, description, categories, tags, aliases, cover = '', prompt_args: args = [] } = entry;
  const details = args.flatMap((arg) => [arg.name, arg.description ?? '', arg.example ?? '']);
  const metadata = [title, slug, description, ...categories, ...tags, ...aliases, cover, ...details];
  return isLocked(entry) ? metadata : [...metadata, entry.raw];
}

/** Rule password-strength: a password that stands in a public source is an error, whatever the settings say. */
export function checkPasswords(
  candidates: readonly Candidate[],
  { texts, site, nameOf, lenient }: { texts: readonly string[]; site: Site; nameOf: NameOf; lenient: boolean },
): Candidate[] {
  return candidates.map((candidate) => {
    const { entry, placeOf } = candidate;
    const password = isLocked(entry) ? secretOf(entry).password : undefined;
    if (password === undefined || !texts.some((text) => text.includes(password))) return candidate;
    const message =
      'the password stands in a public text of this site (another article, a title, a static file): choose another';
    const finding = { rule: 'password-strength', place: placeOf('password'), message, always: 'error' } as const;
    const context = { file: nameOf(entry.source), settings: site.rules, lenient };
    return { ...candidate, defects: [...candidate.defects, ...toDefects([finding], context)] };
  });
}

type Linking = { readonly entry: Article | Page; readonly links: readonly Link[] };

/** Warns of the static files that only locked articles use: encryption does not reach them. Told by place, never by name. */
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
          message: 'a file of this locked article is public: only its text is encrypted, and nobody else uses the file',
          always: 'warn' as const,
        }));
      return toDefects(findings, { file: library.nameOf(entry.source), settings: library.site.rules, lenient });
    });
}
