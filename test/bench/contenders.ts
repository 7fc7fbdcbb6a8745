// Who is measured: this build, the plain script that is its yardstick, and the peers, each set up as its documentation
// has it, with highlighting and the same pages: posts, home in parts, archives, categories, tags and a feed.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
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
  /** Another program. */
  readonly isPeer?: true;
  /** Runs only when it is named. */
  readonly isOptional?: true;
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
  /** What is measured after each build, in its folder. */
  readonly afterwards?: readonly Afterwards[];
  /** Builds, and again after each edit. Not there where the contender cannot. */
  readonly watch?: (place: Place) => Run;
};

export type Afterwards = {
  readonly key: string;
  readonly name: string;
  /** The only kind of site that it is for. */
  readonly corpus?: string;
  /** Prepares the run, too. */
  readonly run: (place: Place) => Run;
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

/** Their output is read by `bench build`: what each part took. */
const verbose = ['--verbose'];
const contentOf = ({ folder }: Place): string => join(folder, 'content');

function buildOurs(place: Place): Run {
  const content = contentOf(place);
  return {
    command: [...gulp, 'build', ...gulpFlags({ ...place, content }), '--base-url', baseUrl, ...verbose],
    folder: repository,
    // A blog that was not written for us has no settings of ours.
    env: existsSync(join(content, '_site.yml')) ? {} : { LENIENT: '1' },
  };
}

export const ours: Contender = {
  name: 'duplex',
  pageOf: page,
  version: () => ({ version: packageVersion(repository) }),
  /** A copy: what is edited here nobody else builds. */
  prepare({ folder, content }) {
    const copy = contentOf({ folder, content });
    cpSync(content, copy, { recursive: true });
    return copy;
  },
  output: ({ folder }) => join(folder, 'public'),
  build: (place) => [buildOurs(place)],
  leftovers: ['public'],
  clean: ({ folder }) => ({ command: [...gulp, 'clean', '--dest', join(folder, 'public')], folder: repository }),
  afterwards: [
    { key: 'unchanged', name: 'duplex again, nothing changed', run: buildOurs },
    {
      key: 'edit',
      name: 'duplex again, one article edited',
      run(place) {
        const content = contentOf(place);
        const article = readdirSync(content).find((name) => /^[^_].*\.md$/.test(name))!;
        appendFileSync(join(content, article), '\n又一次修改。\n');
        return buildOurs(place);
      },
    },
    {
      key: 'verify',
      name: 'duplex verify',
      run: ({ folder }) => ({
        command: [process.execPath, 'tasks/duplex.js', 'verify', join(folder, 'public')],
        folder: repository,
      }),
    },
    {
      key: 'adopt',
      name: 'duplex adopt',
      corpus: 'foreign',
      run(place) {
        const blog = join(mkdtempSync(join(place.folder, 'adopt-')), 'blog');
        copyArticles(contentOf(place), join(blog, 'source/_posts'));
        writeFileSync(join(blog, '_config.yml'), 'title: 基准博客\nurl: https://example.com\n');
        const command: CommandLine = [process.execPath, 'tasks/duplex.js', 'adopt', blog, '--to', `${blog}-site`];
        return { command, folder: repository };
      },
    },
  ],
  watch: (place) => ({
    command: [...gulp, 'watch', ...gulpFlags({ ...place, content: contentOf(place) }), '--port', '0'],
    folder: repository,
  }),
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
