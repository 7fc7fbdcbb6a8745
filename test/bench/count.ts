// `bench count`: counts the source, so that later figures can be compared: lines, rooms and the imports between them,
// names, non-null assertions, comments, odd phrases.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repository } from './contender.ts';
import { mapOf } from './count-rooms.ts';
import { oddNames, readSource } from './count-source.ts';
import type { Source } from './count-source.ts';
import { oddPhrases, oddPhrasesIn } from './count-words.ts';
import { row } from './options.ts';

export const usage = 'count';

const resultFile = fileURLToPath(new URL('results/count.md', import.meta.url));

export function plan(args: string[]): () => Promise<void> {
  if (args.length > 0) throw new TypeError(`count takes no flags, not '${args[0]}'`);
  return () => {
    const report = writeReport();
    writeFileSync(resultFile, report);
    process.stdout.write(report);
    return Promise.resolve();
  };
}

const read = (name: string): string => readFileSync(join(repository, name), 'utf8');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const linesOf = (names: readonly string[]): number => sum(names.map((name) => read(name).split('\n').length - 1));
const percent = (part: number, all: number): string => `${((part / all) * 100).toFixed(0)} %`;

function writeReport(): string {
  const names = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' }).trim().split('\n');
  const code = names.filter((name) => /\.(?:ts|js|mjs)$/.test(name));
  const source = code.filter((name) => /^(?:tasks|server)\/|^gulpfile\.ts$/.test(name));
  const programs = source.filter((name) => /^tasks\/(?:adopt|verify)[/.]/.test(name));
  const house = source.filter((name) => !programs.includes(name));
  const documents = names.filter(
    (name) =>
      name.endsWith('.md') && !/^(?:content|test\/fixtures|test\/bench\/results)\//.test(name) && !/zh-CN/.test(name),
  );
  const messages = names.filter((name) => /^(?:tasks|server)\/.*\.json$/.test(name));
  const sources = source.map((name) => readSource(name, read(name)));
  return `# The source in numbers

\`npm run bench -- count\` counts the files that git knows; test/bench/count*.ts has the definitions.

${writeSizes({ source, house, programs, tests: code.filter((name) => name.startsWith('test/')) })}

${writeRooms(sources)}

${writeNames(sources)}

${writePhrases([
  { name: 'comments', texts: sources.map(({ comments }) => comments.join('\n\n')) },
  { name: 'documents', texts: documents.map(read) },
  { name: 'messages', texts: messages.flatMap((name) => englishIn(JSON.parse(read(name)))) },
])}
`;
}

function writeSizes(kinds: Record<'source' | 'house' | 'programs' | 'tests', readonly string[]>): string {
  const titles = {
    source: 'source: `tasks/`, `server/`, `gulpfile.ts`',
    house: 'the same without `adopt` and `verify`',
    programs: '`adopt` and `verify`',
    tests: '`test/`',
  };
  const lines = Object.entries(titles).map(([key, title]) => {
    const names = kinds[key as keyof typeof titles];
    return row([title, names.length, linesOf(names)]);
  });
  return [row(['', 'files', 'lines']), '| --- | ---: | ---: |', ...lines].join('\n');
}

/** A room is a folder below the named one, or a loose file in it; files of JSON do not count. */
function writeRooms(sources: readonly Source[]): string {
  const imports = sources.flatMap(({ name, imports: targets }) =>
    targets.filter((to) => sources.some((one) => one.name === to)).map((to) => [name, to] as const),
  );
  const lines = ['tasks', 'tasks/pdc', 'tasks/flow', 'tasks/theme', 'server', 'server/mcp'].map((folder) => {
    const { rooms, arrows, levels, circles } = mapOf(imports, (name) => roomIn(name, folder));
    return row([`\`${folder}/\``, rooms, arrows, levels, circles]);
  });
  const folders = mapOf(imports, dirname);
  return [
    row(['rooms: folders and loose files of', 'rooms', 'arrows', 'levels', 'rooms in circles']),
    '| --- | ---: | ---: | ---: | ---: |',
    ...lines,
    row(['all folders of the source', folders.rooms, folders.arrows, folders.levels, folders.circles]),
  ].join('\n');
}

function roomIn(name: string, folder: string): string | undefined {
  if (!name.startsWith(`${folder}/`)) return undefined;
  return name.slice(folder.length + 1).split('/')[0];
}

function writeNames(sources: readonly Source[]): string {
  const shared = sum([...tally(sources.map(({ name }) => basename(name))).values()].filter((count) => count > 1));
  const code = sum(sources.map(({ codeLines }) => codeLines));
  const commentLines = sum(sources.map((one) => one.commentLines));
  const assertions = sum(sources.map((one) => one.nonNull));
  const exported = sources.flatMap((one) => one.exportedFunctions);
  const commented = exported.filter(({ isCommented }) => isCommented).length;
  const declared = sources.flatMap((one) => one.declared).filter((name) => oddNames.has(name));
  const odd = [...tally(declared)].sort((a, b) => b[1] - a[1]);
  return [
    row(['', '', '']),
    '| --- | ---: | ---: |',
    row(['files that share their name with another', shared, percent(shared, sources.length)]),
    row(['non-null assertions', assertions, `${((assertions / code) * 1000).toFixed(1)} in 1,000 lines of code`]),
    row(['lines of comments', commentLines, `${(commentLines / code).toFixed(2)} a line of code`]),
    row(['exported functions with a comment', commented, percent(commented, exported.length)]),
    row([
      'names that are a participle or a pronoun',
      declared.length,
      odd
        .slice(0, 12)
        .map(([name, count]) => `${name} ${count}`)
        .join(', '),
    ]),
  ].join('\n');
}

function tally(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function writePhrases(kinds: readonly { readonly name: string; readonly texts: readonly string[] }[]): string {
  const counts = kinds.map(({ texts }) =>
    oddPhrases.map(({ pattern }) => sum(texts.map((text) => oddPhrasesIn(text, pattern)))),
  );
  return [
    row(['odd phrases', ...kinds.map(({ name }) => name)]),
    row(['---', ...kinds.map(() => '---:')]),
    ...oddPhrases.map(({ name }, index) => row([name, ...counts.map((count) => count[index]!)])),
    row(['all', ...counts.map(sum)]),
  ].join('\n');
}

/** The English sentences of a catalogue, without its keys. */
function englishIn(value: unknown): string[] {
  if (typeof value === 'string') return /\p{sc=Han}/u.test(value) || !value.includes(' ') ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(englishIn) : [];
}
