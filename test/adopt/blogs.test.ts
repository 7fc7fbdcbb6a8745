// Blogs of other engines, as their authors left them: what a lenient build makes of their articles, and what `adopt` proposes.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { formatDefect, sortDefects } from '#pdc/defect';
import { readFrontMatter } from '#pdc/front-matter';
import { decodeUtf8 } from '#pdc/utf8';
import { adopt, planAdoption } from '../../tasks/adopt.ts';
import { publish } from '../../tasks/flow/publish.ts';
import { read } from '../../tasks/flow/read.ts';
import { digestsOf, repository } from '../support/command.ts';
import { fixtures, withFolder } from '../support/defects.ts';

const blogs = path.join(fixtures, 'blogs');

/** Where each keeps its articles. */
const articles: Readonly<Record<string, string>> = {
  'hexo-butterfly': 'source/_posts',
  hugo: 'content',
  jekyll: '_posts',
};

function expectText(name: string, text: string): void {
  const file = path.join(blogs, name);
  if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, text);
  expect(text).to.equal(existsSync(file) ? readFileSync(file, 'utf8') : `no ${name} yet`);
}

/** What a lenient build publishes and says, with files named from the folder of articles. */
async function buildLeniently(content: string): Promise<string> {
  const edition = await read({ content, statics: path.join(fixtures, 'static'), lenient: true, drafts: false });
  const { files, linkDefects, claims } = publish(edition, { minified: false });
  for await (const _file of files);
  const { library, found, defects } = edition;
  const lines = sortDefects([...defects, ...linkDefects()]).map(formatDefect);
  const told = lines.map((line) => line.replaceAll(`${path.relative(repository, content).replaceAll('\\', '/')}/`, ''));
  const attachments = library.attachments.map(({ path: sitePath }) => {
    expect(claims.has(sitePath), sitePath).to.equal(true);
    return sitePath;
  });
  return [`${library.articles.length} of ${found} published`, ...attachments, ...told, ''].join('\n');
}

describe('a blog of another engine', () => {
  for (const [name, folder] of Object.entries(articles)) {
    it(`is published as it is: ${name}`, async () => {
      expectText(`${name}.lenient`, await buildLeniently(path.join(blogs, name, folder)));
    });

    it(`is adopted: ${name}`, async () => {
      const before = digestsOf(path.join(blogs, name));
      expectText(`${name}.adopt`, await adopt(path.join(blogs, name)));
      expect(digestsOf(path.join(blogs, name))).to.deep.equal(before);
    });

    it(`becomes a folder in which only front matter differs: ${name}`, async () => {
      await withFolder(async (target) => {
        await adopt(path.join(blogs, name), target);
        for (const { from, to } of planAdoption(path.join(blogs, name)).plan.content) {
          const [before, after] = [path.join(blogs, name, from), path.join(target, 'content', to)].map((file) =>
            readFileSync(file),
          );
          const copy = to.endsWith('.md') ? readFrontMatter(decodeUtf8(after!)!) : undefined;
          if (copy && 'raw' in copy) expect(toText(before!).endsWith(copy.raw), from).to.equal(true);
          else expect(before!.equals(after!), from).to.equal(true);
        }
        const files = (readdirSync(target, { recursive: true }) as string[]).sort();
        const heads = files
          .filter((file) => file.endsWith('.md'))
          .map((file) => `==== ${file}\n${headOf(readFileSync(path.join(target, file), 'utf8'))}\n`);
        const others = files.filter((file) => /\.\w+$/.test(file) && !file.endsWith('.md'));
        expectText(`${name}.copy`, [...others.map((file) => `${file}\n`), ...heads].join(''));
      });
    });
  }
});

const headOf = (text: string): string => /^\ufeff?---\r?\n[^]*?^---\r?$/m.exec(text)?.[0] ?? text;

const toText = (bytes: Uint8Array): string => decodeUtf8(bytes) ?? new TextDecoder('gb18030').decode(bytes);
