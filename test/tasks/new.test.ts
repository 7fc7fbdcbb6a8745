// `npm run new -- SLUG` from outside.
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { defaultPrefixes } from '#pdc/site/defaults';
import { writeFiles } from '../support/articles.ts';
import { gulp, repository, run } from '../support/command.ts';
import type { Outcome } from '../support/command.ts';
import { withFolder } from '../support/defects.ts';

const create = (content: string, ...args: string[]): Promise<Outcome> =>
  run(['tasks/duplex.js', 'new', ...args, '--content', content]);

/** Deletes the line `draft: true` from all articles, as the output of the command advises. */
function publishDrafts(content: string): void {
  for (const name of readdirSync(content).filter((each) => each.endsWith('.md'))) {
    const file = path.join(content, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^draft: true\n/m, ''));
  }
}

describe('npm run new', () => {
  it('writes a draft, and says how to publish it', async () => {
    await withFolder(async (content) => {
      writeFiles(content, { '_site.yml': 'language: en\n' });
      const { stdout } = await create(content, 'linux-first-words');
      expect(stdout).to.match(
        /linux-first-words\.md was created as a draft; npx gulp watch shows it\..*delete the line "draft: true"/,
      );
      const { code, stderr } = await gulp('check', '--content', content);
      expect(code).to.equal(1);
      expect(stderr).to.match(/^all articles of \S+ are drafts: to publish one, delete its line "draft: true"/);
      publishDrafts(content);
      expect(await gulp('check', '--content', content)).to.include({ code: 0, stderr: '' });
    });
  });

  it('writes an article that keeps every rule, for each default prefix', async function () {
    await withFolder(async (content) => {
      for (const prefix of Object.keys(defaultPrefixes)) {
        const { code, stdout, stderr } = await create(content, `${prefix}-first-words`);
        expect({ code, stderr }, prefix).to.deep.equal({ code: 0, stderr: '' });
        expect(stdout).to.contain(`${prefix}-first-words.md`);
      }
      publishDrafts(content);
      expect(await gulp('check', '--content', content)).to.include({ code: 0, stderr: '' });
    });
  });

  it('knows the prefixes of _site.yml', async () => {
    await withFolder(async (content) => {
      writeFiles(content, {
        '_site.yml': 'prefixes:\n  game:\n    categories: ["技术", "Games"]\n    tags: ["Game"]\n',
      });
      expect((await create(content, 'game-loop')).code).to.equal(0);
      expect(readFileSync(path.join(content, 'game-loop.md'), 'utf8')).to.contain('categories: ["技术", "Games"]');
      // `ai-context.md` of this repository does not name that prefix, so the check gets another static folder.
      writeFiles(content, { '_static/a.txt': '' });
      publishDrafts(content);
      const files = ['--static', path.join(content, '_static')];
      expect(await gulp('check', '--content', content, ...files)).to.include({ code: 0, stderr: '' });
    });
  });

  it('never overwrites an article', async () => {
    await withFolder(async (content) => {
      writeFiles(content, { 'ai-mine.md': 'mine' });
      const { code, stderr } = await create(content, 'ai-mine');
      expect(code).to.equal(1);
      expect(stderr).to.contain('已经存在');
      expect(readFileSync(path.join(content, 'ai-mine.md'), 'utf8')).to.equal('mine');
    });
  });

  for (const [slug, message] of [
    ['ai_notes', /下划线/],
    ['ai-2', /纯数字/],
    ['novel-one', /前缀/],
    ['笔记', /前缀/],
    ['../ai-outside', /目录/],
  ] as const) {
    it(`refuses ${slug} with one clear line`, async () => {
      await withFolder(async (folder) => {
        const { code, stdout, stderr } = await create(path.join(folder, 'content'), slug);
        expect({ code, stdout }).to.deep.equal({ code: 1, stdout: '' });
        expect(stderr)
          .to.match(message)
          .and.match(/^[^\n]+\n$/);
        expect(existsSync(path.join(folder, 'ai-outside.md'))).to.equal(false);
      });
    });
  }

  it('writes and prints in the language of the site', async () => {
    await withFolder(async (content) => {
      writeFiles(content, { '_site.yml': 'language: en\n' });
      const { stdout } = await create(content, 'ai-first-words');
      expect(stdout).to.contain('was created as a draft');
      expect(readFileSync(path.join(content, 'ai-first-words.md'), 'utf8')).to.contain('## A section');
      expect((await create(content, 'ai_notes')).stderr).to.contain('underscore');
      const prompt = await create(content, 'prompt-outline');
      expect(prompt.code).to.equal(0);
      publishDrafts(content);
      expect(await gulp('check', '--content', content)).to.include({ code: 0, stderr: '' });
    });
  });

  it('uses no Chinese names on an English site, if the rules of the site allow other names', async () => {
    await withFolder(async (content) => {
      writeFiles(content, { '_site.yml': 'language: en\nrules: { categories-prefix: off }\n' });
      for (const [slug, categories, tag] of [
        ['linux-file-locks', '["Tech", "Linux"]', 'Linux'],
        ['ai-agents', '["Tech", "Ai"]', 'AI'],
      ] as const) {
        expect((await create(content, slug)).code).to.equal(0);
        const text = readFileSync(path.join(content, `${slug}.md`), 'utf8');
        expect(text).to.contain(`categories: ${categories}\n`).and.contain(`tags: ["${tag}"`);
      }
      publishDrafts(content);
      expect(await gulp('check', '--content', content)).to.include({ code: 0, stderr: '' });
    });
  });

  it('prints its usage', async () => {
    const { code, stderr } = await run(['tasks/duplex.js', 'new']);
    expect(code).to.equal(1);
    expect(stderr).to.contain('npm run new -- SLUG');
  });

  it('works if the repository is reached through a link', async () => {
    await withFolder(async (folder) => {
      const link = path.join(folder, 'link');
      symlinkSync(repository, link);
      const { code } = await run([path.join(link, 'tasks/duplex.js'), 'new', 'ai-linked', '--content', folder]);
      expect(code).to.equal(0);
      expect(existsSync(path.join(folder, 'ai-linked.md'))).to.equal(true);
    });
  });
});
