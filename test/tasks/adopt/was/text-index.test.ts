import { expect } from 'chai';
import { indexTexts, mainPart } from '../../../../tasks/adopt/was/text-index.ts';
import { readPage, wordsIn } from '../../../../tasks/adopt/was/page-words.ts';

const pipes = wordsIn('管道把一个程序的输出交给下一个程序，缓冲区满了以后写的一方就会等待读的一方。');
const bridges = wordsIn('悬索桥的主缆挂在两座塔上，桥面的重量由吊索传给主缆，再由锚碇承受拉力。');
const findTexts = indexTexts(
  new Map([
    ['pipes', pipes],
    ['bridges', bridges],
  ]),
);

describe('the text of an old page', () => {
  it('is found among other texts by successive words, whatever the theme adds', () => {
    expect(findTexts(wordsIn(`首页 归档 关于 ${pipes.join('')} 上一篇 下一篇`)).texts).to.deep.equal(['pipes']);
  });

  it('is not found in an excerpt', () => {
    expect(findTexts(pipes.slice(0, 12)).texts).to.deep.equal([]);
  });

  it('is found with the other texts that a list shows whole', () => {
    expect(findTexts([...pipes, ...bridges]).texts).to.have.members(['pipes', 'bridges']);
  });

  it('is not found in the page of another text with the same beginning', () => {
    const opening = bridges.slice(0, 30);
    const alike = indexTexts(
      new Map([
        ['long', [...bridges, ...pipes]],
        ['short', [...opening, ...wordsIn('这里换了一种说法就结束')]],
      ]),
    );
    expect(alike([...bridges, ...pipes]).texts).to.deep.equal(['long']);
  });

  it('is not found if two files have the same text', () => {
    const twins = indexTexts(
      new Map([
        ['a', pipes],
        ['b', pipes],
      ]),
    );
    expect(twins(pipes).texts).to.deep.equal([]);
  });

  it('is located in the smallest element that contains it', () => {
    const page = readPage(
      `<nav>首页</nav><article><h1>题</h1><div class="entry"><p>${pipes.join('')}</p><p>完</p></div><footer>标签</footer></article>`,
    );
    expect(mainPart(page, [...pipes, '完']).className).to.equal('entry');
  });

  it('is located even if it has only two words', () => {
    const page = readPage('<nav>首页</nav><div class="entry"><h2>English Title</h2></div>');
    const { start, end } = mainPart(page, ['English', 'Title']);
    expect(page.words.slice(start, end)).to.deep.equal(['English', 'Title']);
  });
});
