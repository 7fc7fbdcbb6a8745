// The contenders: this build, the plain script that is its yardstick, and the peers. Each peer is set up as its
// documentation says, with highlighting and the same pages: posts, home in parts, archives, categories, tags and a
// feed.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { baseUrl, cacheFolder, copyArticles, packageVersion, page, repository } from './contender.ts';
import type { Contender } from './contender.ts';
import { ours } from './ours.ts';

const peersSource = fileURLToPath(new URL('peers/', import.meta.url));
export const peersFolder = join(cacheFolder, 'peers');

/**
 * How much a contender does. `whole` adds digests, parts and a search index to the plain script; to a peer it adds
 * minified pages, a sitemap and a search.
 */
type Work = 'plain' | 'whole';

const nameFor = (work: Work, name: string): string => (work === 'whole' ? `whole ${name}` : name);

/**
 * The script runs as plain JavaScript, so that the time for compiling TypeScript does not count. Its folder has a link
 * to the repository's packages.
 */
const floor = (work: Work): Contender => ({
  name: nameFor(work, 'plain script'),
  pageOf: page,
  version: () => ({ version: 'test/bench/floor.ts' }),
  prepare({ folder, content }) {
    const source = readFileSync(new URL('floor.ts', import.meta.url), 'utf8');
    writeFileSync(join(folder, 'floor.mjs'), transformSync(source, { loader: 'ts', target: 'es2023' }).code);
    symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
    return content;
  },
  output: ({ folder }) => join(folder, 'public'),
  build: ({ folder, content }) => [
    { command: [process.execPath, 'floor.mjs', content, join(folder, 'public'), baseUrl, work], folder },
  ],
  leftovers: ['public'],
});

// --- peers

/** The version of a peer from npm, or how to install it. */
export function installed(name: string): { version: string } | { missing: string } {
  const folder = join(peersFolder, 'node_modules', name);
  return existsSync(folder)
    ? { version: packageVersion(folder) }
    : { missing: 'not installed: npm run bench -- peers' };
}

/** Installs the peers from npm into the cache, separate from the product's packages. */
export function installPeers(): void {
  mkdirSync(peersFolder, { recursive: true });
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(peersSource, name), join(peersFolder, name));
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: peersFolder, stdio: ['ignore', 2, 2] });
}

/** Copies a peer's site and links its packages. */
function copySite(name: string, folder: string): void {
  cpSync(join(peersSource, name), folder, { recursive: true });
  if (existsSync(peersFolder)) symlinkSync(join(peersFolder, 'node_modules'), join(folder, 'node_modules'));
}

const hugo: Contender = {
  name: 'Hugo',
  pageOf: page,
  version() {
    try {
      const text = execFileSync('hugo', ['version'], { encoding: 'utf8' });
      return { version: /v(\d[\d.]*)/.exec(text)?.[1] ?? text.trim() };
    } catch {
      return { missing: 'not installed: apt-get install hugo' };
    }
  },
  prepare({ folder, content }) {
    copySite('hugo', folder);
    return copyArticles(content, join(folder, 'content/posts'));
  },
  output: ({ folder }) => join(folder, 'public'),
  build: ({ folder }) => [{ command: ['hugo', '--minify', '--quiet'], folder }],
  leftovers: ['public', 'resources', '.hugo_build.lock'],
  watch: ({ folder }) => ({ command: ['hugo', '--minify', '--watch'], folder }),
};

/** The environment variable from which the configuration of a peer reads how much to do. */
const asking = (work: Work): { env: Record<string, string> } => ({ env: { BENCH_WORK: work } });

/** The heap of a peer that needs more than Node's default; the product gets the default. */
const wide = '--max-old-space-size=8192';

const eleventy = (work: Work): Contender => ({
  name: nameFor(work, 'Eleventy'),
  pageOf: page,
  version: () => installed('@11ty/eleventy'),
  prepare({ folder, content }) {
    copySite('eleventy', folder);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}\n');
    return copyArticles(content, join(folder, 'posts'));
  },
  output: ({ folder }) => join(folder, 'public'),
  build: ({ folder }) => [
    {
      command: [process.execPath, wide, 'node_modules/@11ty/eleventy/cmd.cjs', '--quiet', '--output=public'],
      folder,
      ...asking(work),
    },
  ],
  leftovers: ['public'],
  watch: ({ folder }) => ({
    command: [
      process.execPath,
      wide,
      'node_modules/@11ty/eleventy/cmd.cjs',
      '--watch',
      '--incremental',
      '--output=public',
    ],
    folder,
    ...asking(work),
  }),
});

const hexo = (work: Work): Contender => ({
  name: nameFor(work, 'Hexo'),
  pageOf: page,
  version: () => installed('hexo'),
  prepare({ folder, content }) {
    copySite('hexo', folder);
    return copyArticles(content, join(folder, 'source/_posts'));
  },
  output: ({ folder }) => join(folder, 'public'),
  build: ({ folder }) => [
    {
      command: [process.execPath, wide, 'node_modules/hexo/bin/hexo', 'generate', '--silent'],
      folder,
      ...asking(work),
    },
  ],
  alsoMakes: work === 'whole' ? ['sitemap.xml', 'search.json'] : [],
  leftovers: ['public', 'db.json'],
  watch: ({ folder }) => ({
    command: [process.execPath, wide, 'node_modules/hexo/bin/hexo', 'generate', '--watch'],
    folder,
    ...asking(work),
  }),
});

/** The package with Pagefind's program for this machine. */
const pagefindPackage = `@pagefind/${process.platform}-${process.arch}`;

/** Adds a search by Pagefind, which indexes the output as Pagefind's documentation says. The result cannot watch. */
function withPagefind({ watch: _, ...contender }: Contender): Contender {
  return {
    ...contender,
    version() {
      const [own, search] = [contender.version(), installed(pagefindPackage)];
      return 'missing' in own || 'missing' in search
        ? { ...own, ...search }
        : { version: `${own.version} (Pagefind ${search.version})` };
    },
    build: (place) => [
      ...contender.build(place),
      // The extended version segments Chinese words. npx could run it too, but would start Node twice.
      {
        command: [
          join(peersFolder, 'node_modules', pagefindPackage, 'bin/pagefind_extended'),
          '--quiet',
          '--site',
          contender.output(place),
        ],
        folder: place.folder,
      },
    ],
    alsoMakes: ['pagefind/pagefind-entry.json'],
  };
}

/** In the order of the tables. Optional contenders run only if they are named. */
export const contenders: readonly (Contender & { readonly key: string })[] = [
  { key: 'duplex', ...ours },
  { key: 'floor', ...floor('plain') },
  { key: 'hugo', isPeer: true, ...hugo },
  { key: 'eleventy', isPeer: true, ...eleventy('plain') },
  { key: 'hexo', isPeer: true, ...hexo('plain') },
  { key: 'floor-whole', isOptional: true, ...floor('whole') },
  { key: 'hugo-pagefind', isPeer: true, isOptional: true, ...withPagefind(hugo), name: 'Hugo with Pagefind' },
  { key: 'eleventy-whole', isPeer: true, isOptional: true, ...withPagefind(eleventy('whole')) },
  { key: 'hexo-whole', isPeer: true, isOptional: true, ...hexo('whole') },
];
