// The settings of the whole site: an author's `_site.yml`, merged over the defaults.
import type { z } from 'zod';
import type { Prefix } from './defaults.ts';
import { top } from '../words/defect.ts';
import type { Defect, Place } from '../words/defect.ts';
import type { Friend } from './friends.ts';
import { wordsIn } from '../words/language.ts';
import type { Words } from '../words/language.ts';
import { message } from '../words/message.ts';
import type { Message, MessageValue } from '../words/message.ts';
import { nearest } from '../text/near.ts';
import { fixedRules } from '../words/rules.ts';
import type { RuleSettings, Severity } from '../words/rules.ts';
import type { SiteFunctions } from './owner-functions.ts';
import { blockedScripts } from './head-scripts.ts';
import { keyedFault, keysWithin, siteDefaults, SiteFile, siteKeys, toLanguage } from './site-keys.ts';
import type { Comments, Footer, Link, Script, SiteKey } from './site-keys.ts';
import { decodeUtf8 } from '../text/utf8.ts';
import { readYaml } from '../text/yaml.ts';
import type { YamlFault } from '../text/yaml.ts';

export type { Comments, Footer, Link, Script } from './site-keys.ts';

export type Site = {
  readonly title: string;
  readonly description: string;
  /** Absolute, without a trailing slash; may contain a path. */
  readonly url: string;
  /** Only the name of the author. */
  readonly author: string;
  /** More about the author. */
  readonly profile?: { readonly avatar?: string; readonly bio?: string };
  readonly language: string;
  readonly timezone: string;
  /** Pattern of a post's address: `:slug`, `:year`, `:month`, `:day`. */
  readonly permalink: string;
  readonly head: readonly string[];
  readonly prefixes: Readonly<Record<string, Prefix>>;
  readonly category_map: Readonly<Record<string, string>>;
  readonly tag_map: Readonly<Record<string, string>>;
  /** The names in the author's own maps. Only these names replace other names with the same slug. */
  readonly named?: Readonly<Record<'category_map' | 'tag_map', readonly string[]>>;
  readonly rules: RuleSettings;
  readonly agents: readonly string[];
  readonly minify: { readonly exclude: readonly string[] };
  /** The login service: a path of this site's host, or an address. */
  readonly auth?: string;
  readonly mcp?: string;
  readonly licence?: string;
  readonly source?: string;
  /** How many tokens (estimated) the titles in `/llms.txt` may take; `off` lists every article. */
  readonly llms_budget: number | 'off';
  /** Whether open `skill-` and `prompt-` articles are published as Agent Skills. */
  readonly skills: boolean;
  /** The whole menu. If it is missing, the theme has its own menu. */
  readonly nav?: readonly Link[];
  readonly footer?: Footer;
  readonly icon?: string;
  readonly social: readonly Link[];
  /** `#rgb` or `#rrggbb`. */
  readonly accent?: string;
  /** `sidebar`: the author, categories and tags next to the articles. */
  readonly home: 'list' | 'sidebar';
  readonly channels?: 'off' | { readonly people?: string | undefined; readonly machines?: string | undefined };
  readonly comments?: Comments;
  readonly scripts: readonly Script[];
  readonly feed: 'summary' | 'full';
  /** The picture that other sites show: `site` for that of the theme, `off` for none, or the address of a picture. */
  readonly og_image: string;
  /** Other blogs (`_friends.yml`). */
  readonly friends?: readonly Friend[];
  /** Functions that the owner of the site adds to the build (`_site.js`). */
  readonly functions?: SiteFunctions;
};

export const defaultSite: Site = siteDefaults;

/**
 * Reads `_site.yml`. `file` is its path for messages. Mistakes are returned as defects of rule `site`. They are errors,
 * except for blocked scripts, which are warnings.
 */
export function readSite(bytes: Uint8Array, file: string): { site: Site; defects: Defect[] } {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse({ place: top, message: message('notUtf8') });
  const yaml = readYaml(text.replace(/^\ufeff/, ''));
  if ('faults' in yaml) {
    const faults = firstOf(yaml.faults).map(({ place, reason }) => ({
      place,
      message: message('notYaml', { reason }),
    }));
    // The settings that could be recovered are used, because defaults would cause more messages about the same mistake.
    const site = isMap(yaml.recovered) ? merge(readKeys(yaml.recovered).file) : defaultSite;
    return { site, defects: faults.map(toDefect) };
  }
  const { data, placeOf, placeOfKey } = yaml;
  if (data === null) return { site: defaultSite, defects: [] };
  if (!isMap(data)) return refuse({ place: top, message: message('siteNotAMapping') });

  const { file: siteFile, issues } = readKeys(data);
  const turnedDown = fixedRules.filter((id) => (siteFile.rules?.[id] ?? 'error') !== 'error');
  const site = merge(siteFile);
  return {
    site,
    defects: [
      ...issues.flatMap(explain).map(toDefect),
      ...turnedDown.map((id) =>
        toDefect({
          place: placeOf(['rules', id]) ?? top,
          message: message('ruleFixed', { rule: id }),
        }),
      ),
      ...site.head.flatMap((tags, index) =>
        blockedScripts(tags, { site, where: `head.${index}` }).map((fault) =>
          toDefect({ place: placeOf(['head', index]) ?? top, message: fault, severity: 'warn' }),
        ),
      ),
    ],
  };

  function refuse(...faults: Fault[]): { site: Site; defects: Defect[] } {
    return { site: defaultSite, defects: faults.map(toDefect) };
  }
  function toDefect({ severity = 'error', ...fault }: Fault): Defect {
    return { file, ...fault.place, severity, rule: 'site', message: fault.message };
  }
  function explain(issue: z.core.$ZodIssue): Fault[] {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const path = [...issue.path, key];
        return { place: placeOfKey(path) ?? top, message: unknownKey(path) };
      });
    }
    const within = issue.code === 'invalid_union' && issue.errors.find(isWithin);
    if (within) return within.flatMap((inner) => explain({ ...inner, path: [...issue.path, ...inner.path] }));
    const place = issue.code === 'invalid_key' ? placeOfKey(issue.path) : placeOf(issue.path);
    return [{ place: place ?? top, message: messageOf(issue) }];
  }
}

const isMap = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

/**
 * After the first syntax error the parser guesses, so only the first one is reported. Duplicate keys are separate
 * mistakes, so all of them are reported.
 */
const firstOf = (faults: readonly YamlFault[]): YamlFault[] => {
  const first = faults.find(({ code }) => code !== 'DUPLICATE_KEY');
  return faults.filter((fault) => fault.code === 'DUPLICATE_KEY' || fault === first);
};

type Fault = { readonly place: Place; readonly message: Message; readonly severity?: Severity };

const dotted = (path: PropertyKey[]): string => path.map(String).join('.');

/** Whether a value has the form of this option, and only something within the value is wrong. */
const isWithin = (issues: readonly z.core.$ZodIssue[]): boolean =>
  issues.every(({ code, path }) => code === 'unrecognized_keys' || path.length > 0);

/** The message about an unknown key. It names the closest known key. */
function unknownKey(path: PropertyKey[]): Message {
  const key = dotted(path);
  if (path.length > 1) {
    const [near] = nearest(keysWithin(path.slice(0, -1)), { asked: String(path.at(-1)), limit: 1 });
    return near === undefined ? message('unknownKeyWithin', { key }) : message('unknownKeyNear', { key, near });
  }
  const names = Object.keys(siteKeys) as SiteKey[];
  const near =
    names.find((name) => siteKeys[name].calls?.includes(key.toLowerCase())) ??
    nearest(names, { asked: key, limit: 1 })[0];
  if (near === undefined) return message('unknownKey', { key });
  return message('unknownKeyNear', { key, near: withForm(near as SiteKey) });
}

/** A key, with its form if the form is a map. */
function withForm(key: SiteKey): Words {
  const formIn = (language: string): string => wordsIn(siteKeys[key].form, language).replaceAll('`', '');
  const [en, zh] = [formIn('en'), formIn('zh')];
  return en.includes('{') ? { en: `${key} (${en})`, zh: `${key}（${zh}）` } : key;
}

/** The message of our schema, or else a message about the issue that Zod found. */
function messageOf(issue: z.core.$ZodIssue): Message {
  const key = dotted(issue.path);
  const ownMessage = keyedFault(issue.message, key);
  if (ownMessage) return ownMessage;
  switch (issue.code) {
    case 'invalid_type': {
      const nameOf = (kind: string): MessageValue => kinds[kind] ?? kind;
      const [expected, received] = [nameOf(issue.expected), nameOf(kindOf(issue.input))];
      return received === 'undefined'
        ? message('valueMissing', { key, expected })
        : message('valueOfWrongKind', { key, expected, received });
    }
    case 'invalid_value':
      return message('valueNoOption', { key, options: issue.values.map((value) => JSON.stringify(value)).join('|') });
    case 'too_small':
      return message('tooFewItems', { key, count: Number(issue.minimum) });
    case 'too_big':
      return message('tooManyItems', { key, count: Number(issue.maximum) });
    default:
      return message(issue.code === 'invalid_key' ? 'keyRefused' : 'valueRefused', { key });
  }
}

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const kinds: Readonly<Record<string, Message>> = {
  string: message('kindString'),
  number: message('kindNumber'),
  boolean: message('kindBoolean'),
  array: message('kindArray'),
  object: message('kindObject'),
  record: message('kindRecord'),
};

/**
 * Reads the valid keys of the file, and collects the issues of all other keys. One mistake costs only one key, or one
 * entry of a map, and the consequences of the mistake are not reported.
 */
function readKeys(data: Record<string, unknown>): { file: SiteFile; issues: readonly z.core.$ZodIssue[] } {
  const parsed = SiteFile.safeParse(data, { reportInput: true });
  if (parsed.success) return { file: parsed.data, issues: [] };
  const valid = parsed.error.issues.flatMap(placesOf).reduce(leaveOut, data);
  return { file: readKeys(valid).file, issues: parsed.error.issues };
}

const maps: ReadonlySet<string> = new Set(['prefixes', 'category_map', 'tag_map', 'rules'] satisfies SiteKey[]);

/** For each part of an issue, the key that the part is about, and the entry within this key. */
const placesOf = (issue: z.core.$ZodIssue): [key: string, entry?: string][] => {
  const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
  return paths.map(
    ([key, entry]) => [String(key), ...(entry === undefined ? [] : [String(entry)])] as [string, string?],
  );
};

function leaveOut(data: Record<string, unknown>, [key, entry]: [key: string, entry?: string]): Record<string, unknown> {
  const map = data[key];
  return maps.has(key) && entry !== undefined && isMap(map)
    ? { ...data, [key]: without(map, entry) }
    : without(data, key);
}

const without = (map: Record<string, unknown>, name: string): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));

function merge({ author = '', ...file }: SiteFile): Site {
  const fileKeys = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined)) as Partial<Site>;
  const { name, ...profile } = typeof author === 'string' ? { name: author } : author;
  return {
    ...defaultSite,
    ...fileKeys,
    author: name,
    ...(Object.keys(profile).length > 0 && { profile: profile as NonNullable<Site['profile']> }),
    url: toBaseUrl(file.url ?? defaultSite.url),
    language: toLanguage(file.language ?? defaultSite.language),
    prefixes: { ...defaultSite.prefixes, ...file.prefixes },
    category_map: listedFirst(file.category_map, defaultSite.category_map),
    tag_map: listedFirst(file.tag_map, defaultSite.tag_map),
    ...((file.category_map ?? file.tag_map) && {
      named: { category_map: Object.keys(file.category_map ?? {}), tag_map: Object.keys(file.tag_map ?? {}) },
    }),
  };
}

/** The site's own entries come first, because the first of several names with one slug names the term. */
function listedFirst(
  ownEntries: Record<string, string> = {},
  defaults: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...ownEntries, ...defaults, ...ownEntries };
}

/** The address as browsers write it, without a trailing slash: every absolute address of the site begins with it. */
const toBaseUrl = (url: string): string => new URL(url).href.replace(/\/+$/, '');

/** Changes the address of a site, because a flag or an environment variable overrides `_site.yml`. */
export function withUrl(site: Site, url: string): Site {
  return { ...site, url: toBaseUrl(url) };
}
