// Old addresses: the patterns that they are made from, our patterns that keep them, and their targets.
import { archivesPath } from '#pdc/site/paths';
import type { Message } from '#pdc/words/message';

/** The facts of an article that a pattern may name. */
export type OldPost = {
  /** Path below the folder of articles, without extension. */
  readonly name: string;
  readonly title: string;
  /** `YYYY-MM-DD HH:mm:ss` */
  readonly date: string;
  /** Milliseconds since 1970. */
  readonly epoch: number;
  readonly categories: readonly string[];
  readonly tags: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
};

/** Describes another file like an article, so that patterns can fill in its address. */
export const postOf = (name: string, attributes: OldPost['attributes']): OldPost => ({
  ...{ name, attributes, title: '', date: '', epoch: 0, categories: [], tags: [] },
});

/** Whether most engines publish an article: it is neither a draft nor unpublished. */
export const isPublic = ({ attributes }: OldPost): boolean =>
  attributes.draft !== true && attributes.published !== false;

/** The aliases of an article that are paths of this site, without a query. */
export const aliasNames = (attributes: OldPost['attributes']): string[] =>
  [attributes.redirect_from, attributes.aliases]
    .flat()
    .filter((alias) => typeof alias === 'string')
    .filter((alias) => alias.trim() !== '' && !/^[a-z]+:|[?#]/i.test(alias));

type Values = Readonly<Record<string, string | undefined>>;

/** Fills in a pattern such as `/:year/:title/`; undefined if a value is missing. */
export function fill(pattern: string, values: Values): string | undefined {
  let isWhole = true;
  const path = pattern.replace(/:([a-z_]+)/gi, (_, name: string) => {
    const value = values[name];
    if (value === undefined) isWhole = false;
    return value ?? '';
  });
  return isWhole ? toPath(path) : undefined;
}

/** A path from the root, as a browser requests it. */
export const toPath = (path: string): string => `/${path}`.replace(/\/{2,}/g, '/').replace(/\/index\.html?$/, '/');

export function datesOf({ date }: Pick<OldPost, 'date'>): Values {
  const [, year, month, day, hour, minute, second] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)/.exec(date)!;
  const time = new Date(`${date.slice(0, 10)}Z`);
  // A week of ISO 8601 belongs to the year of its Thursday.
  const thursday = new Date(time.getTime() + (4 - (time.getUTCDay() || 7)) * dayMs);
  return {
    ...{ year, month, day, hour, minute, second },
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    short_year: year!.slice(2),
    short_day: time.toUTCString().slice(0, 3),
    week: String(Math.ceil(dayOfYear(thursday) / 7)).padStart(2, '0'),
    y_day: String(dayOfYear(time)).padStart(3, '0'),
  };
}

const dayMs = 86_400_000;

const dayOfYear = (time: Date): number => (time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / dayMs + 1;

/** Our equivalent of an engine's pattern, if any. `name` matches the part that stands for the name of the file. */
export function toOwnPattern(pattern: string, name: RegExp): string | undefined {
  const path = toPath(pattern.replace(name, ':slug'));
  const ended = /\/$|\.html$/.test(path) ? path : `${path}/`;
  return /^\/(?:[\w./-]|:year|:month|:day)*:slug(?:\.html|\/)$/.test(ended) ? ended : undefined;
}

export const lastOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);

/** An old address, decoded, and its target: a path that every site has, a term by its name, or an adopted file. */
export type Old = {
  readonly from: string;
  readonly to: Target;
};

export type Target =
  | { readonly path: string }
  | { readonly term: 'categories' | 'tags'; readonly name: string }
  /** Path below the new content folder. */
  | { readonly source: string }
  /** Why the address is lost. */
  | { readonly gone: Message };

/** The archive is the target for a list that the new site does not have. */
export const archive: Target = { path: archivesPath };
