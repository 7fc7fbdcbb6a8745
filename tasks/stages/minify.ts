// Pages go through gulp-htmlmin, but for those that the seed and the site exclude: they pass as they are. What repeats on
// every page, its tags, is minified once; bodies, which differ, only lose the white space that shows nowhere.
import { once } from 'node:events';
import htmlmin from 'gulp-htmlmin';
import picomatch from 'picomatch';
import { objectTransform } from 'through2';
import type Vinyl from 'vinyl';
import { encryptAsset } from '#pdc/paths';
import { collapseContent } from '#pdc/markdown/white-space';
import { createSkeletons } from './skeleton.ts';
import { toOutputFile } from './vinyl.ts';
import type { PageFile } from './vinyl.ts';

/** The seed's exclusions, by path below the output folder: minifying would break them. */
const excluded = ['**/lib/**', `**/${encryptAsset}.*`, '**/api/**', 'ai-context.md', 'pdc-protocol.md'];

// What is made of tags alone holds for every site: a watcher minifies its pages again and again.
const minifier = htmlmin({ collapseWhitespace: true, collapseBooleanAttributes: true, removeComments: true });
const skeletons = createSkeletons(async (html) => {
  const file = await minifyFile(toOutputFile({ path: '/skeleton.html', contents: html }));
  return file.contents!.toString();
});

async function minifyFile(file: Vinyl): Promise<Vinyl> {
  const minified = once(minifier, 'data') as Promise<[Vinyl]>;
  minifier.write(file);
  return (await minified)[0];
}

/** What an author wrote as HTML and only a browser can read stays as it is. */
async function minifyIfReadable(file: PageFile): Promise<Vinyl> {
  try {
    return await minifyFile(file);
  } catch {
    return file;
  }
}

export function minify(exclude: readonly string[]): NodeJS.ReadWriteStream {
  const isExcluded = picomatch([...excluded, ...exclude], { dot: true });
  return objectTransform(async function minify(file: PageFile): Promise<Vinyl> {
    if (isExcluded(file.relative)) return file;
    const { around, main } = splitAtMain(file);
    const tight = collapseContent(main);
    const page = tight === undefined ? undefined : await skeletons.fill(around, tight);
    if (page === undefined) return minifyIfReadable(file);
    file.contents = Buffer.from(page);
    return file;
  });
}

/** A redirect is all tags and addresses. */
function splitAtMain({ contents, main }: PageFile): { around: readonly string[]; main: string } {
  if (!main) return { around: [contents.toString()], main: '' };
  const slice = (start: number, end?: number): string => contents.toString('utf8', start, end);
  return { around: [slice(0, main.start), slice(main.end)], main: slice(main.start, main.end) };
}
