// Makes a folder of content a repository of its own: the product as a package, commands without flags, a workflow.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { severityOf } from '#pdc/defect';
import { aiContext } from '#pdc/endpoints/ai-context.md';
import type { Library } from '#pdc/library/library';
import { isChinese } from '#pdc/language';
import { message, textOf } from '#pdc/message';
import { redirectsFile } from '#pdc/library/redirects';
import { aiContextPath } from '#pdc/paths';
import { defaultSite } from '#pdc/site';
import { root } from '../settings/settings.ts';
import scripts from './repository/scripts.json' with { type: 'json' };

type Repository = { readonly library: Library; readonly engine: string };

/** Fills a folder that holds `content/` and `static/`. What stands there already stays. Gives back where the product comes from. */
export function writeRepository(folder: string, { library, engine }: Repository): { product: string } {
  const product = readProduct();
  const address = addressOf(product);
  const { title } = library.site;
  const files: Readonly<Record<string, string>> = {
    'package.json': packageJson(product, address),
    'README.md': fillIn(isChinese(library.site) ? 'README.zh-CN.txt' : 'README.txt', {
      // The default is no site's name.
      title: title === defaultSite.title ? path.basename(folder) : title,
      engine,
      example: exampleOf(library),
      redirects: existsSync(path.join(folder, 'content', redirectsFile))
        ? textOf(message('readmeRedirects'), library.site.language)
        : '',
      name: product.name,
    }),
    '.gitignore': 'node_modules/\npublic/\n.cache/\n',
    '.github/workflows/pages.yml': fillIn('pages.yml', {}),
    [`static${aiContextPath}`]: aiContext(library),
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file)) writeFileSync(file, text);
  }
  return { product: address };
}

/** Whether an address leads to a place of this machine, from which nobody else can install. */
export const isLocal = (address: string): boolean => /^(?:(?:git\+)?file:|link:|[./~\\]|[a-z]:[\\/])/i.test(address);

/** A name that `duplex new` takes: with the prefix of an article, where the site asks for one. */
function exampleOf({ articles, site }: Library): string {
  const title = 'my-title';
  if (severityOf('filename-prefix', { settings: site.rules, lenient: false }) !== 'error') return title;
  const prefix = articles.find((article) => article.prefix !== undefined)?.prefix ?? Object.keys(site.prefixes)[0];
  return prefix === undefined ? title : `${prefix}-${title}`;
}

const readProduct = (): Product => JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Product;

function packageJson({ name, engines, overrides }: Product, address: string): string {
  // npm takes overrides from the package at the top alone.
  const site = {
    name: 'site',
    private: true,
    type: 'module',
    engines,
    scripts,
    dependencies: { [name]: address },
    overrides,
  };
  return `${JSON.stringify(site, null, 2)}\n`;
}

type Product = {
  readonly name: string;
  readonly engines: unknown;
  readonly overrides: unknown;
  readonly repository?: string | { readonly url: string };
};

/**
 * Where the product comes from: as it says itself, as the site says that installed it, or as its checkout was cloned; a
 * checkout that was not is cloned from here.
 */
function addressOf({ name, repository }: Product): string {
  const installed = specOf(name);
  if (installed !== undefined) return installed;
  const said = typeof repository === 'string' ? repository : repository?.url;
  const address = said ?? remoteOf() ?? pathToFileURL(root).href;
  return /^(?:git[+:@]|github:)/.test(address) ? address : `git+${address}`;
}

/** An installed copy is no checkout: what its site asks for by name is what a new site asks for. */
function specOf(name: string): string | undefined {
  const folder = path.dirname(root);
  if (path.basename(folder) !== 'node_modules') return undefined;
  const file = path.join(folder, '../package.json');
  const { dependencies = {} }: SiteFile = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as SiteFile) : {};
  return dependencies[name] ?? pathToFileURL(root).href;
}

type SiteFile = { readonly dependencies?: Readonly<Record<string, string>> };

function remoteOf(): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // In a folder that is no checkout git answers for the one around it.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    const address = git('remote', 'get-url', 'origin');
    const ssh = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/.exec(address);
    return ssh ? `ssh://git@${ssh[1]!}/${ssh[2]!}` : path.isAbsolute(address) ? pathToFileURL(address).href : address;
  } catch {
    return undefined;
  }
}

/** A text of the new repository, with what only this one has in place of `{name}`. */
function fillIn(file: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(path.join(root, 'tasks/adopt/repository', file), 'utf8');
  return text.replace(/(?<!\$\{?)\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
