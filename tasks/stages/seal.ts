// The content of an encrypted post is sealed: what follows in the branch sees the locked form, never the text.
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { seal as sealText } from '#pdc/locked/encryption';
import type { Envelope } from '#pdc/locked/encryption';
import { secretOf } from '#pdc/locked/secret';
import type { Site } from '#pdc/site/site';
import { stage } from './stage.ts';
import type { EntryFile } from './vinyl.ts';

export type SealOptions = {
  readonly site: Site;
  /** Everything of a post that only its readers may see, as HTML. */
  readonly shownIn: (file: EntryFile) => string;
  /** The markup in the body's place. */
  readonly formOf: (envelope: Envelope) => string;
};

export function seal({ site, shownIn, formOf }: SealOptions): NodeJS.ReadWriteStream {
  return stage(function seal(file: EntryFile): EntryFile | Promise<EntryFile> {
    const { entry } = file;
    return isLocked(entry) ? sealed(file, entry) : file;
  });

  async function sealed(file: EntryFile, locked: Locked): Promise<EntryFile> {
    const { password } = secretOf(locked);
    const { slug } = locked;
    const secret = shownIn(file);
    file.rendered = { headings: [], links: [], flaws: [], words: 0 };
    // An article without a password stops the build; where a check follows it to its links, its text goes no further than here.
    file.content = password === undefined ? '' : formOf(await sealText(secret, { password, slug, origin: site.url }));
    return file;
  }
}
