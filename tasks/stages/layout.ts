// Content becomes a page: `toPage` puts it into the theme's document.
import { objectTransform } from 'through2';
import type { EntryFile } from './vinyl.ts';

/** Where the content comes. Words are escaped, and what an author gives for the head stands before it: the last is ours. */
const hole = '<!--content-->';

export function layout(toPage: (file: EntryFile, content: string) => string): NodeJS.ReadWriteStream {
  return objectTransform(async function layout(file: EntryFile): Promise<EntryFile> {
    const page = toPage(file, hole);
    const at = page.lastIndexOf(hole);
    const before = Buffer.from(page.slice(0, at));
    const { contents } = file;
    file.body = { start: before.length, end: before.length + contents.length };
    file.contents = Buffer.concat([before, contents, Buffer.from(page.slice(at + hole.length))]);
    return file;
  });
}
