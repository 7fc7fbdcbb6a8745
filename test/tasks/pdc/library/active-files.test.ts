// Tests rule active-file: a document beside an article may be used as an image or in a sandboxed frame. Other uses are
// reported.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { defectsIn, lineOf, withFolder } from '../../../support/defects.ts';
import { cases } from '../../../support/cases.ts';

const head = `---
title: "甲"
date: 2026-03-01 08:00:00
categories: ["技术", "算法"]
tags: ["算法", "Python"]
description: "这是一段恰好五十个字符的摘要用来检查下限它说明文章讲什么也说明读者读完以后能够得到什么东西以及为何要一二三四五六七八九十"
`;

/** The defects of an article with a text and files in its folder, each with line and severity. */
function defectsOf(text: string, { lenient = false, attributes = '' } = {}): Promise<string[]> {
  return withFolder(async (folder) => {
    mkdirSync(path.join(folder, 'algo-x'));
    for (const name of ['demo.html', 'a.svg', 'b.xml', 'c.png', 'd.XHTML'])
      writeFileSync(path.join(folder, 'algo-x', name), '<svg/>');
    writeFileSync(path.join(folder, 'algo-x.md'), `${head}${attributes}---\n${text}\n`);
    const defects = await defectsIn(folder, { lenient });
    return defects.filter(({ rule }) => rule === 'active-file').map((defect) => lineOf(defect));
  });
}

describe('a document beside an article', () => {
  for (const text of cases<string>('active-files', 'safe'))
    it(`is fine: ${text}`, async () => expect(await defectsOf(text)).to.deep.equal([]));

  for (const [text, file, column] of cases<[string, string, number]>('active-files', 'open'))
    it(`is reported: ${text}`, async () => {
      const lines = await defectsOf(text);
      expect(lines).to.have.length(1);
      expect(lines[0]).to.match(new RegExp(`^algo-x\\.md:8:${column}  error  active-file  .*${file}`));
    });

  it('causes only a warning in a lenient build, and the article is published', async () => {
    expect((await defectsOf('[演示](demo.html)', { lenient: true }))[0]).to.match(/ {2}warn {2}/);
  });

  it('is not named if a locked article links to it', async () => {
    const [line, ...others] = await defectsOf('甲 [演示](demo.html)', {
      attributes: 'password: "long enough password"\n',
    });
    expect(others).to.deep.equal([]);
    expect(line)
      .to.match(/active-file/)
      .and.not.match(/demo/);
  });
});
