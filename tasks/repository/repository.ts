// Makes a folder of content a repository of its own: the product as a package, commands, a README, a workflow. What `init`
// begins and what `adopt` takes over is the same.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { severityOf } from '#pdc/words/defect';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { isChinese } from '#pdc/words/language';
import type { Library } from '#pdc/library/library';
import { redirectsFile } from '#pdc/library/redirects';
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { aiContextPath } from '#pdc/site/paths';
import { defaultSite } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { toAsciiSlug } from '#pdc/text/slug';
import { Failure } from '../settings/failure.ts';
import { addressOf, isLocal, readProduct } from '../settings/product.ts';
import type { Product } from '../settings/product.ts';
import { nameOf, ownStatics, root } from '../settings/settings.ts';
import { linkProduct, packInto } from './product-copy.ts';
import scripts from './scripts.json' with { type: 'json' };

/** Of the folder as it is read; `engine` made the blog that was taken over. */
type Repository = { readonly library: Library; readonly engine?: string };

/** What is there is nobody's to write over; a repository that was made for it is empty. */
export function ensureEmpty(to: string): void {
  if (!existsSync(to)) return;
  const names = statSync(to).isDirectory() ? readdirSync(to).filter((name) => !name.startsWith('.git')) : [to];
  if (names.length > 0) throw new Failure(message('targetNotEmpty', { folder: nameOf(to) }));
}

/** Fills a folder that holds `content/`. What stands there already stays. Gives back how it goes on, in the site's language. */
export function writeRepository(folder: string, { library, engine }: Repository): string[] {
  const { site } = library;
  const product = readProduct();
  const { address, tarball } = takeAlong(product, folder);
  const say = (said: Message): string => textOf(said, site.language);
  const files: Readonly<Record<string, string>> = {
    'package.json': packageJson(product, { folder, address, isAdopted: engine !== undefined }),
    'README.md': fillIn(`README.${isChinese(site) ? 'zh-CN' : 'en'}.txt`, {
      // The default is no site's name.
      title: site.title === defaultSite.title ? path.basename(folder) : site.title,
      origin: engine === undefined ? '' : say(message('takenOverFrom', { engine })),
      example: exampleOf(library),
      redirects: existsSync(path.join(folder, 'content', redirectsFile)) ? say(message('readmeRedirects')) : '',
      update: say(message(tarball === undefined ? 'readmeUpdate' : 'readmeUpdateFile', { name: product.name })),
      name: product.name,
    }),
    'AUTHOR.md': guideForAuthors(product.name, site),
    '.gitignore': 'node_modules/\npublic/\n.cache/\n',
    '.github/workflows/pages.yml': fillIn('pages.yml', {}),
    // A folder that version control keeps, and the place for a style of one's own.
    'static/css/custom.css': readFileSync(path.join(ownStatics, 'css/custom.css'), 'utf8'),
    // A new site's is made by each build, and follows its articles.
    ...(engine !== undefined && { [`static${aiContextPath}`]: aiContext(library) }),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, text);
  }
  const isLinked = linkProduct(folder, product.name);

  const isRepository = existsSync(path.join(folder, '.git'));
  const target = nameOf(folder);
  const notes = [
    ...(site.url === defaultSite.url ? [message('siteWithoutUrl', { folder: target })] : []),
    ...(tarball === undefined && isLocal(address)
      ? [message('localProduct', { product: address, folder: target })]
      : []),
    message(isRepository ? 'writtenToRepository' : 'writtenBeforeInit', { folder: target }),
  ];
  return [
    ...notes.map(say),
    `  cd ${target}`,
    ...(isRepository ? [] : ['  git init']),
    // The links serve until the site is to be published.
    ...(isLinked ? [] : ['  npm install']),
    '  npm run build && npm run verify',
    // It does not end.
    '  npm run watch',
    '',
  ];
}

/**
 * Where the site installs the product from. A checkout is packed, and a package that is a file of this machine goes along:
 * wherever the site is, it can be installed.
 */
function takeAlong(product: Product, folder: string): { address: string; tarball?: string } {
  const packed = packInto(folder);
  if (packed !== undefined) return { address: `file:${packed}`, tarball: packed };
  const address = addressOf(product);
  const file = address.replace(/^file:/, '');
  if (!/\.(?:tgz|tar\.gz)$/.test(file) || !path.isAbsolute(file) || !existsSync(file)) return { address };
  const tarball = path.basename(file);
  copyFileSync(file, path.join(folder, tarball));
  return { address: `file:${tarball}`, tarball };
}

/** The guide for authors, whose commands and links are those of a site that has the product as a package. */
function guideForAuthors(name: string, site: Site): string {
  const text = readFileSync(path.join(root, 'tasks', `AUTHOR${isChinese(site) ? '.zh-CN' : ''}.md`), 'utf8');
  return text
    .replace(/^\[[^\]]*\]\(AUTHOR[\w.-]*\)\n\n/m, '')
    .replace(/^.*`npx duplex`.*`npx gulp`.*\n\n/m, '')
    .replaceAll('npx gulp', 'npx duplex')
    .replaceAll('npm run verify -- public', 'npm run verify')
    .replace(/\]\((?!https?:|#|\/)([^)\s]+)\)/g, (link, target: string) =>
      // An example within a text, such as `![alt](x.png)`, names no file of ours.
      existsSync(path.join(root, 'tasks', target.replace(/#.*$/, '')))
        ? `](${path.posix.join('node_modules', name, 'tasks', target)})`
        : link,
    );
}

/** A name that `duplex new` takes: with the prefix of an article, where the site asks for one. */
function exampleOf({ articles, site }: Library): string {
  const title = 'my-title';
  if (severityOf('filename-prefix', { settings: site.rules, lenient: false }) !== 'error') return title;
  const prefix = articles.find((article) => article.prefix !== undefined)?.prefix ?? Object.keys(site.prefixes)[0];
  return prefix === undefined ? title : `${prefix}-${title}`;
}

/** What was written for another engine keeps its habits: its commands are lenient. */
function packageJson(
  { name, engines, overrides }: Product,
  { folder, address, isAdopted }: { folder: string; address: string; isAdopted: boolean },
): string {
  const lenient = Object.entries(scripts).map(([command, script]) => [
    command,
    isAdopted && /^(?:build|check|watch)$/.test(command) ? `${script} --lenient` : script,
  ]);
  // npm takes overrides from the package at the top alone.
  const site = {
    name: packageName(folder, name),
    private: true,
    type: 'module',
    engines,
    scripts: Object.fromEntries(lenient) as typeof scripts,
    dependencies: { [name]: address },
    // A tarball holds nothing that is to be overridden.
    ...(!address.startsWith('file:') && { overrides }),
  };
  return `${JSON.stringify(site, null, 2)}\n`;
}

/** The folder's name as npm takes it; npm installs no package into one of the same name. */
function packageName(folder: string, product: string): string {
  const name = toAsciiSlug(path.basename(folder));
  return name === product ? `${name}-site` : name;
}

/** A text of the new repository, with what only this one has in place of `{name}`. */
function fillIn(file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(root, 'tasks/repository', file), 'utf8');
  return text.replace(/(?<!\$\{?)\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
