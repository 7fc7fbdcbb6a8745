// The package.json of the product, and the address from which a new site installs the product.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedIn, root } from './settings.ts';

export type Product = {
  readonly name: string;
  readonly version: string;
  readonly engines: unknown;
  /** Only in a checkout: a tarball contains nothing to override. */
  readonly overrides?: unknown;
  readonly repository?: string | { readonly url: string };
};

export const readProduct = (): Product => readPackage(root) as Product;

const readPackage = (folder: string): unknown => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** The version of this product. */
export const { version } = readPackage(root) as Product;

/** Whether an address is on this machine, so that nobody else can install from it. */
export const isLocal = (address: string): boolean => /^(?:(?:git\+)?file:|link:|[./~\\]|[a-z]:[\\/])/i.test(address);

/**
 * The address of the product: from the site that installed it, from its package.json, from the remote of its checkout,
 * or else the checkout itself.
 */
export function addressOf({ name, repository }: Product): string {
  if (installedIn !== undefined) return specIn(path.dirname(installedIn), name);
  const repositoryUrl = typeof repository === 'string' ? repository : repository?.url;
  const address = repositoryUrl ?? remoteOf() ?? pathToFileURL(root).href;
  return /^(?:git[+:@]|github:)/.test(address) ? address : `git+${address}`;
}

/** For an installed copy: its address in the dependencies of its site. A new site gets the same address. */
function specIn(site: string, name: string): string {
  const { dependencies = {}, devDependencies = {} } = (
    existsSync(path.join(site, 'package.json')) ? readPackage(site) : {}
  ) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  const spec = dependencies[name] ?? devDependencies[name] ?? `file:${root}`;
  // The path of a file is relative to the site that names it.
  const file = /^(?:file:(?:\/\/(?=\/))?|link:|(?=[./~\\]))(?<path>.+)$/.exec(spec)?.groups?.path;
  return file === undefined ? spec : `file:${path.resolve(site, file)}`;
}

function remoteOf(): string | undefined {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    // Outside of a checkout, git would report the repository around this folder.
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(root)) return undefined;
    const address = git('remote', 'get-url', 'origin');
    const short = /^[\w.-]+@([\w.-]+):(?!\/\/)(.+)$/;
    if (short.test(address)) return address.replace(short, 'ssh://git@$1/$2');
    return path.isAbsolute(address) ? pathToFileURL(address).href : address;
  } catch {
    return undefined;
  }
}
