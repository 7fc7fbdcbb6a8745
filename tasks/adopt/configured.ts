// What a blog's configuration says beside its title: menu, author, comments, analytics. Keys of `_site.yml` where there is one for
// them; all else that is switched on is named. `configured.json` has the names that engines and themes use, the surest first.
import { decodeHTML } from 'entities';
import { isChinese } from '#pdc/language';
import { message } from '#pdc/message';
import { readYaml } from '#pdc/yaml';
import { tableOf, textOf } from './blog.ts';
import type { Blog, Config, LeftOut } from './blog.ts';
import names from './configured.json' with { type: 'json' };
import type { Folder } from './folder.ts';

export type Link = { readonly label: string; readonly url: string };

export type Configured = {
  /** Values of `_site.yml`, by key; links as the old site had them. */
  readonly keys: Readonly<Record<string, unknown>> & Readonly<Partial<Record<'nav' | 'social', readonly Link[]>>>;
  /** Pictures of the author and of the site, as they are named. */
  readonly pictures: Readonly<Partial<Record<'icon' | 'avatar', string>>>;
  /** What is said of friends. */
  readonly friends?: unknown;
  readonly named: readonly LeftOut[];
};

type Source = { readonly file: string; readonly data: Config; readonly isBroken?: true };

/** A value of a configuration. The path is the key without what themes write in different ways. */
type Setting = Source & {
  readonly key: string;
  readonly path: string;
  readonly value: unknown;
  readonly isOff: boolean;
};

/** What a theme or a file of data says, under the name of such a file. A broken one costs nothing but what it says. */
const readSource = (folder: Folder, file: string): Source => {
  const yaml = readYaml(folder.text(file)?.replace(/^\ufeff/, '') ?? '', { lenient: true });
  const [, name] = /_data\/([^/]+)\.\w+$/.exec(file) ?? [];
  if ('faults' in yaml) return { file, data: {}, isBroken: true };
  return { file, data: name === undefined ? tableOf(yaml.data) : { [name]: yaml.data } };
};

export function configuredBy(
  whole: readonly Source[],
  { folder, files = [], facts }: { folder: Folder; files?: readonly string[]; facts: Blog['facts'] },
): Configured {
  const sources = [...files.filter(folder.has).map((file) => readSource(folder, file)), ...whole];
  const all = settingsIn(sources);
  const find: Find = (from, fits) =>
    from
      .map((name) =>
        all.find(({ path, value, isOff }) => !isOff && path.endsWith(`.${bare(name)}`) && fits(value) !== undefined),
      )
      .find((found) => found !== undefined);
  const textAt = (from: readonly string[], fits = plain): string | undefined => fits(find(from, fits)?.value);
  const linksAt = (from: readonly string[]): readonly Link[] => {
    const fits = (value: unknown): readonly Link[] | undefined => nonEmpty(linksIn(value, facts));
    return fits(find(from, fits)?.value) ?? [];
  };
  const social = [...linksAt(names.social), ...accountsIn(find)];
  const { services, named } = commentsIn(all, find);
  const analytics = analyticsIn(all);
  const footer = footerIn(all, textAt(names.footer));
  return {
    keys: {
      ...given('nav', nonEmpty(linksAt(names.nav))),
      ...given('social', nonEmpty(social.filter(({ url }, at) => social.findIndex((one) => one.url === url) === at))),
      ...given('footer', Object.keys(footer).length === 0 ? undefined : footer),
      ...given('licence', textAt(names.licence, licenceIn)),
      ...given('comments', services[0]),
      ...given('scripts', nonEmpty(analytics.flatMap(({ script }) => script ?? []))),
      ...given('bio', textAt(names.bio)),
    },
    friends: find(['links.items'], (value) => nonEmpty([value].flat()))?.value,
    pictures: { ...given('icon', textAt(names.icon, picture)), ...given('avatar', textAt(names.avatar, picture)) },
    named: [
      ...sources.flatMap(({ file, isBroken }) => (isBroken ? [{ file, why: message('settingsUnreadable') }] : [])),
      ...named,
      ...analytics.flatMap(({ file, key, script, service }) =>
        script ? [] : [{ file: `${file}: ${key}`, why: message('settingAnalytics', { service }) }],
      ),
      ...all
        .filter(({ path, value, isOff }) => !isOff && names.others.includes(lastOf(path)) && isSaid(value))
        .map(({ file, key }) => ({ file: `${file}: ${key}`, why: message('settingOther') })),
    ],
  };
}

type Find = (from: readonly string[], fits: (value: unknown) => unknown) => Setting | undefined;

/** Values by their paths, the upper ones first; of what is switched off nothing but that. */
function settingsIn(sources: readonly Source[]): Setting[] {
  return sources.flatMap(({ file, data }) => {
    const all: Setting[] = [];
    let level: Setting[] = [{ file, data, key: '', path: '', value: data, isOff: false }];
    while (level.length > 0) {
      level = level.flatMap(({ key, path, value, isOff }) =>
        Object.entries(isOff ? {} : tableOf(value)).map(([name, inner]) => ({
          ...{ file, data, value: inner, isOff: isTurnedOff(inner) },
          key: key === '' ? name : `${key}.${name}`,
          path: `${path}.${bare(name)}`,
        })),
      );
      all.push(...level);
    }
    return all;
  });
}

const bare = (name: string): string => name.toLowerCase().replace(/[-_ ]/g, '');
const lastOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const isTurnedOff = (value: unknown): boolean =>
  value === false || ['enable', 'enabled'].some((key) => tableOf(value)[key] === false);

const given = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, V>);
const nonEmpty = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** A text that a person wrote: markup and links become their words. What still has the sign of a template is none. */
function plain(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === undefined || /<script|\{\{|powered|<required>/i.test(text)) return undefined;
  const words = decodeHTML(text.replace(/<[^<>]*>/g, ' ').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return textOf(words.replace(/\{\s*year\s*\}/gi, '').replace(/\s+/g, ' '));
}

const picture = (value: unknown): string | undefined =>
  typeof value === 'string' &&
  /^[^\s<>"]+$/.test(value) &&
  /^https?:|\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(value)
    ? value
    : undefined;

/** Licences of Creative Commons alone: a theme's own may stand under the same key. */
function licenceIn(value: unknown): string | undefined {
  const [, code, version = '4.0'] =
    /\b(?:cc[ -])?(by(?:-nc)?(?:-sa|-nd)?)\b(?:[ -](\d\.\d))?/i.exec(plain(value) ?? '') ?? [];
  return code === undefined ? undefined : `CC ${code.toUpperCase()} ${version}`;
}

/** The record numbers stand in whatever text says them. */
function footerIn(all: readonly Setting[], text: string | undefined): Record<string, string> {
  const texts = all.flatMap(({ value, isOff }) => (isOff || typeof value !== 'string' ? [] : value));
  const first = (number: RegExp): string | undefined => texts.flatMap((each) => number.exec(each)?.[0] ?? [])[0];
  const [icp, police] = [/\p{Script=Han}ICP[备证]\s?\d{5,}号(?:-\d+)?/u, /\p{Script=Han}公网安备\s?\d{14}号/u].map(
    first,
  );
  const others = [icp, police].reduce<string>((rest, number) => rest.replace(number ?? '', ''), text ?? '');
  return { ...given('text', textOf(others)), ...given('icp', icp), ...given('police', police) };
}

/** The links of a menu in any of the forms that themes have: lists, tables by label, `address || icon`; and those below them. */
function linksIn(value: unknown, facts: Blog['facts'], label = ''): Link[] {
  if (typeof value === 'string') {
    const [url = '', ...words] = value.split('||').map((part) => part.trim());
    const said = [label, ...words].find((word) => word !== '' && !isIcon(word));
    return toLink(url, said ?? label.replace(/^.*(?:fa|icon|brand)-/, ''), facts);
  }
  if (Array.isArray(value))
    return [...(value as unknown[])]
      .sort((a, b) => weightOf(a) - weightOf(b))
      .flatMap((one) => linksIn(one, facts, label));
  const table = tableOf(value);
  const [url, name] = [urlKeys, labelKeys].map((keys) => keys.flatMap((key) => textOf(table[key]) ?? [])[0]);
  if (url === undefined && name === undefined)
    return Object.entries(table).flatMap(([key, inner]) =>
      /^(?:social|footer)$/i.test(key)
        ? []
        : linksIn(inner, facts, key === 'default' ? label : key.split('||')[0]!.trim()),
    );
  const inner = Object.values(table).filter(Array.isArray);
  return [...(url === undefined ? [] : toLink(url, name ?? label, facts)), ...linksIn(inner, facts)];
}

const urlKeys = ['url', 'link', 'href', 'path', 'pageref', 'page'];
const labelKeys = ['name', 'title', 'label', 'tip', 'text', 'key', 'identifier'];
const isIcon = (word: string): boolean => /^(?:fa[\w]*[ -]|icon|ri-|['"]?#)/.test(word);
const weightOf = (one: unknown): number => Number(tableOf(one).weight ?? 0) || 1e9;

const accounts: Readonly<Record<string, readonly string[]>> = names.accounts;
const words: Readonly<Record<string, string>> = names.words;

/** Known words in lowercase are a theme's, which shows them in the language of the site; a name alone is one of a known host. */
function toLink(written: string, label: string, { url: home = '', language = '' }: Blog['facts']): Link[] {
  const key = bare(label);
  const [name, host] = accounts[key] ?? [];
  const isAddress = /^(?:https?:\/\/[^\s<>"]+|mailto:\S+@\S+)$/.test(written);
  const here = home !== '' && written.startsWith(home) ? written.slice(home.replace(/\/$/, '').length) : written;
  const path = host === undefined || /^\//.test(here) ? `/${here.replace(/^\.?\//, '')}` : host.replace('{}', here);
  const url = isAddress && here === written ? written : path;
  if (written === '' || /[\s<>"]|^\/\/|^\/#/.test(url)) return [];
  const translated = label === key && isChinese({ language }) ? words[key] : undefined;
  const own = label === key ? label.replace(/^./, (sign) => sign.toUpperCase()) : label;
  const shown = name ?? translated ?? own;
  return [{ label: shown === '' ? hostOf(url) : shown, url }];
}

function hostOf(url: string): string {
  const { hostname = url } = URL.canParse(url) ? new URL(url) : {};
  const known = hostname.split('.').find((part) => accounts[part]);
  return known === undefined ? hostname : accounts[known]![0]!;
}

/** Jekyll's themes ask for the bare names at known hosts. */
function accountsIn(find: Find): Link[] {
  const word = (value: unknown): string | undefined =>
    /^[^\s/]+$/.test(textOf(value) ?? '') ? textOf(value) : undefined;
  return Object.keys(accounts).flatMap((host) => {
    const found = find([`author.${host}`, `${host}_username`, `${host}.username`], word);
    return found ? toLink(word(found.value)!, host, {}) : [];
  });
}

/** A value under any of some names. */
function under(value: unknown, ...keys: readonly string[]): string | undefined {
  const entries = Object.entries(tableOf(value)).map(
    ([key, inner]) => [bare(key).replace(/^data/, ''), inner] as const,
  );
  return keys.flatMap((key) => entries.filter(([name]) => name === key).flatMap(([, inner]) => word(inner) ?? []))[0];
}

/** What stands for a value in a theme's example is none. */
const word = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : textOf(value);
  return text === undefined || /^(?:<.*>|your.*|你的.*|.*x{4,}.*)$/i.test(text) ? undefined : text;
};

const isSaid = (value: unknown): boolean =>
  value === true ||
  word(value) !== undefined ||
  (Array.isArray(value) ? value.length > 0 : Object.values(tableOf(value)).some(isSaid));

type Service = { readonly file: string; readonly key: string; readonly service: string; readonly value: unknown };

/** Services of a kind that are set up: each is called so, and has an identity. */
const servicesIn = (
  all: readonly Setting[],
  known: Readonly<Record<string, string>>,
  nameIn: (path: string) => string,
) =>
  all.flatMap(({ path, value, isOff, file, key }): (Service & { name: string })[] => {
    const name = nameIn(path);
    const service = known[name];
    const isBare = word(value) !== undefined && !String(value).includes('/');
    const isSet = !isOff && (isBare || value === true || under(value, ...names.ids) !== undefined);
    return service === undefined || !isSet || /\.(?:vendors|cdn)\b/.test(path)
      ? []
      : [{ file, key, service, value, name }];
  });

function commentsIn(all: readonly Setting[], find: Find): { services: unknown[]; named: LeftOut[] } {
  if (all.some(({ path, isOff }) => isOff && /\.comments?$/.test(path))) return { services: [], named: [] };
  const choice = find(names.choice, (value) => nonEmpty([value].flat().flatMap((one) => textOf(one) ?? [])));
  const chosen = [choice?.value]
    .flat()
    .flatMap((one) => bare(String(one ?? '')).split(/[,，]/))
    .filter((one) => one !== '');
  const set = servicesIn(all, names.comments, lastOf);
  const found: Service[] = choice
    ? chosen.map((name) => set.find((one) => one.name === name) ?? { ...choice, service: serviceOf(name), value: {} })
    : set;
  const each = found.map((one) => ({ ...one, ours: commentsOf(one) }));
  const first = each.find(({ ours }) => ours !== undefined);
  return {
    services: first ? [first.ours] : [],
    named: each
      .filter((one) => one !== first)
      .map(({ file, key, service }) => ({ file: `${file}: ${key}`, why: message('settingComments', { service }) })),
  };
}

const serviceOf = (name: string): string => (names.comments as Readonly<Record<string, string>>)[name] ?? name;

/** What of ours it is, where all that it needs is said. */
function commentsOf({ service, value }: Service): unknown {
  if (service === names.comments.waline) {
    const server = under(value, 'serverurl', 'server')?.replace(/\/+$/, '');
    return server === undefined ? undefined : { waline: { server } };
  }
  if (service !== names.comments.giscus) return undefined;
  const [repo, repo_id, category, category_id] = ['repo', 'repoid', 'category', 'categoryid'].map((key) =>
    under(value, key),
  );
  const mapping = ['url', 'title', 'og:title'].find((one) => one === under(value, 'mapping'));
  return [repo, repo_id, category_id].includes(undefined)
    ? undefined
    : { giscus: { repo, repo_id, ...given('category', category), category_id, ...given('mapping', mapping) } };
}

function analyticsIn(all: readonly Setting[]): (Service & { script: unknown })[] {
  const nameIn = (path: string): string => {
    const name = lastOf(path).replace(/analytics$/, '');
    return /analytics/.test(path) || !/^(?:google|baidu|cloudflare|tencent|fathom)$/.test(name) ? name : '';
  };
  const found = servicesIn(all, names.analytics, nameIn);
  return found
    .filter(({ service }, at) => found.findIndex((one) => one.service === service) === at)
    .map((one) => ({ ...one, script: scriptOf(one) }));
}

/** The script of a service that needs no other. */
function scriptOf({ service, value }: Service): unknown {
  const id = word(value) ?? under(value, 'websiteid', 'id', 'domain');
  if (id === undefined) return undefined;
  const made = (src: string, data?: Record<string, string>, host = new URL(src).origin) => ({
    ...{ src, ...given('data', data) },
    connect: [host],
  });
  if (service === names.analytics.baidu) return made(`https://hm.baidu.com/hm.js?${id}`);
  const said = under(value, 'src', 'scripturl') ?? '';
  const src = /^https?:\/\//.test(said) && URL.canParse(said) ? said : undefined;
  if (service === names.analytics.plausible) return made(src ?? 'https://plausible.io/js/script.js', { domain: id });
  const cloud = 'https://cloud.umami.is/script.js';
  if (service !== names.analytics.umami) return undefined;
  return made(
    src ?? cloud,
    { 'website-id': id },
    (src ?? cloud) === cloud ? 'https://api-gateway.umami.dev' : undefined,
  );
}

/** Links lead to where their targets are now. Those that lead nowhere are named. */
export function follow(
  { keys }: Pick<Configured, 'keys'>,
  leads: (path: string) => string | undefined,
): { keys: Configured['keys']; named: LeftOut[] } {
  const named: LeftOut[] = [];
  const followed = (['nav', 'social'] as const).map((key) => {
    const links = keys[key]?.flatMap(({ label, url }): Link[] => {
      const to = url.startsWith('/') ? leads(url) : url;
      if (to === undefined) named.push({ file: `${key}: ${label}`, why: message('settingNowhere', { path: url }) });
      return to === undefined ? [] : [{ label, url: to }];
    });
    return [key, nonEmpty(links ?? [])] as const;
  });
  return { keys: { ...keys, ...Object.fromEntries(followed) }, named };
}
