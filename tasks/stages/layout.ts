// Content becomes a page: `toPage` puts it into the theme's document.
import { objectTransform } from 'through2';
import type { EntryFile } from './vinyl.ts';

export function layout(toPage: (file: EntryFile) => string): NodeJS.ReadWriteStream {
  return objectTransform(async function layout(file: EntryFile): Promise<EntryFile> {
    file.contents = Buffer.from(toPage(file));
    return file;
  });
}
