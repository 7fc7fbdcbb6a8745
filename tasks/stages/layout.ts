// Content becomes a page: `toPage` puts it into the theme's document.
import type { PageParts } from '#pdc/document';
import { stage } from './stage.ts';
import { fillPage } from './vinyl.ts';
import type { EntryFile } from './vinyl.ts';

/** Where the content comes. Words are escaped, so that the last one is ours. */
const hole = '<!--content-->';

export function layout(toPage: (file: EntryFile, content: string) => PageParts): NodeJS.ReadWriteStream {
  return stage(function layout(file: EntryFile): EntryFile {
    const { before, main, after } = toPage(file, hole);
    const at = main.lastIndexOf(hole);
    return fillPage(file, { before, main: [main.slice(0, at), file.contents, main.slice(at + hole.length)], after });
  });
}
