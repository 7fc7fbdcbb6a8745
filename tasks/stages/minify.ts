// Minifies pages with gulp-htmlmin, except for excluded ones. The tags that all pages share are minified once. The
// rest, mainly the author's text, only loses invisible white space, because the minifier would join words.
import { once } from 'node:events';
import htmlmin from 'gulp-htmlmin';
import picomatch from 'picomatch';
import type Vinyl from 'vinyl';
import { wholePage } from '#pdc/text/document';
import { encryptAsset } from '#pdc/site/paths';
import { collapseContent } from '#pdc/markdown/white-space';
import { createSkeletons } from './skeleton.ts';
import { stage } from './stage.ts';
import { toOutputFile } from './vinyl.ts';
import type { PageFile } from './vinyl.ts';

/** Paths below the output folder that a minifier must leave alone (static/pdc-protocol.md section 12). */
const excluded = ['**/lib/**', `**/${encryptAsset}.*`, '**/api/**', 'ai-context.md', 'pdc-protocol.md'];

// The minified skeletons are kept, because a watcher minifies pages after every save. They are the same for all sites.
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

/** Turns pages into bytes and minifies them, unless their path is excluded. */
export function minify(exclude: readonly string[]): NodeJS.ReadWriteStream {
  const isExcluded = picomatch([...excluded, ...exclude], { dot: true });
  return stage(function minify(file: PageFile): Vinyl | Promise<Vinyl> {
    if (isExcluded(file.relative)) return withContents(file);
    const { opening, main, closing } = file.parts!;
    const page = skeletons.fill([opening, closing], collapseContent(main) ?? main);
    return page instanceof Promise ? page.then((html) => withContents(file, html)) : withContents(file, page);
  });
}

/** Turns pages into bytes without minifying, for a check that writes nothing. */
export const unminified = (): NodeJS.ReadWriteStream =>
  stage(function toBytes(file: PageFile): Vinyl {
    return withContents(file);
  });

function withContents(file: PageFile, html = wholePage(file.parts!)): Vinyl {
  file.contents = Buffer.from(html);
  return file;
}
