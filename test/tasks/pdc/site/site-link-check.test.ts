// A path in `_site.yml` that leads nowhere is reported with its line.
import { expect } from 'chai';
import { textOf } from '#pdc/words/message';
import { articleText, writeFiles } from '../../../support/articles.ts';
import { defectsIn, withFolder } from '../../../support/defects.ts';

const faultsOf = (site: string): Promise<string[]> =>
  withFolder(async (folder) => {
    writeFiles(folder, {
      '_site.yml': site,
      'algo-one.md': articleText({ aliases: '["/old/", "/a,b/", "/百度/"]' }),
      'pages/about.md': '---\ntitle: "关于"\ndescription: "一页。"\n---\n\n文。\n',
    });
    const defects = (await defectsIn(folder)).filter(({ rule }) => rule === 'site');
    return defects.map(
      ({ line, column, severity, message }) =>
        `${line}:${column} ${severity} ${textOf(message, 'en').split(' does not exist')[0]}`,
    );
  });

describe('the paths of _site.yml', () => {
  it('that lead nowhere cause warnings with their lines', async () => {
    const site =
      'nav:\n  - { label: 甲, url: /nowhere/ }\nicon: /images/none.png\nauthor:\n  name: 我\n  avatar: /me.png\nscripts:\n  - src: /count.js\n';
    expect(await faultsOf(site)).to.deep.equal([
      '2:22 warn nav.0.url /nowhere/',
      '3:7 warn icon /images/none.png',
      '6:11 warn author.avatar /me.png',
      '8:10 warn scripts.0.src /count.js',
    ]);
  });

  it('that lead to pages, lists, files, old addresses and other hosts are correct', async () => {
    const urls = [
      ...['/', '/about/', '/about', '/posts/algo-one/#a', '/old/', '/tags/', '/archives/?q=a', '/llms.txt'],
      ...['/a,b/', '/a%2Cb/', '/百度/', '/%E7%99%BE度/'],
      ...['/css/custom.css', 'https://a.example/x', 'mailto:a@a.example'],
    ];
    const lines = urls.map((url) => `  - { label: a, url: ${JSON.stringify(url)} }`);
    expect(await faultsOf(`nav:\n${lines.join('\n')}\n`)).to.deep.equal([]);
  });
});
