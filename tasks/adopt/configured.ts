// Reads the settings of a blog's configuration: menu, author, comments, analytics. A setting with an equivalent in
// `_site.yml` becomes a key there. Other enabled settings are reported. `configured.json` lists the names that engines
// and themes use for each setting, the most reliable name first.
import { decodeHTML } from 'entities';
import { isChinese } from '#pdc/words/language';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { dataOf, tableOf, textOf } from './blog.ts';
import type { Blog, Config, Configured, LeftOut, Link } from './blog.ts';
import names from './configured.json' with { type: 'json' };
import type { Folder } from './blog-folder.ts';

/** A value, its place in the files (`at`), and its normalized path, which is the same for all themes. */
type Setting = { readonly at: string; readonly path: string; readonly value: unknown; readonly isOff: boolean };

type Find = <T>(from: readonly string[], toValue: (value: unknown) => T | undefined) => T | undefined;

type Configuration = Pick<Blog, 'facts'> & {
  readonly folder: Folder;
  readonly data: Config;
  readonly file?: string;
  readonly files?: readonly string[];
};

/** Data files and the theme's files take precedence over the configuration itself. */
export function configuredBy({ folder, facts, data, file = '_config.yml', files = [] }: Configuration): Configured {
  const all = [
    ...files.filter(folder.has).flatMap((name) => settingsIn(settingsOf(folder, name), `${name}: `)),
    ...settingsIn(data, `${file}: `),
  ];
  /** The first value that `toValue` returns for the settings with these names. */
  const find: Find = (from, toValue) =>
    from
      .flatMap((name) => all.filter(({ path, isOff }) => !isOff && `.${path}`.endsWith(bare(name))))
      .map(({ value }) => toValue(value))
      .find((value) => value !== undefined);
  const links = (from: readonly string[]): Link[] => find(from, (value) => filled(linksIn(value, facts))) ?? [];
  const accounts = [...hosts.keys()].flatMap((host) => {
    const name = find([`.author.${host}`, `.${host}_username`, `.${host}.username`], word);
    return name === undefined ? [] : toLink(name, host, {});
  });
  const social = [...names.social.flatMap((name) => links([name])), ...accounts];
  const comments = commentsIn(all, find);
  const main = comments.find(({ setting }) => setting !== undefined);
  const analytics = servicesIn(all, 'analytics');
  return {
    keys: defined({
      nav: filled(links(names.nav)),
      social: filled(social.filter(({ url }, at) => social.findIndex((link) => link.url === url) === at)),
      footer: footerIn(all, find(names.footer, plain)),
      licence: find(names.licence, licenceIn),
      comments: main?.setting,
      scripts: filled(analytics.flatMap(({ setting }) => setting ?? [])),
      bio: find(names.bio, plain),
    }),
    pictures: defined({ icon: find(names.icon, picture), avatar: find(names.avatar, picture) }),
    friends: find(['.links.items'], (value) => (Array.isArray(value) ? value : undefined)),
    named: [
      ...comments.filter((service) => service !== main),
      ...analytics.filter(({ setting }) => setting === undefined),
      ...servicesIn(all, 'others'),
    ].map(({ at, why }) => ({ file: at, why })),
  };
}

/** The settings of a file. The settings of a data file are nested below a key, the name of the file. */
function settingsOf(folder: Folder, file: string): Config {
  const data = dataOf(folder, file);
  const [, name] = /_data\/([^/]+)\.\w+$/.exec(file) ?? [];
  return name === undefined ? tableOf(data) : { [name]: data };
}

/** All values with their paths, the upper levels first. The contents of a disabled table are skipped. */
function settingsIn(table: Config, above: string, path = ''): Setting[] {
  const here = Object.entries(table).map(([name, value]) => ({
    ...{ at: above + name, path: `${path}.${bare(name)}`, value },
    isOff: value === false || [tableOf(value).enable, tableOf(value).enabled].includes(false),
  }));
  const depthOf = (setting: Setting): number => setting.path.split('.').length;
  const below = here.filter(({ isOff }) => !isOff);
  // Icarus describes the author in a list of widgets.
  const inside = below.map((setting) => ({
    ...setting,
    table: setting.path.endsWith('.widgets') ? { ...Object(setting.value) } : tableOf(setting.value),
  }));
  const deeper = inside.flatMap(({ at, path, table }) => settingsIn(table as Config, `${at}.`, path));
  return [...here, ...deeper].sort((a, b) => depthOf(a) - depthOf(b));
}

const bare = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');
const filled = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list]);
const defined = <T extends object>(table: T) =>
  Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** A person's text, with markup and links reduced to their words. Undefined if it looks like a template. */
function plain(value: unknown): string | undefined {
  const text = textOf(value) ?? '';
  if (/<script|\{\{|powered/i.test(text)) return undefined;
  const words = text.replace(/<[^<>]*>|\{\s*year\s*\}/gi, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  return textOf(decodeHTML(words).replace(/\s+/g, ' '));
}

const picture = (value: unknown): string | undefined =>
  /^[^\s<>"]+$/.test(textOf(value) ?? '') && /^https?:|\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(String(value))
    ? String(value)
    : undefined;

/** The license, if it is a Creative Commons license. Themes may use the same keys for their own license. */
function licenceIn(value: unknown): string | undefined {
  const licence = /\b(?:cc[ -])?(by(?:-nc)?(?:-sa|-nd)?)\b(?:[ -](\d\.\d))?/i.exec(plain(value) ?? '');
  return licence ? `CC ${licence[1]!.toUpperCase()} ${licence[2] ?? '4.0'}` : undefined;
}

/** The text of the footer, and the record numbers (ICP and police), which may be in any text of the settings. */
function footerIn(all: readonly Setting[], text = ''): Record<string, string> | undefined {
  const texts = all.flatMap(({ value, isOff }) => (isOff || typeof value !== 'string' ? [] : value));
  const [icp, police] = [/\p{Script=Han}ICP[备证]\s?\d{5,}号(?:-\d+)?/u, /\p{Script=Han}公网安备\s?\d{14}号/u].map(
    (number) => texts.flatMap((text) => number.exec(text)?.[0] ?? [])[0],
  );
  const words = [icp, police].reduce<string>((text, number) => text.replace(number ?? '', ''), text);
  const footer = defined({ text: textOf(words), icp, police });
  return Object.keys(footer).length === 0 ? undefined : footer;
}

/** The links of a menu and of its submenus, in any form that themes use: lists, tables by label, `address || icon`. */
function linksIn(value: unknown, facts: Blog['facts'], label = ''): Link[] {
  if (typeof value === 'string') {
    const [url = '', ...words] = value.split('||').map((part) => part.trim());
    const labelled = [label, ...words].find((text) => !/^$|^(?:fa\w*[ -]|icon|ri-|['"]?#)/.test(text));
    return toLink(url, labelled ?? label.replace(/^.*(?:fa|icon|brand)-/, ''), facts);
  }
  if (Array.isArray(value)) {
    const weightOf = (link: unknown): number => Number(tableOf(link).weight ?? 0) || 1e9;
    const [first, second, ...more] = value as unknown[];
    if (typeof first === 'string' && typeof second === 'string' && more.length === 0 && !isAddress(first))
      return toLink(second, first, facts);
    return value.toSorted((a, b) => weightOf(a) - weightOf(b)).flatMap((inner) => linksIn(inner, facts, label));
  }
  const table = tableOf(value);
  const { links, ...otherItems } = table;
  // Redefine keeps links beside their looks. In a menu with other addresses, `links` is the label of a submenu.
  if (Object.keys(tableOf(links)).length > 0 && !holdsAddress(otherItems)) return linksIn(links, facts);
  const [url, name] = [names.urlKeys, names.labelKeys].map(
    (keys) => keys.flatMap((key) => textOf(table[key]) ?? [])[0],
  );
  if (url !== undefined || name !== undefined) {
    const inner = linksIn(Object.values(table).filter(Array.isArray), facts);
    return url === undefined ? inner : [...toLink(url, name ?? label, facts), ...inner];
  }
  return Object.entries(table).flatMap(([key, inner]) => {
    if (/^(?:social|footer)$/i.test(key)) return [];
    return linksIn(inner, facts, key === 'default' ? label : key.split('||')[0]!.trim());
  });
}

/** Whether a value contains the address of a page. */
const holdsAddress = (value: unknown): boolean =>
  typeof value === 'string'
    ? /^\/|:\/\//.test(value) && !/\.(?:png|jpe?g|gif|webp|avif|svg)$/i.test(value)
    : Object.values(value ?? {}).some(holdsAddress);

const hosts = new Map<string, readonly string[]>(Object.entries(names.accounts));
const words = new Map(Object.entries(names.words));
const isAddress = (text: string): boolean => /^(?:https?:\/\/[^\s<>"]+|mailto:\S+@\S+)$/.test(text);

/**
 * A label in lowercase is a keyword of the theme, so it is translated to the language of the site. An address that is
 * only a name is an account at the host that the label names.
 */
function toLink(address: string, label: string, { url: home, language = '' }: Blog['facts']): Link[] {
  const key = bare(label);
  const [name, pattern = '/{}'] = hosts.get(key) ?? [];
  const here = home !== undefined && address.startsWith(home) ? `/${address.slice(home.length)}` : address;
  const form = /^[^@/]+@[^@/]+$/.test(here) ? 'mailto:{}' : /^[\w.@-]+$/.test(here) ? pattern : '/{}';
  const url = isAddress(here) ? here : form.replace('{}', here).replace(/^\/+(?:\.\/)?/, '/');
  if (address === '' || /[\s<>"]|^\/#/.test(url)) return [];
  const { hostname } = URL.canParse(url) ? new URL(url) : { hostname: /\.xml$/.test(url) ? 'rss' : url };
  const [host = hostname] = hostname.split('.').flatMap((part) => hosts.get(part)?.[0] ?? []);
  const capital = label === key ? label.replace(/^./, (sign) => sign.toUpperCase()) : label;
  const translated = label === key && isChinese({ language }) ? words.get(key) : undefined;
  return [{ label: name ?? translated ?? (capital || host), url }];
}

/** A single word or a number. Undefined for any other value, and for a placeholder from a theme's example. */
function word(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return text === undefined || /^(?:<\w+>|your.*|你的.*|.*x{4,}.*)$|\s/i.test(text) ? undefined : text;
}

/** Returns the word of the first of these keys whose value is a word. */
function under(value: unknown, ...keys: readonly string[]): string | undefined {
  const entries = Object.entries(tableOf(value)).map(([key, inner]) => [bare(key).replace(/^data/, ''), word(inner)]);
  return keys.flatMap((key) => entries.find(([name, inner]) => name === key && inner !== undefined)?.[1] ?? [])[0];
}

const holdsValue = (value: unknown): boolean =>
  value === true || textOf(value) !== undefined || Object.values(value ?? {}).some(holdsValue);

/** A configured service, its equivalent in `_site.yml` if there is one, and why the report names it otherwise. */
type Service = { readonly at: string; readonly name: string; readonly setting?: unknown; readonly why: Message };

/**
 * The configured services of one kind, without duplicates. A service counts if it has an ID, and one of `others` if it
 * has any value. Among analytics, an ambiguous name such as `google` counts only if its path contains `analytics`.
 */
function servicesIn(all: readonly Setting[], kind: keyof typeof reasons): Service[] {
  const services = new Map(Object.entries(names[kind]));
  const setUp = all.flatMap(({ at, path, value, isOff }): Service[] => {
    const name = path.slice(path.lastIndexOf('.') + 1).replace(/analytics$/, '');
    const isElsewhere = kind === 'analytics' && names.ambiguous.includes(name) && !/analytics/.test(path);
    const service = services.get(name);
    if (isOff || service === undefined || isElsewhere || /\.(?:vendors|cdn|\w*prefix)\b/.test(path)) return [];
    const id = under(value, ...names.ids) ?? (/\//.test(String(value)) ? undefined : word(value));
    const isSet = kind === 'others' ? holdsValue(value) : id !== undefined;
    return isSet ? [{ at, name, setting: oursOf(name, value), why: reasons[kind](service) }] : [];
  });
  const serviceOf = ({ name }: Service): string | undefined => services.get(name);
  return setUp.filter((service, at) => setUp.findIndex((other) => serviceOf(other) === serviceOf(service)) === at);
}

/** The equivalent in `_site.yml` of comments or of an analytics script, if the old setting is complete. */
function oursOf(name: string, value: unknown): unknown {
  const [id, repo, repo_id, category_id] = ['id', 'repo', 'repoid', 'categoryid'].map((key) => under(value, key));
  if (name === 'giscus' && repo && repo_id && category_id) {
    const mapping = ['url', 'title', 'og:title'].find((name) => name === under(value, 'mapping'));
    return { giscus: defined({ repo, repo_id, category: textOf(tableOf(value).category), category_id, mapping }) };
  }
  const server = under(value, 'serverurl', 'server')?.replace(/\/+$/, '');
  if (name === 'waline' && server) return { waline: { server } };
  const site = word(value) ?? under(value, 'websiteid') ?? id;
  if (name === 'baidu' && site) return { src: `https://hm.baidu.com/hm.js?${site}`, connect: ['https://hm.baidu.com'] };
  const src = under(value, 'src', 'scripturl') ?? 'https://cloud.umami.is/script.js';
  if (name !== 'umami' || !site || !/^https?:/.test(src) || !URL.canParse(src)) return undefined;
  const host = src.startsWith('https://cloud.umami.is/') ? 'https://api-gateway.umami.dev' : new URL(src).origin;
  return { src, data: { 'website-id': site }, connect: [host] };
}

const reasons = {
  comments: (service: string) =>
    /giscus|Waline/.test(service) ? message('settingIncomplete', { service }) : message('settingComments', { service }),
  analytics: (service: string) => message('settingAnalytics', { service }),
  others: () => message('settingOther'),
};

/** The comment services that the theme shows: those that the configuration chooses, or all if it chooses none. */
function commentsIn(all: readonly Setting[], find: Find): Service[] {
  if (all.some(({ path, isOff }) => isOff && /\.comments?$/.test(path))) return [];
  const services = servicesIn(all, 'comments');
  const choice = find(names.choice, (value) => filled([value].flat().flatMap((value) => textOf(value) ?? [])));
  const chosen = choice?.flatMap((text) => bare(text).split(/[,，]/)).filter((one) => one !== '');
  const missing = (name: string): Service => ({ at: `comments: ${name}`, name, why: reasons.comments(name) });
  return chosen?.map((name) => services.find((service) => service.name === name) ?? missing(name)) ?? services;
}

/**
 * Changes links to the new addresses of their targets. Removes and reports links without a target, and links with the
 * same target as an earlier link.
 */
export function follow(
  keys: Configured['keys'],
  leads: (path: string) => string | undefined,
): Pick<Configured, 'keys' | 'named'> {
  const named: LeftOut[] = [];
  const followed = (['nav', 'social'] as const).map((key) => {
    const links: Link[] = [];
    for (const { label, url } of keys[key] ?? []) {
      const to = url.startsWith('/') ? leads(url) : url;
      const isTwin = links.some((link) => link.url === to);
      const why = message(isTwin ? 'settingTwice' : 'settingNowhere', { path: to ?? url });
      if (to !== undefined && !isTwin) links.push({ label, url: to });
      else named.push({ file: `${key}: ${label}`, why });
    }
    return [key, filled(links)] as const;
  });
  return { keys: defined({ ...keys, ...Object.fromEntries(followed) }), named };
}
