// Every key that `_site.yml` may have: its form, its default, and (in `site-keys.json`) its meaning. Everything else is
// generated from here: validation, `npm run config`, the table in the documents and the JSON Schema for editors.
import { z } from 'zod';
import { defaultAgents, defaultCategoryMap, defaultPrefixes, defaultTagMap } from './defaults.ts';
import type { Words } from '../words/language.ts';
import type { KeyedMessage, Message } from '../words/message.ts';
import { rules } from '../words/rules.ts';
import type { RuleId } from '../words/rules.ts';
import { isTimezone } from '../text/moment.ts';
import texts from './site-keys.json' with { type: 'json' };

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a host name is reserved for documentation (RFC 2606), so that no site has this name. */
export const isExampleHost = (hostname: string): boolean =>
  /^(?:.+\.)?(?:example|example\.(?:com|net|org))\.?$/i.test(hostname);

/** An address that paths can be appended to. */
export const plainAddress = /^https?:\/\/(?![^/]*@)[^\s?#\\]*$/i;

/** The name of the message about a refused value, as the error text for Zod. */
const fault = (key: KeyedMessage): string => key;

/** The message whose name `fault` passed to Zod as the error text. */
export const keyedFault = (text: string, key: string): Message | undefined =>
  text.startsWith('must') ? { key: text as KeyedMessage, values: { key } } : undefined;

export const words = z.string().trim().min(1, fault('mustNotBeEmpty'));
const slug = z.string().regex(slugPattern, fault('mustBeSlug'));
const address = z.url({
  protocol: /^https?$/,
  error: fault('mustBeAddress'),
  abort: true,
});
const ruleIds = rules.map((rule) => rule.id) as [RuleId, ...RuleId[]];

/** A path of this site, such as `/about/`. It does not begin with "//", which would name another host. */
const sitePath = String.raw`\/(?!\/)[^\s\\<>"]*`;
const webAddress = String.raw`https?:\/\/[^\s\\<>"@\/]+(?:\/[^\s\\<>"]*)?`;
const patternOf = (...forms: string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 'i');

/** Some texts match the pattern but are not addresses: `https://a.example:port/`. */
function isAddress(text: string): boolean {
  return text.startsWith('/') || URL.canParse(text);
}

/** Whether a text is a language tag, as in pages and feeds. An underscore, as in `zh_CN`, is read as a hyphen. */
function isLanguage(text: string): boolean {
  try {
    // An empty text has its own error.
    return text === '' || Intl.getCanonicalLocales(toLanguage(text)).length === 1;
  } catch {
    return false;
  }
}

export const toLanguage = (text: string): string => text.trim().replaceAll('_', '-');

/** A link for people. A link that would run a script is refused. */
export const target = z
  .string()
  .regex(patternOf(webAddress, String.raw`mailto:[^\s<>"]+`, sitePath), fault('mustBeTarget'))
  .refine(isAddress, fault('mustHaveHost'));
export const file = z
  .string()
  .regex(patternOf(webAddress, sitePath), {
    error: fault('mustBeFile'),
    abort: true,
  })
  .refine(isAddress, fault('mustHaveHost'));
const links = z.array(z.strictObject({ label: words, url: target }));

const author = z.strictObject({ name: words, avatar: file.optional(), bio: words.optional() });

const footer = z.strictObject({
  text: words.optional(),
  links: links.optional(),
  icp: z
    .string()
    .regex(/^\p{Script=Han}ICP[备证]\s?\d{5,}号(?:-\d+)?$/u, fault('mustBeIcp'))
    .optional(),
  police: z
    .string()
    .regex(/^\p{Script=Han}公网安备\s?\d{14}号$/u, fault('mustBePolice'))
    .optional(),
});

const comments = z
  .strictObject({
    giscus: z
      .strictObject({
        repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/, fault('mustBeRepository')),
        repo_id: words,
        category: words.optional(),
        category_id: words,
        mapping: z.enum(['pathname', 'url', 'title', 'og:title']).optional(),
      })
      .optional(),
    waline: z
      .strictObject({
        server: address.regex(plainAddress, fault('mustBePlainAddress')),
        client: file.optional(),
      })
      .optional(),
  })
  .refine(
    (settings) => (settings.giscus === undefined) !== (settings.waline === undefined),
    fault('mustBeGiscusOrWaline'),
  );

const script = z.strictObject({
  src: file,
  data: z.record(z.string().regex(/^[a-z][a-z0-9-]*$/, fault('mustBeDataName')), z.string()).optional(),
  connect: z.array(z.string().regex(/^(?:https?|wss?):\/\/[\w.-]+(?::\d+)?$/, fault('mustBeOrigin'))).optional(),
  integrity: z
    .string()
    .regex(/^sha(?:256|384|512)-[\w+/=]+$/, fault('mustBeDigest'))
    .optional(),
});

export type Link = z.infer<typeof links>[number];
export type Footer = z.infer<typeof footer>;
export type Comments = z.infer<typeof comments>;
export type Script = z.infer<typeof script>;

export type SiteKey = keyof typeof texts;

/** The texts about a key. `form` is the type of the value. `calls` are names that people try instead of the key. */
type KeyText = {
  readonly form: Words;
  readonly means: Words;
  readonly calls?: readonly string[];
  /** A description of the default, if its value would not help. */
  readonly without?: Words;
};

const schemas = {
  title: words,
  description: words,
  url: address.regex(plainAddress, fault('mustBePlainAddress')),
  author: z.union([z.string(), author], fault('mustBeAuthor')),
  language: words.refine(isLanguage, fault('mustBeLanguage')),
  timezone: z.string().refine(isTimezone, fault('mustBeTimezone')),
  permalink: z
    .string()
    .regex(/^(?!.*\/\.{0,2}\/)\/(?:[\w./-]|:slug|:year|:month|:day)*:slug(?:\.html|\/)$/, fault('mustBePermalink')),
  nav: links,
  footer: footer,
  icon: file,
  social: links,
  accent: z.string(fault('mustBeColour')).regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, fault('mustBeColour')),
  home: z.enum(['list', 'sidebar']),
  channels: z.union(
    [z.literal('off'), z.strictObject({ people: words.optional(), machines: words.optional() })],
    fault('mustBeChannels'),
  ),
  comments: comments,
  scripts: z.array(script),
  feed: z.enum(['summary', 'full']),
  og_image: z.union([z.enum(['site', 'off']), file], fault('mustBeOgImage')),
  licence: words,
  source: address,
  head: z.array(z.string()),
  prefixes: z.record(
    slug,
    z.strictObject({ categories: z.array(words).min(1).max(2), tags: z.array(words).default([]) }),
  ),
  category_map: z.record(words, slug),
  tag_map: z.record(words, slug),
  rules: z.partialRecord(z.enum(ruleIds), z.enum(['error', 'warn', 'off'])),
  agents: z.array(words.regex(/^[\w .*/+-]+$/, fault('mustBeUserAgent'))),
  minify: z.strictObject({ exclude: z.array(words).default([]) }),
  auth: z.union([z.string().regex(/^\/(?!\/)[^\s?#\\]*$/), address.regex(plainAddress)], fault('mustBeAuth')),
  mcp: address,
  llms_budget: z.union([z.int().min(1, fault('mustBeBudget')), z.literal('off')], fault('mustBeBudget')),
  skills: z.boolean(),
} as const satisfies Record<SiteKey, z.ZodType>;

/** The texts by key, in the order of the documents. */
export const siteKeys: Readonly<Record<SiteKey, KeyText>> = texts;

type Shape = { -readonly [K in SiteKey]: z.ZodOptional<(typeof schemas)[K]> };

export const SiteFile = z.strictObject(
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema.optional()])) as Shape,
);

/** The file's own keys, without defaults. */
export type SiteFile = z.infer<typeof SiteFile>;

type JsonSchema = {
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly propertyNames?: { readonly enum?: readonly string[] };
  readonly additionalProperties?: JsonSchema | false;
  readonly items?: JsonSchema;
};

/** The keys that a map in the file may have, such as `categories` and `tags` at `prefixes.linux`. */
export function keysWithin(path: readonly PropertyKey[]): string[] {
  const steps = (schema: JsonSchema): readonly JsonSchema[] => schema.anyOf ?? [schema];
  const schemasAtPath = path.reduce<readonly JsonSchema[]>(
    (schemas, key) =>
      schemas.flatMap(({ properties, additionalProperties, items }) => {
        const next = properties?.[String(key)] ?? items ?? (additionalProperties || undefined);
        return next ? steps(next) : [];
      }),
    [z.toJSONSchema(SiteFile, { unrepresentable: 'any' }) as JsonSchema],
  );
  return schemasAtPath.flatMap(({ properties = {}, propertyNames }) => [
    ...Object.keys(properties),
    ...(propertyNames?.enum ?? []),
  ]);
}

/** The defaults of all keys. */
export const siteDefaults = {
  title: '博客',
  description: '',
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
  skills: false,
  home: 'list',
  social: [],
  scripts: [],
  feed: 'summary',
  og_image: 'site',
} as const satisfies Partial<Record<SiteKey, unknown>>;
