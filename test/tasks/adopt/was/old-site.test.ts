// A small blog of Hexo and the output of its engine, written by hand so that each address tests one reason.
import { existsSync, readFileSync, symlinkSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { adopt } from '../../../../tasks/adopt.ts';
import { writeFiles } from '../../../support/articles.ts';
import { withFolder } from '../../../support/defects.ts';

const pipes = '管道把一个程序的输出交给下一个程序，缓冲区满了以后，写的一方就会等待读的一方。';
const bridges = '悬索桥的主缆挂在两座塔上，桥面的重量由吊索传给主缆，再由锚碇承受拉力。';
const secret = '这一篇还没有写完，里面讲的是潮汐发电站的涡轮怎样在两个方向上转动。';

const article = (title: string, body: string, more = ''): string =>
  `---\ntitle: ${title}\ndate: 2020-01-02 03:04:05\ntags: [Linux]\n${more}---\n${body}\n`;

const page = (title: string, body: string): string =>
  `<!doctype html><title>${title} - 站</title><header>站 首页 归档</header><main><h1>${title}</h1><time>2020-01-02</time><div class="entry">${body}</div></main><footer>2020 站</footer>`;

const blog = {
  '_config.yml':
    'title: 站\nlanguage: zh-CN\nurl: https://old.example\npermalink: posts/:title/\ntimezone: Asia/Shanghai\n',
  'source/_posts/pipes.md': article('管道', `${pipes}\n\n![图](/img/a.png)`),
  'source/_posts/bridges.md': article('桥', bridges),
  'source/_drafts/tides.md': article('潮汐', secret),
  'source/img/a.png': 'picture',
};

const output = {
  'index.html': page('首页', `<p>${pipes.slice(0, 10)}</p>`),
  'posts/pipes/index.html': page('管道', `<p>${pipes}</p><img src="/img/a.png">`),
  'essays/bridge.html': page('桥', `<p>${bridges}</p>`),
  'old/index.html': '<meta http-equiv="refresh" content="0; url=/posts/pipes/">',
  'tides/index.html': page('潮汐', `<p>${secret}</p>`),
  'gone/index.html': page('没有了', '<p>这个页面的源文件早就删掉了，它说的是一种已经不用的打字机色带。</p>'),
  'archives/index.html': page('归档', '管道 桥'),
  'archives/page/2/index.html': page('归档', '桥'),
  'rss2.xml': '<?xml version="1.0"?><rss version="2.0"></rss>',
  'css/old.css': 'body {}',
  'img/a.png': 'picture',
  'posts/pipes/extra.zip': 'zip',
};

async function adopted(
  files: Readonly<Record<string, string>>,
  published: Readonly<Record<string, string>>,
  use: (result: { report: string; redirects: string; site: string }) => void,
): Promise<void> {
  await withFolder(async (folder) => {
    const [from, was, to] = ['blog', 'was', 'site'].map((name) => path.join(folder, name));
    writeFiles(from!, files);
    writeFiles(was!, published);
    const { report } = await adopt(from!, { to: to!, was: was! });
    const file = path.join(to!, 'content/_redirects');
    use({ report, redirects: existsSync(file) ? readFileSync(file, 'utf8') : '', site: to! });
  });
}

describe('the addresses of an old output folder', () => {
  it('are kept, redirected to the page with the same text, or reported with the reason', async () => {
    await adopted(blog, output, ({ report, redirects }) => {
      expect(redirects.split('\n').filter((line) => !line.startsWith('#'))).to.have.members([
        '/archives/page/2/ /archives/',
        '/essays/bridge.html /posts/bridges/',
        '/old/ /posts/pipes/',
        '/rss2.xml /atom.xml',
        '',
      ]);
      expect(report)
        .to.contain('/gone/：这里没有文章或页面有它的内容')
        .and.to.contain('/tides/：它的内容在 source/_drafts/tides.md 里，但那是草稿或有错误')
        .and.to.contain('2 个文件没有搬过来：新站的正文都没有用到')
        .and.to.contain('2 篇文章中有 2 篇与旧站读起来一样');
      expect(report).not.to.contain('潮汐发电');
    });
  });

  it('of the further pages of a list are redirected with the list, even if the list is a file', async () => {
    const files = {
      'hugo.toml': 'title = "站"\nlanguageCode = "zh-cn"\nuglyURLs = true\n',
      'content/posts/pipes.md': article('管道', pipes),
    };
    const lists = { 'tags/linux.html': page('Linux', '管道'), 'tags/linux/page/2.html': page('Linux', '桥') };
    await adopted(files, { 'index.html': output['index.html'], ...lists }, ({ redirects }) => {
      expect(redirects).to.contain('/tags/linux.html /tags/linux/').and.contain('/tags/linux/page/2.html /tags/linux/');
    });
  });

  it('may contain a name that begins with a dot', async () => {
    const list = page('.NET', '<p>这个列表的说明只写在模板里，没有一篇文章有这几句话。</p>');
    await adopted(blog, { ...output, 'tags/.net/index.html': list, '.git/x.html': list }, ({ report }) => {
      expect(report).to.contain('/tags/.net/：这里没有文章或页面有它的内容').and.not.contain('/.git/');
    });
  });

  it('are kept by copying files that an old text shows', async () => {
    const shown = { ...output, 'posts/pipes/index.html': page('管道', `<p>${pipes}</p><img src="extra.zip">`) };
    await adopted(blog, shown, ({ site }) => {
      expect(readFileSync(path.join(site, 'static/posts/pipes/extra.zip'), 'utf8')).to.equal('zip');
    });
  });

  it('are lost if the page is older than its source and has a different text', async () => {
    await withFolder(async (folder) => {
      const [from, was, to] = ['blog', 'was', 'site'].map((name) => path.join(folder, name));
      writeFiles(from!, { ...blog, 'source/_posts/bridges.md': article('桥', `${bridges}\n\n后来补上的一段。`) });
      writeFiles(was!, output);
      utimesSync(path.join(was!, 'essays/bridge.html'), 1, 1);
      const { report } = await adopt(from!, { to: to!, was: was! });
      expect(report).to.contain('/essays/bridge.html：这个页面比 source/_posts/bridges.md 旧');
      expect(readFileSync(path.join(to!, 'content/_redirects'), 'utf8')).not.to.contain('bridge.html');
    });
  });

  it('are lost if the page has the title of an article, but a different text', async () => {
    const rewritten = '第一版讲的是木桥，梁架在石墩上，洪水来时桥面可以拆走，退水以后村里的人再把它装回去。';
    const other = { ...output, 'essays/bridge.html': undefined, 'posts/bridges/index.html': page('桥', rewritten) };
    await adopted(blog, JSON.parse(JSON.stringify(other)) as Record<string, string>, ({ report }) => {
      expect(report).to.contain('/posts/bridges/：新站在这个地址的页面内容不同');
    });
  });

  it('of a list do not lead to an article, even if the list shows the whole text of a short article', async () => {
    const texts = ['海边的灯塔每十秒亮一次', '山上的茶园在清明以前采摘', '河里的渡船只在早晨开'];
    const posts = texts.map((text, at) => [
      `source/_posts/t${at}.md`,
      article(`第${at}篇`, `${text}，${text.slice(2)}。`),
    ]);
    const shown = texts.map((text) => `<span>${text}，${text.slice(2)}。</span>`).join('');
    const lists = { 'recent/index.html': page('最近', `${shown}${pipes}${bridges.slice(0, 20)}`) };
    await adopted({ ...blog, ...(Object.fromEntries(posts) as object) }, { ...output, ...lists }, ({ report }) => {
      expect(report).to.contain('/recent/：这里没有文章或页面有它的内容');
    });
  });

  it('of an alias are redirected if the alias leads to a full URL of the site', async () => {
    const files = { ...blog, '_config.yml': `${blog['_config.yml']}url: https://old.example/\n` };
    const refresh = (url: string): string => `<meta http-equiv="refresh" content="0; url=${url}">`;
    const aliases = {
      'whole/index.html': refresh('http://old.example/posts/pipes/'),
      'away/index.html': refresh('https://other.example/posts/pipes/'),
    };
    await adopted(files, { ...output, ...aliases }, ({ redirects, report }) => {
      expect(redirects).to.contain('/whole/ /posts/pipes/\n').and.not.to.contain('/away/');
      expect(report).to.contain('/away/：它原来跳转到的地址已经失效');
    });
  });

  it('of an alias that the article itself names are kept, without a second redirect', async () => {
    const files = { ...blog, 'source/_posts/bridges.md': article('桥', bridges, 'aliases: [/essays/old, /b.html]\n') };
    const refresh = '<meta http-equiv="refresh" content="0; url=/essays/bridge.html">';
    const aliases = { 'essays/old/index.html': refresh, 'b.html': refresh };
    await adopted(files, { ...output, ...aliases }, ({ redirects, report }) => {
      expect(redirects)
        .to.contain('/essays/bridge.html ')
        .and.not.match(/^\/(?:essays\/old|b\.html)/m);
      expect(report).not.to.contain('slug-unique');
    });
  });

  it('of a page are lost if its layout has more text than its file', async () => {
    const lines =
      '一九九八年春天开工，二零零一年秋天完工，中间停过两次，第二次停了七个月，为的是等一批钢缆从外地运来。';
    const files = { ...blog, 'source/history/index.md': '---\ntitle: 历史\nlayout: timeline\n---\n' };
    await adopted(files, { ...output, 'history/index.html': page('历史', lines) }, ({ report }) => {
      expect(report).to.contain('/history/：新站在这个地址的页面内容不同');
    });
  });

  it('are kept for a list of friends that only the configuration of the theme has', async () => {
    const friends =
      'links:\n  items:\n    - { title: 阿明的花园, intro: 写种树和修剪的事, link: "https://friend.example" }\n';
    const files = { ...blog, '_config.yml': `${blog['_config.yml']}theme: fluid\n`, '_config.fluid.yml': friends };
    const shown = page('友情链接', '<a href="https://friend.example">阿明的花园</a><p>写种树和修剪的事</p>');
    await adopted(files, { ...output, 'links/index.html': shown }, ({ report }) => {
      expect(report).not.to.contain('/links/：');
    });
  });

  it('of pages with a different text are reported with the first difference', async () => {
    const other = { ...output, 'posts/pipes/index.html': page('管道', `<p>${pipes}</p><p>旧站多一句话。</p>`) };
    await adopted(blog, other, ({ report }) => {
      expect(report)
        .to.contain('2 篇文章中有 1 篇与旧站读起来一样')
        .and.to.contain('source/_posts/pipes.md：缺少：旧站多一句话');
    });
  });

  it('are read from the folder that the settings name, without an option on the command line', async () => {
    await withFolder(async (folder) => {
      const from = path.join(folder, 'blog');
      writeFiles(from, { ...blog, '_config.yml': `${blog['_config.yml']}public_dir: out\n` });
      writeFiles(path.join(from, 'out'), output);
      expect((await adopt(from)).report).to.contain('out 中有 12 个旧地址');
    });
  });

  it('are not read from a folder without the titles of the articles', async () => {
    await withFolder(async (folder) => {
      const from = path.join(folder, 'blog');
      writeFiles(from, { ...blog, 'docs/index.html': page('手册', '一本关于别的东西的手册') });
      const { report } = await adopt(from);
      expect(report).to.contain('按原来的配置推算').and.to.contain('用 Hexo 再构建一次');
    });
  });

  it('are not read through a link that leads out of the folder', async () => {
    await withFolder(async (folder) => {
      const [from, was, to] = ['blog', 'was', 'site'].map((name) => path.join(folder, name));
      writeFiles(from!, blog);
      writeFiles(was!, output);
      writeFiles(folder, { 'private.html': page('私', `<p>${bridges}</p>`) });
      symlinkSync(path.join(folder, 'private.html'), path.join(was!, 'link.html'));
      await adopt(from!, { to: to!, was: was! });
      expect(readFileSync(path.join(to!, 'content/_redirects'), 'utf8')).not.to.contain('link.html');
    });
  });
});

describe('the addresses of a sitemap', () => {
  it('are redirected if the settings or a unique last part identify the text, and are reported otherwise', async () => {
    await withFolder(async (folder) => {
      const [from, to] = ['blog', 'site'].map((name) => path.join(folder, name));
      writeFiles(from!, blog);
      const locs = ['/posts/pipes/', '/2019/bridges.html', '/nowhere/'].map(
        (at) => `<url><loc>https://old.example${at}</loc></url>`,
      );
      writeFiles(folder, { 'sitemap.xml': `<urlset>${locs.join('')}</urlset>` });
      const { report } = await adopt(from!, { to: to!, was: path.join(folder, 'sitemap.xml') });
      expect(readFileSync(path.join(to!, 'content/_redirects'), 'utf8')).to.contain(
        '/2019/bridges.html /posts/bridges/',
      );
      expect(report).to.contain('3 个旧地址').and.to.contain('/nowhere/：配置和文件名都看不出');
    });
  });

  it('are kept if they are aliases, and are not redirected again', async () => {
    await withFolder(async (folder) => {
      const [from, to] = ['blog', 'site'].map((name) => path.join(folder, name));
      const own = '---\ntitle: 别名\ndate: 2020-05-01\naliases: [/old/own/, /2018/own.html]\n---\n别名的正文。\n';
      writeFiles(from!, { ...blog, 'source/_posts/own.md': own });
      const locs = ['/old/own/', '/2018/own.html', '/2017/own/'].map(
        (at) => `<url><loc>https://old.example${at}</loc></url>`,
      );
      writeFiles(folder, { 'sitemap.xml': `<urlset>${locs.join('')}</urlset>` });
      const { report } = await adopt(from!, { to: to!, was: path.join(folder, 'sitemap.xml') });
      const lines = readFileSync(path.join(to!, 'content/_redirects'), 'utf8').split('\n').slice(1);
      expect(lines).to.deep.equal(['/2017/own/ /posts/own/', '']);
      expect(report).to.contain('3 个旧地址').and.not.contain('/old/own/：').and.not.contain('/2018/own.html：');
    });
  });
});
