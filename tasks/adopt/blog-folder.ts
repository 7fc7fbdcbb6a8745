// Reads the folder of a blog, which may be untrusted. `adopt` reads a blog only through this file, which runs no code
// of the blog and follows a link out of the blog only if `--follow` allows its target. Links that are not followed are
// reported.
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { decodeUtf8 } from '#pdc/text/utf8';
import { reachOf } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import { message } from '#pdc/words/message';
import type { Message } from '#pdc/words/message';

/** The names of files and folders are paths from the root, with "/" as the separator. */
export type Folder = {
  readonly root: string;
  /** Whether a file or folder with this name exists, even if it may not be read. */
  readonly isThere: (name: string) => boolean;
  /** Whether a file or folder with this name exists and may be read. */
  readonly has: (name: string) => boolean;
  /** Undefined if the file is missing, refused or unreadable. */
  readonly read: (name: string) => Buffer | undefined;
  /** Reads a text in UTF-8. Undefined if the file cannot be read or is not UTF-8. */
  readonly text: (name: string) => string | undefined;
  /** The time of the last change, in milliseconds since 1970. */
  readonly changed: (name: string) => number;
  /** The names of the entries of a folder. */
  readonly names: (name: string) => string[];
  /** The paths of all files below a folder, relative to it, without `node_modules` and names with a leading ".". */
  readonly list: (name?: string) => string[];
  /** Paths that are not followed or cannot be read, and why. */
  readonly refused: ReadonlyMap<string, Message>;
};

export function openFolder(
  root: string,
  { follow = [], tools = toolsOfBlog }: { follow?: readonly string[] | undefined; tools?: RegExp } = {},
): Folder {
  const reach = reachOf(root, { follow, isClosed: true });
  const refused = new Map<string, Message>();
  const at = (name: string): string => path.join(root, name);
  const nameOf = (file: string, below = root): string => path.relative(below, file).replaceAll('\\', '/');

  function has(name: string): boolean {
    const fault = existsSync(at(name)) ? reach.faultOf(at(name)) : undefined;
    if (fault !== undefined) refused.set(name, fault);
    return fault === undefined && existsSync(at(name));
  }
  function read(name: string): Buffer | undefined {
    if (!has(name)) return undefined;
    try {
      return reach.read(at(name));
    } catch (error) {
      refused.set(name, message('unreadable', { code: (error as NodeJS.ErrnoException).code ?? 'unknown' }));
      return undefined;
    }
  }
  return {
    root,
    isThere: (name) => existsSync(at(name)),
    has,
    read,
    text(name) {
      const bytes = read(name);
      return bytes && decodeUtf8(bytes);
    },
    changed: (name) => Math.floor(statSync(at(name)).mtimeMs),
    names: (name) => (has(name) ? readdirSync(at(name)) : []),
    list(name = '.') {
      const files: string[] = [];
      const visit = {
        file: (file: string) => void files.push(nameOf(file, at(name))),
        refused: (file: string, why: Message) => void (tools.test(nameOf(file)) || refused.set(nameOf(file), why)),
      };
      if (has(name)) walk(at(name), visit, reach);
      return files.filter((file) => !tools.test(file)).sort();
    },
    refused,
  };
}

const toolsOfBlog = /(?:^|\/)(?:\.|node_modules(?:\/|$))/;
