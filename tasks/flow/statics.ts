// The files of the static folder, and the ones of ours that every site needs: they are published as they are.
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
import { ownStatics, root, usualStatics } from '../settings/settings.ts';
import { outside } from './content-files.ts';
import type { FileFinding } from './content-files.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** Every site has these. If the static folder lacks one, ours is published; `ai-context.md` is not, because it describes one site. */
const required = [protocolPath, '/css/custom.css'];

/** Documents of the machine channel that are static files. */
export const staticDocuments: readonly string[] = [aiContextPath, protocolPath];

export type Statics = { readonly files: readonly Vinyl[]; readonly findings: readonly FileFinding[] };

/**
 * The files of the static folder, not read yet: `path` is the site path, `source` the file to copy. They include files of the
 * theme and the required files in the language of the site, but no links that lead outside and no hidden files without a purpose.
 */
export function listStatics(folder: string, site: { readonly language: string }, follow?: readonly string[]): Statics {
  if (folder !== usualStatics && !statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(message('noStaticFolder', { folder }));
  const files: Vinyl[] = [];
  const findings: FileFinding[] = [];
  const visit = (file: string, why?: Message): void => {
    const sitePath = `/${path.relative(folder, file).replaceAll('\\', '/')}`;
    if (passedOver.test(sitePath)) return;
    if (why !== undefined) findings.push([file, outside(why)]);
    else if (isPublic(sitePath)) files.push(toStatic(sitePath, file));
    else findings.push([file, hidden]);
  };
  walk(folder, { file: visit, refused: visit }, reachOf(folder, { follow }));
  const present = new Set(files.map((file) => file.path));
  // The appendix belongs to our protocol: a site with its own protocol does not get it.
  const ours = present.has(protocolPath) ? required : [...required, protocolAppendixPath];
  const missing = ours.filter((sitePath) => !present.has(sitePath));
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

/** Files of systems, editors and git, and the one dot file that every build makes itself. */
const passedOver = /\/(?:\.DS_Store|Thumbs\.db|\.#[^/]*|\.git(?:keep|ignore|attributes))$|^\/\.nojekyll$/;

/** Dot files that hosts read (Apache, Codeberg, Cloudflare, surge.sh), and `.well-known/` (RFC 8615). */
const isPublic = (sitePath: string): boolean =>
  !/\/\./.test(sitePath.replace(/^\/\.well-known(?=\/)|\/\.(?:htaccess|domains|assetsignore|surgeignore)$/g, ''));

const hidden: Finding = {
  ...{ rule: 'outside', place: top, always: 'warn' },
  message: message('dotFile'),
};

/** Files of the theme that are published as they are. */
export const themeFiles = ['icon.svg', 'card.png', 'feed.css'].map((name) => path.join(root, 'tasks/theme', name));

export const toStatic = (sitePath: string, source: string): Vinyl =>
  new Vinyl({ cwd: '/', base: '/', path: sitePath, source });

/** The static files that are text, one at a time. Others are skipped: they cannot leak readable text. */
export function* readStaticTexts(statics: readonly Vinyl[]): Generator<string> {
  for (const { source } of statics) {
    const bytes = readFileSync(source as string);
    if (isUtf8(bytes)) yield bytes.toString();
  }
}
