// Lists the files that are published unchanged: the static folder, and files that every site gets from us.
import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import Vinyl from 'vinyl';
import { compare, top } from '#pdc/words/defect';
import type { Finding } from '#pdc/words/defect';
import { aiContextPath, protocolAppendixPath, protocolPath } from '#pdc/site/paths';
import { isChinese } from '#pdc/words/language';
import { Failure } from '../settings/failure.ts';
import { reachOf } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import { ownStatics, root, defaultStatics } from '../settings/settings.ts';
import { outsideFinding } from './content-files.ts';
import type { FileFinding } from './content-files.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/**
 * Every site has these files. If the static folder lacks one of them, the site gets ours. `ai-context.md` is not among
 * them, because it describes one site.
 */
const required = [protocolPath, '/css/custom.css'];

/** Documents for machines that an author may keep in the static folder. */
export const staticDocuments: readonly string[] = [aiContextPath, protocolPath];

export type Statics = { readonly files: readonly Vinyl[]; readonly findings: readonly FileFinding[] };

/**
 * Lists the static files without reading them: `path` is the site path, `source` the file to copy. Includes the
 * required files, in the language of the site, and the files of the theme. Leaves out links that lead out of the
 * folder, and hidden files that no host reads.
 */
export function listStatics(folder: string, site: { readonly language: string }, follow?: readonly string[]): Statics {
  if (folder !== defaultStatics && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(message('noStaticFolder', { folder }));
  const files: Vinyl[] = [];
  const findings: FileFinding[] = [];
  const visit = (file: string, why?: Message): void => {
    const sitePath = `/${path.relative(folder, file).replaceAll('\\', '/')}`;
    if (ignoredFiles.test(sitePath)) return;
    if (why !== undefined) findings.push([file, outsideFinding(why)]);
    else if (isPublic(sitePath)) files.push(toStatic(sitePath, file));
    else findings.push([file, dotFileFinding]);
  };
  walk(folder, { file: visit, refused: visit }, reachOf(folder, { follow }));
  const present = new Set(files.map((file) => file.path));
  // The appendix belongs to our protocol. A site with its own protocol document does not need it.
  const requiredPaths = present.has(protocolPath) ? required : [...required, protocolAppendixPath];
  const missing = requiredPaths.filter((sitePath) => !present.has(sitePath));
  return {
    files: [
      ...files.sort((a, b) => compare(a.path, b.path)),
      ...missing.map((sitePath) => toStatic(sitePath, path.join(ownStatics, ownFileOf(sitePath, site)))),
      ...themeFiles.map((file) => toStatic(`/css/${path.basename(file)}`, file)),
    ],
    findings,
  };
}

/** Our protocol exists in Chinese and in English. */
const ownFileOf = (sitePath: string, site: { readonly language: string }): string =>
  sitePath === protocolPath && !isChinese(site) ? '/pdc-protocol.en.md' : sitePath;

/** Files of operating systems, editors and git, and `.nojekyll`, which every build makes. */
const ignoredFiles = /\/(?:\.DS_Store|Thumbs\.db|\.#[^/]*|\.git(?:keep|ignore|attributes))$|^\/\.nojekyll$/;

/**
 * Whether a file may be published. A hidden file may be published if a host reads it (Apache, Codeberg, Cloudflare,
 * surge.sh), or if it is in `.well-known` (RFC 8615).
 */
const isPublic = (sitePath: string): boolean =>
  !/\/\./.test(sitePath.replace(/^\/\.well-known(?=\/)|\/\.(?:htaccess|domains|assetsignore|surgeignore)$/g, ''));

const dotFileFinding: Finding = {
  rule: 'outside',
  place: top,
  always: 'warn',
  message: message('dotFile'),
};

/** Files of the theme that are published unchanged. */
export const themeFiles = ['icon.svg', 'card.png', 'feed.css'].map((name) => path.join(root, 'tasks/theme', name));

export const toStatic = (sitePath: string, source: string): Vinyl =>
  new Vinyl({ cwd: '/', base: '/', path: sitePath, source });

/** Reads the static files that are UTF-8 text, one at a time. Other files cannot contain readable text. */
export function* readStaticTexts(statics: readonly Vinyl[]): Generator<string> {
  for (const { source } of statics) {
    const bytes = readFileSync(source as string);
    if (isUtf8(bytes)) yield bytes.toString();
  }
}
