// Encrypts the content of a locked post. The following stages only see the form that unlocks it.
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
  /** The HTML of a post that only readers with the password may see. */
  readonly shownIn: (file: EntryFile) => string;
  /** The markup that replaces the body. */
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
    // An article without a password stops the build. A check still collects its links, but its text must not be passed
    // on.
    file.content = password === undefined ? '' : formOf(await sealText(secret, { password, slug, origin: site.url }));
    return file;
  }
}
