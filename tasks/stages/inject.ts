// Puts links to the machine files before the content of a post (static/pdc-protocol.md section 9). Pages do not get
// such links.
import { inject as injectLinks } from '#pdc/endpoints/injection';
import type { Site } from '#pdc/site/site';
import { stage } from './stage.ts';
import type { EntryFile } from './vinyl.ts';

export function inject(site: Site): NodeJS.ReadWriteStream {
  return stage(function inject(file: EntryFile): EntryFile {
    if (file.entry.layout === 'post') file.content = injectLinks(file.content, file.entry, site);
    return file;
  });
}
