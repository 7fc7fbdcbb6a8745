// `bench search`: how well labeled questions are answered, compared with two baselines; which files a question reads,
// and the cost of the index.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Article } from '#pdc/article/article';
import { withoutPauses } from '#pdc/text/document';
import { searchFiles } from '#pdc/endpoints/search';
import type { Library } from '#pdc/library/library';
import { searchPath } from '#pdc/site/paths';
import { openSearchIndex } from '#pdc/search/search';
import { translating } from '../../tasks/lenient.ts';
import { readEdition } from '../../tasks/flow/read-edition.ts';
import { judge, readQueries, readQueriesOf } from '../support/queries.ts';
import type { Judgement, Query, Search } from '../support/queries.ts';
import { installed, peersFolder } from './contenders.ts';
import { writeCorpus } from './corpus.ts';
import { describeMachine, nodeName, quantile, row } from './options.ts';
import { createBm25 } from './search-bm25.ts';

export const usage = 'search [--content DIR --queries FILE] [--articles 372,1755,10000]';

type Options = {
  readonly shelf: { readonly content: string; readonly queries: string } | undefined;
  readonly sizes: readonly number[];
};

const repository = fileURLToPath(new URL('../../', import.meta.url));
const resultFile = fileURLToPath(new URL(`results/search-${nodeName}.md`, import.meta.url));

/**
 * Reads the flags; throws for a wrong one. The returned function runs the benchmark. `--content` is a folder of
 * articles outside of the repository. `--queries` is a file of labeled questions about them, one per line: kind,
 * question and slugs, separated by tabs.
 */
export function plan(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      content: { type: 'string' },
      queries: { type: 'string' },
      articles: { type: 'string', default: '372,1755,10000' },
    },
  });
  const { content, queries, articles } = values;
  if ((content === undefined) !== (queries === undefined)) throw new TypeError('--content and --queries go together');
  const sizes = articles.split(',').map((text) => {
    if (!/^[1-9]\d{0,5}$/.test(text)) throw new TypeError(`--articles takes whole numbers from 1, not '${text}'`);
    return Number(text);
  });
  const shelf = content === undefined ? undefined : { content: resolve(content), queries: resolve(queries!) };
  return () => benchSearch({ shelf, sizes });
}

async function benchSearch({ shelf, sizes }: Options): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'duplex-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const own = readQueries('content');
  const measured = [await measure('our articles', { content: join(repository, 'content'), queries: own })];
  if (shelf) measured.push(await measure('the given articles', { ...shelf, queries: readQueriesOf(shelf.queries) }));
  for (const articles of sizes) {
    const content = join(folder, `made-${articles}`);
    writeCorpus(content, articles);
    measured.push(await measure('made up', { content, queries: own, isLabelled: false }));
  }
  const report = writeReport(measured);
  writeFileSync(resultFile, report);
  process.stdout.write(report);
}

/** The files that one question reads. */
type Asked = { readonly files: number; readonly bytes: number; readonly milliseconds: number };

type Measured = {
  readonly name: string;
  readonly articles: number;
  /** The judgement of each search, by its name. Empty if the questions are about other articles. */
  readonly judgements: ReadonlyMap<string, Judgement>;
  readonly asked: readonly Asked[];
  readonly files: number;
  readonly gzipBytes: number;
  readonly buildMilliseconds: number;
};

type Shelf = { readonly content: string; readonly queries: readonly Query[]; readonly isLabelled?: boolean };

async function measure(name: string, { content, queries, isLabelled = true }: Shelf): Promise<Measured> {
  process.stderr.write(`${name}: ${content}\n`);
  const statics = join(repository, 'static');
  const { library } = await readEdition({
    content,
    statics,
    lenient: true,
    drafts: false,
    ...(await translating(true)),
  });
  const before = process.cpuUsage();
  const files = new Map(withoutPauses(searchFiles(library)).map(({ path, contents }) => [path, String(contents)]));
  const { user, system } = process.cpuUsage(before);
  const sizes = new Map([...files].map(([path, text]) => [path, gzipSync(text).length]));
  const asked: Asked[] = [];
  const search = askedOver(files, sizes, asked);
  const answerers = new Map<string, Search>([['this product', search], ...baselines(library)]);
  const judgements = new Map<string, Judgement>();
  if (isLabelled) for (const [who, answer] of answerers) judgements.set(who, await judge(queries, answer));
  else for (const { query } of queries) await search(query);
  return {
    name,
    articles: library.articles.length,
    judgements,
    asked,
    files: files.size,
    gzipBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    buildMilliseconds: (user + system) / 1000,
  };
}

/** The product's search for a reader with an empty cache. Adds what each question reads to `asked`. */
function askedOver(files: ReadonlyMap<string, string>, sizes: ReadonlyMap<string, number>, asked: Asked[]): Search {
  return async (query) => {
    const paths = new Set([searchPath]);
    const started = performance.now();
    const { search } = openSearchIndex(files.get(searchPath)!, (path) => {
      paths.add(path);
      return Promise.resolve(files.get(path));
    });
    const { posts } = await search({ query, limit: 10 });
    const bytes = [...paths].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
    asked.push({ files: paths.size - 1, bytes, milliseconds: performance.now() - started });
    return posts;
  };
}

// --- baselines

const textOf = ({ title, description, ...article }: Article): string =>
  [title, description, article.encrypted ? '' : article.raw].join('\n');

function baselines({ articles }: Library): [string, Search][] {
  const documents = articles.map((article) => ({ slug: article.slug, title: article.title, text: textOf(article) }));
  const bm25 = createBm25(documents);
  return [['BM25', (query) => Promise.resolve(bm25.search(query))], ...miniSearch(documents, bm25.toTerms)];
}

type MiniSearch = new (options: object) => {
  addAll: (documents: readonly object[]) => void;
  search: (query: string) => { id: string }[];
};

/** MiniSearch over the same terms, with the options that its users turn on; `npm run bench -- peers` installs it. */
function miniSearch(documents: readonly object[], tokenize: (text: string) => string[]): [string, Search][] {
  const peer = installed('minisearch');
  if ('missing' in peer) {
    process.stderr.write(`MiniSearch: ${peer.missing}\n`);
    return [];
  }
  const Index = createRequire(join(peersFolder, 'package.json'))('minisearch') as MiniSearch;
  const searchOptions = { boost: { title: 3 }, fuzzy: 0.2, prefix: true };
  const index = new Index({ fields: ['title', 'text'], idField: 'slug', tokenize, searchOptions });
  index.addAll(documents);
  const search: Search = (query) =>
    Promise.resolve(
      index
        .search(query)
        .slice(0, 10)
        .map(({ id }) => ({ slug: id })),
    );
  return [['MiniSearch', search]];
}

// --- reporting

const kilobytes = (bytes: number): string => (bytes / 1e3).toFixed(0);

/**
 * By kind: in how many questions a right hit is first / among the first three / among the first five. Then strong hits.
 */
function writeQuality({ name, articles, judgements }: Measured): string {
  if (judgements.size === 0) return '';
  const all = [...judgements];
  const kinds = all[0]![1].found;
  const rows = kinds.map(({ kind, queries }, at) =>
    row([
      kind,
      queries,
      ...all.map(([, { found }]) => [found[at]!.hit1, found[at]!.hit3, found[at]!.hit5].join(' / ')),
    ]),
  );
  const { marks, missed } = all[0]![1];
  return `## Over ${name}: ${articles}

${row(['kind', 'questions', ...all.map(([who]) => who)])}
| --- | ---: |${all.map(() => ' ---: |').join('')}
${rows.join('\n')}

Strong first hits that are right: ${marks.strongRight} of ${marks.strong}. Right answers to key words that are strong: ${marks.keywordsStrong} of ${marks.keywordsRight}. Questions without an answer that have a strong hit: ${marks.absentStrong} of ${marks.absent}.
Not among the first three: ${missed.map(({ kind, query }) => `${query} (${kind})`).join('; ') || 'none'}.
`;
}

function writeReport(all: readonly Measured[]): string {
  const rows = all.map(({ name, articles, files, gzipBytes, buildMilliseconds, asked }) => {
    const of = (share: number, key: keyof Asked): number =>
      quantile(
        asked.map((one) => one[key]),
        share,
      );
    const pieces = `${of(0.5, 'files').toFixed(0)} / ${of(0.95, 'files').toFixed(0)}`;
    const read = `${kilobytes(of(0.5, 'bytes'))} / ${kilobytes(of(0.95, 'bytes'))}`;
    const cost = [files, kilobytes(gzipBytes), buildMilliseconds.toFixed(0)];
    return row([name, articles, ...cost, pieces, read, of(0.95, 'milliseconds').toFixed(1)]);
  });
  return `# Search

${describeMachine()}

Questions for which a right article is first / among the first three / among the first five.

${all
  .map(writeQuality)
  .filter((text) => text !== '')
  .join('\n')}
## What it costs

A question reads the first file of the index, which is included in its kilobytes, and several pieces (median / 95th percentile). All sizes are compressed. The CPU is the time for making the index in this process.

${row(['articles', 'number', 'files', 'index kB', 'build CPU ms', 'pieces', 'kB', 'p95 ms'])}
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}
`;
}
