// What an author says of the whole site in `_site.yml`, merged over the defaults.
import { z } from 'zod';
import { defaultAgents, defaultCategoryMap, defaultPrefixes, defaultTagMap } from './defaults.ts';
import type { Prefix } from './defaults.ts';
import { fixedRules, rules, top } from './defect.ts';
import type { Defect, Place, RuleId, RuleSettings } from './defect.ts';
import { isTimezone } from './moment.ts';
import { decodeUtf8, notUtf8 } from './utf8.ts';
import { readYaml } from './yaml.ts';

export type Site = {
  readonly title: string;
  readonly description: string;
  /** Absolute, without a trailing slash; may hold a path. */
  readonly url: string;
  readonly author: string;
  readonly language: string;
  readonly timezone: string;
  /** Pattern of a post's address: `:slug`, `:year`, `:month`, `:day`. */
  readonly permalink: string;
  readonly head: readonly string[];
  readonly prefixes: Readonly<Record<string, Prefix>>;
  readonly category_map: Readonly<Record<string, string>>;
  readonly tag_map: Readonly<Record<string, string>>;
  readonly rules: RuleSettings;
  readonly agents: readonly string[];
  readonly minify: { readonly exclude: readonly string[] };
  /** The login service: a path of this site's host, or an address. */
  readonly auth?: string;
  readonly mcp?: string;
  readonly licence?: string;
  readonly source?: string;
  /** Estimated tokens that `/llms.txt` fills with titles; `off` names every article. */
  readonly llms_budget: number | 'off';
};

export const defaultSite: Site = {
  title: '博客',
  description: '写给人，也写给机器的文章。',
  url: 'http://localhost:4000',
  author: '',
  language: 'zh-CN',
  timezone: 'Asia/Shanghai',
  permalink: '/posts/:slug/',
  head: ['<link rel="stylesheet" href="/css/custom.css">'],
  prefixes: defaultPrefixes,
  category_map: defaultCategoryMap,
  tag_map: defaultTagMap,
  rules: {},
  agents: defaultAgents,
  minify: { exclude: [] },
  llms_budget: 550,
};

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const words = z.string().trim().min(1, 'must not be empty');
const slug = z.string().regex(slugPattern, 'must be a slug: lowercase ASCII letters and digits, words joined by "-"');
const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with http:// or https://',
  abort: true,
});
/** An address that paths can be put behind. */
export const plainAddress = /^https?:\/\/(?![^/]*@)[^\s?#\\]*$/i;
const ruleIds = rules.map((rule) => rule.id) as [RuleId, ...RuleId[]];

const SiteFile = z.strictObject({
  title: words.optional(),
  description: words.optional(),
  url: address.regex(plainAddress, 'must have no spaces, user name, "?", "#" or "\\"').optional(),
  author: z.string().optional(),
  language: words.optional(),
  timezone: z.string().refine(isTimezone, 'must be a time zone such as Asia/Shanghai').optional(),
  permalink: z
    .string()
    .regex(
      /^(?!.*\/\.{0,2}\/)\/(?:[\w./-]|:slug|:year|:month|:day)*:slug(?:\.html|\/)$/,
      'must begin with "/", hold ":slug" last and end with "/" or ".html"; names and :year, :month, :day may stand before it',
    )
    .optional(),
  head: z.array(z.string()).optional(),
  prefixes: z
    .record(slug, z.strictObject({ categories: z.array(words).min(1).max(2), tags: z.array(words).default([]) }))
    .optional(),
  category_map: z.record(words, slug).optional(),
  tag_map: z.record(words, slug).optional(),
  rules: z.partialRecord(z.enum(ruleIds), z.enum(['error', 'warn', 'off'])).optional(),
  agents: z.array(words.regex(/^[\w .*/+-]+$/, 'must be a user agent name')).optional(),
  minify: z.strictObject({ exclude: z.array(words).default([]) }).optional(),
  auth: z
    .union(
      [z.string().regex(/^\/(?!\/)[^\s?#\\]*$/), address.regex(plainAddress)],
      'must be a path such as /api/auth, or an address that begins with http:// or https://, without spaces, user name, "?", "#" and "\\"',
    )
    .optional(),
  mcp: address.optional(),
  licence: words.optional(),
  source: address.optional(),
  llms_budget: z
    .union([z.int().min(1), z.literal('off')], 'must be a whole number of tokens, or "off" to list every article')
    .optional(),
});

/** Reads `_site.yml`. `file` is its path for messages. What is wrong comes back as defects of `site`, each an error. */
export function readSite(bytes: Uint8Array, file: string): { site: Site; defects: Defect[] } {
  const text = decodeUtf8(bytes);
  if (text === undefined) return refuse({ place: top, message: notUtf8 });
  const yaml = readYaml(text.replace(/^\ufeff/, ''));
  if ('faults' in yaml) {
    return refuse(...yaml.faults.map(({ place, message }) => ({ place, message: `not valid YAML: ${message}` })));
  }
  const { data, placeOf, placeOfKey } = yaml;
  if (data === null) return { site: defaultSite, defects: [] };
  if (typeof data !== 'object' || Array.isArray(data))
    return refuse({ place: top, message: 'must be a mapping of "key: value" lines' });

  const parsed = SiteFile.safeParse(data);
  if (!parsed.success) return refuse(...parsed.error.issues.flatMap(explain));
  const turnedDown = fixedRules.filter((id) => (parsed.data.rules?.[id] ?? 'error') !== 'error');
  const faults = turnedDown.map((id) => ({
    place: placeOf(['rules', id]) ?? top,
    message: `rules.${id} cannot be turned down: an article that breaks it cannot be published`,
  }));
  return { site: merge(parsed.data), defects: faults.map(toDefect) };

  function refuse(...faults: Fault[]): { site: Site; defects: Defect[] } {
    return { site: defaultSite, defects: faults.map(toDefect) };
  }
  function toDefect({ place, message }: Fault): Defect {
    return { file, ...place, severity: 'error', rule: 'site', message };
  }
  function explain(issue: z.core.$ZodIssue): Fault[] {
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => {
        const path = [...issue.path, key];
        const message = `unknown key ${dotted(path)}: remove it or correct its spelling`;
        return { place: placeOfKey(path) ?? top, message };
      });
    }
    const place = issue.code === 'invalid_key' ? placeOfKey(issue.path) : placeOf(issue.path);
    return [{ place: place ?? top, message: `${dotted(issue.path)} ${issue.message}` }];
  }
}

type Fault = { readonly place: Place; readonly message: string };

const dotted = (path: PropertyKey[]): string => path.map(String).join('.');

function merge(file: z.infer<typeof SiteFile>): Site {
  const given = Object.fromEntries(Object.entries(file).filter(([, value]) => value !== undefined)) as Partial<Site>;
  return {
    ...defaultSite,
    ...given,
    url: withoutSlash(file.url ?? defaultSite.url),
    prefixes: { ...defaultSite.prefixes, ...file.prefixes },
    category_map: listedFirst(file.category_map, defaultSite.category_map),
    tag_map: listedFirst(file.tag_map, defaultSite.tag_map),
  };
}

/** The site's own entries come first: of several names for one slug, the first listed is the term's name. */
function listedFirst(
  own: Record<string, string> = {},
  defaults: Readonly<Record<string, string>>,
): Record<string, string> {
  return { ...own, ...defaults, ...own };
}

export const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

/** The same site under another address: a flag or an environment variable wins over `_site.yml`. */
export function withUrl(site: Site, url: string): Site {
  return { ...site, url: withoutSlash(url) };
}
