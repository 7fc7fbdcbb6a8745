// Pages go through gulp-htmlmin, but for those that the seed and the site exclude: they pass as they are. What repeats on
// every page, its tags, is minified once; bodies, which differ, only lose the white space that shows nowhere.
import { once } from 'node:events';
import htmlmin from 'gulp-htmlmin';
import picomatch from 'picomatch';
import { objectTransform } from 'through2';
import type Vinyl from 'vinyl';
import { encryptAsset } from '#pdc/paths';
import { collapseContent } from '#pdc/white-space';
import { createSkeletons } from './skeleton.ts';
import { toOutputFile } from './vinyl.ts';
import type { EntryFile } from './vinyl.ts';

/** The seed's exclusions, by path below the output folder: minifying would break them. */
const excluded = ['**/lib/**', `**/${encryptAsset}.*`, '**/api/**', 'ai-context.md', 'pdc-protocol.md'];

export function minify(exclude: readonly string[]): NodeJS.ReadWriteStream {
  const isExcluded = picomatch([...excluded, ...exclude], { dot: true });
  const minifier = htmlmin({ collapseWhitespace: true, collapseBooleanAttributes: true, removeComments: true });
  const minifyFile = async (file: Vinyl): Promise<Vinyl> => {
    const minified = once(minifier, 'data') as Promise<[Vinyl]>;
    minifier.write(file);
    return (await minified)[0];
  };
  const skeletons = createSkeletons(async (html) => {
    const file = await minifyFile(toOutputFile({ path: '/skeleton.html', contents: html }));
    return file.contents!.toString();
  });

  return objectTransform(async function minify(file: PageFile): Promise<Vinyl> {
    if (isExcluded(file.relative)) return file;
    const { around, body } = toParts(file);
    const tight = collapseContent(body);
    const page = tight === undefined ? undefined : await skeletons.fill(around, tight);
    if (page === undefined) return minifyFile(file);
    file.contents = Buffer.from(page);
    return file;
  });
}

type PageFile = Vinyl.BufferFile & Pick<EntryFile, 'body'>;

/** A list has no body: all of it is tags and words. */
function toParts({ contents, body }: PageFile): { around: readonly string[]; body: string } {
  if (!body) return { around: [contents.toString()], body: '' };
  const slice = (start: number, end?: number): string => contents.toString('utf8', start, end);
  return { around: [slice(0, body.start), slice(body.end)], body: slice(body.start, body.end) };
}
