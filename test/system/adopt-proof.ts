// Counts the false claims of `adopt --was` from outside: node --import tsx test/system/adopt-proof.ts BLOG PUBLISHED
// [...] It shares no code with the importer: it adopts and builds as an author does, opens every old address in the
// built site, follows redirects, and compares letters.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The number of consecutive letters that are compared, and the share of all pages that have words of the theme. */
const gramSize = 8;
const themeShare = 0.2;

/** The share of a page's own letters that must be the same in the same text. */
const sameShare = 0.5;

/**
 * This many consecutive letters that occur nowhere else are a text; fewer are a date, a count or a caption of a list.
 */
const maxOwnLetters = 40;

type Proof = {
  readonly articles: string;
  readonly summary: string;
  readonly texts: string;
  readonly answers: number;
  /** Addresses that lead nowhere, although the report says otherwise. */
  readonly falseClaims: readonly string[];
  /** Addresses that are reported as lost, although another page has their text. */
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
  const lostTexts = [...report.matchAll(/^ {2}\S.*?(?:缺少：|missing: )(.*)$/gm)].map(([, text]) => text!);
  const everything = new Set<string>();
  for (const { grams } of news) for (const gram of grams) everything.add(gram);
  const theme = withoutTheme(olds);
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
    if (now === undefined) return `leads to ${target}, which is no page`;
    if (/^\/(?:(?:page|archives|categories|tags)\/.*)?$/.test(now.address))
      return now.address === '/' || ownLetters(text, everything) < maxOwnLetters
        ? undefined
        : `has a text (${ownText}), and leads to ${now.address}`;
    if (now.isLocked || now.file === '404.html') return undefined;
    const letters = gramsOf(readFileSync(path.join(built, now.file), 'utf8'));
    if (ownLetters(text, letters) < maxOwnLetters || isNamed(text, letters)) return undefined;
    if (share(text.grams, now.grams) >= sameShare || share(now.grams, text.grams) >= sameShare) {
      const other = bestOf(text, news);
      const isOthers = other !== undefined && share(text.grams, other.grams) > share(text.grams, now.grams) + 0.3;
      return isOthers ? `leads to ${now.address}, and its text is that of ${other.address}` : undefined;
    }
    const percent = Math.round(100 * share(text.grams, now.grams));
    return `leads to ${now.address}, which has ${percent} % of its text`;
  }

  /** The report names words that this old page has and the new one lacks. */
  function isNamed(old: Page, grams: ReadonlySet<string>): boolean {
    const own = gramsOf(readFileSync(path.join(published, old.file), 'utf8'));
    return lostTexts.some((text) => {
      const lost = gramsOf(text);
      return lost.size > 0 && share(lost, own) > sameShare && share(lost, grams) < sameShare;
    });
  }

  /** The most consecutive letters of an old page that neither its theme nor a new page has. */
  function ownLetters(old: Page, grams: ReadonlySet<string>): number {
    let longest = 0;
    // Lists are links with dates between them.
    const html = readFileSync(path.join(published, old.file), 'utf8');
    for (const part of grams === everything ? html.split(/<a\b.*?<\/a>/is) : [html]) {
      let run = 0;
      for (const gram of gramsOf(part)) {
        run = grams.has(gram) || theme.has(gram) ? 0 : run + 1;
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
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.html?$/i.test(file) && statSync(path.join(root, file)).isFile())
    .map((file) => {
      const html = readFileSync(path.join(root, file), 'utf8');
      const [, refresh] = /http-equiv=["']?refresh["']?[^>]*url=\s*['"]?([^"'>]+)/i.exec(html) ?? [];
      const address = `/${file.normalize('NFC')}`.replace(/\/index\.html?$/, '/');
      return { file, address, refresh, isLocked: /class="?locked[" >]/.test(html), grams: gramsOf(html) };
    });
}

/** The letters that a browser shows outside of navigation. */
function gramsOf(html: string): Set<string> {
  const letters = html
    .replace(/^.*?<body[^>]*>/is, '')
    .replace(/<!--.*?-->|<(script|style|nav|aside|footer|noscript|svg|button|math)\b.*?<\/\1>|<[^>]*>/gis, ' ')
    .replace(/&#x([\da-f]{1,5});/gi, (_, code: string) => String.fromCodePoint(parseInt(code, 16)))
    .replace(/&#(\d{1,6});/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&\w+;|https?:\/\/\S+/g, ' ')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
  const grams = new Set<string>();
  for (let at = 0; at + gramSize <= letters.length; at += 1) grams.add(letters.slice(at, at + gramSize));
  return grams;
}

/** Removes and returns the words that many pages share, which belong to the theme. */
function withoutTheme(pages: readonly Page[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { grams } of pages) for (const gram of grams) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const most = Math.max(3, themeShare * pages.length);
  for (const { grams } of pages) for (const gram of [...grams]) if (counts.get(gram)! > most) grams.delete(gram);
  return new Set([...counts].filter(([, count]) => count > most).map(([gram]) => gram));
}

function share(grams: ReadonlySet<string>, others: ReadonlySet<string>): number {
  if (grams.size === 0) return 0;
  let count = 0;
  for (const gram of grams) if (others.has(gram)) count += 1;
  return count / grams.size;
}

/** The page for people with most of a text, if that is at least half. */
function bestOf({ grams }: Page, pages: readonly Page[]): Page | undefined {
  if (grams.size < maxOwnLetters) return undefined;
  const texts = pages.filter(({ address }) => !/^\/(?:$|(?:page|archives|categories|tags)\/)/.test(address));
  const [best] = texts
    .map((page) => ({ page, share: share(grams, page.grams) }))
    .sort((a, b) => b.share - a.share)
    .filter((each) => each.share >= sameShare);
  return best?.page;
}

/** An old page that redirects has the text of its target. */
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

/** The path of the new site. */
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
