// Finds addresses that no reader can open: those that work only on the author's machine, and those with a mistyped
// scheme.
import { distance } from '../search/typo.ts';
import { decodeParts } from '../text/decode.ts';

/** A file on a disk; the preview of this site (`gulp watch`); any other address of the machine. */
export type Locality = 'file' | 'preview' | 'machine';

/** Where a target leads on the reader's machine; undefined for the web and for the site. */
export function localityOf(target: string): Locality | undefined {
  const address = asBrowsersRead(target);
  // A scheme of one letter is a drive. Editors use their own schemes to show pictures on the disk.
  if (/^\/*[a-z]:|^\\|^(?:file|blob|app|smb|vscode-(?!insiders)[a-z-]+):/i.test(decodeParts(address))) return 'file';
  const url = toUrl(address.replace(/^(?=(?:[a-z\d.-]*localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1\]):\d)/i, 'http://'));
  if (url === undefined || !isOwnMachine(url.hostname)) return undefined;
  return url.port === previewPort ? 'preview' : 'machine';
}

/** The port of `gulp watch`, and of the default base URL of a site. */
const previewPort = '4000';

function isOwnMachine(hostname: string): boolean {
  const host = hostname.replace(/\.$/, '');
  // URL has normalized every form of an address.
  return /^(?:.+\.)?localhost$|^127\.\d+\.\d+\.\d+$|^0\.0\.0\.0$|^\[::1?\]$|^\[::ffff:(?:7f[\da-f]{2}:|0:0\])/i.test(
    host,
  );
}

/** The correct form of a mistyped scheme: `https` for `htps://`, `https://https://` and the like. */
export function correctScheme(target: string): string | undefined {
  const [, scheme = '', twice] = /^([a-z]+):\/\/(https?(?=:?\/\/))?/i.exec(asBrowsersRead(target)) ?? [];
  if (twice !== undefined) return twice.toLowerCase();
  const lowerScheme = scheme.toLowerCase();
  if (lowerScheme.length > 7 || ['http', 'https'].includes(lowerScheme)) return undefined;
  return ['https', 'http'].find((webScheme) => distance(lowerScheme, webScheme, 1) === 1);
}

/** An address without the characters that browsers remove from it. */
const asBrowsersRead = (target: string): string =>
  // eslint-disable-next-line no-control-regex
  target.replace(/[\t\n\r]/g, '').replace(/^[\x00-\x20]+/, '');

function toUrl(address: string): URL | undefined {
  const base = 'https://site.invalid';
  return URL.canParse(address, base) ? new URL(address, base) : undefined;
}
