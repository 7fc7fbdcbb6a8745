// Who is measured: this build, the plain script that is its yardstick, and the peers, each set up as its documentation
// has it, with highlighting and the same pages: posts, home in parts, archives, categories, tags and a feed.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import type { CommandLine } from './measure.ts';

export type Place = {
  /** A folder of the contender's own. */
  readonly folder: string;
  /** Articles and `_site.yml`. */
  readonly content: string;
};

export type Run = { command: CommandLine; folder: string; env?: Readonly<Record<string, string>> };

export type Contender = {
  readonly name: string;
  /** The page of an article, below the output folder. */
  readonly pageOf: (slug: string) => string;
  /** The version, or why it cannot run and how to install it. */
  readonly version: () => { readonly version: string } | { readonly missing: string };
  /** Puts the articles where the contender looks for them; gives the folder to edit them in. */
  readonly prepare: (place: Place) => string;
  readonly output: (place: Place) => string;
  /** Commands that run one after the other. */
  readonly build: (place: Place) => readonly Run[];
  /** What a build makes besides, below the output folder, by tools that might fail in silence. */
  readonly alsoMakes?: readonly string[];
  /** What a build leaves below the contender's folder, its output among it: moved away, so that every build is cold. */
  readonly leftovers: readonly string[];
  /** Empties a cache that is elsewhere. */
  readonly clean?: (place: Place) => Run;
  /** Builds, and again after each edit. Not there where the contender cannot. */
  readonly watch?: (place: Place) => Run;
};

export const repository = fileURLToPath(new URL('../../', import.meta.url));
export const cacheFolder = join(repository, 'node_modules/.cache/duplex-bench');
const baseUrl = 'https://example.com';
const peersSource = fileURLToPath(new URL('peers/', import.meta.url));
export const peersFolder = join(cacheFolder, 'peers');

const page = (slug: string): string => `posts/${slug}/index.html`;
const packageVersion = (folder: string): string =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;

// --- ours

/** gulp itself rather than npx, whose own start is no part of the build. */
const gulp: CommandLine = [process.execPath, 'node_modules/gulp/bin/gulp.js'];
const gulpFlags = ({ folder, content }: Place): string[] => ['--content', content, '--dest', join(folder, 'public')];

export const ours: Contender = {
  name: 'duplex',
  pageOf: page,
  version: () => ({ version: packageVersion(repository) }),
  prepare: ({ content }) => content,
  output: ({ folder }) => join(folder, 'public'),
  build: (place) => [
    {
      command: [...gulp, 'build', ...gulpFlags(place), '--base-url', baseUrl],
      folder: repository,
      // A real blog keeps rules of its own.
      env: existsSync(join(place.content, '_site.yml')) ? {} : { LENIENT: '1' },
    },
  ],
  leftovers: ['public'],
  clean: ({ folder }) => ({ command: [...gulp, 'clean', '--dest', join(folder, 'public')], folder: repository }),
  watch: (place) => ({ command: [...gulp, 'watch', ...gulpFlags(place), '--port', '0'], folder: repository }),
};

const lockEvery = 100;

/** The same with one article in a hundred locked: what it costs beyond the one without is key derivation and the look for leaks. */
const locked: Contender = {
  ...ours,
  name: 'duplex, one in a hundred locked',
  prepare({ folder, content }) {
    const to = join(folder, 'content');
    cpSync(content, to, { recursive: true });
    const names = readdirSync(to).filter((name) => /^[^_].*\.md$/.test(name));
    for (const [index, name] of names.entries()) {
      if (index % lockEvery !== 0) continue;
      const text = readFileSync(join(to, name), 'utf8');
      writeFileSync(
        join(to, name),
        text.replace('---\n', `---\nencrypted: true\npassword: "correct horse ${index}"\n`),
      );
    }
    return to;
  },
  build: (place) => ours.build({ ...place, content: join(place.folder, 'content') }),
  watch: (place) => ours.watch!({ ...place, content: join(place.folder, 'content') }),
};

/** How much a contender does: pages and a feed; whole, minified and with what machines or search ask for. */
type Work = 'plain' | 'whole';

const nameFor = (work: Work, name: string): string => (work === 'whole' ? `whole ${name}` : name);

/** It must not pay for reading TypeScript: it runs as plain JavaScript, beside a link to the repository's packages. */
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

function copyArticles(content: string, to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(content)) if (name.endsWith('.md')) cpSync(join(content, name), join(to, name));
  return to;
}

/** The version of a peer of npm, or how to install it. */
export function installed(name: string): { version: string } | { missing: string } {
  const folder = join(peersFolder, 'node_modules', name);
  return existsSync(folder)
    ? { version: packageVersion(folder) }
    : { missing: 'not installed: npm run bench -- peers' };
}

/** Installs the peers of npm into the cache, apart from the product's packages. */
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

/** The configuration of a peer of npm reads how much it is to do. */
const asking = (work: Work): { env: Record<string, string> } => ({ env: { BENCH_WORK: work } });

/** The heap of a peer that would need more than Node gives it; the product gets none. */
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

/** Holds Pagefind's program for this machine. */
const pagefindPackage = `@pagefind/${process.platform}-${process.arch}`;

/** A search by Pagefind, which runs over the output, as its documentation has it. It watches nothing. */
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
      // The extended one knows Chinese words; npx would run it too, through two starts of Node.
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

/** In the order of the tables. The optional run when they are named. */
export const contenders: readonly (Contender & { readonly key: string; readonly isOptional?: true })[] = [
  { key: 'duplex', ...ours },
  { key: 'locked', ...locked },
  { key: 'floor', ...floor('plain') },
  { key: 'hugo', ...hugo },
  { key: 'eleventy', ...eleventy('plain') },
  { key: 'hexo', ...hexo('plain') },
  { key: 'floor-whole', isOptional: true, ...floor('whole') },
  { key: 'hugo-pagefind', isOptional: true, ...withPagefind(hugo), name: 'Hugo with Pagefind' },
  { key: 'eleventy-whole', isOptional: true, ...withPagefind(eleventy('whole')) },
  { key: 'hexo-whole', isOptional: true, ...hexo('whole') },
];
