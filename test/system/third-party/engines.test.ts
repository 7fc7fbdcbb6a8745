// Compares the claims of `adopt` about a blog with the output of Hexo and Hugo, address by address.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { parse } from 'yaml';
import { adopt, planAdoption } from '../../../tasks/adopt.ts';
import { oldAddresses } from '../../../tasks/adopt/address-plan.ts';
import { decodeWhole } from '../../../tasks/pdc/text/decode.ts';
import { publish } from '../../../tasks/flow/publish.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import { writeFiles } from '../../support/articles.ts';
import { table } from '../../support/cases.ts';
import { filesOf, withFolder } from '../../support/defects.ts';
import { skip } from '../../support/services.ts';
import { load } from './installed.ts';

type Files = Readonly<Record<string, string>>;
/** Files of a site by the addresses at which a host serves them; files that are not text are empty. */
type Site = ReadonlyMap<string, string>;

const modules = path.join(import.meta.dirname, 'node_modules');
/** A name without an extension is served as the page of a folder. */
const addressOf = (file: string): string => `/${file}`.replace(/\/index\.html$/, '/').replace(/(?<=\/[^./]+)$/, '/');
const isPage = (address: string): boolean => /(?:\/|\.html?|\.xml)$/.test(address);
/** Whether every site has this address. */
const isCommon = (address: string): boolean => /^\/(?:$|(?:.*\/)?(?:404\.html|sitemap\.xml)$)/.test(address);

async function publishedByHexo(folder: string): Promise<Site> {
  const { default: Hexo } = await import('hexo');
  const { theme = 'landscape', timezone = 'UTC' } = (parse(readText(folder, '_config.yml')) ?? {}) as Record<
    string,
    string | undefined
  >;
  // Hexo uses the machine's time zone; the report lists addresses that another zone would change.
  process.env.TZ = timezone;
  const packages = readdirSync(modules).filter((name) => name.startsWith('hexo-'));
  symlinkSync(modules, path.join(folder, 'node_modules'));
  const asked = readText(folder, 'package.json');
  const used = packages.filter((name) => name !== 'hexo-generator-feed' || asked.includes(name));
  const layouts = Object.fromEntries(
    ['index', 'archive', 'category', 'tag'].map((name) => [`themes/${theme}/layout/${name}.njk`, 'a list']),
  );
  writeFiles(folder, {
    ...layouts,
    [`themes/${theme}/layout/post.njk`]: 'a text {{ page.content | safe }}',
    [`themes/${theme}/layout/page.njk`]: 'a text {{ page.content | safe }}',
    // Hexo reads a configuration only if such a file is next to it.
    'package.json': JSON.stringify({
      hexo: { version: '' },
      dependencies: Object.fromEntries(used.map((name) => [name, '*'])),
    }),
  });
  const hexo = new Hexo(folder, { silent: true });
  await hexo.init();
  await hexo.load();
  const site = new Map<string, string>();
  for (const name of hexo.route.list()) {
    let text = '';
    for await (const part of hexo.route.get(name) as unknown as AsyncIterable<unknown>) text += String(part);
    site.set(addressOf(name), text);
  }
  await hexo.exit();
  return site;
}

async function publishedByHugo(folder: string): Promise<Site> {
  writeFiles(folder, {
    'layouts/_default/single.html': 'a text {{ .Content }}',
    'layouts/_default/list.html': 'a list {{ .Paginator.TotalPages }}',
    'layouts/404.html': '404',
  });
  execFileSync('hugo', ['--source', folder, '--destination', path.join(folder, 'out'), '--quiet'], { stdio: 'pipe' });
  const out = path.join(folder, 'out');
  const files = (readdirSync(out, { recursive: true }) as string[]).filter((name) =>
    statSync(path.join(out, name)).isFile(),
  );
  return new Map(files.map((name) => [addressOf(name), readFileSync(path.join(out, name), 'utf8')]));
}

async function publishedHere(folder: string): Promise<Site> {
  const edition = await readEdition({
    ...{ content: path.join(folder, 'content'), statics: path.join(folder, 'static') },
    ...{ lenient: true, drafts: false },
  });
  const files = await filesOf(publish(edition, { minified: false }));
  return new Map(files.map((file) => [addressOf(file.path.slice(1)), file.isBuffer() ? file.contents.toString() : '']));
}

const readText = (folder: string, name: string): string =>
  existsSync(path.join(folder, name)) ? readFileSync(path.join(folder, name), 'utf8') : '';

/** The files of a site, as its engine wrote them. */
const filesByName = (site: Site): Files =>
  Object.fromEntries([...site].map(([address, text]) => [`.${address.replace(/\/$/, '/index.html')}`, text]));

/** The marks in a page. Each mark is a word of only one text, so a page with the right marks shows the right text. */
const marksOf = (html: string): string[] => [...new Set(html.match(/\bmark[a-z]\w*/g))];

function follow(site: Site, address: string): string {
  const html = site.get(address) ?? '';
  const [, target] = /http-equiv="refresh" content="0; ?url=([^"]+)"/.exec(html) ?? [];
  return target === undefined ? html : (site.get(decodeWhole(target)) ?? '');
}

type Trap = { readonly engine: 'Hexo' | 'Hugo'; readonly files: Files; readonly told?: readonly string[] };

const traps: Readonly<Record<string, Trap>> = {
  ...table<Record<string, Trap>>('engines', 'blogs'),
  ...Object.fromEntries(
    Object.entries(table<Record<string, { files: Files }>>('addresses', 'blogs'))
      .filter(([engine]) => engine !== 'Jekyll')
      .map(([engine, { files }]) => [`a blog of ${engine}`, { engine: engine as Trap['engine'], files }]),
  ),
};

describe('the addresses that adopt claims', () => {
  const engines = { Hexo: publishedByHexo, Hugo: publishedByHugo };
  before(async function () {
    await load(this, () => import('hexo'));
    try {
      execFileSync('hugo', ['version']);
    } catch {
      skip(this, 'skipped: no hugo');
    }
  });

  for (const [name, { engine, files, told = [] }] of Object.entries(traps))
    it(`are those that ${engine} publishes: ${name}`, async () => {
      await withFolder(async (folder) => {
        const [blog, copy, was, to] = ['blog', 'copy', 'old', 'site'].map((each) => path.join(folder, each)) as [
          string,
          string,
          string,
          string,
        ];
        writeFiles(blog, files);
        cpSync(blog, copy, { recursive: true });
        const there = await engines[engine](copy);
        const { report: stated } = await adopt(blog);
        for (const words of told) expect(stated).to.contain(words);
        const claimed = oldAddresses(planAdoption(blog)).map(({ from }) => decodeWhole(from));
        expect(
          claimed.filter((address) => !there.has(address) && !isCommon(address)),
          'never there',
        ).to.deep.equal([]);

        writeFiles(was, filesByName(there));
        const { report } = await adopt(blog, { to, was });
        const here = await publishedHere(to);
        const real = [...there.keys()].filter((address) => !isCommon(address));
        // A text without a date gets the date of its file on the building machine, which adopt reports as unknown.
        const [year, month, day] = new Date().toISOString().split(/[-T]/) as [string, string, string];
        const isOfToday = (address: string): boolean =>
          address.startsWith(`/${year}/${month}/${day}/`) || address.startsWith(`/archives/${year}/`);
        const pages = real.filter((address) => isPage(address) && !isOfToday(address));
        const isNamed = (address: string): boolean =>
          report.includes(address) || report.includes(path.basename(address));
        expect(
          real.filter((address) => !here.has(address) && !isNamed(address) && !isOfToday(address)),
          'silent',
        ).to.deep.equal([]);
        for (const address of pages.filter((each) => here.has(each) && !each.endsWith('.xml')))
          for (const mark of marksOf(there.get(address)!)) expect(follow(here, address), address).to.contain(mark);
      });
    });
});
