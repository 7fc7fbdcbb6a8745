// The words of the new page of each unlocked text, taken from the files of the trial build.
import type Vinyl from 'vinyl';
import { isLocked } from '#pdc/article/article';
import type { EntryFile } from '../../stages/vinyl.ts';
import { partOf, readPage } from './page-words.ts';
import type { Page, Words } from './page-words.ts';

/** The words of the new page of a text, and its headings. */
export type NewText = Words & Pick<Page, 'headings'>;

/**
 * Stores the words of a page, including its list of friends, by the source of its text. Skips other files and locked
 * texts.
 */
export function noteText(texts: Map<string, NewText>, file: Vinyl): void {
  const { entry }: Partial<EntryFile> = file as EntryFile;
  if (entry === undefined || !file.isBuffer() || (entry.layout === 'post' && isLocked(entry))) return;
  const page = readPage(file.contents.toString());
  const content = page.elements.find(({ className }) => className.split(' ').includes('content'));
  const friends = page.elements.find(({ className }) => className === 'friends');
  if (!content) return;
  const { end, images } = friends ?? content;
  const extent = { ...content, end, images: [content.images[0], images[1]] as const };
  texts.set(entry.source, { ...partOf(page, extent), headings: page.headings });
}
