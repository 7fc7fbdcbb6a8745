// Templates that turn tags into Markdown: tags of Hexo, of its themes and plugins, and of Jekyll, and shortcodes of
// Hugo and its themes. Embedded content of other hosts becomes a link, because pages load nothing from third parties.
import * as md from './markdown.ts';
import {
  firstAddress,
  firstPart,
  isAddress,
  looks,
  namedArgs,
  noteLooks,
  partsOf,
  readWords,
  shownParts,
  textOf,
  unquote,
  withoutLooks,
} from './tag-arguments.ts';
import { readFriends } from './foreign-friends.ts';
import data from './tags.json' with { type: 'json' };

/**
 * Functions that find what a tag refers to. `post` finds an article by its file name, with or without folders, date and
 * extension. `code` returns the text of a code file.
 */
export type Lookups = {
  /** Returns the value of a key of the configuration, which texts of Jekyll show with `{{ site.key }}`. */
  readonly setting?: ((key: string) => string | undefined) | undefined;
  readonly code?: (name: string) => string | undefined;
  /** `body` is undefined if the article is locked, or if the target is not an article. */
  readonly post: (
    name: string,
  ) => { readonly href: string; readonly title: string; readonly body?: string | undefined } | undefined;
};

export type Template =
  | { readonly kind: 'inline'; readonly show: (args: string, lookups: Lookups) => string }
  /** `show` returns whole lines. The inside of the tag is Markdown for `block`, and plain text for `literal`. */
  | { readonly kind: 'block' | 'literal'; readonly show: (args: string, inside: string, name: string) => string[] }
  /** The result of `show` replaces the whole tag and is not translated further. */
  | { readonly kind: 'verbatim'; readonly show: (inside: string) => string };

const inline = (show: (args: string, lookups: Lookups) => string): Template => ({ kind: 'inline', show });
const block = (show: (args: string, inside: string, name: string) => string[]): Template => ({ kind: 'block', show });
const literal = (show: (args: string, inside: string) => string[]): Template => ({ kind: 'literal', show });

/** The templates, by the lowercase names of their tags. */
const table: readonly (readonly [names: string, template: Template])[] = [
  ['raw', { kind: 'verbatim', show: (inside) => inside }],
  ['comment', { kind: 'verbatim', show: () => '' }],

  ['codeblock|code', literal(codeblock)],
  ['highlight', literal((args, inside) => md.fence(readWords(args)[0] ?? '', inside))],
  ['mermaid', literal((args, inside) => md.fence('mermaid', args === '' ? inside : `${args}\n${inside}`))],
  ['chartjs|chart|echarts', literal((_, inside) => md.fence('json', inside))],
  [
    'katex|math|mathjax',
    literal((_, inside) =>
      inside.includes('\n') ? ['$$', ...inside.trim().split('\n'), '$$'] : [`$${inside.trim()}$`],
    ),
  ],
  ['include_code', inline(includeCode)],

  ['blockquote', block(blockquote)],
  ['pullquote|cq|centerquote', block((_, inside) => md.quote(inside.split('\n')))],
  ['noteblock|box|about|grey|blockquotes', block((args, inside) => titledQuote(withoutLooks(args), inside))],
  ['chat', literal((_, inside) => md.quote(inside.trim().split('\n')))],
  ['poem', block(poem)],
  ['note|notel|subnote|tip|notice|admonition|callout|hint|alert|attention', block(note)],
  [
    'info|warning|danger|success|question|important|caution|error|quote',
    block((args, inside, name) => note(`${name} ${args}`, inside, name)),
  ],

  ['tabs|subtabs|subsubtabs', block(tabs)],
  ['timeline', block((args, inside) => [...md.titled(firstPart(args)), ...sections(inside, 'timeline', asTitled)])],
  ['timenode', block((args, inside) => asTitled(firstPart(args), inside))],
  ['folders', block((_, inside) => sections(inside, 'folder', (title, body) => md.details(title, body)))],
  [
    'hidetoggle|hideblock|folding|details|expand|spoiler|collapse|accordion',
    block((args, inside) => md.details(summaryOf(args), inside)),
  ],
  // Fluid writes the color, "@" and the title.
  ['fold', block((args, inside) => md.details(args.replace(/^[^@]*@/, '').trim(), inside))],
  [
    'sites|sitegroup|ghcards|videos|audios|carousel|swiper|grid|cardlist|columns|column',
    block((_, inside) => inside.split('\n').filter((line) => !/^\s*<!--\s*(?:cell|tab|col)\b.*-->\s*$/.test(line))),
  ],
  [
    'grouppicture|gp|gallery|linkgroup|btns|menu|submenu|table|center|left|right|typeit|rawhtml|row|style',
    block((_, inside) => inside.split('\n')),
  ],
  ['friends|icon|toc|clear|pagebreak|series', inline(() => '')],
  ['banner|navbar', inline((args) => args.replace(/(?<!\S)[a-z]+:(?:"[^"]*"|\S+)/g, '').trim())],

  ['img|asset_img|figure', inline(figure)],
  ['image|inlineimage|fancybox|fullimage|fi', inline(shownImage)],
  ['inlineimg', inline((args) => sizedImage(readWords(args)))],
  ['asset_path', inline((args) => md.address(unquote(args)))],
  ['url_for|full_url_for', inline((args) => md.address(readWords(args)[0] ?? ''))],
  ['asset_link', inline((args) => namedLink(args, (name) => ({ href: name, title: name })))],
  ['post_link', inline((args, lookups) => namedLink(args, (name) => findPost(name, lookups)))],
  ['post_path|post_url|ref|relref', inline((args, lookups) => findPost(readWords(args)[0] ?? '', lookups).href)],
  ['link', inline((args, lookups) => (/^\S+\.md$/.test(args) ? findPost(args, lookups).href : linkOf(args, 1)))],
  ['hashtag|xlink|cell|menuitem|button|btn', inline((args) => linkOf(args, 0))],
  ['site|linkcard|externallinkcard|link-card', inline(card)],
  ['flink', literal((_, inside) => readFriends(inside).flatMap(({ friends }) => friends.map(md.linkItem)))],
  ['gallerygroup', inline(galleryGroup)],

  ['gist', inline((args) => md.link('Gist', `https://gist.github.com/${gistOf(args)}`))],
  ['iframe|pdf', inline((args) => md.file('', firstAddress(args)))],
  ['video|dplayer', inline((args) => md.file('▶ ', firstAddress(args)))],
  ['audio', inline((args) => md.file('♪ ', firstAddress(args)))],
  ['aplayer', inline((args) => md.link(`♪ ${readWords(args)[0] ?? ''}`, firstAddress(args)))],
  ['meting|netease|music', inline(music)],

  ['label', inline((args) => md.element('mark', labelText(args)))],
  ['mark|highlight-text', inline((args) => md.element('mark', shownParts(args).join(' ') || args))],
  ['quot|title', inline((args) => `**${shownParts(args).join(' ') || args}**`)],
  ['p|span', inline(textOf)],
  ...['u', 'del', 'kbd'].map((name) => [name, inline((args) => md.element(name, args))] as const),
  ['emp', inline((args) => md.element('em', args))],
  ['wavy|psw', inline((args) => args)],
  ['hideinline', inline((args) => firstPart(args))],
  ['checkbox|radio', inline((args) => `- [${/\bchecked\b/.test(firstPart(args)) ? 'x' : ' '}] ${withoutLooks(args)}`)],
  ['progress', inline((args) => `${readWords(args).slice(2).join(' ')}（${readWords(args)[0] ?? ''}%）`)],
  ['bubble', inline((args) => withNote(firstPart(args), partsOf(args)[1] ?? ''))],
];

const templates = new Map([
  ...Object.entries(data.places).map(([name, place]) => [name, inline((args) => placeOf(place, args))] as const),
  ...table.flatMap(([names, template]) => names.split('|').map((name) => [name, template] as const)),
]);

export const findTemplate = (name: string): Template | undefined => templates.get(name);

/** A note of Volantis, which is on one line, without a closing tag: `{% note kind, text %}`. */
export function loneNote(name: string, args: string): string | undefined {
  if (name !== 'note' || args === '') return undefined;
  const [kind = '', ...texts] = args.split(/[,，]/);
  const text = texts.length === 0 ? kind : texts.join('，');
  const lines = note(texts.length === 0 ? '' : kind, text.replaceAll('::', ' ').trim(), name);
  return `\n${lines.join('\n')}\n`;
}

/** A link to a page at another host. The arguments for the address are named, or have the order of `keys`. */
function placeOf([label = '', url = '', ...keys]: readonly string[], args: string): string {
  const stated = namedArgs(args);
  const words = readWords(args)
    .flatMap((word) => word.split(/[,，]/))
    .filter((word) => word !== '' && !/^[\w-]+=/.test(word));
  const values = new Map(
    keys.map((key, index) => {
      const [name = '', fallback] = key.split('=');
      return [name, stated.get(name) ?? fallback ?? words[index] ?? ''];
    }),
  );
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, name: string) => values.get(name) ?? '');
  const [first = ''] = values.values();
  return md.link(fill(label), isAddress(first) ? first : fill(url));
}

function findPost(name: string, { post }: Lookups): { href: string; title: string } {
  // An unknown name becomes a broken link, which the rule `links` reports.
  return post(name) ?? { href: md.address(/\.md$/.test(name) ? name : `${name}.md`), title: name };
}

/** `name [title] [escape]`. In Hexo, the last word says whether to escape the title. */
function namedLink(args: string, find: (name: string) => { href: string; title: string }): string {
  const [name = '', ...title] = readWords(args);
  const { href, title: ownTitle } = find(name);
  return md.link(title.filter((word) => word !== 'true' && word !== 'false').join(' ') || ownTitle, href);
}

/**
 * A link from a text and an address in any order, or from an address alone. Icons and colors around them are ignored.
 * If no part looks like an address, the part at `place` is the address.
 */
function linkOf(args: string, place: 0 | 1): string {
  const isListed = /::|[,，]/.test(args);
  const parts = isListed ? partsOf(args) : readWords(args);
  const at = parts.findIndex((part) => isAddress(part) || part.startsWith('#'));
  const url = parts[at] ?? parts[place] ?? parts[0] ?? '';
  // Words before the address are one text.
  const texts = !isListed && at > 0 ? [parts.slice(0, at).join(' ')] : parts.filter((part) => part !== url);
  const labels = texts.filter((part) => !/^(?:fa[srlbd]?|mini|icon)\b/.test(part));
  return md.link(labels.find((part) => !looks.test(part)) ?? labels[0] ?? url, url);
}

/** A link whose text is the first name of the card that is set, followed by the description of the card. */
function card(args: string): string {
  const values = namedArgs(args);
  const [url = firstAddress(args)] = ['href', 'url', 'link'].flatMap((key) => values.get(key) ?? []);
  const bare = partsOf(args.replace(/[\w-]+=("[^"]*"|\S+)/g, '')).filter((part) => part !== '' && !isAddress(part));
  const [text = url] = [...['title', 'name', 'desc'].flatMap((key) => values.get(key) ?? []), ...bare];
  const description = values.get('desc') ?? values.get('description') ?? text;
  return `${md.link(text, url)}${description === text ? '' : `：${md.escapeText(description)}`}`;
}

/** The path of a gist. The arguments are user and gist in Hugo, but the gist and one of its files in Hexo. */
function gistOf(args: string): string {
  const [first = '', second = ''] = readWords(args);
  return /^[\da-f]{6,}$/i.test(second) ? `${first}/${second}` : first;
}

/** Butterfly's link to an album: name, description, address, picture. */
function galleryGroup(args: string): string {
  const [name = '', description = '', url = '', src = ''] = readWords(args);
  return `[${md.picture({ src, alt: name })}](${md.address(url)}) **${md.escapeText(name)}** ${md.escapeText(description)}`;
}

/** A picture in the form of Hugo if the address is a named argument, otherwise in the form of Hexo. */
function figure(args: string): string {
  const { src, alt, caption, title } = Object.fromEntries(namedArgs(args));
  if (src === undefined) return md.image(args);
  // Hugo shows the title and the caption below the picture.
  const shown = [title, caption].filter((text) => text !== undefined && text !== '').join(' ');
  return md.picture({ src, alt: alt ?? caption ?? title ?? '', title: shown });
}

function shownImage(args: string): string {
  const [src = '', text = ''] = shownParts(args);
  return md.picture({ src, alt: namedArgs(args.replaceAll('::', ',')).get('alt') ?? text });
}

const sizedImage = ([src = '', height]: readonly string[]): string =>
  md.picture({ src, alt: '', height: height?.replace(/px$/, '') });

/** The services of music players. The address follows from the ID only at these two. */
const musicPages = new Map<string, ((type: string, id: string) => string) | undefined>([
  ['netease', (type, id) => `https://music.163.com/#/${type}?id=${id}`],
  ['tencent', (type, id) => `https://y.qq.com/n/ryqq/${qqTypes[type] ?? type}/${id}`],
  ['kugou', undefined],
  ['xiami', undefined],
  ['baidu', undefined],
]);

const qqTypes: Readonly<Record<string, string>> = { song: 'songDetail', album: 'albumDetail', artist: 'singer' };

/** A link to a song or a list. At a service whose addresses we do not know, its name and the ID stay as text. */
function music(args: string): string {
  const values = namedArgs(args);
  const words = readWords(args.replace(/[\w-]+\s*=\s*(?:"[^"]*"|\S+)/g, ''));
  // Hugo's LoveIt writes the server first.
  const order = musicPages.has(words[0] ?? '') ? ['server', 'type', 'id'] : ['id', 'server', 'type'];
  const valueOf = (key: string): string | undefined => values.get(key) ?? words[order.indexOf(key)];
  const id = valueOf('id') ?? values.get('auto') ?? values.get('url') ?? '';
  if (isAddress(id)) return md.file('♪ ', id);
  const server = valueOf('server') ?? 'netease';
  const url = musicPages.get(server)?.(valueOf('type') ?? 'song', id);
  return url === undefined ? md.escapeText(`♪ ${server} ${id}`) : md.link(`♪ ${new URL(url).host}`, url);
}

function codeblock(args: string, inside: string): string[] {
  const words = readWords(args).filter(
    (word) => !/^(?:line_number|line_threshold|highlight|first_line|mark|wrap):/.test(word),
  );
  const language = words.find((word) => word.startsWith('lang:'))?.slice('lang:'.length) ?? '';
  const titleWords = words.filter((word) => !word.startsWith('lang:'));
  const at = titleWords.findIndex(isAddress);
  const title = (at === -1 ? titleWords : titleWords.slice(0, at)).join(' ');
  const source = at === -1 ? '' : md.link(titleWords.slice(at + 1).join(' ') || 'link', titleWords[at]!);
  const head = [title === '' ? '' : `**${md.escapeText(title)}**`, source].filter((text) => text !== '').join(' ');
  return [...(head === '' ? [] : [head, '']), ...md.fence(language, inside)];
}

/** `[title] [lang:language] file`: a link to the old address, and the code itself if it is available. */
function includeCode(args: string, { code: codeOf }: Lookups): string {
  const words = readWords(args).filter((word) => !/^(?:from|to|line_number|highlight):/.test(word));
  const name = words.at(-1) ?? '';
  const language = words.find((word) => word.startsWith('lang:'))?.slice('lang:'.length) ?? name.replace(/^.*\./, '');
  const title = words.slice(0, -1).filter((word) => !word.startsWith('lang:'));
  const code = codeOf?.(name);
  const source = md.link(title.join(' ') || name, `/downloads/code/${name}`);
  return code === undefined ? source : ['', source, '', ...md.fence(language, code.trimEnd()), ''].join('\n');
}

/** `[author[, source]] [link] [title of the link]`. */
function blockquote(args: string, inside: string): string[] {
  const [, attribution = args, url, linkTitle = ''] = /^(.*?)\s*(https?:\/\/\S+)\s*(.*)$/s.exec(args) ?? [];
  // Before an address, everything is the author.
  const [author = '', source = ''] = url === undefined ? partsOf(attribution) : [attribution];
  const cited = url === undefined ? md.escapeText(source) : md.link(linkTitle || bareUrl(url), url);
  const footer = [author === '' ? '' : `**${md.escapeText(author)}**`, cited].filter((text) => text !== '').join('，');
  return md.quote([...inside.split('\n'), ...(footer === '' ? [] : ['', `—— ${footer}`])]);
}

const bareUrl = (url: string): string => url.replace(/^https?:\/\/|\/(?:index\.html?)?$/g, '');

const titledQuote = (title: string, inside: string): string[] => md.quote([...md.titled(title), ...inside.split('\n')]);

function poem(args: string, inside: string): string[] {
  const [title = '', author = ''] = partsOf(args);
  const lines = inside.split('\n').map((line) => (line.trim() === '' ? '' : `${line.trim()}\\`));
  return md.quote([...md.titled(title), ...(author === '' ? [] : [author, '']), ...lines]);
}

/** The callout for each kind of note in all engines and themes. */
export const noteKinds = withoutPrototype(data.notes);

/** The same kinds, with the additional names that Obsidian has. */
export const calloutKinds = withoutPrototype({ ...data.notes, ...data.callouts });

/** A table without the names that every object has, because an author may write `constructor`. */
function withoutPrototype(table: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null) as Record<string, string>, table);
}

function note(args: string, inside: string, name: string): string[] {
  const values = namedArgs(args);
  const words =
    values.size > 0 ? [values.get('type') ?? values.get('icon') ?? '', values.get('title') ?? ''] : readWords(args);
  const kind = words.map((word) => noteKinds[word.toLowerCase()]).find((name) => name !== undefined);
  const title = words.filter((word) => !(word.toLowerCase() in noteKinds) && !noteLooks.test(word)).join(' ');
  return md.callout(kind ?? noteKinds[name] ?? 'NOTE', title, inside.split('\n'));
}

const asTitled = (title: string, inside: string): string[] => [...md.titled(title), ...inside.trim().split('\n'), ''];

/** Formats each part of a block between comments with `show`. A block without such comments stays unchanged. */
function sections(
  inside: string,
  mark: string,
  show: (title: string, inside: string, at: number) => string[],
): string[] {
  const part = new RegExp(`<!--\\s*${mark}\\b(.*?)-->([^]*?)(?=<!--\\s*(?:end)?${mark}\\b|$)`, 'g');
  const parts = [...inside.matchAll(part)];
  if (parts.length === 0) return inside.split('\n');
  return parts.flatMap(([, title = '', body = ''], at) => show(title.trim(), body.replace(/^\s*\n|\s+$/g, ''), at));
}

/**
 * The first tab is open. Butterfly writes an icon after "@". A tab without a name gets the name of the group and a
 * number.
 */
function tabs(args: string, inside: string): string[] {
  return sections(inside, '(?:sub)*tab', (title, body, at) => {
    const name = title.replace(/\s*@.*$/, '') || `${firstPart(args)} ${at + 1}`;
    return [...md.details(name, body, at === 0 ? ' open' : ''), ''];
  });
}

/** The summary, without the colors and states that themes write before and after it. */
function summaryOf(args: string): string {
  const values = namedArgs(args);
  const all = shownParts(withoutLooks(args));
  const parts = all.filter((part) => !looks.test(part) && !/^#[\da-f]{3,8}$/i.test(part));
  return values.get('summary') ?? values.get('title') ?? (parts.join(', ') || (all[0] ?? ''));
}

/** The text of NexT's `primary@text` or of Butterfly's `text color`. */
function labelText(args: string): string {
  if (args.includes('@')) return args.slice(args.indexOf('@') + 1).trim();
  const words = readWords(args);
  return words.length > 1 && /^[a-z]+$/.test(words.at(-1) ?? '') ? words.slice(0, -1).join(' ') : words.join(' ');
}

const withNote = (text: string, note: string): string => (note === '' ? text : `${text}（${note}）`);
