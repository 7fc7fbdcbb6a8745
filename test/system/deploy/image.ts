// The shipped Dockerfile, as far as it can be tested without Docker: the files of an image's last stage, and its
// instructions.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { repository } from '../../support/command.ts';
import { readShipped } from './nginx.ts';

const dockerfile = readShipped('Dockerfile').replaceAll('\\\n', '');

type Manifest = { readonly dependencies: Readonly<Record<string, string>> };

export type Image = {
  /** The arguments of each use of an instruction. */
  readonly wordsOf: (instruction: string) => readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Copies the files of the image into a folder. */
  readonly copyTo: (folder: string) => void;
};

/** Reads the stage of that name. Throws if it is missing. */
export function readImage(name: string): Image {
  const stage = dockerfile.split(/^(?=FROM )/m).find((text) => text.split('\n')[0]!.endsWith(` AS ${name}`));
  if (stage === undefined) throw new Error(`the Dockerfile has no stage ${name}`);
  const wordsOf = (instruction: string): string[] =>
    stage
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line.startsWith(`${instruction} `))
      .map((line) => line.slice(instruction.length + 1));
  return {
    wordsOf,
    environment: Object.fromEntries(
      wordsOf('ENV').flatMap((words) => words.split(' ').map((pair) => pair.split('=') as [string, string])),
    ),
    copyTo(folder) {
      for (const words of wordsOf('COPY').filter((each) => !each.startsWith('--'))) {
        const names = words.split(' ');
        const to = names.pop()!;
        for (const from of names) {
          const target = path.join(folder, to === './' ? path.basename(from) : to);
          mkdirSync(path.dirname(target), { recursive: true });
          cpSync(path.join(repository, from), target, { recursive: true });
        }
      }
      for (const ignored of readIgnored()) rmSync(path.join(folder, ignored), { recursive: true, force: true });
      // Links only the packages of the image's package.json, not the others that are installed here.
      const { dependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;
      for (const name of ['.bin', '.package-lock.json', ...Object.keys(dependencies)]) {
        const target = path.join(folder, 'node_modules', name);
        mkdirSync(path.dirname(target), { recursive: true });
        symlinkSync(path.join(repository, 'node_modules', name), target);
      }
    },
  };
}

/** Makes the files of the login service's image in a folder, and removes those that only its compilation needed. */
export function fillLoginImage(folder: string): void {
  const build = `${folder}-build`;
  const { copyTo, wordsOf } = readImage('login-compiled');
  copyTo(build);
  const [compile = ''] = wordsOf('RUN');
  const [command = '', ...args] = compile.replace('/compiled', folder).split(' ');
  execFileSync(command, args, { cwd: build });
  cpSync(path.join(build, 'package.json'), path.join(folder, 'package.json'));
  rmSync(build, { recursive: true });
}

/** The files that the ignore file excludes from included folders. */
function readIgnored(): readonly string[] {
  return readShipped('Dockerfile.dockerignore')
    .split('\n')
    .filter((line) => /^\w/.test(line));
}
