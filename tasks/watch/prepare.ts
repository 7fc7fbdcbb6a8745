// An edition made ready: what is stale is published, everything is checked, and nothing that stands is touched yet.
import path from 'node:path';
import type { Defect } from '#pdc/defect';
import { digestsPath } from '#pdc/paths';
import { createKept } from '../cache/kept.ts';
import type { Kept } from '../cache/kept.ts';
import { createKeys, isLocked } from '../cache/keys.ts';
import { stops } from '../check.ts';
import { createGuard } from '../guard.ts';
import { publish } from '../publish.ts';
import type { Publication } from '../publish.ts';
import type { Edition } from '../read.ts';
import type { Settings } from '../settings.ts';
import type { Breath } from './breath.ts';
import { inPlaceOf, isSamePlace } from './edited.ts';
import type { Entry } from './edited.ts';
import { createAccounts, makeEdited } from './edits.ts';
import type { Standing } from './edits.ts';
import { createPages } from './pages.ts';
import { createOutput } from './replace.ts';
import type { Change } from './replace.ts';

export type OnFile = () => void;

export type Prepared = {
  readonly edition: Edition;
  readonly defects: readonly Defect[];
  /** Puts in place what differs. Not there when the defects stop it, or when there is no article. */
  readonly put?: () => Change;
};

/** An entry as it was read when what stands was made, and as it was read now. */
export type Reread = { readonly before: Entry; readonly after: Entry };

export type Preparation = {
  readonly whole: (edition: Edition, onFile: OnFile) => Promise<Prepared>;
  /** The same for entries that were edited and everything else as it stands. Nothing when only the whole will do. */
  readonly edited: (reread: readonly Reread[]) => Promise<Prepared | undefined>;
};

export type PreparationOptions = Pick<Settings, 'dest' | 'lenient'> & { readonly breath: Breath };

/** Remembers what stands in the output folder from one edition to the next. */
export function createPreparation(options: PreparationOptions): Preparation {
  const { breath } = options;
  const pages = createPages();
  const output = createOutput(options.dest);
  let standing: Standing | undefined;
  let groups: ReturnType<Kept['groups']> = {};

  /** Should writing fail half-way, nothing is known of what stands. */
  const carefully = (write: () => { readonly change: Change; readonly stands: Standing }): Change => {
    const known = standing;
    standing = undefined;
    try {
      const { change, stands } = write();
      standing = stands;
      return change;
    } catch (error) {
      if (known) pages.forget();
      groups = {};
      throw error;
    }
  };

  return {
    async whole(edition, onFile) {
      const { library } = edition;
      const seen = pages.standing(edition);
      const all = ({ linkDefects }: Publication): Defect[] => [...edition.defects, ...linkDefects()];
      if (stops(edition.defects, options)) {
        // Followed to its last link, so that every defect is told, but written nowhere: it may hold an open secret.
        const publication = publish(edition, { minified: false, standing: seen });
        for await (const _file of publication.files) await breath();
        return { edition, defects: all(publication) };
      }
      const isGuarded = library.articles.some(isLocked);
      const kept = createKept({ dest: options.dest, before: groups, isGuarded });
      const publication = publish(edition, {
        minified: true,
        standing: seen,
        keeping: { kept, keys: createKeys(edition) },
      });
      const { put, outlines } = await output.prepare(publication, { library, breath, onFile });
      const defects = all(publication);
      if (stops(defects, options) || library.articles.length === 0) return { edition, defects };
      return {
        edition,
        defects,
        put: () =>
          carefully(() => {
            const change = put();
            pages.keep(edition, publication.observations());
            for (const file of outlines) kept.note(file, path.join(options.dest, file.path));
            groups = kept.groups();
            const { emitted } = publication;
            const accounts = createAccounts(() => output.read(digestsPath).toString());
            return { change, stands: { edition, guard: lazily(() => createGuard(edition)), emitted, accounts } };
          }),
      };
    },

    async edited(reread) {
      if (!standing) return undefined;
      const { library } = standing.edition;
      const entries = [...library.articles, ...library.pages];
      const pairs = reread.map(({ before, after }) => {
        const stands = entries.find(({ source }) => source === before.source);
        return stands && isSamePlace(before, after) ? ([stands, inPlaceOf(stands, after)] as const) : undefined;
      });
      if (pairs.some((pair) => pair === undefined)) return undefined;
      const replaced = new Map(pairs.flatMap((pair) => (pair ? [pair] : [])));
      const made = await makeEdited(standing, { replaced, folder: output, breath });
      if (!made) return undefined;
      const { edition, defects, observations, files, accounts } = made;
      // It may also be that what a link leads to is to be made first.
      if (defects.length > 0) return undefined;
      const { guard, emitted } = standing;
      return {
        edition,
        defects,
        put: () =>
          carefully(() => {
            const change = output.place(files);
            pages.renew(edition, observations);
            return { change, stands: { edition, guard, emitted, accounts } };
          }),
      };
    },
  };
}

function lazily<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
