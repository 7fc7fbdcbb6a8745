// What the tags of other engines stand for, as Markdown: those of Hexo, of its themes NexT and Butterfly, of Jekyll and of
// Hugo. What other hosts would show within a page becomes a link: pages ask no third party for anything.
import { decodeWhole } from '../decode.ts';

/** The scheme of links to posts that are still to be found. */
const later = 'duplex-post:';

/** A tag as it stands: its name in lowercase, and what follows it. */
export type TagText = { readonly name: string; readonly args: string };

/** What a tag may ask of the site: an article by its file's name, with or without folders, date and ending; the text of a file of code. */
export type Lookups = {
  readonly code?: (name: string) => string | undefined;
  readonly post: (name: string) => { readonly href: string; readonly title: string } | undefined;
};

export type Template =
  | { readonly kind: 'inline'; readonly show: (tag: TagText, lookups: Lookups) => string }
  /** Lines that stand for themselves; what is inside is Markdown, or, of `literal`, text. */
  | { readonly kind: 'block' | 'literal'; readonly show: (tag: TagText, inside: string) => string[] }
  /** What is inside takes the place of the whole, as it is. */
  | { readonly kind: 'verbatim'; readonly show: (inside: string) => string };

export const findTemplate = (name: string): Template | undefined => templates.get(name);

export const inline = (show: (tag: TagText, lookups: Lookups) => string): Template => ({ kind: 'inline', show });
export const block = (show: (tag: TagText, inside: string) => string[]): Template => ({ kind: 'block', show });
export const literal = (show: (tag: TagText, inside: string) => string[]): Template => ({ kind: 'literal', show });

const templates = new Map<string, Template>(
  Object.entries({
    raw: { kind: 'verbatim', show: (inside: string) => inside },
    comment: { kind: 'verbatim', show: () => '' },

    ...named(['codeblock', 'code'], literal(codeblock)),
    highlight: literal(({ args }, inside) => fence(readWords(args)[0] ?? '', inside)),
    mermaid: literal((_, inside) => fence('mermaid', inside)),

    ...named(['blockquote', 'quote'], block(blockquote)),
    ...named(
      ['pullquote', 'cq', 'centerquote'],
      block((_, inside) => quote(inside.split('\n'))),
    ),
    ...named(['note', 'subnote', 'noteblock', 'tip', 'notice', 'admonition', 'callout', 'hint', 'alert'], block(note)),
    tabs: block(tabs),
    timeline: block(({ args }, inside) => [
      ...titled(readParts(args)[0] ?? ''),
      ...sections(inside, /<!--\s*timeline\b(.*?)-->([^]*?)<!--\s*endtimeline\s*-->/g, asTitled),
    ]),
    timenode: block(({ args }, inside) => asTitled(readParts(args)[0] ?? '', inside)),
    ...named(
      ['hidetoggle', 'hideblock', 'folding', 'details'],
      block(({ args }, inside) => details(summaryOf(args), inside)),
    ),
    ...named(
      ['grouppicture', 'gp', 'gallery', 'linkgroup', 'btns'],
      block((_, inside) => inside.split('\n')),
    ),

    img: inline(({ args }) => image(args)),
    asset_img: inline(({ args }) => image(args)),
    ...named(
      ['image', 'inlineimage', 'fullimage', 'fi'],
      inline(({ args }) => picture({ src: readParts(args)[0] ?? '', alt: namedArgs(args).get('alt') ?? '' })),
    ),
    figure: inline(({ args }) => {
      const { src = '', alt, caption, title } = Object.fromEntries(namedArgs(args));
      return picture({ src, alt: alt ?? caption ?? title ?? '', title: caption ?? title ?? '' });
    }),
    asset_path: inline(({ args }) => address(unquote(args))),
    asset_link: inline(({ args }) => {
      const [file = '', ...title] = readWords(args);
      return link(title.filter(isNoSwitch).join(' ') || file, file);
    }),
    post_link: inline(({ args }, lookups) => {
      const [name = '', ...title] = readWords(args);
      const post = findPost(name, lookups);
      return link(title.filter(isNoSwitch).join(' ') || post.title, post.href);
    }),
    ...named(
      ['post_path', 'post_url', 'ref', 'relref'],
      inline(({ args }, lookups) => findPost(readWords(args)[0] ?? '', lookups).href),
    ),
    ...named(
      ['url_for', 'full_url_for'],
      inline(({ args }) => address(readWords(args)[0] ?? '')),
    ),
    link: inline(linkTag),
    ...named(['linkcard', 'cell'], inline(linkTag)),
    ...named(
      ['button', 'btn'],
      inline(({ args }) => {
        const [url = '', text = ''] = readParts(args);
        return link(text || url, url);
      }),
    ),

    youtube: inline(({ args }) => {
      const [first = '', type = ''] = readWords(args);
      const id = namedArgs(args).get('id') ?? first;
      const path = type === 'playlist' ? `playlist?list=${id}` : `watch?v=${id}`;
      return link('YouTube', `https://www.youtube.com/${path}`);
    }),
    vimeo: inline(({ args }) => link('Vimeo', `https://vimeo.com/${readWords(args)[0] ?? ''}`)),
    bilibili: inline(({ args }) =>
      link('bilibili', `https://www.bilibili.com/video/${namedArgs(args).get('id') ?? readWords(args)[0] ?? ''}`),
    ),
    gist: inline(({ args }) => link('Gist', `https://gist.github.com/${gistOf(args)}`)),
    jsfiddle: inline(({ args }) => link('JSFiddle', `https://jsfiddle.net/${readWords(args)[0] ?? ''}`)),
    iframe: inline(({ args }) => file('', firstAddress(args))),
    ...named(
      ['video', 'dplayer'],
      inline(({ args }) => file('▶ ', firstAddress(args))),
    ),
    audio: inline(({ args }) => file('♪ ', firstAddress(args))),
    aplayer: inline(({ args }) => link(`♪ ${readWords(args)[0] ?? ''}`, firstAddress(args))),
    pdf: inline(({ args }) => file('', firstAddress(args))),

    label: inline(({ args }) => element('mark', labelText(args))),
    ...named(
      ['p', 'span'],
      inline(({ args }) => styled(args)),
    ),
    ...Object.fromEntries(
      ['u', 'del', 'kbd', 'emp'].map((name) => [
        name,
        inline(({ args }) => element(name === 'emp' ? 'em' : name, args)),
      ]),
    ),
    wavy: inline(({ args }) => args),
    psw: inline(({ args }) => args),
    hideinline: inline(({ args }) => readParts(args)[0] ?? ''),
  } satisfies Record<string, Template>),
);

export function named(names: readonly string[], template: Template): Record<string, Template> {
  return Object.fromEntries(names.map((name) => [name, template]));
}

/** Words between spaces; quotes hold some together. */
export function readWords(args: string): string[] {
  return [...args.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, bare]) => double ?? single ?? bare!);
}

/** What stands between commas. */
const readParts = (args: string): string[] => args.split(/[,，]/).map((part) => unquote(part.trim()));

export const unquote = (text: string): string => text.replace(/^(["'])(.*)\1$/s, '$2');

/** `key="value"`, as Hugo has them, and `key=value` between commas. */
export function namedArgs(args: string): Map<string, string> {
  const found = args.matchAll(/([\w-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s,]+))/g);
  return new Map([...found].map(([, key, double, single, bare]) => [key!, double ?? single ?? bare!]));
}

/** Hexo's last word of a link, which says whether its text is to be escaped. */
const isNoSwitch = (word: string): boolean => word !== 'true' && word !== 'false';

export const isAddress = (word: string): boolean => /^(?:https?:)?\/|^\.{1,2}\//.test(word);

/** A link to a file or a page, called by its own name: that needs no word of any language. */
export function file(sign: string, url: string): string {
  const [path = ''] = url.replace(/^(?:https?:)?\/\//, '').split(/[?#]/, 1);
  return link(`${sign}${decodeWhole(path.replace(/\/+$/, '').replace(/^.*\//, ''))}`, url);
}

/** Links to posts that are still to be found. */
export const laterPosts: Lookups = {
  post: (name) => ({ href: `${later}${encodeURIComponent(name)}`, title: name }),
};

/** Where such a link leads, now that posts can be found; any other target as it is. */
export const followPost = (target: string, lookups: Lookups): string =>
  target.startsWith(later) ? findPost(decodeWhole(target.slice(later.length)), lookups).href : target;

function findPost(name: string, { post }: Lookups): { href: string; title: string } {
  // A name that nobody has becomes a link that leads nowhere: rule links tells it.
  return post(name) ?? { href: address(/\.md$/.test(name) ? name : `${name}.md`), title: name };
}

function codeblock({ args }: TagText, inside: string): string[] {
  const words = readWords(args).filter(
    (word) => !/^(?:line_number|line_threshold|highlight|first_line|mark|wrap):/.test(word),
  );
  const language = words.find((word) => word.startsWith('lang:'))?.slice('lang:'.length) ?? '';
  const others = words.filter((word) => !word.startsWith('lang:'));
  const at = others.findIndex(isAddress);
  const title = (at === -1 ? others : others.slice(0, at)).join(' ');
  const source = at === -1 ? '' : link(others.slice(at + 1).join(' ') || 'link', others[at]!);
  const head = [title === '' ? '' : `**${escapeText(title)}**`, source].filter((text) => text !== '').join(' ');
  return [...(head === '' ? [] : [head, '']), ...fence(language, inside)];
}

/** A fence that is longer than any in the code. */
export function fence(language: string, code: string): string[] {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(({ 0: run }) => run.length));
  const ticks = '`'.repeat(longest + 1);
  return [`${ticks}${language.replace(/[`\s]/g, '')}`, ...code.split('\n'), ticks];
}

export const quote = (lines: readonly string[]): string[] => lines.map((line) => `> ${line}`.trimEnd());

/** `[author[, source]] [link] [title of the link]`. */
function blockquote({ args }: TagText, inside: string): string[] {
  const [, before = args, url, after = ''] = /^(.*?)\s*(https?:\/\/\S+)\s*(.*)$/s.exec(args) ?? [];
  const [author = '', source = ''] = readParts(before);
  const cited = url === undefined ? escapeText(source) : link(after || source || url, url);
  const footer = [author === '' ? '' : `**${escapeText(author)}**`, cited].filter((text) => text !== '').join('，');
  return quote([...inside.split('\n'), ...(footer === '' ? [] : ['', `—— ${footer}`])]);
}

/** Kinds of notes, of whatever theme, as the callouts that stand for them. */
const noteKinds: Readonly<Record<string, string>> = {
  default: 'NOTE',
  primary: 'NOTE',
  info: 'NOTE',
  note: 'NOTE',
  blue: 'NOTE',
  purple: 'NOTE',
  pink: 'NOTE',
  abstract: 'NOTE',
  quote: 'NOTE',
  example: 'NOTE',
  success: 'TIP',
  tip: 'TIP',
  green: 'TIP',
  question: 'TIP',
  important: 'IMPORTANT',
  warning: 'WARNING',
  orange: 'WARNING',
  yellow: 'WARNING',
  danger: 'CAUTION',
  error: 'CAUTION',
  caution: 'CAUTION',
  failure: 'CAUTION',
  bug: 'CAUTION',
  red: 'CAUTION',
};

/** How a note looks elsewhere: its style, its icon, its animation. */
const noteLooks =
  /^(?:simple|modern|flat|disabled|no-icon|bolt|home|ban|sync|cogs|key|bell|animated|true|false|fa[\w-]* .*|fa[srbl]|fa[\w]*-[\w-]+)$/;

function note({ name, args }: TagText, inside: string): string[] {
  const known = namedArgs(args);
  const words =
    known.size > 0 ? [known.get('type') ?? known.get('icon') ?? '', known.get('title') ?? ''] : readWords(args);
  const kind = words.map((word) => noteKinds[word.toLowerCase()]).find((found) => found !== undefined);
  const title = words.filter((word) => !(word.toLowerCase() in noteKinds) && !noteLooks.test(word)).join(' ');
  const fallback = name === 'tip' ? 'TIP' : 'NOTE';
  return quote([`[!${kind ?? fallback}]`, ...titled(title), ...inside.split('\n')]);
}

const titled = (title: string): string[] => (title.trim() === '' ? [] : [`**${title.trim()}**`, '']);

const asTitled = (title: string, inside: string): string[] => [...titled(title), ...inside.trim().split('\n'), ''];

/** The parts of a block that comments mark off, each as `show` has it; the block as it is where none does. */
export function sections(
  inside: string,
  pattern: RegExp,
  show: (title: string, inside: string, index: number) => string[],
): string[] {
  const found = [...inside.matchAll(pattern)];
  if (found.length === 0) return inside.split('\n');
  return found.flatMap(([, title, body], index) => show(title!.trim(), body!.replace(/^\s*\n|\s+$/g, ''), index));
}

/** The first tab is open. Butterfly writes an icon behind "@"; a tab without a name has the group's, and its number. */
function tabs({ args }: TagText, inside: string): string[] {
  const group = readParts(args)[0] ?? '';
  return sections(inside, /<!--\s*tab\b(.*?)-->([^]*?)<!--\s*endtab\s*-->/g, (title, body, index) => {
    const name = title.replace(/\s*@.*$/, '') || `${group} ${index + 1}`;
    return [...details(name, body, index === 0 ? ' open' : ''), ''];
  });
}

export function details(summary: string, inside: string, open = ''): string[] {
  return [
    `<details${open}>`,
    // Without one the browser says in its reader's language that there is more.
    ...(summary === '' ? [] : [`<summary>${escapeHtml(summary)}</summary>`]),
    '',
    ...inside.split('\n'),
    '',
    '</details>',
  ];
}

/** Colours and states that themes put before the summary. */
function summaryOf(args: string): string {
  const parts = readParts(args).filter(
    (part) =>
      !/^(?:open|blue|cyan|green|yellow|red|orange|purple|black|white|grey|#[\da-f]{3,8})(?: open)?$/i.test(part),
  );
  return namedArgs(args).get('summary') ?? parts[0] ?? '';
}

/** `[classes] file [width] [height] [title [alt]]`. */
export function image(args: string): string {
  const words = readWords(args);
  const at = words.findIndex((word) => isAddress(word) || /\.\w+$/.test(word));
  if (at === -1) return '';
  const [src = '', ...rest] = words.slice(at);
  const sizes = rest.slice(0, 2).filter((word) => /^\d+(?:px|%)?$/.test(word));
  const said = rest.slice(sizes.length).join(' ');
  // One argument may hold both, each in quotes of its own.
  const [title = '', alt = title] = /^["']/.test(said) ? readWords(said) : [said];
  const [width, height] = sizes;
  return picture({ src, alt, title, width, height });
}

type Picture = { src: string; alt: string; title?: string; width?: string | undefined; height?: string | undefined };

/** A size needs HTML; a title that says the same as the text is left out. */
export function picture({ src, alt, title = '', width, height }: Picture): string {
  if (src === '') return '';
  if (width === undefined) {
    const shown = title === '' || title === alt ? '' : ` "${title.replaceAll('"', '&quot;')}"`;
    return `![${escapeText(alt)}](${address(src)}${shown})`;
  }
  const attributes = { src: address(src), alt, ...(title === alt ? {} : { title }), width, height };
  const texts = Object.entries(attributes).filter(([, value]) => value !== undefined && value !== '');
  return `<img ${texts.map(([name, value]) => `${name}="${escapeHtml(value!)}"`).join(' ')}>`;
}

/** Jekyll's `{% link _posts/name.md %}`, Butterfly's `{% link title, address %}`, Hexo's `{% link text address [title] %}`. */
function linkTag({ args }: TagText, lookups: Lookups): string {
  const parts = args.includes(',') ? readParts(args) : readWords(args);
  if (parts.length === 1) return /\.md$/.test(args) ? findPost(args, lookups).href : link(args, args);
  const at = parts.findIndex(isAddress);
  if (at === -1) return link(parts[0]!, parts[1]!);
  return link(at === 0 ? parts[0]! : parts.slice(0, args.includes(',') ? 1 : at).join(' '), parts[at]!);
}

/** Hugo names the user and the gist, Hexo the gist and a file of it. */
function gistOf(args: string): string {
  const [first = '', second = ''] = readWords(args);
  return /^[\da-f]{6,}$/i.test(second) ? `${first}/${second}` : first;
}

/** The first address among words, `key=value` pairs and quoted lists of them. */
export function firstAddress(args: string): string {
  const words = readWords(args)
    .flatMap((word) => word.split(/[,，]/))
    .map((word) => unquote(word.replace(/^[\w-]+=/, '').trim()));
  return words.find(isAddress) ?? words.find((word) => /\.\w+$/.test(word)) ?? words[0] ?? '';
}

/** NexT's `primary@text` and Butterfly's `text colour`. */
function labelText(args: string): string {
  if (args.includes('@')) return args.slice(args.indexOf('@') + 1).trim();
  const words = readWords(args);
  return words.length > 1 && /^[a-z]+$/.test(words.at(-1)!) ? words.slice(0, -1).join(' ') : words.join(' ');
}

/** `classes, text` or, without a comma, the text alone. */
function styled(args: string): string {
  const at = args.indexOf(',');
  return at === -1 ? args : args.slice(at + 1).trim();
}

const element = (name: string, text: string): string => `<${name}>${escapeHtml(text)}</${name}>`;

export const link = (text: string, target: string): string => `[${escapeText(text)}](${address(target)})`;

/** A target that may stand between the parentheses of a link: what is encoded already stays. */
export const address = (target: string): string =>
  target.trim().replace(/[\s()<>"\\]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

export const escapeText = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\[\]<]/g, '\\$&');

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
