// Tests that the watcher notices all changes after each yield.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createChangeQueue } from '../../../../tasks/watch/notice/change-queue.ts';
import { bursts } from '../../../../tasks/watch/notice/bursts.ts';
import { writeFiles } from '../../../support/articles.ts';
import { withFolder } from '../../../support/defects.ts';

type Heard = {
  readonly tree: string;
  readonly file: string;
  readonly next: () => Promise<unknown>;
  /** Waits for a burst with a path, or with unknown paths. */
  readonly hear: (changed: string) => Promise<void>;
};

/** Ends a test that waits in vain. Otherwise mocha would fail the test and then wait for its watchers. */
let ending = new AbortController();

/** Watches a tree and a single file; `next` ends when a burst is over. */
function withBursts(work: (heard: Heard) => Promise<void>, follow: readonly string[] = []): Promise<void> {
  return withFolder(async (folder) => {
    const tree = path.join(folder, 'tree');
    const file = path.join(folder, 'theme/theme.css');
    writeFiles(folder, { 'tree/a.md': 'a', 'tree/sub/b.md': 'b', 'theme/theme.css': 'p {}' });
    ending = new AbortController();
    const { signal } = ending;
    const changes = bursts({ trees: [tree], files: [file], follow, changes: createChangeQueue(signal), signal });
    try {
      await changes.next();
      const hear = async (changed: string): Promise<void> => {
        for (;;) {
          const { value, done } = await changes.next();
          if (done === true || value.paths?.has(changed) !== false) return;
        }
      };
      await work({ tree, file, next: () => changes.next(), hear });
    } finally {
      ending.abort();
      await changes.return();
    }
  });
}

describe('the file watchers', function () {
  afterEach(() => ending.abort());

  const changes: Readonly<Record<string, (tree: string) => void>> = {
    'a written file': (tree) => writeFileSync(path.join(tree, 'a.md'), 'other'),
    'a new file': (tree) => writeFileSync(path.join(tree, 'sub/c.md'), 'c'),
    'a file saved by rename': (tree) => {
      writeFileSync(path.join(tree, '.a.md.tmp'), 'x');
      renameSync(path.join(tree, '.a.md.tmp'), path.join(tree, 'a.md'));
    },
    'a deleted file': (tree) => rmSync(path.join(tree, 'a.md')),
    'a deleted folder': (tree) => rmSync(path.join(tree, 'sub'), { recursive: true }),
    'a moved folder': (tree) => renameSync(path.join(tree, 'sub'), path.join(tree, 'other')),
    'a deleted tree': (tree) => rmSync(tree, { recursive: true }),
  };
  for (const [name, change] of Object.entries(changes)) {
    it(`notice ${name}`, () =>
      withBursts(async ({ tree, next }) => {
        change(tree);
        await next();
      }));
  }

  it('notice a change of the target of a link, in place and by rename, as a change of the link', () =>
    withFolder(async (elsewhere) =>
      withBursts(
        async ({ tree, file, hear }) => {
          const target = path.join(elsewhere, 'c.md');
          const link = path.join(tree, 'c.md');
          writeFileSync(target, 'c');
          symlinkSync(target, link);
          await hear(link);
          writeFileSync(target, 'other');
          await hear(link);
          writeFileSync(`${target}.tmp`, 'more');
          renameSync(`${target}.tmp`, target);
          await hear(link);
          // A folder may contain its own files and targets of links.
          writeFileSync(`${file}.md`, 'd');
          symlinkSync(`${file}.md`, path.join(tree, 'd.md'));
          await hear(path.join(tree, 'd.md'));
          writeFileSync(`${file}.md`, 'other');
          await hear(path.join(tree, 'd.md'));
          writeFileSync(file, 'a {}');
          await hear(file);
        },
        [elsewhere, path.parse(elsewhere).dir],
      ),
    ));

  it('notice changes in a new folder', () =>
    withBursts(async ({ tree, next }) => {
      mkdirSync(path.join(tree, 'new/er'), { recursive: true });
      await next();
      writeFileSync(path.join(tree, 'new/er/c.md'), 'c');
      await next();
      writeFileSync(path.join(tree, 'new/er/c.md'), 'cc');
      await next();
    }));

  it('notice changes in a folder or a tree that replaced another folder or tree', () =>
    withBursts(async ({ tree, next }) => {
      for (const folder of [path.join(tree, 'sub'), tree]) {
        rmSync(folder, { recursive: true });
        writeFiles(folder, { 'b.md': 'new' });
        await next();
        writeFileSync(path.join(folder, 'b.md'), 'newer');
        await next();
      }
    }));

  it('notice a tree that was removed and created again', () =>
    withBursts(async ({ tree, next }) => {
      rmSync(tree, { recursive: true });
      await next();
      writeFiles(tree, { 'sub/b.md': 'back' });
      await next();
      writeFileSync(path.join(tree, 'sub/b.md'), 'changed');
      await next();
    }));

  it('notice changes in a linked folder, and do not follow links in circles or out of the site', () =>
    withFolder(async (elsewhere) =>
      withBursts(
        async ({ tree, next }) => {
          symlinkSync(elsewhere, path.join(tree, 'link'));
          symlinkSync('/', path.join(tree, 'away'));
          symlinkSync(tree, path.join(tree, 'sub/loop'));
          symlinkSync('nowhere', path.join(tree, '.#a.md'));
          await next();
          writeFileSync(path.join(elsewhere, 'c.md'), 'c');
          await next();
        },
        [elsewhere],
      ),
    ));

  it('notice a single file, saved in place or by rename', () =>
    withBursts(async ({ file, next }) => {
      writeFileSync(file, 'a {}');
      await next();
      writeFileSync(`${file}.tmp`, 'b {}');
      renameSync(`${file}.tmp`, file);
      await next();
    }));

  it('report changes that come together as one burst', () =>
    withBursts(async ({ tree, next }) => {
      for (let index = 0; index < 50; index += 1) writeFileSync(path.join(tree, `n${index}.md`), 'n');
      await next();
      const second = next();
      writeFileSync(path.join(tree, 'a.md'), 'the only change since');
      await second;
    }));

  it('notice changes while the last burst is handled', () =>
    withBursts(async ({ tree, next }) => {
      writeFileSync(path.join(tree, 'a.md'), 'one');
      await next();
      writeFileSync(path.join(tree, 'a.md'), 'two');
      await new Promise((resolve) => setImmediate(resolve));
      await next();
    }));
});
