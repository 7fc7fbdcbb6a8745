// The product itself: what its package.json says, and where a new site installs it from.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installedIn, root } from './settings.ts';

export type Product = {
  readonly name: string;
  readonly version: string;
  readonly engines: unknown;
  /** Of a checkout; a tarball holds nothing that is to be overridden. */
  readonly overrides?: unknown;
  readonly repository?: string | { readonly url: string };
};

export const readProduct = (): Product => readPackage(root) as Product;

const readPackage = (folder: string): unknown => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));

/** The version of this product. */
export const { version } = readPackage(root) as Product;

/** Whether an address leads to a place of this machine, from which nobody else can install. */
export const isLocal = (address: string): boolean => /^(?:(?:git\+)?file:|link:|[./~\\]|[a-z]:[\\/])/i.test(address);

/**
 * Where the product comes from: as it says itself, as the site says that installed it, or as its checkout was cloned; a
 * checkout that was not is cloned from here.
 */
export function addressOf({ name, repository }: Product): string {
  if (installedIn !== undefined) return specIn(path.dirname(installedIn), name);
  const said = typeof repository === 'string' ? repository : repository?.url;
  const address = said ?? remoteOf() ?? pathToFileURL(root).href;
  return /^(?:git[+:@]|github:)/.test(address) ? address : `git+${address}`;
}

/** An installed copy is no checkout: what its site asks for by name is what a new site asks for. */
function specIn(site: string, name: string): string {
  const { dependencies = {}, devDependencies = {} } = (
    existsSync(path.join(site, 'package.json')) ? readPackage(site) : {}
  ) as {
    readonly dependencies?: Readonly<Record<string, string>>;
    readonly devDependencies?: Readonly<Record<string, string>>;
  };
  const spec = dependencies[name] ?? devDependencies[name] ?? `file:${root}`;
  // The path of a file is from the site that says it.
  const file = /^(?:file:(?:\/\/(?=\/))?|link:|(?=[./~\\]))(?<path>.+)$/.exec(spec)?.groups?.path;
  return file === undefined ? spec : `file:${path.resolve(site, file)}`;
}

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
