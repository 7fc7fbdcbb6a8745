// What tags stand for that other themes and plugins brought: Butterfly, NexT, Volantis and Stellar, and the shortcodes of Hugo's
// themes. Lenient builds and `adopt` write them as Markdown; what every build knows stands in `tag-templates`.
import {
  address,
  block,
  details,
  escapeHtml,
  escapeText,
  fence,
  file,
  findTemplate,
  firstAddress,
  inline,
  isAddress,
  link,
  literal,
  named,
  namedArgs,
  picture,
  quote,
  readWords,
  sections,
  unquote,
} from '#pdc/markdown/tag-templates';
import type { Lookups, TagText, Template } from '#pdc/markdown/tag-templates';

export const findForeignTemplate = (name: string): Template | undefined => templates.get(name) ?? findTemplate(name);

/** What stands between commas, or Volantis' double colons. */
const partsOf = (args: string): string[] =>
  args.split(args.includes('::') ? '::' : /[,，]/).map((part) => unquote(part.trim()));

/** The parts that are neither `key=value` nor `key:value`: what is shown. */
const shownParts = (args: string): string[] =>
  partsOf(args).filter((part) => part !== '' && !/^(?:[a-z-]+=|(?:color|style|child|width|height|bg):)/i.test(part));

/** Colours and states that stand before a text. */
const looks =
  /^(?:red|orange|yellow|green|cyan|blue|purple|pink|gray|grey|black|white|light|dark|warning|error|done|plus|minus|times|checked|unchecked|solid|center|left|right|large|small|huge|logo|bold|ultra|big|mini|h[1-6]|subtitle|open|codeblock|simple|modern|flat|disabled|quote|info|success|danger|link|\s)+$/i;

/** The text of `[looks][, or ::]text`. */
function textOf(args: string): string {
  const parts = partsOf(args);
  const rest = parts.length > 1 && looks.test(parts[0]!) ? parts.slice(1) : parts;
  return rest.join(args.includes('::') ? ' ' : '，');
}

const templates = new Map<string, Template>(
  Object.entries({
    ...named(
      ['checkbox', 'radio'],
      inline(({ args }) => `- [${/\bchecked\b/.test(partsOf(args)[0] ?? '') ? 'x' : ' '}] ${withoutLooks(args)}`),
    ),
    progress: inline(({ args }) => {
      const [width = '', , ...text] = readWords(args);
      return `${text.join(' ')}（${width}%）`;
    }),
    poem: block(({ args }, inside) => {
      const [title = '', author = ''] = partsOf(args);
      const lines = inside.split('\n').map((line) => (line.trim() === '' ? '' : `${line.trim()}\\`));
      return quote([...bold(title), ...(author === '' ? [] : [author, '']), ...lines]);
    }),
    bubble: inline(({ args }) => {
      const [text = '', note = ''] = partsOf(args);
      return note === '' ? text : `${text}（${note}）`;
    }),
    ...named(
      ['referto', 'referfrom'],
      inline(({ args }) => {
        const [mark = '', text = ''] = partsOf(args).map((part) => part.replace(/^\[|\]$/g, ''));
        return text === '' ? `[${mark}]` : `[${mark}]（${text}）`;
      }),
    ),
    ...named(['site', 'linkcard', 'externallinkcard', 'link-card'], inline(card)),
    ...named(
      [
        'sites',
        'sitegroup',
        'ghcards',
        'videos',
        'audios',
        'carousel',
        'swiper',
        'grid',
        'cardlist',
        'columns',
        'column',
      ],
      block((_, inside) => inside.split('\n').filter((line) => !/^\s*<!--\s*(?:cell|tab|col)\b.*-->\s*$/.test(line))),
    ),
    ...named(['ghcard', 'githubcard', 'github', 'ghbdage', 'repo'], inline(githubCard)),
    ...named(['galleryGroup', 'gallerygroup'], inline(galleryGroup)),
    inlineimg: inline(({ args }) => {
      const [src = '', height = ''] = readWords(args);
      return height === '' ? picture({ src, alt: '' }) : imageOf({ src, alt: '', height });
    }),
    flink: literal((_, inside) => linksOf(inside)),
    linkgrid: literal((_, inside) => gridOf(inside)),
    series: inline(() => ''),
    score: literal((_, inside) => fence('abc', inside)),
    ...named(
      ['chartjs', 'chart', 'echarts'],
      literal((_, inside) => fence('json', inside)),
    ),
    ...named(
      ['katex', 'math', 'mathjax'],
      literal((_, inside) =>
        inside.includes('\n') ? ['$$', ...inside.trim().split('\n'), '$$'] : [`$${inside.trim()}$`],
      ),
    ),
    caniuse: inline(({ args }) => {
      const [feature = ''] = args.split(/[@\s]/);
      return link(`Can I use：${feature}`, `https://caniuse.com/${feature}`);
    }),
    ...named(['subtabs', 'subsubtabs'], block(subtabs)),
    include_code: inline(includeCode),

    ...named(
      ['span', 'p'],
      inline(({ args }) => textOf(args)),
    ),
    ...named(
      ['mark', 'highlight-text'],
      inline(({ args }) => `<mark>${escapeHtml(shownParts(args).join(' ') || args)}</mark>`),
    ),
    ...named(
      ['quot', 'title'],
      inline(({ args }) => `**${shownParts(args).join(' ') || args}**`),
    ),
    ...named(
      ['noteblock', 'box', 'about', 'grey', 'blockquotes'],
      block(({ args }, inside) => quote([...bold(withoutLooks(args)), ...inside.split('\n')])),
    ),
    ...named(
      ['folders'],
      block((_, inside) =>
        sections(inside, /<!--\s*folder\b(.*?)-->([^]*?)(?=<!--\s*folder\b|$)/g, (title, body) => details(title, body)),
      ),
    ),
    folding: block(({ args }, inside) => details(withoutLooks(args), inside)),
    timenode: block(({ args }, inside) => [...bold(partsOf(args)[0] ?? ''), ...inside.trim().split('\n'), '']),
    ...named(['cell', 'menuitem'], inline(linkParts)),
    ...named(
      ['menu', 'submenu'],
      block((_, inside) => inside.split('\n')),
    ),
    ...named(
      ['link', 'hashtag', 'xlink', 'button', 'btn'],
      inline((tag, lookups) => (isOfParts(tag) ? linkParts(tag) : known(tag, lookups))),
    ),
    pandown: inline(({ args }) => {
      const [kind = '', url = '', code = '', name = ''] = partsOf(args);
      return `${link(name || kind || url, url)}${code === '' ? '' : `（${kind} ${code}）`}`;
    }),
    table: block((_, inside) => inside.split('\n')),
    ...named(
      ['image', 'inlineimage', 'fancybox'],
      inline(({ args }) => {
        const [src = '', text = ''] = shownParts(args);
        return picture({ src, alt: namedArgs(args.replaceAll('::', ',')).get('alt') ?? text });
      }),
    ),
    ...named(
      ['video', 'audio'],
      inline((tag) =>
        tag.args.includes('::') ? file(tag.name === 'video' ? '▶ ' : '♪ ', partsOf(tag.args)[0]!) : known(tag, none),
      ),
    ),
    emoji: inline(({ args }) => (readWords(args).length === 0 ? '' : `:${readWords(args).at(-1)!}:`)),
    frame: inline(({ args }) => {
      const known = namedArgs(args.replace(/\s*(?:::|\|)\s*/g, ','));
      return picture({ src: known.get('img') ?? known.get('video') ?? '', alt: known.get('alt') ?? '' });
    }),
    copy: inline(({ args }) => {
      const text = shownParts(args)[0] ?? args;
      return text.includes('`') ? text : `\`${text}\``;
    }),
    md: inline(({ args }) => link(args, args)),
    ...named(
      ['friends', 'icon', 'banner', 'toc', 'navbar', 'clear', 'pagebreak'],
      inline(() => ''),
    ),
    chat: literal((_, inside) => quote(inside.trim().split('\n'))),

    ...named(
      ['meting', 'netease', 'music'],
      inline(({ args }) => music(args)),
    ),
    douban: inline(({ args }) => {
      const given = namedArgs(args);
      const [id = '', type = 'book'] = [given.get('id') ?? readWords(args)[0], given.get('type')];
      return link(`豆瓣（${id}）`, `https://${type}.douban.com/subject/${id}/`);
    }),
    slideshare: inline(({ args }) =>
      link('SlideShare', `https://www.slideshare.net/slideshow/embed_code/${first(args)}`),
    ),
    ...named(
      ['gslides', 'googleslides'],
      inline(({ args }) =>
        link(
          'Google Slides',
          isAddress(first(args)) ? first(args) : `https://docs.google.com/presentation/d/${first(args)}`,
        ),
      ),
    ),
    speakerdeck: inline(({ args }) => link('Speaker Deck', `https://speakerdeck.com/player/${first(args)}`)),
    codepen: inline(({ args }) => {
      const given = namedArgs(args);
      const [user = '', id = ''] = [given.get('user') ?? readWords(args)[0], given.get('id') ?? readWords(args)[1]];
      return link('CodePen', `https://codepen.io/${user}/pen/${id}`);
    }),
    ...named(
      ['tweet', 'twitter', 'x'],
      inline(({ args }) => {
        const given = namedArgs(args);
        const id = given.get('id') ?? readWords(args).at(-1) ?? '';
        return link('Twitter', isAddress(id) ? id : `https://twitter.com/${given.get('user') ?? 'i'}/status/${id}`);
      }),
    ),
    instagram: inline(({ args }) => link('Instagram', `https://www.instagram.com/p/${first(args)}/`)),
    asciinema: inline(({ args }) => link('asciinema', `https://asciinema.org/a/${first(args)}`)),
    ...named(
      ['center', 'left', 'right', 'typeit', 'rawhtml', 'row', 'style', 'expand', 'spoiler', 'collapse', 'accordion'],
      block((tag, inside) =>
        /^(?:expand|spoiler|collapse|accordion)$/.test(tag.name)
          ? details(titleOf(tag.args), inside)
          : inside.split('\n'),
      ),
    ),
    ...named(
      ['info', 'warning', 'danger', 'success', 'question', 'important', 'caution', 'attention', 'error', 'quote'],
      block(kinded),
    ),
    // Hugo's own picture of themes: the address, and what is said of it.
    img: inline((tag, lookups) => {
      const given = namedArgs(tag.args);
      const src = given.get('src');
      if (src === undefined) return known(tag, lookups);
      return picture({
        src,
        alt: given.get('alt') ?? given.get('caption') ?? given.get('title') ?? '',
        title: given.get('title') ?? given.get('caption') ?? '',
      });
    }),
  } satisfies Record<string, Template>),
);

/** Volantis writes a note on one line: `{% note kind, text %}`. */
export function aloneOf({ name, args }: TagText): string | undefined {
  if (name !== 'note' || args === '') return undefined;
  const words = args.split(/[,，]/);
  const kind = words.length > 1 ? words[0]! : '';
  const template = findTemplate('note')!;
  const text = words
    .slice(kind === '' ? 0 : 1)
    .join('，')
    .replaceAll('::', ' ')
    .trim();
  return template.kind === 'block' ? `\n${template.show({ name, args: kind }, text).join('\n')}\n` : undefined;
}

const none: Lookups = { post: () => undefined };

/** A tag as every build knows it. */
function known(tag: TagText, lookups: Lookups): string {
  const template = findTemplate(tag.name);
  return template?.kind === 'inline' ? template.show(tag, lookups) : '';
}

const first = (args: string): string => namedArgs(args).get('id') ?? readWords(args)[0] ?? '';

const bold = (text: string): string[] => (text.trim() === '' ? [] : [`**${text.trim()}**`, '']);

const titleOf = (args: string): string =>
  namedArgs(args).get('title') ?? namedArgs(args).get('summary') ?? readWords(args)[0] ?? '';

function withoutLooks(args: string): string {
  const shown = args.replace(/(?:^|\s)(?:color|style|child|bg):\S+/g, ' ').trim();
  const separator = /::|[,，]/.exec(shown);
  if (separator) {
    const before = shown.slice(0, separator.index);
    return looks.test(before) || before === '' ? shown.slice(separator.index + separator[0].length).trim() : shown;
  }
  return shown.replace(
    /^(?:(?:red|orange|yellow|green|cyan|blue|purple|pink|gray|grey|open|codeblock|checked)\s+)+/i,
    '',
  );
}

/** A tag whose name says what kind of note it is. */
function kinded({ name, args }: TagText, inside: string): string[] {
  const template = findTemplate('note')!;
  return template.kind === 'block' ? template.show({ name: 'note', args: `${name} ${args}` }, inside) : [];
}

/** `text, address` with pictures and colours around them, or the address alone. */
function isOfParts({ name, args }: TagText): boolean {
  const [first = '', ...rest] = partsOf(args);
  const isLook = /^(?:btn|button)$/.test(name) && looks.test(first) && rest.some(isAddress);
  return args.includes('::') || /^(?:hashtag|xlink)$/.test(name) || isLook;
}

function linkParts({ args }: TagText): string {
  const parts = args.includes('::') || args.includes(',') ? partsOf(args) : readWords(args);
  const url = parts.find((part) => isAddress(part) || part.startsWith('#')) ?? parts[0] ?? '';
  const text =
    parts.find((part) => part !== url && !looks.test(part) && !/^(?:fa[srlbd]?|mini|icon)\b/.test(part)) ?? url;
  return link(text, url);
}

function card({ args }: TagText): string {
  const given = namedArgs(args);
  const url = given.get('href') ?? given.get('url') ?? given.get('link') ?? firstAddress(args);
  const text =
    given.get('title') ??
    given.get('name') ??
    given.get('desc') ??
    partsOf(args.replace(/[\w-]+=("[^"]*"|\S+)/g, '')).find((part) => part !== '' && !isAddress(part)) ??
    url;
  const note = given.get('desc') ?? given.get('description');
  return `${link(text, url)}${note === undefined || note === text ? '' : `：${escapeText(note)}`}`;
}

function githubCard({ args }: TagText): string {
  const name = namedArgs(args).get('repo') ?? namedArgs(args).get('name') ?? partsOf(args)[0]!.split(/\s/)[0]!;
  return link(`GitHub：${name}`, isAddress(name) ? name : `https://github.com/${name}`);
}

/** Butterfly's door to an album: name, description, address, picture. */
function galleryGroup({ args }: TagText): string {
  const [name = '', description = '', url = '', src = ''] = readWords(args);
  return `[![${escapeText(name)}](${address(src)})](${address(url)}) **${escapeText(name)}** ${escapeText(description)}`;
}

function imageOf({ src, alt, height }: { src: string; alt: string; height: string }): string {
  return `<img src="${escapeHtml(address(src))}" alt="${escapeHtml(alt)}" height="${escapeHtml(height.replace(/px$/, ''))}">`;
}

/** Friends as YAML lists them: `name`, `link`, `descr`. */
function linksOf(inside: string): string[] {
  const items = inside.split(/^\s*-\s+(?=name:)/m).slice(1);
  const valueOf = (item: string, key: string): string =>
    unquote(new RegExp(`^\\s*${key}:[ \\t]*(.*)$`, 'm').exec(item)?.[1]?.trim() ?? '');
  return items.map((item) => {
    const note = valueOf(item, 'descr') || valueOf(item, 'desc');
    return `- ${link(valueOf(item, 'name'), valueOf(item, 'link') || valueOf(item, 'url'))}${note === '' ? '' : `：${escapeText(note)}`}`;
  });
}

/** NexT's lines of `name | address | description | picture`. */
function gridOf(inside: string): string[] {
  return inside
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => {
      const [name = '', url = '', note = ''] = line.split('|').map((part) => part.trim());
      return `- ${link(name, url)}${note === '' ? '' : `：${escapeText(note)}`}`;
    });
}

function subtabs({ args }: TagText, inside: string): string[] {
  const group = partsOf(args)[0] ?? '';
  return sections(inside, /<!--\s*(?:sub)*tab\b(.*?)-->([^]*?)<!--\s*end(?:sub)*tab\s*-->/g, (title, body, index) => [
    ...details(title.replace(/\s*@.*$/, '') || `${group} ${index + 1}`, body, index === 0 ? ' open' : ''),
    '',
  ]);
}

/** `[title] [lang:language] file`: the code itself where it is at hand, else where it stood. */
function includeCode({ args }: TagText, { code: codeOf }: Lookups): string {
  const words = readWords(args).filter((word) => !/^(?:from|to|line_number|highlight):/.test(word));
  const file = words.at(-1) ?? '';
  const language = words.find((word) => word.startsWith('lang:'))?.slice(5) ?? file.split('.').at(-1)!;
  const title = words
    .slice(0, -1)
    .filter((word) => !word.startsWith('lang:'))
    .join(' ');
  const code = codeOf?.(file);
  const source = link(title || file, `/downloads/code/${file}`);
  return code === undefined ? source : ['', source, '', ...fence(language, code.trimEnd()), ''].join('\n');
}

/** A song or a list of NetEase, QQ or Kugou. */
function music(args: string): string {
  const given = namedArgs(args);
  const words = readWords(args.replace(/[\w-]+\s*=\s*(?:"[^"]*"|\S+)/g, ''));
  const [id = '', server = 'netease', type = 'song'] = [
    given.get('id') ?? words[0],
    given.get('server') ?? words[1],
    given.get('type') ?? words[2],
  ];
  if (isAddress(id)) return file('♪ ', id);
  const url =
    server === 'tencent'
      ? `https://y.qq.com/n/ryqq/${type === 'song' ? 'songDetail' : type}/${id}`
      : `https://music.163.com/#/${type}?id=${id}`;
  return link(`♪ ${new URL(url).host}`, url);
}
