// The code of an untrusted blog does not run, and its links do not bring in files from elsewhere on this machine.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { adopt } from '../../../tasks/adopt.ts';
import type { AdoptOptions } from '../../../tasks/adopt.ts';
import { writeFiles } from '../../support/articles.ts';
import { withFolder } from '../../support/defects.ts';
import { table } from '../../support/cases.ts';

const post = (body = '正文。\n'): string => `---\ntitle: 一\ndate: 2026-03-01 08:00:00\n---\n${body}`;

const code = (folder: string): string =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(path.join(folder, 'PWNED'))}, '');\nexport const markdown = () => {};\n`;

/** The lines of one block of a report. */
const blockOf = (report: string, title: string): string[] => {
  const [, lines = ''] = new RegExp(`\\n${title}\\n([^]*?)(?:\\n\\n|\\n$)`).exec(report) ?? [];
  return lines.split('\n').map((line) => line.trim());
};

/** The text of every existing file below a folder. */
const textsBelow = (folder: string): string =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((name) => !/^node_modules|\.tgz$/.test(name))
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');

describe('the code of an untrusted blog', () => {
  const names = ['_site.js', '_site.mjs', '_site.ts', '_SITE.JS', '_site.yml', '_redirects', '_lib/a.js', 'a/_site.js'];
  const blogs: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    Hugo: {
      'hugo.toml': 'baseURL = "https://x.example/"\nlanguageCode = "en"\n',
      'content/posts/one.md': post(),
      'content/': '',
    },
    Jekyll: { '_config.yml': 'lang: en\n', '_posts/2026-03-01-one.md': post(), '_posts/': '' },
    Hexo: { '_config.yml': 'language: en\n', 'source/_posts/one.md': post(), 'source/_posts/': '' },
    Markdown: { 'one.md': post(), '': '' },
  };
  for (const [engine, files] of Object.entries(blogs))
    it(`does not run, is not copied, and is reported: ${engine}`, async () => {
      await withFolder(async (folder) => {
        const blog = path.join(folder, 'blog');
        const place = Object.keys(files).find((name) => name === '' || name.endsWith('/'))!;
        writeFiles(blog, Object.fromEntries(Object.entries(files).filter(([name]) => name !== place)));
        const evil = names
          .map((name) => `${place}${name}`)
          .filter((name) => name !== 'content/_site.yml' && name !== '_site.yml');
        for (const name of evil) writeFiles(blog, { [name]: code(folder) });
        const site = path.join(folder, 'site');
        for (const options of [{}, { to: site }]) {
          const { report } = await adopt(blog, options);
          const named = blockOf(report, engine === 'Markdown' ? '没有搬过来的' : 'Left out').join('\n');
          for (const name of evil) expect(named).to.contain(name);
          expect(existsSync(path.join(folder, 'PWNED'))).to.equal(false);
        }
        const hidden = (readdirSync(path.join(site, 'content'), { recursive: true }) as string[]).filter((name) =>
          /(?:^|\/)_/.test(name),
        );
        expect(hidden.filter((name) => name !== '_site.yml' && name !== '_redirects')).to.deep.equal([]);
        expect(textsBelow(site)).to.not.contain('PWNED');
      });
    });
});

describe('a link in an untrusted blog', () => {
  const links: Readonly<Record<string, string>> = table<Readonly<Record<string, string>>>('reach', 'links of a blog');
  const toBlog = (folder: string, files: Readonly<Record<string, string>> = {}): string => {
    const blog = path.join(folder, 'blog');
    writeFiles(folder, {
      'secret/id_rsa': 'SECRET',
      'secret/post.md': post('SECRET\n'),
      'secret/link.yml': '- class_name: SECRET\n  link_list: [{ name: SECRET, link: "https://a.example" }]\n',
      'secret/source/cover.png': 'SECRET',
    });
    writeFiles(blog, {
      '_config.yml': 'language: en\n',
      'source/_posts/one.md': post(
        '{% include_code x.js %} {% include_code up.js %} {% include_code ../../../../secret/id_rsa %}\n',
      ),
      'source/_posts/two.md': post().replace('---\n', '---\ncover: /cover.png\n'),
      'source/images/own.png': 'OWN',
      ...files,
    });
    symlinkSync('own.png', path.join(blog, 'source/images/alias.png'));
    for (const [name, target] of Object.entries(links)) {
      mkdirSync(path.dirname(path.join(blog, name)), { recursive: true });
      symlinkSync(target.replace(/^TOP/, folder), path.join(blog, name));
    }
    return blog;
  };
  const takeOver = async (folder: string, options: AdoptOptions = {}): Promise<{ left: string[]; texts: string }> => {
    const site = path.join(folder, 'site');
    // The blog is in the same repository as the folders around it, but its links may still lead only to its own folder.
    const { report } = await adopt(toBlog(folder, { '../.git/HEAD': '' }), { ...options, to: site });
    expect(readFileSync(path.join(site, 'static/images/alias.png'), 'utf8')).to.equal('OWN');
    return { left: blockOf(report, 'Left out'), texts: textsBelow(site) };
  };

  it('is reported and not followed if it leads out of the blog', async () => {
    await withFolder(async (folder) => {
      const { left, texts } = await takeOver(folder);
      expect(texts).to.not.contain('SECRET');
      const named = left.map((line) => line.split(':')[0]!);
      // Only one of the theme's pictures is used.
      expect(named).to.include.members([
        ...Object.keys(links).filter((name) => name !== 'themes/evil'),
        'themes/evil/source/cover.png',
      ]);
      expect(left.join('\n')).to.contain(
        `source/images/a.png: this links to ${folder}/secret/id_rsa, which is hidden or outside`,
      );
    });
  });

  it('is followed if the command line allows its target', async () => {
    await withFolder(async (folder) => {
      const { texts } = await takeOver(folder, { follow: [path.join(folder, 'secret')] });
      expect(texts.match(/SECRET/g)!.length).to.be.above(8);
    });
  });

  it('stops the command if it leads out of the blog in place of the configuration or the folder of posts', async () => {
    for (const [name, target] of [
      ['_config.yml', 'config.yml'],
      ['source/_posts', 'posts'],
    ] as const)
      await withFolder(async (folder) => {
        writeFiles(folder, {
          'config.yml': 'title: SECRET\n',
          'posts/one.md': post('SECRET\n'),
          'blog/source/a.txt': '',
        });
        if (name !== 'source/_posts') writeFiles(folder, { 'blog/source/_posts/one.md': post() });
        symlinkSync(path.join(folder, target), path.join(folder, 'blog', name));
        const failure = await adopt(path.join(folder, 'blog')).catch((error: unknown) => error);
        expect(String(failure))
          .to.contain(name)
          .and.match(/--follow DIR/)
          .and.not.contain('SECRET');
      });
  });
});

describe('a pipe in an untrusted blog', () => {
  it('is reported and does not block the command', async () => {
    await withFolder(async (folder) => {
      const pipes = ['source/_posts/a.md', 'source/images/a.png', 'source/_data/link.yml', 'package.json'];
      writeFiles(folder, {
        '_config.yml': 'language: en\n',
        'source/_posts/one.md': post(),
        'source/images/own.png': '',
      });
      mkdirSync(path.join(folder, 'source/_data'));
      for (const name of pipes) execFileSync('mkfifo', [path.join(folder, name)]);
      const { report } = await adopt(folder);
      for (const name of pipes)
        expect(blockOf(report, 'Left out')).to.include(
          `${name}: this is not a file but a device, a pipe or a socket: remove it`,
        );
    });
  });
});
