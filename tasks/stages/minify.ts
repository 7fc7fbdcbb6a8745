// Pages go through gulp-htmlmin, but for those that are excluded, which pass as they are. The tags that repeat on every page
// are minified once. What differs, an author's words above all, never comes near a minifier, which would join words: it only
// loses white space that shows nowhere.
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

// The minified skeletons serve every site and are kept: a watcher minifies its pages again and again.
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
    const page = skeletons.fill([before, after], collapseContent(main) ?? main);
    return page instanceof Promise ? page.then((html) => written(file, html)) : written(file, page);
  });
}

/** Turns pages into bytes without minifying: for a check that writes nothing. */
export const unminified = (): NodeJS.ReadWriteStream =>
  stage(function toBytes(file: PageFile): Vinyl {
    return written(file);
  });

function written(file: PageFile, html = wholePage(file.parts!)): Vinyl {
  file.contents = Buffer.from(html);
  return file;
}
