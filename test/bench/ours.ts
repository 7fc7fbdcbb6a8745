// This product as a contender, with the commands that are measured after each of its builds.
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseUrl, copyArticles, packageVersion, page, repository } from './contender.ts';
import type { Contender, Place, Run } from './contender.ts';
import type { CommandLine } from './measure.ts';

/** Runs gulp directly, because the start of npx is not part of the build. */
const gulp: CommandLine = [process.execPath, 'node_modules/gulp/bin/gulp.js'];
const gulpFlags = ({ folder, content }: Place): string[] => ['--content', content, '--dest', join(folder, 'public')];

/** `bench build` reads the time of each part from the output. */
const verbose = ['--verbose'];
const contentOf = ({ folder }: Place): string => join(folder, 'content');

function buildOurs(place: Place): Run {
  const content = contentOf(place);
  return {
    command: [...gulp, 'build', ...gulpFlags({ ...place, content }), '--base-url', baseUrl, ...verbose],
    folder: repository,
    // A blog of another engine does not have our `_site.yml`.
    env: existsSync(join(content, '_site.yml')) ? {} : { LENIENT: '1' },
  };
}

export const ours: Contender = {
  name: 'duplex',
  pageOf: page,
  version: () => ({ version: packageVersion(repository) }),
  /** Copies the articles, so that edits of the copy do not affect other builds. */
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
