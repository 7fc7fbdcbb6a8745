// Turns a folder of content into a repository for `init` and `adopt`: package.json, scripts, a README, a workflow.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { severityOf } from '#pdc/words/defect';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import { isChinese } from '#pdc/words/language';
import type { Library } from '#pdc/library/library';
import { redirectsFile } from '#pdc/library/redirects-file';
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { aiContextPath } from '#pdc/site/paths';
import { defaultSite } from '#pdc/site/site';
import type { Site } from '#pdc/site/site';
import { toAsciiSlug } from '#pdc/text/slug';
import { inShell } from '../settings/arguments.ts';
import { Failure } from '../settings/failure.ts';
import { addressOf, isLocal, readProduct } from '../settings/product.ts';
import type { Product } from '../settings/product.ts';
import { nameOf, ownStatics, root } from '../settings/settings.ts';
import { linkProduct, packInto } from './product-copy.ts';
import scripts from './scripts.json' with { type: 'json' };

/** `engine` is the engine of an adopted blog. */
type Repository = { readonly library: Library; readonly engine?: string };

/** Throws a Failure if the folder has files, which would be overwritten. A `.git` folder is fine. */
export function ensureEmpty(to: string): void {
  if (!existsSync(to)) return;
  const names = statSync(to).isDirectory() ? readdirSync(to).filter((name) => !name.startsWith('.git')) : [to];
  if (names.length > 0) throw new Failure(message('targetNotEmpty', { folder: nameOf(to) }));
}

/** Adds the files of a repository to a folder with `content/`; existing files stay. Returns the next steps. */
export function writeRepository(folder: string, { library, engine }: Repository): string[] {
  const { site } = library;
  const product = readProduct();
  const { address, tarball } = takeAlong(product, folder);
  const inLanguage = (text: Message): string => textOf(text, site.language);
  const files: Readonly<Record<string, string>> = {
    'package.json': packageJson(product, { folder, address, isAdopted: engine !== undefined }),
    'README.md': fillIn(`README.${isChinese(site) ? 'zh-CN' : 'en'}.txt`, {
      // The default title is not the name of this site.
      title: site.title === defaultSite.title ? path.basename(folder) : site.title,
      origin: engine === undefined ? '' : inLanguage(message('takenOverFrom', { engine })),
      example: exampleOf(library),
      redirects: existsSync(path.join(folder, 'content', redirectsFile)) ? inLanguage(message('readmeRedirects')) : '',
      update: inLanguage(message(tarball === undefined ? 'readmeUpdate' : 'readmeUpdateFile', { name: product.name })),
      name: product.name,
    }),
    'AUTHOR.md': guideForAuthors(product.name, site),
    '.gitignore': 'node_modules/\npublic/\n.cache/\n',
    '.github/workflows/pages.yml': fillIn('pages.yml', {}),
    // Keeps the folder in version control, and is the place for the site's own style.
    'static/css/custom.css': readFileSync(path.join(ownStatics, 'css/custom.css'), 'utf8'),
    // Only for an adopted blog. In a new site, every build makes this file from the articles.
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
    ...notes.map(inLanguage),
    `  cd ${inShell(target)}`,
    ...(isRepository ? [] : ['  git init']),
    // With the links, no install is needed until the site is published.
    ...(isLinked ? [] : ['  npm install']),
    '  npm run build && npm run verify',
    // This command is last, because it does not end.
    '  npm run watch',
    '',
  ];
}

/**
 * The address from which the site installs the product. A checkout is packed, and a package file on this machine is
 * copied, so that the site can be installed anywhere.
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

/** The guide for authors, with the commands and links of a site that has the product as a package. */
function guideForAuthors(name: string, site: Site): string {
  const text = readFileSync(path.join(root, 'tasks', `AUTHOR${isChinese(site) ? '.zh-CN' : ''}.md`), 'utf8');
  return text
    .replace(/^\[[^\]]*\]\(AUTHOR[\w.-]*\)\n\n/m, '')
    .replace(/^.*`npx duplex`.*`npx gulp`.*\n\n/m, '')
    .replaceAll('npx gulp', 'npx duplex')
    .replaceAll('npm run verify -- public', 'npm run verify')
    .replace(/\]\((?!https?:|#|\/)([^)\s]+)\)/g, (link, target: string) =>
      // Examples such as `![alt](x.png)` do not name files of ours.
      existsSync(path.join(root, 'tasks', target.replace(/#.*$/, '')))
        ? `](${path.posix.join('node_modules', name, 'tasks', target)})`
        : link,
    );
}

/** A name that `duplex new` accepts, with a prefix if the site requires one. */
function exampleOf({ articles, site }: Library): string {
  const title = 'my-title';
  if (severityOf('filename-prefix', { settings: site.rules, lenient: false }) !== 'error') return title;
  const prefix = articles.find((article) => article.prefix !== undefined)?.prefix ?? Object.keys(site.prefixes)[0];
  return prefix === undefined ? title : `${prefix}-${title}`;
}

/** The package.json of the site. Commands of adopted blogs are lenient. */
function packageJson(
  { name, engines, overrides }: Product,
  { folder, address, isAdopted }: { folder: string; address: string; isAdopted: boolean },
): string {
  const lenient = Object.entries(scripts).map(([command, script]) => [
    command,
    isAdopted && /^(?:build|check|watch)$/.test(command) ? `${script} --lenient` : script,
  ]);
  // npm reads overrides only from the package at the top.
  const site = {
    name: packageName(folder, name),
    private: true,
    type: 'module',
    engines,
    scripts: Object.fromEntries(lenient) as typeof scripts,
    dependencies: { [name]: address },
    // A tarball contains nothing to override.
    ...(!address.startsWith('file:') && { overrides }),
  };
  return `${JSON.stringify(site, null, 2)}\n`;
}

/** The folder's name in the form that npm accepts. npm does not install a package into a package of the same name. */
function packageName(folder: string, product: string): string {
  const name = toAsciiSlug(path.basename(folder));
  return name === product ? `${name}-site` : name;
}

/** A file of the new repository, with values for `{name}`. */
function fillIn(file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(root, 'tasks/repository', file), 'utf8');
  return text.replace(/(?<!\$\{?)\{(\w+)\}/g, (match, name: string) => values[name] ?? match);
}
