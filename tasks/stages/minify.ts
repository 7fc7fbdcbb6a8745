// Pages go through gulp-htmlmin, but for those that the seed and the site exclude: they pass as they are. What repeats on
// every page, its tags, is minified once; bodies, which differ, only lose the white space that shows nowhere.
import { once } from 'node:events';
import htmlmin from 'gulp-htmlmin';
import picomatch from 'picomatch';
import type Vinyl from 'vinyl';
import { wholePage } from '#pdc/document';
import { encryptAsset } from '#pdc/paths';
import { collapseContent } from '#pdc/markdown/white-space';
import { createSkeletons } from './skeleton.ts';
import { stage } from './stage.ts';
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

/** The bytes of a page, minified but where its path is excluded. */
export function minify(exclude: readonly string[]): NodeJS.ReadWriteStream {
  const isExcluded = picomatch([...excluded, ...exclude], { dot: true });
  return stage(function minify(file: PageFile): Vinyl | Promise<Vinyl> {
    if (isExcluded(file.relative)) return written(file);
    const { before, main, after } = file.parts!;
    const tight = collapseContent(main);
    const page = tight === undefined ? undefined : skeletons.fill([before, after], tight);
    const finish = (html?: string): Vinyl | Promise<Vinyl> =>
      html === undefined ? minifyWhole(file) : written(file, html);
    return page instanceof Promise ? page.then(finish) : finish(page);
  });
}

/** The same as it was laid out: for a check that writes nothing. */
export const unminified = (): NodeJS.ReadWriteStream => stage((file: PageFile) => written(file));

function written(file: PageFile, html = wholePage(file.parts!)): Vinyl {
  file.contents = Buffer.from(html);
  return file;
}

/** What an author wrote as HTML and only a browser can read stays as it is. */
async function minifyWhole(file: PageFile): Promise<Vinyl> {
  try {
    return await minifyFile(written(file));
  } catch {
    return file;
  }
}
