// The content of an encrypted post is sealed: what follows in the branch sees the locked form, never the text.
import { objectTransform } from 'through2';
import { seal as sealText } from '#pdc/locked/encryption';
import type { Envelope } from '#pdc/locked/encryption';
import type { Site } from '#pdc/site';
import type { EntryFile } from './vinyl.ts';

export type SealOptions = {
  readonly site: Site;
  /** Everything of a post that only its readers may see, as HTML. */
  readonly secretOf: (file: EntryFile) => string;
  /** What stands in its place. */
  readonly formOf: (envelope: Envelope) => string;
};

export function seal({ site, secretOf, formOf }: SealOptions): NodeJS.ReadWriteStream {
  return objectTransform(async function seal(file: EntryFile): Promise<EntryFile> {
    const { entry } = file;
    if (entry.layout !== 'post' || !entry.encrypted) return file;
    const secret = secretOf(file);
    file.rendered = { headings: [], links: [], words: 0 };
    if (entry.password === undefined) {
      // Such an article stops the build; where a check follows it to its links, its text goes no further than here.
      file.contents = Buffer.alloc(0);
      return file;
    }
    const envelope = await sealText(secret, { password: entry.password, slug: entry.slug, origin: site.url });
    file.contents = Buffer.from(formOf(envelope));
    return file;
  });
}
