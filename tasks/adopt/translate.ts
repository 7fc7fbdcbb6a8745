// Lets a lenient build read texts of other engines. The build does not import this file: a command passes the function
// to it.
import path from 'node:path';
import { decodeUtf8 } from '#pdc/text/utf8';
import { reachOf } from '../files/reach.ts';
import { walk } from '../files/tree.ts';
import type { Translate } from '../stages/parse.ts';
import { translate } from './foreign/translate-text.ts';
import { createPosts } from './post-names.ts';

/**
 * Creates the function that translates the texts of one content folder. It searches the articles that tags name among
 * the files of this folder, because no article is published yet.
 */
export function createTranslate(folder: string, follow?: readonly string[]): Translate {
  const reach = reachOf(folder, { follow });
  let posts: ReturnType<typeof createPosts> | undefined;
  return (text, { source, site: { timezone } }) => {
    const post = (name: string) => {
      posts ??= createPosts(filesOf(), (file) => decodeUtf8(reach.read(path.join(folder, file))));
      return posts(source)(name);
    };
    return translate(text, { timezone, lookups: { post } });
  };

  /** The files that a build reads. */
  function filesOf() {
    const files: string[] = [];
    walk(folder, { file: (file) => void files.push(path.relative(folder, file).replaceAll('\\', '/')) }, reach);
    const named = files.filter((file) => file.endsWith('.md') && !/(?:^|\/)[._]/.test(file));
    return named.sort().map((file) => ({ from: file, to: file }));
  }
}
