// Every key that `_site.yml` may have: what it must be, what holds without it, and what it means. All else follows from
// here: validation, `npm run config`, the table in the documents and the JSON Schema for editors.
import { z } from 'zod';
import { defaultAgents, defaultCategoryMap, defaultPrefixes, defaultTagMap } from './defaults.ts';
import { rules } from './rules.ts';
import type { RuleId } from './rules.ts';
import { isTimezone } from './moment.ts';

export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** An address that paths can be put behind. */
export const plainAddress = /^https?:\/\/(?![^/]*@)[^\s?#\\]*$/i;

export const words = z.string().trim().min(1, 'must not be empty');
const slug = z.string().regex(slugPattern, 'must be a slug: lowercase ASCII letters and digits, words joined by "-"');
const address = z.url({
  protocol: /^https?$/,
  error: 'must be an address that begins with http:// or https://',
  abort: true,
});
const ruleIds = rules.map((rule) => rule.id) as [RuleId, ...RuleId[]];

/** A path of this site, such as `/about/`: never another host's by "//". */
const sitePath = String.raw`\/(?!\/)[^\s\\<>"]*`;
const webAddress = String.raw`https?:\/\/[^\s\\<>"@\/]+(?:\/[^\s\\<>"]*)?`;
const patternOf = (...forms: string[]): RegExp => new RegExp(`^(?:${forms.join('|')})$`, 'i');

/** Some addresses have the form of one, and lead nowhere: `https://a.example:port/`. */
function isAddress(text: string): boolean {
  return text.startsWith('/') || URL.canParse(text);
}

/** As pages and feeds name languages; the sign of other tools, as in `zh_CN`, is taken for a hyphen. */
function isLanguage(text: string): boolean {
  try {
    // An empty one has its own error.
    return text === '' || Intl.getCanonicalLocales(toLanguage(text)).length === 1;
  } catch {
    return false;
  }
}

export const toLanguage = (text: string): string => text.trim().replaceAll('_', '-');

/** A link that a person may follow: none that runs a script. */
export const target = z
  .string()
  .regex(
    patternOf(webAddress, String.raw`mailto:[^\s<>"]+`, sitePath),
    'must be an address that begins with http://, https:// or mailto:, or a path of this site such as /about/',
  )
  .refine(isAddress, 'has no host that exists, or no port: correct it');
export const file = z
  .string()
  .regex(patternOf(webAddress, sitePath), {
    error: 'must be a path of this site such as /images/me.png, or an https address',
    abort: true,
  })
  .refine(isAddress, 'has no host that exists, or no port: correct it');
const links = z.array(z.strictObject({ label: words, url: target }));

const author = z.strictObject({ name: words, avatar: file.optional(), bio: words.optional() });

const notAColour = 'must be a colour such as "#1d5c73", in quotes: "#" begins a comment';

const footer = z.strictObject({
  text: words.optional(),
  links: links.optional(),
  icp: z
    .string()
    .regex(/^\p{Script=Han}ICP[备证]\s?\d{5,}号(?:-\d+)?$/u, 'must be a number such as 京ICP备2021000001号-1')
    .optional(),
  police: z
    .string()
    .regex(/^\p{Script=Han}公网安备\s?\d{14}号$/u, 'must be a number such as 京公网安备11010502000001号')
    .optional(),
});

const comments = z
  .strictObject({
    giscus: z
      .strictObject({
        repo: z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be a repository such as owner/name'),
        repo_id: words,
        category: words,
        category_id: words,
        mapping: z.enum(['pathname', 'url', 'title', 'og:title']).optional(),
      })
      .optional(),
    waline: z
      .strictObject({
        server: address.regex(plainAddress, 'must have no spaces, user name, "?", "#" or "\\"'),
        client: file.optional(),
      })
      .optional(),
  })
  .refine(
    (given) => (given.giscus === undefined) !== (given.waline === undefined),
    'must name one of giscus and waline',
  );

const script = z.strictObject({
  src: file,
  data: z
    .record(z.string().regex(/^[a-z][a-z0-9-]*$/, 'must be lowercase letters, digits and "-"'), z.string())
    .optional(),
  connect: z
    .array(
      z.string().regex(/^(?:https?|wss?):\/\/[\w.-]+(?::\d+)?$/, 'must be an origin such as https://stats.example.com'),
    )
    .optional(),
  integrity: z
    .string()
    .regex(/^sha(?:256|384|512)-[\w+/=]+$/, 'must be a digest such as sha384-...')
    .optional(),
});

export type Link = z.infer<typeof links>[number];
export type Footer = z.infer<typeof footer>;
export type Comments = z.infer<typeof comments>;
export type Script = z.infer<typeof script>;

/** One key. `form` is its type in words; `calls` are names that people try in its place. */
type Key = {
  readonly schema: z.ZodType;
  readonly form: string;
  readonly means: string;
  readonly calls?: readonly string[];
  /** Where it says less than a value would: how the documents tell the default. */
  readonly without?: string;
};

const keys = {
  title: { schema: words, form: 'text', means: "the site's name", calls: ['name', 'site'] },
  description: {
    schema: words,
    form: 'text',
    means: 'what the site is about, in a sentence',
    calls: ['subtitle', 'summary'],
  },
  url: {
    schema: address.regex(plainAddress, 'must have no spaces, user name, "?", "#" or "\\"'),
    form: 'address',
    means: 'where the site stands; a path in it is respected. Set it before you deploy',
    calls: ['baseurl', 'base_url', 'site_url', 'host'],
  },
  author: {
    schema: z.union([z.string(), author], 'must be a name, or a map of name, avatar and bio'),
    form: 'name, or `{name, avatar, bio}`',
    means: 'who writes here: the end of a post, feed, structured data; with an avatar or a bio, home too',
    calls: ['avatar', 'bio', 'owner'],
  },
  language: {
    schema: words.refine(isLanguage, 'must be a language such as zh-CN or en'),
    form: '`zh-CN`, `en`',
    means:
      'the language of the texts, of the words around them on pages and in machine files, and of what commands tell you: Chinese, or English for any other',
    calls: ['lang', 'locale'],
  },
  timezone: {
    schema: z.string().refine(isTimezone, 'must be a time zone such as Asia/Shanghai'),
    form: 'time zone',
    means: 'of dates that name none',
  },
  permalink: {
    schema: z
      .string()
      .regex(
        /^(?!.*\/\.{0,2}\/)\/(?:[\w./-]|:slug|:year|:month|:day)*:slug(?:\.html|\/)$/,
        'must begin with "/", hold ":slug" last and end with "/" or ".html"; names and :year, :month, :day may stand before it',
      ),
    form: 'pattern',
    means: "a post's address, of `:slug` `:year` `:month` `:day`",
  },
  nav: {
    schema: links,
    form: 'list of `{label, url}`',
    means: 'the menu, in this order; pages walk in by themselves only without it',
    calls: ['menu', 'navigation', 'navbar'],
    without: 'articles, archives, categories, tags, then the pages',
  },
  footer: {
    schema: footer,
    form: '`{text, links, icp, police}`',
    means: 'lines at the foot of every page; the two record numbers lead to their official registers',
    calls: ['icp', 'police', 'beian'],
  },
  icon: {
    schema: file,
    form: 'path or address',
    means: 'the icon of the site',
    calls: ['favicon', 'logo'],
    without: "the theme's",
  },
  social: {
    schema: links,
    form: 'list of `{label, url}`',
    means: 'where else the author is found',
    calls: ['socials', 'contact'],
  },
  accent: {
    schema: z.string(notAColour).regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, notAColour),
    form: 'colour, `"#rrggbb"`',
    means: 'one colour of your own; its lightness is set for each scheme, so that it can be read',
    calls: ['color', 'colour', 'theme'],
    without: 'vermilion',
  },
  channels: {
    schema: z.union(
      [z.literal('off'), z.strictObject({ people: words.optional(), machines: words.optional() })],
      'must be "off", or a map of people and machines',
    ),
    form: '`off`, or `{people, machines}`',
    means:
      'what the first page says to people of its categories, and to programs of its files: its two sentences; `off` leaves both out, and makes the links to the files of a post as small as may be',
    without: "the theme's words",
  },
  comments: {
    schema: comments,
    form: '`{giscus}` or `{waline}`',
    means: 'comments below posts, loaded when a reader reaches them; `comments: false` in an article leaves them out',
    calls: ['giscus', 'waline', 'comment'],
  },
  scripts: {
    schema: z.array(script),
    form: 'list of `{src, data, connect, integrity}`',
    means: 'scripts of other hosts, such as analytics; the policy of every page admits them',
    calls: ['script', 'analytics', 'umami', 'google_analytics'],
  },
  feed: {
    schema: z.enum(['summary', 'full']),
    form: '`summary`, `full`',
    means: 'what `/atom.xml` holds of each article',
    calls: ['rss', 'atom'],
  },
  og_image: {
    schema: z.union([z.enum(['site', 'off']), file], 'must be "site", "off", or the path of an image'),
    form: '`site`, `off`, or path',
    means:
      'the picture that others show of a page without a cover: of the theme, none, or your own (1200 by 630 pixels)',
    calls: ['ogimage', 'image', 'card'],
  },
  licence: { schema: words, form: 'text', means: 'of the texts, such as CC BY 4.0', calls: ['license', 'copyright'] },
  source: { schema: address, form: 'address', means: "the site's source", calls: ['repo', 'repository', 'github'] },
  head: {
    schema: z.array(z.string()),
    form: 'list of tags',
    means: "raw tags for every page's head, after the theme's own; an own list takes the place of the default one",
  },
  prefixes: {
    schema: z.record(
      slug,
      z.strictObject({ categories: z.array(words).min(1).max(2), tags: z.array(words).default([]) }),
    ),
    form: 'map of prefix to `{categories, tags}`',
    means: 'what a file name that begins so goes with; laid over the defaults',
    without: 'the 19 of the protocol',
  },
  category_map: {
    schema: z.record(words, slug),
    form: 'map of name to slug',
    means: 'slugs of categories; laid over the defaults',
    calls: ['categories'],
    without: 'those of the prefixes',
  },
  tag_map: {
    schema: z.record(words, slug),
    form: 'map of name to slug',
    means: 'slugs of tags; laid over the defaults',
    calls: ['tags'],
    without: 'those of the prefixes',
  },
  rules: {
    schema: z.partialRecord(z.enum(ruleIds), z.enum(['error', 'warn', 'off'])),
    form: 'map of rule to `error`, `warn`, `off`',
    means: 'how grave a broken rule is',
    without: 'as each rule says',
  },
  agents: {
    schema: z.array(words.regex(/^[\w .*/+-]+$/, 'must be a user agent name')),
    form: 'list of names',
    means: 'user agents that robots.txt lets read `/api/`',
    without: `${defaultAgents.length} assistants`,
  },
  minify: {
    schema: z.strictObject({ exclude: z.array(words).default([]) }),
    form: '`{exclude}`',
    means: 'globs of pages that are left as they are, beside those of the protocol',
    without: 'none',
  },
  auth: {
    schema: z.union(
      [z.string().regex(/^\/(?!\/)[^\s?#\\]*$/), address.regex(plainAddress)],
      'must be a path such as /api/auth, or an address that begins with http:// or https://, without spaces, user name, "?", "#" and "\\"',
    ),
    form: 'path or address',
    means: 'the login service: `/login/` and a corner of the header',
    calls: ['login'],
  },
  mcp: { schema: address, form: 'address', means: 'the MCP adapter that posts offer to agents' },
  llms_budget: {
    schema: z.union(
      [z.int().min(1), z.literal('off')],
      'must be a whole number of tokens, or "off" to list every article',
    ),
    form: 'number, `off`',
    means: 'estimated tokens that `/llms.txt` fills with titles; `off` names every article',
  },
} as const satisfies Record<string, Key>;

export type SiteKey = keyof typeof keys;

/** By name, in the order in which the documents tell them. */
export const siteKeys: Readonly<Record<SiteKey, Key>> = keys;

type Shape = { -readonly [K in SiteKey]: z.ZodOptional<(typeof keys)[K]['schema']> };

export const SiteFile = z.strictObject(
  Object.fromEntries(Object.entries(keys).map(([name, { schema }]) => [name, schema.optional()])) as Shape,
);

/** The file's own keys, without defaults. */
export type SiteFile = z.infer<typeof SiteFile>;

/** The defaults of all keys. */
export const siteDefaults = {
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
  social: [],
  scripts: [],
  feed: 'summary',
  og_image: 'site',
} as const satisfies Partial<Record<SiteKey, unknown>>;
