// What a lenient build publishes from unchanged blogs of other engines, and what `adopt` proposes for them.
import { cpSync, existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { sortDefects } from '#pdc/words/defect';
import { adopt, planAdoption } from '../../../tasks/adopt.ts';
import { createTranslate } from '../../../tasks/adopt/translate.ts';
import { publish } from '../../../tasks/flow/publish.ts';
import { readEdition } from '../../../tasks/flow/read-edition.ts';
import { writeFiles } from '../../support/articles.ts';
import { digestsOf, repository } from '../../support/command.ts';
import { fixtures, lineOf, withFolder } from '../../support/defects.ts';

const blogs = path.join(fixtures, 'blogs');

/** Copies a blog and gives all its files the same time, which is the date of a text without a date. */
async function withBlog(name: string, use: (folder: string) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const copy = path.join(folder, name);
    cpSync(path.join(blogs, name), copy, { recursive: true });
    for (const file of readdirSync(copy, { recursive: true }) as string[])
      utimesSync(path.join(copy, file), writtenAt, writtenAt);
    await use(copy);
  });
}

const writtenAt = new Date('2022-02-02T02:02:02Z');

/** The files of a repository, without the product that is installed in it. */
const filesOf = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((file) => !/^(?:node_modules|AUTHOR\.md)|\.tgz$/.test(file))
    .sort();

/** The folder of the articles of each blog. */
const articles: Readonly<Record<string, string>> = {
  'hexo-butterfly': 'source/_posts',
  hugo: 'content',
  jekyll: '_posts',
};

/** Folders of notes, which a build does not translate. */
const notes = ['obsidian', 'notion'];

function expectText(name: string, text: string): void {
  const file = path.join(blogs, name);
  if (process.env.UPDATE_FIXTURES === '1') writeFileSync(file, text);
  expect(text).to.equal(existsSync(file) ? readFileSync(file, 'utf8') : `no ${name} yet`);
}

/** The articles that a lenient build publishes, and its defects. File names are relative to the folder of articles. */
async function buildLeniently(content: string): Promise<string> {
  const edition = await readEdition({
    content,
    statics: path.join(fixtures, 'static'),
    lenient: true,
    drafts: false,
    translate: createTranslate,
  });
  const { deliver, linkDefects, claims } = publish(edition, { minified: false });
  await deliver(() => {});
  const { library, articlesFound: found, defects } = edition;
  const lines = sortDefects([...defects, ...linkDefects()]).map(lineOf);
  const told = lines.map((line) => line.replaceAll(`${path.relative(repository, content).replaceAll('\\', '/')}/`, ''));
  const attachments = library.attachments.map(({ path: sitePath }) => {
    expect(claims.has(sitePath), sitePath).to.equal(true);
    return sitePath;
  });
  return [`${library.articles.length} of ${found} published`, ...attachments, ...told, ''].join('\n');
}

describe('a blog of another engine', () => {
  for (const [name, folder] of Object.entries(articles))
    it(`is published unchanged by a lenient build: ${name}`, async () => {
      expectText(`${name}.lenient`, await buildLeniently(path.join(blogs, name, folder)));
    });

  for (const name of [...Object.keys(articles), ...notes]) {
    it(`gets the expected report from adopt, and stays unchanged: ${name}`, async () => {
      await withBlog(name, async (blog) => {
        const before = digestsOf(blog);
        expectText(`${name}.adopt`, (await adopt(blog)).report);
        expect(digestsOf(blog)).to.deep.equal(before);
      });
    });

    it(`becomes a folder of our Markdown, with unchanged copies of the other files: ${name}`, async () => {
      await withBlog(name, async (blog) => {
        const target = path.join(path.dirname(blog), 'site');
        await adopt(blog, { to: target });
        for (const { from, to, text } of planAdoption(blog).plan.content) {
          if (text !== undefined) continue;
          const [before, after] = [path.join(blog, from), path.join(target, 'content', to)].map((file) =>
            readFileSync(file),
          );
          expect(before!.equals(after!), from).to.equal(true);
        }
        const files = filesOf(target);
        const texts = files
          .filter((file) => /\.md$|_redirects$|_friends\.yml$/.test(file))
          .map((file) => `==== ${file}\n${readFileSync(path.join(target, file), 'utf8')}\n`);
        const others = files.filter((file) => /\.\w+$/.test(file) && !file.endsWith('.md'));
        expectText(`${name}.copy`, [...others.map((file) => `${file}\n`), ...texts].join(''));
      });
    });
  }

  it('gets links to the new places of the pictures beside a renamed article', async () => {
    await withFolder(async (folder) => {
      const named =
        '---\ntitle: 一\ndate: 2026-03-01\nslug: own\nimage: /posts/一/冬.png\n---\n![冬](/posts/一/冬.png)\n![](/posts/一/春(1)[2].png) ![](</posts/一/夏 天.png>) <img src="/posts/一/it\'s.png">\n';
      writeFiles(folder, {
        'hugo.toml': 'baseURL = "https://a.example/"\ntimezone = "TIMEZONE"\n',
        'content/posts/一.md': named,
        ...Object.fromEntries(
          ['冬', '春(1)[2]', '夏 天', "it's"].map((name) => [`content/posts/一/${name}.png`, 'png']),
        ),
      });
      const { content } = planAdoption(folder).plan;
      const [article] = content.filter(({ text }) => text !== undefined);
      expect(content.map(({ to }) => to)).to.include('posts/own/冬.png');
      expect(article!.text)
        .to.contain('![冬](own/%E5%86%AC.png)')
        .and.contain('](own/%E6%98%A5%281%29%5B2%5D.png) ![](own/%E5%A4%8F%20%E5%A4%A9.png) <img src="own/it\'s.png">')
        .and.to.match(/cover: "?冬\.png/);
    });
  });

  it('gets short pinyin in place of a long name, or numbers in place of all names that are not ASCII', async () => {
    await withFolder(async (folder) => {
      const text = '---\ntitle: 一\ndate: 2026-03-01 08:00:00\n---\n正文。\n';
      writeFiles(folder, {
        'linux-pipes.md': text,
        '短名.md': text,
        '一个长得谁也记不住的文章标题.md': text,
        '自己有.md': text.replace('---\n', '---\nslug: own-words\n'),
      });
      const slugsOf = (slugs: 'pinyin' | 'numbers') => {
        const { content, slugs: told } = planAdoption(folder, { slugs }).plan;
        return { names: content.map(({ to }) => to).sort(), other: told!.other };
      };
      const short = 'yi-ge-chang-de-shui-ye-ji-bu';
      expect(slugsOf('pinyin')).to.deep.equal({
        names: ['linux-pipes.md', 'own-words.md', `${short}.md`, '短名.md'],
        other: 'p1',
      });
      expect(slugsOf('numbers')).to.deep.equal({
        names: ['linux-pipes.md', 'own-words.md', 'p1.md', 'p2.md'],
        other: short,
      });
    });
  });
});
