// What the new page of each open text says, taken from the files that the trial build makes.
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { EntryFile } from '../../stages/vinyl.ts';
import { partOf, readPage } from './page.ts';
import type { Words } from './page.ts';

/** Notes the words of a page's content under the source of its text; other files, and locked texts, are passed over. */
export function noteText(texts: Map<string, Words>, file: Vinyl): void {
  const { entry }: Partial<EntryFile> = file as EntryFile;
  if (entry === undefined || !file.isBuffer() || (entry.layout === 'post' && isLocked(entry))) return;
  const page = readPage(file.contents.toString());
  const content = page.elements.find(({ className }) => className.split(' ').includes('content'));
  if (content) texts.set(entry.source, partOf(page, content));
}
