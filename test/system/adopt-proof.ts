// Counts the false claims of `adopt --was` from outside: node --import tsx test/system/adopt-proof.ts BLOG PUBLISHED [...]
// It shares no code with the importer: it adopts and builds as an author does, opens every old address in the built site,
// follows redirects, and compares letters.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** How many consecutive letters are compared; and in which share of all pages they belong to the theme. */
const gramSize = 8;
const themeShare = 0.2;

/** Two pages have the same text if one has at least this share of the letters of the other. */
const sameShare = 0.5;

/** A run of this many letters that occurs nowhere else is a text; a shorter run is a date, a count or a caption. */
const maxOwnLetters = 40;

type Proof = {
  readonly articles: string;
  readonly summary: string;
  readonly texts: string;
  readonly answers: number;
  /** Addresses that lead to their text according to the report, but do not. */
  readonly falseClaims: readonly string[];
  /** Addresses that the report calls lost, although another page has their text. */
  readonly missed: readonly string[];
};

function prove(blog: string, published: string): Proof {
  const folder = mkdtempSync(path.join(tmpdir(), 'adopt-proof-'));
  try {
    const site = path.join(folder, 'site');
    const built = path.join(folder, 'public');
    const report = run(['adopt', blog, '--was', published, '--to', site]);
    const dirs = ['--content', `${site}/content`, '--static', `${site}/static`, '--dest', built];
    run(['build', '--lenient', ...dirs]);
    return compareSites({ report, published, built });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function run(args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['tasks/duplex.js', ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
  return stdout;
}

function compareSites({ report, published, built }: { report: string; published: string; built: string }): Proof {
  const lost = new Set([...report.matchAll(/^ {2}(\/.*?)(?:：|: )/gm)].map(([, address]) => address!));
  const olds = pagesBelow(published);
  const news = pagesBelow(built).filter((page) => page.refresh === undefined);
  const named = [...report.matchAll(/^ {2}(\S.*?)(?:：|: )(缺少：|missing: |多出：|added: )(.*)$/gm)].map(
    ([, file, kind, text]) => ({
      stem: path.basename(file!.replace(/(?:\/index)?\.\w+$/, '')).toLowerCase(),
      isLost: /^(?:缺少|missing)/.test(kind!),
      grams: gramsOf(text!),
    }),
  );
  const everything = new Set<string>();
  for (const { grams } of news) for (const gram of grams) everything.add(gram);
  const shared = withoutTheme(olds);
  withoutTheme(news);
  const byAddress = new Map(olds.map((page) => [page.address, page]));
  const base = basePath(built);
  const falseClaims: string[] = [];
  const missed: string[] = [];
  let answers = 0;
  let ownText = '';
  for (const old of olds) {
    const text = follow(old, byAddress);
    if (lost.has(old.address)) {
      const best = text && bestOf(text, news);
      if (best) missed.push(`${old.address} has the text of ${best.address}`);
      continue;
    }
    answers += 1;
    const why = whyFalse(old, text);
    if (why !== undefined) falseClaims.push(`${old.address} ${why}`);
  }
  return {
    articles: /^.*(?:published by|中发布).*$/m.exec(report)?.[0].trim() ?? '',
    summary: /^ {2}.*(?:old addresses in|旧地址).*$/m.exec(report)?.[0].trim() ?? '',
    texts: /^ {2}.*(?:read as on the old|读起来一样).*$/m.exec(report)?.[0].trim() ?? '',
    ...{ answers, falseClaims, missed },
  };

  function whyFalse(old: Page, text: Page | undefined): string | undefined {
    const file = fileAt(built, old.address);
    if (file === undefined) return 'answers with nothing';
    const target = landing({ built, base, file });
    if (target === undefined) return 'leads to nothing';
    if (!text) return undefined;
    const now = news.find(({ file }) => file === target);
    if (now === undefined) return `leads to ${target}, which is not a page`;
    if (/^\/(?:(?:page|archives|categories|tags)\/.*)?$/.test(now.address)) {
      const article = now.address === '/' ? undefined : bestOf(text, news);
      if (article && isOnlyPage(text, article))
        return `leads to ${now.address}, and its text is that of ${article.address}`;
      return now.address === '/' || ownLetters(text, { elsewhere: everything, isList: true }) < maxOwnLetters
        ? undefined
        : `has a text (${ownText}), and leads to ${now.address}`;
    }
    if (now.isLocked || now.file === '404.html') return undefined;
    const other = bestOf(text, news);
    if (other !== undefined && share(text.grams, other.grams) > share(text.grams, now.grams) + 0.3)
      return `leads to ${now.address}, and its text is that of ${other.address}`;
    const letters = gramsOf(readPage(built, now.file));
    if (ownLetters(text, { elsewhere: everything, isList: false }) < maxOwnLetters || isNamed(text, letters))
      return undefined;
    // A theme shows excerpts of other articles: letters that only other pages have do not count.
    const grams = new Set([...text.grams].filter((gram) => letters.has(gram) || !everything.has(gram)));
    if (share(grams, letters) >= sameShare) return undefined;
    return `leads to ${now.address}, which has ${Math.round(100 * share(grams, letters))} % of its text (${ownText})`;
  }

  /**
   * Whether no other old page matches the article as closely. A list may show a whole article, but also other texts.
   */
  function isOnlyPage(old: Page, article: Page): boolean {
    const closenessOf = ({ grams }: Page): number => share(article.grams, grams) + share(grams, article.grams);
    const least = closenessOf(old) - 0.1;
    return !olds.some((other) => other !== old && closenessOf(other) >= least);
  }

  /** Whether the report names the file of the article, or words that only the old or only the new page has. */
  function isNamed(old: Page, grams: ReadonlySet<string>): boolean {
    const olds = gramsOf(readPage(published, old.file));
    const parts = old.address.toLowerCase().split(/[/.]/);
    return named.some(({ stem, isLost, grams: words }) => {
      if (parts.includes(stem)) return true;
      const [here, there] = isLost ? [olds, grams] : [grams, olds];
      return words.size > 0 && share(words, here) > sameShare && share(words, there) < sameShare;
    });
  }

  /** The length of the longest run of an old page that neither the theme nor one of the pages `elsewhere` has. */
  function ownLetters(old: Page, { elsewhere, isList }: { elsewhere: ReadonlySet<string>; isList: boolean }): number {
    let longest = 0;
    // A list consists of links with dates between them, and of excerpts that other lists show too.
    const html = shownIn(readPage(published, old.file));
    const minPages = isList ? 2 : shared.minPages;
    for (const part of isList ? html.split(/<a\b.*?<\/a>/is) : [html]) {
      let run = 0;
      for (const gram of gramsOf(part)) {
        run = elsewhere.has(gram) || (shared.counts.get(gram) ?? 0) >= minPages ? 0 : run + 1;
        if (run > longest) [longest, ownText] = [run, gram];
      }
    }
    return longest;
  }
}

type Page = {
  readonly file: string;
  readonly address: string;
  readonly refresh: string | undefined;
  readonly isLocked: boolean;
  readonly grams: Set<string>;
};

function pagesBelow(root: string): Page[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.html?$/i.test(file) && statSync(path.join(root, file)).isFile(),
  );
  for (const file of files) {
    const [, title = ''] = /<title[^>]*>(.*?)<\/title>/is.exec(readFileSync(path.join(root, file), 'utf8')) ?? [];
    titles.set(`${root}${addressOf(file)}`, lettersOf(title));
  }
  return files.map((file) => {
    const html = readPage(root, file);
    const [, refresh] = /http-equiv=["']?refresh["']?[^>]*url=\s*['"]?([^"'>]+)/i.exec(html) ?? [];
    const isLocked = /class="?locked[" >]/.test(html);
    return { file, address: addressOf(file), refresh, isLocked, grams: gramsOf(html) };
  });
}

const addressOf = (file: string): string => `/${file.normalize('NFC')}`.replace(/\/index\.html?$/, '/');

/** The letters of the titles of all pages, by folder and address. */
const titles = new Map<string, string>();

/** The HTML of a page without the links that a theme makes: their text is part of the title of their target. */
function readPage(root: string, file: string): string {
  const html = readFileSync(path.join(root, file), 'utf8');
  return html.replace(/<a\b[^>]*?\bhref=(?:"([^"]*)"|'([^']*)'|([^\s>]+))[^>]*>(.*?)<\/a>/gis, (link, ...groups) => {
    const [double, single, bare, inside] = groups as (string | undefined)[];
    const title = titles.get(`${root}${pathIn(double ?? single ?? bare ?? '', addressOf(file))}`);
    const letters = lettersOf(inside!);
    return letters !== '' && title?.includes(letters) ? ' ' : link;
  });
}

/** The path of a link, whatever the host of the site is. */
function pathIn(href: string, address: string): string {
  const base = `http://old.invalid${encodeURI(address)}`;
  if (!URL.canParse(href, base)) return '';
  try {
    return decodeURIComponent(new URL(href, base).pathname).normalize('NFC');
  } catch {
    return '';
  }
}

/** All runs of `gramSize` letters in the text that a browser shows outside of navigation. */
function gramsOf(html: string): Set<string> {
  const letters = lettersOf(html);
  const grams = new Set<string>();
  for (let at = 0; at + gramSize <= letters.length; at += 1) grams.add(letters.slice(at, at + gramSize));
  return grams;
}

/** The HTML that a browser shows outside of navigation. */
const shownIn = (html: string): string =>
  html
    .replace(/^.*?<body[^>]*>/is, '')
    .replace(/<!--.*?-->|<(script|style|nav|aside|footer|noscript|svg|button|math)\b.*?<\/\1>/gis, ' ');

const lettersOf = (html: string): string =>
  shownIn(html)
    .replace(/<[a-z/!?][^>]*>/gi, ' ')
    .replace(/&#x([\da-f]{1,5});/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    // Formulas are elements on the new page. On the old page they may be source, from which a script draws them.
    .replace(/\$\$.*?\$\$|\$(?=[^$\n]*[\\^_])[^$\n]{1,200}\$|\\\(.*?\\\)|\\\[.*?\\\]/gs, ' ')
    .replace(/&\w+;|https?:\/\/\S+/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** How many pages have each run of letters. A run that at least `minPages` have belongs to the theme. */
type Shared = { readonly counts: ReadonlyMap<string, number>; readonly minPages: number };

/** Removes the runs of letters that belong to the theme, because many pages have them. Returns the counts. */
function withoutTheme(pages: readonly Page[]): Shared {
  const counts = new Map<string, number>();
  for (const { grams } of pages) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const minPages = Math.max(3, themeShare * pages.length) + 1;
  for (const { grams } of pages) for (const gram of [...grams]) if (counts.get(gram)! >= minPages) grams.delete(gram);
  return { counts, minPages };
}

function share(grams: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (grams.size === 0) return 0;
  let count = 0;
  for (const gram of grams) if (others.has(gram)) count += 1;
  return count / grams.size;
}

/** The article or page that has the largest share of a text; undefined if none has half of it. */
function bestOf({ grams }: Page, pages: readonly Page[]): Page | undefined {
  if (grams.size < maxOwnLetters) return undefined;
  const texts = pages.filter(({ address }) => !/^\/(?:$|(?:page|archives|categories|tags)\/)/.test(address));
  const [best] = texts
    .map((page) => ({ page, share: share(grams, page.grams) }))
    .sort((a, b) => b.share - a.share)
    .filter((each) => each.share >= sameShare);
  return best?.page;
}

/** The page that an old page redirects to, or the old page itself; undefined if the target is missing. */
function follow(page: Page, pages: ReadonlyMap<string, Page>, depth = 0): Page | undefined {
  if (page.refresh === undefined) return page;
  if (depth > 5) return undefined;
  const { pathname } = new URL(page.refresh, `http://old.invalid${encodeURI(page.address)}`);
  const whole = decodeURIComponent(pathname).normalize('NFC');
  const found = [...pages.keys()].find((address) => whole.endsWith(address) && address !== '/');
  const next = pages.get(whole) ?? pages.get(`${whole}/`) ?? (found === undefined ? undefined : pages.get(found));
  return next && follow(next, pages, depth + 1);
}

function fileAt(root: string, address: string): string | undefined {
  const names = [address, `${address}/index.html`, `${address}.html`].map((name) => path.join(root, name));
  return names.find((name) => existsSync(name) && statSync(name).isFile());
}

function landing({ built, base, file }: { built: string; base: string; file: string }, depth = 0): string | undefined {
  const html = readFileSync(file, 'utf8');
  const [, refresh] = /http-equiv=["']?refresh["']?[^>]*url=\s*['"]?([^"'>]+)/i.exec(html) ?? [];
  if (refresh === undefined) return path.relative(built, file);
  const { pathname } = new URL(refresh.replaceAll('&amp;', '&'), 'http://new.invalid');
  const next = fileAt(built, decodeURIComponent(pathname.startsWith(base) ? pathname.slice(base.length) : pathname));
  return next === undefined || depth > 5 ? undefined : landing({ built, base, file: next }, depth + 1);
}

/** The base path of the new site. */
function basePath(built: string): string {
  const { url } = JSON.parse(readFileSync(path.join(built, 'api/index.json'), 'utf8')) as { url: string };
  return new URL(url).pathname.replace(/\/$/, '');
}

const places = process.argv.slice(2);
let count = 0;
for (let at = 0; at + 1 < places.length; at += 2) {
  const { articles, summary, texts, answers, falseClaims, missed } = prove(places[at]!, places[at + 1]!);
  count += falseClaims.length;
  const lines = [
    ...[articles, summary, texts].filter((line) => line !== ''),
    `pages that answer: ${answers}, false claims: ${falseClaims.length}, named as lost with their text elsewhere: ${missed.length}`,
    ...falseClaims.map((line) => `  false  ${line}`),
    ...missed.map((line) => `  missed ${line}`),
  ];
  process.stdout.write(`${places[at]!}\n${lines.map((line) => `  ${line}\n`).join('')}`);
}
process.exitCode = count > 0 ? 1 : 0;
