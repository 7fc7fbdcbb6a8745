// The pictures of articles for those who share them, where a site asks for them. What draws them is large: a site that has
// them installs it, and no other loads it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type Vinyl from 'vinyl';
import type { Article } from '#pdc/article/article';
import { turn } from '#pdc/document';
import { cardPathOf } from '#pdc/library/addresses';
import { hashOf } from '../files/hash.ts';
import { Failure } from '../settings/failure.ts';
import { root } from '../settings/settings.ts';
import { toOutputFile } from '../stages/vinyl.ts';
import { cardsOf } from '../theme/card.ts';
import type { Card } from '../theme/card.ts';
import { openPress, pressFiles } from './card-press.ts';
import type { Press } from './card-press.ts';
import type { Edition } from './read.ts';
import type { Branch, Row } from './reuse.ts';

type CardRow = Row & { readonly path: string; readonly card: Card };

/** `drawn: false` takes the addresses, and shows the theme's own picture there: for a check that writes nothing. */
export function cards({ library, edits }: Edition, { drawn }: { drawn: boolean }): Branch<CardRow> {
  const entries = library.site.og_image === 'articles' ? (edits?.entries ?? library.articles) : [];
  const known = entries.length > 0 ? (tools ??= findTools()) : {};
  const cardOf = cardsOf(library);
  const rows = entries.flatMap((entry) => {
    const sitePath = cardPathOf(library.site, entry);
    if (sitePath === undefined) return [];
    const card = cardOf(entry as Article);
    return { name: `card ${entry.slug}`, path: sitePath, card, key: () => keyOf(card, known) };
  });
  return {
    rows,
    async *make(stale): AsyncGenerator<Vinyl | undefined> {
      const draw = drawn ? await (press ??= openPress()) : undefined;
      for (const row of stale) {
        yield turn;
        yield toOutputFile({ path: row.path, contents: draw?.(row.card) ?? plain() }, row);
      }
    },
  };
}

let press: Promise<Press> | undefined;

const keyOf = (card: Card, tools: Tools): string => hashOf(Buffer.from(JSON.stringify([card, tools])));

/** What a title is shown as that no face of ours can set. */
const plain = (): Buffer => readFileSync(path.join(root, 'tasks/theme/card.png'));

const { resolve } = createRequire(import.meta.url);

/** The versions of the packages that draw: another one may draw otherwise. */
type Tools = Readonly<Record<string, string>>;

let tools: Tools | undefined;

/** Throws a Failure that says what to install. */
function findTools(): Tools {
  const { peerDependencies: wanted } = readManifest(root) as { peerDependencies: Tools };
  const found = Object.entries(pressFiles).flatMap(([name, file]) => {
    const version = versionOf(name, file);
    return version === undefined ? [] : [[name, version] as const];
  });
  const missing = Object.keys(pressFiles).filter((name) => found.every(([known]) => known !== name));
  if (missing.length === 0) return Object.fromEntries(found);
  const install = missing.map((name) => `${name}@${wanted[name]}`).join(' ');
  throw new Failure(
    `og_image: articles draws with packages that are not installed: run "npm install --save-exact ${install}", or set og_image to site`,
  );
}

function versionOf(name: string, file: string): string | undefined {
  try {
    const found = resolve(file);
    const folder = found.slice(0, found.lastIndexOf(path.normalize(name)) + name.length);
    return (readManifest(folder) as { version: string }).version;
  } catch {
    return undefined;
  }
}

const readManifest = (folder: string): unknown => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
