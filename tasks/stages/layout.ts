// Makes a page from the content: `toPage` puts it into the document of the theme.
import type { PageParts } from '#pdc/text/document';
import { stage } from './stage.ts';
import type { EntryFile } from './vinyl.ts';

export function layout(toPage: (file: EntryFile) => PageParts): NodeJS.ReadWriteStream {
  return stage(function layout(file: EntryFile): EntryFile {
    file.parts = toPage(file);
    return file;
  });
}
