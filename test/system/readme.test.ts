// Runs every command in README.md and the guides to the build, the adapter and deployment, and checks that every file
// and script that they name exists.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { slug } from 'github-slugger';
import { articleText, writeFiles } from '../support/articles.ts';
import { gulp, repository } from '../support/command.ts';
import { openShell, readBlocks, startCommand } from '../support/guide.ts';
import { freePort } from '../support/ports.ts';
import siteScripts from '../../tasks/repository/scripts.json' with { type: 'json' };

const translation = '.github/README.zh-CN.md';
const guides = Object.fromEntries(
  ['server/INTEGRATE', 'server/OPERATE', 'server/deploy/README'].map((name) => [`${name}.zh-CN.md`, `${name}.md`]),
);
const translations = { [translation]: 'README.md', 'tasks/AUTHOR.zh-CN.md': 'tasks/AUTHOR.md', ...guides };
const documents = ['tasks', 'server/mcp', 'server/deploy'].map((folder) => `${folder}/README.md`);
documents.unshift('README.md', 'tasks/AUTHOR.md', 'CHANGELOG.md');
/** Documents that other tests run, or that have no commands. */
const others = [
  'README',
  'INTEGRATE',
  'OPERATE',
  '../test/README',
  '../test/bench/README',
  '../.github/CONTRIBUTING',
  '../SECURITY',
]
  .concat(['flow', 'pdc', 'adopt', 'theme'].map((room) => `../tasks/${room}/README`))
  .map((name) => path.join('server', `${name}.md`));
const read = (name: string): string => readFileSync(path.join(repository, name), 'utf8');
const commandsOf = (name: string): readonly string[] =>
  readBlocks(read(name))
    .filter(({ info }) => info === 'sh')
    .flatMap(({ text }) => text.match(/^.+?(?=\s+#\s|$)/gm)!);

/** Commands that run until they are stopped, with the text that they print when they are ready. */
const services: readonly (readonly [command: RegExp, ready: string])[] = [
  [/\b(?:npx gulp|npm run) watch\b/, 'http://localhost:'],
  [/^node server$/, '"msg":"listening"'],
  [/^node server\/mcp .*--http\b/, '/mcp'],
];

describe('the documents', function () {
  // One of the commands installs 156 packages.
  this.timeout(900_000);
  let folder: string;
  let env: Readonly<Record<string, string>>;
  let toHere: (command: string, document: string) => string;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'duplex-readme-'));
    writeFiles(folder, { 'content/algo-one.md': articleText(), 'blog/_posts/2026-01-01-two.md': articleText() });
    writeFiles(folder, { 'blog/_config.yml': 'title: 博客\nurl: https://blog.example.org\n' });
    const [site, mcp, login] = [await freePort(), await freePort(), await freePort()];
    env = {
      CONTENT_DIR: path.join(folder, 'content'),
      DEST_DIR: path.join(folder, 'public'),
      DATA_DIR: path.join(folder, 'data'),
      PORT: String(login),
    };
    // The reader's folders are folders of this test. Installing and testing is the task of .ci/run.
    toHere = (command, document) =>
      command
        .replace(/^npm ci && /, '')
        .replace(/^npm test$/, 'npm run | grep -q test')
        .replace('npx gulp watch', `npx gulp watch --port ${site}`)
        .replace('npm run watch', `npm run watch -- --port ${site}`)
        .replace('--port 3333', `--port ${mcp}`)
        .replace(/^cd \.\.\/my-site/, 'unset CONTENT_DIR DEST_DIR && $&')
        // The front pages and the guide to the build use the same folder names, so each gets its own folders.
        .replaceAll(/\.\.\/my-(blog|site)/g, path.join(folder, document === 'README.md' ? 'begun-$1' : '$1'))
        .replace(/(?<=-- |find )public\b/, path.join(folder, 'public'))
        .replace(/^node server\/mcp(?=$| --http)/, `$& --site ${path.join(repository, 'test/fixtures/golden/site')}`)
        .replace(/^node server\/mcp(?! .*--http).*$/, '$& < /dev/null')
        .replace(/\| node server\/mcp$/, `$& --site ${path.join(repository, 'test/fixtures/golden/site')}`);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('have only blocks of known kinds', () => {
    const kinds = documents.flatMap((name) => readBlocks(read(name)).map(({ info }) => info));
    expect(kinds.filter((info) => !/^(sh|sh by-hand|text|markdown|yaml|json|js)$/.test(info))).to.deep.equal([]);
    expect(kinds.filter((info) => info === 'sh')).to.have.length.above(6);
    // site-functions.test.ts runs these.
    expect(kinds.filter((info) => info === 'js')).to.have.length(5);
  });

  // A command in two documents is run once.
  const commands = new Map(
    [...documents].reverse().flatMap((name) => commandsOf(name).map((command) => [command, name] as const)),
  );
  const inOrder = new Set(documents.flatMap(commandsOf));
  for (const command of inOrder) {
    it(command, async () => {
      const here = toHere(command, commands.get(command)!);
      const service = services.find(([pattern]) => pattern.test(here));
      if (service) {
        const running = await startCommand(here, { env, ready: service[1] });
        return running.stop();
      }
      const shell = openShell(env);
      await shell.run(here);
      return shell.close();
    });
  }

  it('show an agent’s real answer, except for the parts written as "..."', async () => {
    const demonstration = path.join(folder, 'demonstration');
    expect((await gulp('build', '--dest', demonstration)).code).to.equal(0);
    for (const name of ['README.md', translation]) {
      const blocks = readBlocks(read(name));
      const index = blocks.findIndex(({ text }) => text.includes('tools/call'));
      const [call, shown] = blocks.slice(index, index + 2).map(({ text }) => text.trim()) as [string, string];
      const shell = openShell(env);
      const answer = await shell.run(
        name === 'README.md' ? toHere(call, name) : call.replace(/node server\/mcp$/, `$& --site ${demonstration}`),
      );
      await shell.close();
      let at = 0;
      for (const piece of shown.split('...')) {
        expect(answer.slice(at), name).to.contain(piece);
        at = answer.indexOf(piece, at) + piece.length;
      }
    }
  });

  it('show an article and settings that a strict check accepts', async () => {
    for (const name of ['README.md', translation]) {
      const [article, site] = ['markdown', 'yaml'].map(
        (kind) => readBlocks(read(name)).find(({ info }) => info === kind)!.text,
      ) as [string, string];
      const content = path.join(folder, `sample-${path.basename(name)}`);
      writeFiles(content, {
        'linux-file-locks.md': article,
        '_site.yml': site,
        'pages/about.md': '---\ntitle: "关于"\n---\n',
      });
      expect(await gulp('check', '--content', content), name).to.include({ code: 0, stderr: '' });
    }
  });

  it('name only scripts and files that exist', () => {
    const { scripts: own } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    // Scripts of the author's own site count too.
    const scripts = { ...siteScripts, ...own };
    const proseOf = (text: string): string => text.replace(/^```[^]*?^```/gm, '');
    for (const name of [...documents, ...Object.keys(translations), ...others]) {
      // Scripts of an adopted site belong to that site.
      const text = read(name).replace(/^cd \.\.\/my-site.*$/gm, '');
      const prose = proseOf(text).replace(/`[^`\n]+`(?!\])/g, '');
      for (const [, script] of text.matchAll(/npm run (?:--silent )?([\w-]+)/g))
        expect(scripts, name).to.have.property(script!);
      for (const [, target = '', heading] of prose.matchAll(/\]\((?!https?:)([^)#]*)#?([^)]*)\)/g)) {
        const file = target === '' ? name : path.join(path.dirname(name), target);
        expect(existsSync(path.join(repository, file)), `${name}: ${target}`).to.equal(true);
        if (!heading) continue;
        const headings = [...proseOf(read(file)).matchAll(/^#+ (.*)$/gm)].map(([, words]) => slug(words!));
        expect(headings, `${name}: ${target}`).to.include(heading);
      }
    }
  });

  it('have the same commands in Chinese', () => {
    // Each front page creates a site in its own language, and searches in that language.
    const alike = (name: string): readonly string[] =>
      commandsOf(name)
        .filter((command) => !command.includes('tools/call'))
        .map((command) => command.replace(/--language \S+/, '--language'));
    for (const [chinese, english] of Object.entries(translations))
      expect(alike(chinese), chinese).to.deep.equal(alike(english));
    const blocksOf = (name: string) => readBlocks(read(name)).map(({ info, text }) => ({ info, text }));
    for (const [chinese, english] of Object.entries(guides))
      expect(blocksOf(chinese), chinese).to.deep.equal(blocksOf(english));
  });

  it('leave installing and testing to .ci/run', () => {
    expect(read('.ci/run'))
      .to.match(/^ *npm ci /m)
      .and.match(/^ *npm test /m);
    expect(read('.github/workflows/ci.yml')).to.contain('run: .ci/run');
  });
});
