// The programs in articles: every fence marked `run` prints exactly the text of the `output` fence after it.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { repository } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';

type Runner = { readonly file: string; readonly needs: string; readonly steps: readonly (readonly string[])[] };

/** How to run a program of each language, in its own folder. */
const runners: Readonly<Record<string, Runner>> = {
  python: { file: 'main.py', needs: 'python3', steps: [['python3', 'main.py']] },
  js: { file: 'main.mjs', needs: process.execPath, steps: [[process.execPath, 'main.mjs']] },
  bash: { file: 'main.sh', needs: 'bash', steps: [['bash', 'main.sh']] },
  c: { file: 'main.c', needs: 'gcc', steps: [['gcc', '-std=c11', '-o', 'main', 'main.c'], ['./main']] },
  cpp: {
    file: 'main.cpp',
    needs: 'g++',
    steps: [['g++', '-std=c++17', '-pthread', '-o', 'main', 'main.cpp'], ['./main']],
  },
  java: {
    file: 'Main.java',
    needs: 'java',
    steps: [['java', '-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8', 'Main.java']],
  },
};

type Program = { readonly article: string; readonly language: string; readonly code: string; readonly output: string };

const fence = /^(`{3,})([\w+-]+) run\n([\s\S]*?)^\1\n\s*^(`{3,})text output\n([\s\S]*?)^\4$/gm;

function programsIn(article: string): Program[] {
  const text = readFileSync(path.join(repository, 'content', article), 'utf8');
  const programs = [...text.matchAll(fence)].map((match) => ({
    article,
    language: match[2]!,
    code: match[3]!,
    output: match[5]!,
  }));
  // A marked fence without an output fence would never be run.
  expect(programs.length, article).to.equal(text.match(/^`{3,}[\w+-]+ run$/gm)?.length ?? 0);
  return programs;
}

const articles = readdirSync(path.join(repository, 'content')).filter((name) => name.endsWith('.md'));

describe('the programs in the articles', function () {
  for (const program of articles.flatMap(programsIn)) {
    const { article, language, code, output } = program;
    const title = code.split('\n').find((line) => line.trim() !== '') ?? '';
    it(`print what ${article} shows: ${language}, ${title.slice(0, 40)}`, async function () {
      const runner = runners[language];
      expect(runner, `no way to run ${language}`).to.not.equal(undefined);
      const { file, needs, steps } = runner!;
      if (process.platform !== 'linux' || spawnSync(needs, ['--version']).error) {
        if (process.env.REQUIRE_SERVICES === '1') throw new Error(`${needs} is missing`);
        this.skip();
      }
      await withFolder(async (cwd) => {
        writeFileSync(path.join(cwd, file), code);
        for (const [index, [command, ...args]] of steps.entries()) {
          const { status, stdout, stderr } = spawnSync(command!, args, { cwd, encoding: 'utf8', timeout: 100_000 });
          expect(status, stderr).to.equal(0);
          if (index === steps.length - 1) expect(stdout.trimEnd()).to.equal(output.trimEnd());
        }
      });
    });
  }
});
