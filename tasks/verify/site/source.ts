// Reads a site from a built folder or a deployed address. All other parts of `verify` read the site through this file.
import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { message, textOf } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';
import { toFile } from '#pdc/site/paths';

/** A file of the site. If the site is deployed, it has headers, and its media type is in lowercase. */
export type Served = { readonly bytes: Uint8Array; readonly type?: string; readonly headers?: Headers };

/**
 * Reads the file at a site path (decoded; a trailing "/" means its index.html). Undefined if the file does not exist;
 * throws an Unreadable if it is unknown whether the file exists.
 */
export type FileSource = (path: string) => Promise<Served | undefined>;

/** A file that may exist but could not be read, or a missing response. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly reason: Message;
  constructor(reason: Message) {
    super(textOf(reason, 'en'));
    this.reason = reason;
  }
}

/** The reason of an Unreadable. Throws any other error again, because it is a bug. */
export function reasonOf(error: Error): Message {
  if (error instanceof Unreadable) return error.reason;
  throw error;
}

export type Limits = {
  /** Milliseconds for one file, including redirects. */
  readonly deadline: number;
  /** Bytes of one file. */
  readonly size: number;
};

const defaultLimits: Limits = { deadline: 60_000, size: 256 * 1024 * 1024 };

/** Reads from a folder. No path and no symbolic link leads out of the folder. */
export async function fromFolder(folder: string, { size }: Pick<Limits, 'size'> = defaultLimits): Promise<FileSource> {
  const root = realpathSync.native(folder);
  return async function readFile(sitePath) {
    const file = toFile(sitePath);
    if (!isPlain(file)) return undefined;
    try {
      // The real path is checked instead of the requested path, because a link in the folder can point anywhere.
      const real = realpathSync.native(path.join(root, file));
      if (!real.startsWith(root + path.sep)) throw new Unreadable(message('linkLeadsOut'));
      return readRegularFile(real, size);
    } catch (error) {
      if (error instanceof Unreadable) throw error;
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'ENAMETOOLONG') return undefined;
      throw new Unreadable(message('notRead', { reason: code ?? (error as Error).message }));
    }
  };
}

/** Whether no segment is `..`, `.` or empty, and no character is a backslash or a NUL. */
const isPlain = (file: string): boolean =>
  file !== '' &&
  !/[\\\0]/.test(file) &&
  !file.split('/').some((segment) => segment === '..' || segment === '.' || segment === '');

/** Reads synchronously, because for thousands of small files threads cost more than they save. */
function readRegularFile(file: string, size: number): Served | undefined {
  // With O_NONBLOCK, opening a named pipe does not wait for a writer.
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const facts = fstatSync(handle);
    if (!facts.isFile()) return undefined;
    if (facts.size > size) throw new Unreadable(tooLarge(size));
    return { bytes: readFileSync(handle) };
  } finally {
    closeSync(handle);
  }
}

/** Reads from an address: the site's base URL, wherever it is deployed. */
export function fromAddress(base: string, { deadline, size }: Limits = defaultLimits): FileSource {
  return async function fetchFile(sitePath) {
    const signal = AbortSignal.timeout(deadline);
    try {
      const response = await follow(toAddress(base, sitePath), signal);
      if (response.status === 404 || response.status === 410) {
        await response.body?.cancel();
        return undefined;
      }
      if (!response.ok) {
        await response.body?.cancel();
        throw new Unreadable(message('hostAnswers', { status: response.status }));
      }
      const type = response.headers.get('content-type')?.replace(/;.*$/s, '').trim().toLowerCase();
      return { bytes: await readBody(response, size), headers: response.headers, ...(type ? { type } : {}) };
    } catch (error) {
      throw toUnreadable(error, { signal, deadline });
    }
  };
}

function toUnreadable(error: unknown, { signal, deadline }: { signal: AbortSignal; deadline: number }): Unreadable {
  if (error instanceof Unreadable) return error;
  if (signal.aborted) return new Unreadable(message('hostSilent', { seconds: deadline / 1000 }));
  const { cause, message: words } = error as Error & { cause?: NodeJS.ErrnoException };
  return new Unreadable(message('notFetched', { reason: cause?.code ?? words }));
}

const toAddress = (base: string, sitePath: string): URL =>
  new URL(base.replace(/\/+$/, '') + sitePath.split('/').map(encodeURIComponent).join('/'));

export type HostResponse = { readonly status: number; readonly headers: Headers; readonly bytes: Uint8Array };

/** Sends a custom request for a site path, and returns the response unchanged. */
export type Probe = (path: string, headers?: Readonly<Record<string, string>>) => Promise<HostResponse>;

/** Sends a request below a base URL. Throws an Unreadable if a response does not arrive. */
export function probeAddress(base: string, { deadline, size }: Limits = defaultLimits): Probe {
  return async function probe(sitePath, headers = {}) {
    const signal = AbortSignal.timeout(deadline);
    try {
      const response = await fetch(toAddress(base, sitePath), {
        signal,
        redirect: 'manual',
        headers: { 'user-agent': 'duplex-verify', ...headers },
      });
      return { status: response.status, headers: response.headers, bytes: await readBody(response, size) };
    } catch (error) {
      throw toUnreadable(error, { signal, deadline });
    }
  };
}

const maxRedirects = 5;

/** Follows redirects within the origin only, because another host is not this site. */
async function follow(start: URL, signal: AbortSignal): Promise<Response> {
  let url = start;
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await fetch(url, { signal, redirect: 'manual', headers: { 'user-agent': 'duplex-verify' } });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status >= 400 || location === null) return response;
    await response.body?.cancel();
    const next = URL.canParse(location, url) ? new URL(location, url) : undefined;
    if (next?.origin !== start.origin)
      throw new Unreadable(message('redirectsAway', { address: (next?.origin ?? location).slice(0, 120) }));
    url = next;
  }
  throw new Unreadable(message('redirectsOften', { most: maxRedirects }));
}

/** Throws an Unreadable if the body has more bytes than `size`. */
export async function readBody(response: Response, size: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The bytes are counted as they arrive, because Content-Length may be missing, wrong, or the compressed size.
  for await (const chunk of response.body ?? []) {
    length += (chunk as Uint8Array).length;
    if (length > size) throw new Unreadable(tooLarge(size));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, length);
}

const tooLarge = (size: number): Message => message('tooLargeToRead', { size });
