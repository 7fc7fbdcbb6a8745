// The content of an encrypted post is sealed: what follows in the branch sees the locked form, never the text.
import type { Article } from '#pdc/article/article';
import { seal as sealText } from '#pdc/locked/encryption';
import type { Envelope } from '#pdc/locked/encryption';
import type { Site } from '#pdc/site';
import { stage } from './stage.ts';
import type { EntryFile } from './vinyl.ts';

export type SealOptions = {
  readonly site: Site;
  /** Everything of a post that only its readers may see, as HTML. */
  readonly secretOf: (file: EntryFile) => string;
  /** What stands in its place. */
  readonly formOf: (envelope: Envelope) => string;
};

export function seal({ site, secretOf, formOf }: SealOptions): NodeJS.ReadWriteStream {
  return stage(function seal(file: EntryFile): EntryFile | Promise<EntryFile> {
    const { entry } = file;
    return entry.layout === 'post' && entry.encrypted ? sealed(file, entry) : file;
  });

  async function sealed(file: EntryFile, { password, slug }: Article): Promise<EntryFile> {
    const secret = secretOf(file);
    file.rendered = { headings: [], links: [], words: 0 };
    // An article without a password stops the build; where a check follows it to its links, its text goes no further than here.
    file.content = password === undefined ? '' : formOf(await sealText(secret, { password, slug, origin: site.url }));
    return file;
  }
}
