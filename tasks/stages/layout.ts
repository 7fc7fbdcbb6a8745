// Content becomes a page: `toPage` puts it into the theme's document.
import type { PageParts } from '#pdc/text/document';
import { stage } from './stage.ts';
import type { EntryFile } from './vinyl.ts';

export function layout(toPage: (file: EntryFile) => PageParts): NodeJS.ReadWriteStream {
  return stage(function layout(file: EntryFile): EntryFile {
    file.parts = toPage(file);
    return file;
  });
}
