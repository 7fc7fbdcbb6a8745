// Blogs that would write outside the new folder, overwrite a page, or reveal what was never published.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { adopt, planAdoption, runAdopt } from '../../../tasks/adopt.ts';
import { nameOf } from '../../../tasks/settings/settings.ts';
import { writeFiles } from '../../support/articles.ts';
import { table } from '../../support/cases.ts';
import { withFolder } from '../../support/defects.ts';
import { errorOf } from '../../support/errors.ts';

const post = (head: string, body = ''): string => `---\ntitle: 一\ndate: 2026-03-01 08:00:00\n${head}---\n${body}`;

/** The adopted texts, by their new paths. */
const textsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(planAdoption(folder).plan.content.map(({ to, text = '' }) => [to, text]));

describe('a folder of plain Markdown', () => {
  it('takes titles from headings, renames a README to its folder’s index, and updates its links', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'README.md': '# 仓库\n',
        'docs/AGENTS.md': '# 给代理\n',
        'start.md': '# 根\n\n[甲](./a/README.md#x) [乙](b/README.md) [别处](https://a.example/a/README.md)\n',
        'a/README.md': '\n# `哈希`表 #\n\n对于密码学中的应用，要求哈希函数有如下目标：\n\n[根](../start.md)\n',
        'b/README.md': '# 乙\n\n```yaml\npassword: 1\n```\n',
        'b/index.md': '没有标题。\n',
      });
      const texts = textsOf(folder);
      expect(Object.keys(texts).sort()).to.deep.equal(['a/index.md', 'b/README.md', 'b/index.md', 'start.md']);
      expect(texts['start.md']).to.match(
        /^---\ntitle: "根"\ndate: .*\n---\n\n\[甲\]\(a\/index\.md#x\) \[乙\]\(b\/README\.md\) \[别处\]\(https:\/\/a\.example\/a\/README\.md\)\n$/,
      );
      expect(texts['a/index.md']).to.match(/^---\ntitle: "哈希表"\n[^#]*\n对于密码学[^#]*\[根\]\(\.\.\/start\.md\)\n$/);
      expect(texts['b/README.md']).to.contain('title: "乙"').and.contain('password: 1');
      expect(texts['b/index.md']).to.contain('title: "b"');
    });
  });

  it('leaves out what is outside the folder that VuePress or VitePress publishes', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'notes/private.md': '# 私事\n', 'docs/a.md': '# 甲\n', 'docs/.vuepress/config.js': '' });
      expect(Object.keys(textsOf(folder))).to.deep.equal(['docs/a.md']);
      expect((await adopt(folder)).report).to.contain('notes/private.md：原来的网站只用了 docs/ 里的文件');
      writeFiles(folder, { 'docs/a.md': '# 甲\n\n![图](../images/x.png)\n', 'images/x.png': '', 'images/y.png': '' });
      const names = planAdoption(folder).plan.content.map(({ from }) => from);
      expect(names).to.include('images/x.png').and.not.include('images/y.png');
      writeFiles(folder, { '.obsidian/app.json': '{}' });
      expect(Object.keys(textsOf(folder)), 'a vault').to.include('notes/private.md');
      rmSync(path.join(folder, '.obsidian'), { recursive: true });
      writeFiles(folder, { '.vitepress/config.ts': '' });
      expect(Object.keys(textsOf(folder))).to.include('notes/private.md');
    });
  });

  it('keeps the links in examples of code', async () => {
    await withFolder(async (folder) => {
      const examples = '```md\n[甲](a/README.md)\n```\n\n`[甲](a/README.md)` <pre>[甲](a/README.md)</pre>\n';
      writeFiles(folder, {
        'start.md': `---\ntitle: 标签 <code>\n---\n[甲](a/README.md)\n\n${examples}\n</code> [\`甲\`](a/README.md)\n`,
        'a/README.md': '# 甲\n',
      });
      expect(textsOf(folder)['start.md']).to.match(/---\n+\[甲\]\(a\/index\.md\)\n/);
      expect(textsOf(folder)['start.md']).to.contain(examples).and.contain('[`甲`](a/index.md)');
    });
  });
});

describe('an article that the engine did not publish', () => {
  const of = (title: string, head: string): string => `---\ntitle: ${title}\ndate: ${head}\n---\n${title}的正文。\n`;

  it('is a draft, whether its date, its folder or its front matter kept it back', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'hugo.toml': 'title = "站"\nlanguageCode = "zh-cn"\n',
        'content/posts/now.md': `${of('现在', '2020-01-01')}[明天]({{< ref "later.md" >}})\n`,
        'content/posts/later.md': of('明天的标题', '2999-01-01'),
        'content/posts/over.md': of('过期', '2020-01-01\nexpiryDate: 2021-01-01'),
        'content/posts/set/index.md': of('一组', '2020-01-01\nheadless: true'),
        'content/posts/set/part.md': of('其中', '2020-01-01'),
        'content/posts/own.md': of('草稿', '2020-01-01\ndraft: true'),
      });
      const { report } = await adopt(folder);
      expect(report).to.contain('Hugo：1 篇文章，5 篇草稿').and.contain('content/posts/later.md：原来的引擎没有发布它');
      expect(report).not.to.contain('content/posts/own.md：');
      const texts = textsOf(folder);
      for (const name of ['later.md', 'over.md', 'set/index.md', 'set/part.md'])
        expect(texts[`posts/${name}`], name).to.contain('draft: true');
      expect(texts['posts/now.md']).not.to.contain('明天的标题');
    });
  });

  it('stays unpublished if it has an error, too', async () => {
    await withFolder(async (folder) => {
      const later = 'date: 2999-01-01\n';
      writeFiles(folder, {
        'hugo.toml': 'title = "站"\nlanguageCode = "zh-cn"\n',
        'content/posts/now.md': of('现在', '2020-01-01'),
        'content/posts/list.md': `---\ntitle: 甲\n${later}password: [a]\n---\n正文。\n`,
        'content/posts/toml.md': '+++\ntitle = "乙"\ndate = 2999-01-01\npassword = ["a"]\n+++\n正文。\n',
        'content/posts/lock.md': `---\ntitle: 丙\n${later}---\n{{% hugo-encryptor "a" %}}\n正文。\n{{% /hugo-encryptor %}}\n`,
        'content/about.md': `---\ntitle: 丁\n${later}password: [a]\n---\n正文。\n`,
        'content/posts/open.md': '---\ntitle: 戊\npassword: [a]\n---\n正文。\n',
      });
      const names = Object.keys(textsOf(folder)).filter((name) => name.endsWith('.md'));
      expect(names.sort()).to.deep.equal([
        '_drafts/pages/about.md',
        '_drafts/posts/list.md',
        '_drafts/posts/lock.md',
        '_drafts/posts/toml.md',
        'posts/now.md',
        'posts/open.md',
      ]);
    });
  });

  it('is a draft as a page, too, except in Jekyll, which publishes a page on any date', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'hugo.toml': 'title = "站"\nlanguageCode = "zh-cn"\n',
        'content/posts/now.md': of('现在', '2020-01-01'),
        'content/about.md': of('关于', '2020-01-01'),
        'content/soon.md': of('将来', '2999-01-01'),
        'content/over.md': of('过期', '2020-01-01\nexpiryDate: 2021-01-01'),
        'content/page/off.md': of('不出', '2020-01-01\nbuild: { render: never }'),
        'content/word.md': of('字', '2020-01-01\nDraft: "true"'),
      });
      const texts = textsOf(folder);
      for (const name of ['soon', 'over', 'off', 'word'])
        expect(texts[`pages/${name}.md`], name).to.contain('draft: true');
      expect(texts['pages/about.md']).not.to.contain('draft');
      expect((await adopt(folder)).report).to.contain('content/soon.md：原来的引擎没有发布它');
    });
    await withFolder(async (folder) => {
      const page = of('将来', '2999-01-01 08:00:00');
      writeFiles(folder, {
        'source/_posts/a.md': of('甲', '2020-01-01'),
        'source/soon/index.md': page,
        '_config.yml': 'title: 站\nfuture: false\n',
      });
      expect(textsOf(folder)['pages/soon.md']).to.contain('draft: true');
    });
    await withFolder(async (folder) => {
      const page = of('将来', '2999-01-01');
      writeFiles(folder, {
        '_posts/2020-01-01-a.md': of('甲', '2020-01-01'),
        'soon.md': page,
        '_config.yml': 'title: 站\n',
      });
      expect(textsOf(folder)['pages/soon.md']).not.to.contain('draft');
    });
  });

  it('is a draft in Hexo if the settings keep future posts back', async () => {
    await withFolder(async (folder) => {
      const posts = {
        'source/_posts/a.md': of('甲', '2020-01-01'),
        'source/_posts/b.md': of('乙', '2999-01-01 08:00:00'),
      };
      writeFiles(folder, { ...posts, '_config.yml': 'title: 站\nlanguage: zh-CN\n' });
      expect(textsOf(folder)['b.md']).not.to.contain('draft');
      writeFiles(folder, { '_config.yml': 'title: 站\nlanguage: zh-CN\nfuture: false\n' });
      expect(textsOf(folder)['b.md']).to.contain('draft: true');
    });
  });
});

describe('notes', () => {
  it('may begin with an address or with a word and a colon', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'a.md': 'https://a.example/ 的摘录。\n', 'b.md': 'note: 记得买菜。\n' });
      expect(Object.keys(textsOf(folder)).sort()).to.deep.equal(['a.md', 'b.md']);
      expect(Object.values(textsOf(folder)).join(''))
        .to.contain('https://a.example/')
        .and.contain('note: 记得买菜');
    });
  });

  it('break their lines as Obsidian shows them, unless the setting for strict line breaks is on', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'a.md': '起床\n吃饭\n', '.obsidian/app.json': '{}' });
      expect(textsOf(folder)['a.md']).to.contain('起床  \n吃饭');
      writeFiles(folder, { '.obsidian/app.json': '{"strictLineBreaks":true}' });
      expect(textsOf(folder)['a.md']).to.contain('起床\n吃饭');
    });
  });

  it('without dates are listed in the report, but only the first of many', async () => {
    await withFolder(async (folder) => {
      const names = Array.from({ length: 10 }, (_, at) => `n${at}.md`);
      writeFiles(folder, Object.fromEntries(names.map((name) => [name, '正文。\n'])));
      const listed = (report: string): string[] =>
        /以文件的时间为日期.*\n((?: {2}.*\n)+)/
          .exec(report)![1]!
          .trimEnd()
          .split('\n')
          .map((line) => line.trim());
      expect(listed((await adopt(folder)).report)).to.have.members(names);
      writeFiles(folder, Object.fromEntries(names.map((name) => [`m${name}`, '正文。\n'])));
      const [line, ...others] = listed((await adopt(folder)).report);
      expect(line).to.match(/^20 {2}\S+\.md(?:, \S+\.md){9} .*10/);
      expect(others).to.deep.equal([]);
    });
  });

  it('may begin with a thematic break', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'a.md': '---\n\n分隔线之后。\n' });
      expect(textsOf(folder)['a.md']).to.match(/\n---\n\n---\n\n分隔线之后。\n$/);
    });
  });

  it('without a date are older than all notes that have a date under any key', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'a.md': post(''), 'b.md': '没有日期。\n' });
      expect(textsOf(folder)['b.md']).to.contain('date: 2026-03-01 07:59:59');
      writeFiles(folder, {
        'c.md': '---\npubDatetime: 2023-02-03\nlastUpdated: 2023-02-04\n---\n文\n',
        'd.md': '---\nfirst_published_at: 2020-05-06\n---\n文\n',
      });
      const texts = textsOf(folder);
      expect(texts['b.md']).to.contain('date: 2020-05-05 23:59:59');
      expect(texts['c.md']).to.contain('date: 2023-02-03').and.contain('updated: 2023-02-04');
    });
  });

  it('have the dates that they state, whatever the time zone of the machine', async () => {
    const dates = {
      '2024-01-02': '2024-01-02 00:00:00',
      '2024年1月2日 10:00': '2024-01-02 10:00:00',
      '2024-01-02T20:00:00Z': '2024-01-03 04:00:00',
      'January 2, 2024 10:05 PM': '2024-01-02 22:05:00',
      // New York has no such time.
      'March 10, 2024 2:30 AM': '2024-03-10 02:30:00',
    };
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      await withFolder(async (folder) => {
        for (const [stated, date] of Object.entries(dates)) {
          writeFiles(folder, { 'a.md': `# 甲\n\nCreated: ${stated}\n\n文\n`, '.obsidian/app.json': '{}' });
          expect(textsOf(folder)['a.md'], stated).to.contain(`date: ${date}\n`);
        }
      });
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('do not include files about the repository, in any language', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'a.md': '文\n', 'README.zh-CN.md': '文\n', 'docs/CONTRIBUTING.zh.md': '文\n' });
      expect(Object.keys(textsOf(folder))).to.deep.equal(['a.md']);
    });
  });
});

describe('a folder without Markdown', () => {
  it('leads to a message with the next step if it contains an export of WordPress or another engine', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'export.xml': '<rss xmlns:wp="http://wordpress.org/export/1.2/"></rss>' });
      expect(() => planAdoption(folder)).to.throw('WordPress 的导出文件（export.xml）');
    });
    await withFolder(async (folder) => {
      writeFiles(folder, { 'site.dat': '%TYPECHO_BACKUP_0001%' });
      expect(() => planAdoption(folder)).to.throw('Typecho 的备份（site.dat）');
    });
  });

  it('leads to a message with the next step if it is the source folder of Hexo', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { '_posts/第一篇.md': post('', '文\n'), 'about/index.md': post('', '文\n') });
      expect(() => planAdoption(folder)).to.throw('请改为搬它的上一级目录');
    });
  });
});

describe('a blog of Hexo', () => {
  const lines = post('', '姓名：张三\n学号：001\n');

  it('breaks lines as its renderer does', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'source/_posts/a.md': lines,
        'package.json': '{"dependencies":{"hexo-renderer-marked":"7"}}',
      });
      expect(textsOf(folder)['a.md']).to.contain('姓名：张三  \n学号：001');
      writeFiles(folder, { '_config.yml': 'marked:\n  breaks: false\n' });
      expect(textsOf(folder)['a.md']).to.contain('姓名：张三\n学号：001');
      writeFiles(folder, { 'package.json': '{"dependencies":{"hexo-renderer-markdown-it":"7"}}' });
      expect(textsOf(folder)['a.md']).to.contain('姓名：张三  \n学号：001');
      writeFiles(folder, { 'package.json': '{"dependencies":{"hexo-renderer-pandoc":"1"}}' });
      expect(textsOf(folder)['a.md']).to.contain('姓名：张三\n学号：001');
    });
  });

  it('gets slashes in place of backslashes in its paths', async () => {
    await withFolder(async (folder) => {
      const body = '![图](\\images\\cuda\\x.png)\n\n{% asset_img \\images\\y.png %}\n\n![盘](C:\\images\\x.png)\n';
      writeFiles(folder, {
        'source/_posts/a.md': post('cover: \\images\\cuda\\x.png\n', body),
        'source/images/cuda/x.png': 'x',
        'source/images/y.png': 'y',
      });
      expect(textsOf(folder)['a.md'])
        .to.match(/cover: "?\/images\/cuda\/x\.png/)
        .and.contain('![图](/images/cuda/x.png)')
        .and.contain('](/images/y.png)');
      const { report } = await adopt(folder);
      expect(report).to.match(/ 1 {2}local-path {2}[^\n]*C:[^\n]*a\.md:10:/);
      expect(report).to.not.match(/ links /);
    });
  });

  it('keeps the anchors of its headings, and the pictures of a page that was in a folder', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'source/_posts/a.md': post('', '## 1. 安装 Node.js\n\n## plain\n\n> ## Quoted\n'),
        'source/about/me/index.md': '---\ntitle: 我\n---\n![](x.png) [问](../../docs/faq.md)\n',
        'source/about/me/x.png': 'x',
        'source/docs/faq.md': '---\ntitle: 问\n---\n[我](../about/me/)\n',
      });
      const texts = textsOf(folder);
      expect(texts['a.md']).to.match(
        /---\n<a id="1-安装-Node-js"><\/a>\n\n## 1\. 安装 Node\.js\n\n## plain\n\n> ## Quoted\n$/,
      );
      expect(texts['pages/me.md']).to.contain('![](/about/me/x.png) [问](faq.md)');
      expect(texts['pages/faq.md']).to.contain('[我](me.md)');
    });
  });

  it('keeps a picture within HTML as a picture, and an unknown tag as text', async () => {
    await withFolder(async (folder) => {
      const body =
        '<div align="center">\n{% asset_img x.png 图 %}\n</div>\n\n{% asset_img x.png 图 %}\n\n{% filter replace("<blockquote>") %}\n';
      writeFiles(folder, { 'source/_posts/a.md': post('', body), 'source/_posts/a/x.png': 'x' });
      expect(textsOf(folder)['a.md'])
        .to.match(/<div align="center">\n<img src="[^"]*x\.png" alt="图">\n<\/div>/)
        .and.to.match(/\n!\[图\]\([^)]*x\.png\)\n/)
        .and.to.contain('replace("\\<blockquote>")');
    });
  });
});

describe('a blog of Jekyll', () => {
  it('gets pages from a collection without dates, and keeps the permalink in its `defaults`', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        '_config.yml':
          'collections:\n  tabs:\n    output: true\ndefaults:\n  - scope: { path: "", type: posts }\n    values: { permalink: "/posts/:title/" }\n  - scope: { path: "", type: tabs }\n    values: { permalink: "/:title/" }\n',
        '_posts/2020-01-02-a.md': post(''),
        '_tabs/about.md': '---\nicon: x\norder: 4\n---\n关于我。\n',
        '_tabs/archives.md': '---\nlayout: archives\n---\n',
      });
      const { plan, blog } = planAdoption(folder);
      expect(plan.content.map(({ to }) => to).sort()).to.deep.equal(['a.md', 'pages/about.md']);
      expect(plan.permalink).to.equal('/posts/:slug/');
      expect(blog.othersOf([]).map(({ from }) => from))
        .to.include('/about/')
        .and.to.include('/archives/');
    });
  });
});

describe('a blog of Hugo', () => {
  it('keeps the text of a section without articles as a page', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'hugo.toml': 'title = "x"\n',
        'content/posts/one.md': post(''),
        'content/posts/_index.md': '---\ntitle: 文章\n---\n所有文章。\n',
        'content/download/_index.md': '---\ntitle: 下载\n---\n从这里下载。\n',
      });
      const { plan, blog } = planAdoption(folder);
      expect(plan.content.map(({ to }) => to).sort()).to.deep.equal(['pages/download.md', 'posts/one.md']);
      expect(blog.leftOut.map(({ file }) => file)).to.include('content/posts/_index.md');
      expect(blog.othersOf([]).find(({ from }) => from === '/download/')?.to).to.deep.equal({
        source: 'pages/download.md',
      });
    });
  });

  it('hides the translations of articles, and gets pages from a section without dates', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'hugo.toml': 'defaultContentLanguage = "zh"\n[languages.zh]\n[languages.en]\n',
        'content/posts/a.md': post(''),
        'content/posts/a.en.md': post(''),
        'content/posts/only.en.md': post(''),
        'content/docs/x/y.md': '---\ntitle: 页\n---\n没有日期。\n',
        'content/docs/_index.md': '---\ntitle: 文档\n---\n从这里开始。\n',
        'content/docs/_index.en.md': '---\ntitle: Docs\n---\nStart here.\n',
      });
      const texts = textsOf(folder);
      expect(Object.keys(texts).sort()).to.deep.equal([
        'en/posts/only.md',
        'en/posts/posts-a.md',
        'pages/docs-2.md',
        'pages/docs.md',
        'pages/y.md',
        'posts/a.md',
      ]);
      expect(Object.entries(texts).flatMap(([to, text]) => (/hidden: true/.test(text) ? to : []))).to.deep.equal([
        'en/posts/posts-a.md',
      ]);
      expect((await adopt(folder)).report).to.contain('它是主要语言文章的译文：content/posts/a.en.md');
    });
  });

  it('gets its main language, with the settings from the separate file of that language', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'config/_default/hugo.toml': 'defaultContentLanguage = "zh-cn"\nlanguageCode = "en-us"\n',
        'config/_default/languages.zh-cn.toml': 'title = "小站"\n[params]\ndescription = "说明"\n',
        'content/posts/one.md': post(''),
      });
      const { facts } = planAdoption(folder).blog;
      expect(facts).to.deep.include({ title: '小站', description: '说明', language: 'zh-cn' });
    });
  });

  it('has unknown shortcodes reported, although the copy shows them as text', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'config.yml': 'baseURL: https://a.example/\n',
        'content/posts/one.md': post('', '{{< block type="tip">}}\n一\n{{< /block >}}\n'),
      });
      const { report } = await adopt(folder);
      expect(report).to.match(/ 1 {2}template-tags {2}[^\n]*block[^\n]*\(content\/posts\/one\.md:5:1/);
    });
  });
});

describe('a blog of Jekyll', () => {
  it('publishes no post without a date in its name, and gets emoji if a plugin made them', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        '_config.yml': 'plugins: [jemoji]\n',
        '_posts/template.md': post(''),
        '_drafts/template.md': post(''),
        '_posts/2020-01-02-a.md': post('', ':joy::joy: :nobody: a:joy:\n'),
      });
      const texts = textsOf(folder);
      expect(Object.keys(texts).sort()).to.deep.equal(['_drafts/_posts/template.md', '_drafts/template.md', 'a.md']);
      expect(texts['a.md']).to.contain('😂😂 :nobody: a:joy:');
    });
  });
});

describe('a blog that is adopted', () => {
  it('copies no file from outside its folder, and writes no file outside the new folder', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        'secret.png': 'secret',
        'secret.txt': 'secret words',
        'blog/_config.yml': 'code_dir: ../../\n',
        'blog/themes/a/source/img/a.png': 'a',
        'blog/source/_posts/a.md': post('cover: /%2e%2e/%2e%2e/%2e%2e/%2e%2e/secret.png\n'),
        'blog/source/_posts/b.md': post('cover: ..\\..\\secret.png\n', '{% include_code secret.txt %}\n'),
        'blog/source/_posts/c.md': post('cover: /img/a.png\n'),
      });
      const { plan } = planAdoption(path.join(folder, 'blog'));
      expect(plan.statics.map(({ from, to }) => [from, to])).to.deep.equal([
        ['themes/a/source/img/a.png', 'img/a.png'],
      ]);
      expect(JSON.stringify(plan.content)).to.not.contain('secret words');
    });
  });

  it('is reported with commands that a shell reads correctly, for any name of a folder', async () => {
    await withFolder(async (folder) => {
      const blog = path.join(folder, "my blog's $HOME");
      const site = path.join(folder, 'my site');
      writeFiles(blog, { 'source/_posts/a.md': post('') });
      const wordsOf = (line: string | undefined): string[] =>
        execFileSync('sh', ['-c', `printf '%s\\n' ${line ?? ''}`], { encoding: 'utf8' })
          .trimEnd()
          .split('\n');
      const report = await runAdopt([blog, '--slugs', 'pinyin']);
      const command = report.split('\n').find((line) => line.startsWith('  npm run adopt'));
      expect(wordsOf(command).slice(4)).to.deep.equal([blog, '--slugs', 'pinyin', '--to', '../my-site']);
      const { next } = await adopt(blog, { to: site });
      expect(wordsOf(next.find((line) => line.startsWith('  cd ')))).to.deep.equal(['cd', nameOf(site)]);
    });
  });

  it('is not written into its own folder, not even through a link', async () => {
    await withFolder(async (folder) => {
      const blog = path.join(folder, 'blog');
      writeFiles(blog, { 'source/_posts/a.md': post(''), 'empty/.gitkeep': '' });
      symlinkSync('blog', path.join(folder, 'alias'));
      symlinkSync('blog/empty', path.join(folder, 'site'));
      for (const [from, to] of [
        ['blog', 'blog'],
        ['blog', 'blog/new'],
        ['blog', 'alias/new/site'],
        ['alias', 'blog/new'],
        ['blog', 'site'],
      ] as const) {
        const error = await errorOf(adopt(path.join(folder, from), { to: path.join(folder, to) }));
        expect(error.message, to).to.contain('在博客自己的目录里');
      }
      expect(readdirSync(blog)).to.have.members(['source', 'empty']);
    });
  });

  it('keeps every page, and gives each page its own address', async () => {
    await withFolder(async (folder) => {
      const blog = path.join(folder, 'blog');
      writeFiles(blog, {
        'source/_posts/a.md': post(''),
        'source/about/index.md': post('', '关于我\n'),
        'source/docs/about/index.md': post('', '关于文档\n'),
        'source/docs-about.md': post('', '第三个\n'),
        'source/link/index.md': post('', '我的朋友：\n'),
        'source/_data/link.yml': '- class_name: 朋友\n  link_list:\n    - { name: 甲, link: "https://jia.example" }\n',
      });
      const site = path.join(folder, 'site');
      await adopt(blog, { to: site });
      const text = (name: string): string => readFileSync(path.join(site, 'content', name), 'utf8');
      const page = (name: string): string => text(`pages/${name}.md`);
      expect(page('about')).to.contain('关于我');
      expect(page('docs-about')).to.contain('第三个');
      expect(page('docs-about-2')).to.contain('关于文档');
      expect(page('link')).to.match(/我的朋友：\n$/);
      expect(text('_friends.yml').trim()).to.equal('- {"name":"甲","url":"https://jia.example","group":"朋友"}');
      expect(text('_redirects')).to.contain('/docs/about/ /docs-about-2/').and.contain('/docs-about.html /docs-about/');
    });
  });

  it('does not show the title of a draft', async () => {
    await withFolder(async (folder) => {
      const secret = '---\ntitle: 未发布的题目\ndate: 2026-03-01\n---\n';
      writeFiles(folder, {
        'source/_drafts/d.md': secret,
        'source/_posts/e.md': secret.replace('---\nt', '---\ndraft: true\nt'),
        'source/_posts/f.md': '---\nTitle: 发布的题目\ndate: 2026-03-01\n---\n',
        'source/_posts/a.md': post('', '{% post_link d %} {% post_link e %} {% post_link f %}\n'),
      });
      const text = planAdoption(folder).plan.content.find(({ to }) => to === 'a.md')!.text!;
      expect(text).to.contain('[发布的题目](f.md)').and.not.contain('未发布');
    });
  });

  it('may have any pattern for the names of its files', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, {
        '_config.yml': 'new_post_name: ":year-:1st-:year-(:title.md"\n',
        'source/_posts/a.md': post(''),
      });
      expect(planAdoption(folder).plan.posts.size).to.equal(1);
    });
  });

  it('may repeat a key in its configuration, and is refused if the configuration cannot be read', async () => {
    await withFolder(async (folder) => {
      const config = '\ufeffurl: https://jia.example\nbackground: a.png\nbackground:\npermalink: /:slug/\n';
      writeFiles(folder, { '_config.yml': config, 'source/_posts/a.md': post('') });
      const { siteText } = planAdoption(folder);
      expect(siteText).to.contain('https://jia.example').and.contain('permalink: /:slug/');
      writeFiles(folder, { '_config.yml': 'url: https://jia.example\ntitle: [甲\n' });
      expect(() => planAdoption(folder)).to.throw(/_config\.yml:\d+:\d+: .*correct it, and run adopt again/);
      writeFiles(folder, { '_config.yml': '- 甲\n' });
      expect(planAdoption(folder).plan.posts.size).to.equal(1);
      writeFiles(path.join(folder, 'hugo'), { 'hugo.toml': 'title = 甲\n', 'content/posts/a.md': post('') });
      expect(() => planAdoption(path.join(folder, 'hugo'))).to.throw(/hugo\.toml: it is not TOML/);
    });
  });

  it('needs a `url`, and the report says so if its configuration has none', async () => {
    await withFolder(async (folder) => {
      writeFiles(folder, { 'blog/source/_posts/a.md': post(''), 'live/source/_posts/a.md': post('') });
      writeFiles(folder, { 'live/_config.yml': 'url: https://jia.example\n' });
      const tell = (name: string): Promise<string> =>
        runAdopt([path.join(folder, name), '--to', path.join(folder, `${name}-site`)]);
      expect(await tell('blog')).to.match(/请先在 .*blog-site\/content\/_site\.yml 里设好 url。/);
      expect(await tell('live')).to.not.contain('设好 url');
      expect(existsSync(path.join(folder, 'live-site/package.json'))).to.equal(true);
    });
  });
});

type Blog = {
  readonly files: Readonly<Record<string, string>>;
  readonly lines: string[];
  readonly told: readonly string[];
};

/** Adopts a blog, and returns the lines of its report about addresses, and the lines of `_redirects`, decoded. */
async function addressesOf(files: Readonly<Record<string, string>>): Promise<{ told: string; lines: string[] }> {
  let found: { told: string; lines: string[] } | undefined;
  await withFolder(async (folder) => {
    writeFiles(path.join(folder, 'blog'), inEnglish(files));
    const site = path.join(folder, 'site');
    const { report } = await adopt(path.join(folder, 'blog'), { to: site });
    const file = path.join(site, 'content/_redirects');
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    found = {
      told: /\nAddresses\n([^]*?)(?:\n\n|$)/.exec(report)![1]!.trimEnd(),
      lines: text.split('\n').slice(1, -1).map(decodeURIComponent),
    };
  });
  return found!;
}

/** The files of the same blog, with English as the language in its configuration. */
function inEnglish(files: Readonly<Record<string, string>>): Record<string, string> {
  const says: Readonly<Record<string, string>> = {
    '_config.yml': 'language: en\nlang: en\n',
    'hugo.toml': 'languageCode = "en"\n',
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, `${says[name] ?? ''}${text}`]));
}

/** The expected addresses come from the output of the generators themselves. */
describe('the addresses of a blog that is adopted', () => {
  it('include aliases, which get no second redirect and are not reported as lost', async () => {
    const { told, lines } = await addressesOf({
      '_config.yml': 'permalink: pretty\n',
      '_posts/2020-01-02-a.md': post('redirect_from: [/old/one/, old/two, "/?p=3"]\n'),
    });
    expect(told).to.match(/^ {2}(\d+) of \1 old addresses answer/);
    expect(lines.join('\n')).to.not.contain('/old/');
  });

  it('follow the built-in patterns of Jekyll that count days and weeks', async () => {
    const styles = {
      ordinal: ['/2020/366/a.html', '/2021/004/b.html'],
      weekdate: ['/2020/W53/Thu/a.html', '/2021/W01/Mon/b.html'],
    };
    for (const [permalink, old] of Object.entries(styles)) {
      const { lines } = await addressesOf({
        '_config.yml': `permalink: ${permalink}\n`,
        '_posts/2020-12-31-a.md': post('').replace(/date.*\n/, ''),
        '_posts/2021-01-04-b.md': post('').replace(/date.*\n/, ''),
      });
      expect(lines.map((line) => line.split(' ')[0])).to.include.members(old);
    }
  });

  it('of a template lead to a list only if the template lists posts', async () => {
    const { told, lines } = await addressesOf({
      '_config.yml': 'permalink: pretty\n',
      '_posts/2020-01-02-a.md': post(''),
      'contact.html': '---\ntitle: 联系\n---\n<form></form>\n',
      'labels.html': '---\n---\n{% assign tags = site.tags %}{% for tag in tags %}{{ tag }}{% endfor %}\n',
    });
    expect(told).to.contain('/contact/: it is a template of Jekyll');
    expect(lines).to.include('/labels/ /archives/');
  });

  it('do not lead to a list that would have only hidden articles', async () => {
    const { lines } = await addressesOf({
      '_config.yml': 'permalink: :year/:month/:day/:title/\n',
      'source/_posts/shown.md': post('categories: [Go]\n'),
      'source/_posts/kept.md': post('hide: true\ncategories: [SQL]\n'),
    });
    expect(lines).to.include('/categories/SQL/ /categories/');
  });

  for (const [engine, { files, lines, told }] of Object.entries(table<Record<string, Blog>>('addresses', 'blogs')))
    it(`are the addresses that ${engine} generates`, async () => {
      const found = await addressesOf(files);
      // A text without a date has the day of its file.
      expect(found.lines.map((line) => line.replace(/ \/\d+\/\d+\/(?=bundle)/, ' /-/'))).to.have.members(lines);
      const [, advice, ...others] = found.told.split('\n');
      expect(advice).to.contain(`Run ${engine} once more`);
      expect(others).to.deep.equal(told.map((line) => `  ${line}`));
    });

  it('are files in a blog of Hugo with `uglyURLs`, and are in lowercase in any blog of Hugo', async () => {
    const files = {
      'content/posts/UPPER.md': post(''),
      'content/posts/Big Bundle/index.md': post('', '![](Pic.png)\n'),
      'content/posts/Big Bundle/Pic.png': 'x',
    };
    const pretty = await addressesOf({ ...files, 'hugo.toml': 'title = "x"\n' });
    expect(pretty.lines.join('\n')).to.not.match(/upper|bundle/i);
    const ugly = await addressesOf({ ...files, 'hugo.toml': 'uglyURLs = true\n' });
    expect(ugly.lines).to.include('/posts.html /archives/');
    expect(ugly.lines.join('\n')).to.not.match(/upper|bundle/i);
    expect([pretty.told, ugly.told].join('\n')).to.not.match(/^ {2}\//m);
  });
});
