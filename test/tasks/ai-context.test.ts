// `ai-context.md`: the author's own, or one made from the site's own tables; never another site's.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { textOf } from '#pdc/words/message';
import { aiContext, aiContextBudget, checkAiContext } from '#pdc/endpoints/ai-context.md';
import { estimateTokens } from '#pdc/text/tokens';
import { writeAiContext } from '../../tasks/ai-context.ts';
import { Failure } from '../../tasks/settings/failure.ts';
import { publish } from '../../tasks/flow/publish.ts';
import { readEdition } from '../../tasks/flow/read-edition.ts';
import { shelve, siteWith } from './pdc/edition.ts';
import { articleText, writeFiles } from '../support/articles.ts';
import { repository } from '../support/command.ts';
import { filesOf, withFolder } from '../support/defects.ts';

const vps = { categories: '["折腾", "服务器"]', tags: '["VPS", "机器"]' };
const site = siteWith({
  title: '折腾笔记',
  prefixes: { ...siteWith().prefixes, vps: { categories: ['折腾', '服务器'], tags: ['VPS'] } },
  category_map: { 折腾: 'tinkering', 服务器: 'servers' },
  tag_map: { VPS: 'vps', 机器: 'machines' },
  rules: { description: 'off' },
});

describe('/ai-context.md', () => {
  it('has only the prefixes, categories and rules of the site', async () => {
    const text = aiContext((await shelve({ 'vps-a.md': articleText(vps) }, { site })).library);
    expect(text)
      .to.contain('“折腾笔记”')
      .and.contain('- `vps-` `[折腾, 服务器]`')
      .and.contain('- 折腾：`tinkering`，1 篇')
      .and.contain('`tags` 2 至 5 个')
      .and.not.match(/`ai-`|人工智能|50 至 150/);
  });

  it('stays within its token budget, with any number of categories', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, n) => [
        `note-n${n}x.md`,
        articleText({ categories: `["分类${n}", "小类${n}"]` }),
      ]),
    );
    const { library } = await shelve(files, { lenient: true, site: siteWith({ rules: { 'filename-prefix': 'off' } }) });
    expect(estimateTokens(aiContext(library))).to.be.at.most(aiContextBudget);
    expect(aiContext(library)).to.match(/另有 \d+ 个/);
  });

  it('stays within its token budget, with many prefixes, and names all of them', () => {
    const names = Array.from({ length: 80 }, (_, n) => `p${n}x`);
    const prefixes = Object.fromEntries(names.map((name) => [name, { categories: ['大类', `小类${name}`], tags: [] }]));
    const text = aiContext({ site: siteWith({ prefixes }), articles: [], categories: [] });
    expect(estimateTokens(text)).to.be.at.most(aiContextBudget);
    expect(text.match(/(?<=`)p\d+x(?=-`)/g)).to.have.members(names);
    expect(text).to.contain('- `p0x-` `[大类, 小类p0x]`');
  });

  it('stays within its token budget, with any number of prefixes, and says how many it leaves out', () => {
    for (const count of [110, 300, 5000]) {
      const names = Array.from({ length: count }, (_, n) => `some-prefix-${n}x`);
      const prefixes = Object.fromEntries(names.map((name) => [name, { categories: ['大类', '小类'], tags: [] }]));
      const manySite = siteWith({ prefixes });
      const text = aiContext({ site: manySite, articles: [], categories: [] });
      expect(estimateTokens(text)).to.be.at.most(aiContextBudget);
      const named = new Set(text.match(/(?<=`)some-prefix-\d+x(?=-`)/g));
      expect(named.size).to.be.above(20);
      expect(text)
        .to.contain(`另有 ${count - named.size} 个`)
        .and.match(/## 规则/);
      const input = { file: 'ai-context.md', site: manySite, categories: [], listed: { articles: [] } };
      expect(checkAiContext(text, input)).to.deep.equal([]);
    }
  });

  it('is the author’s file if there is one, and is otherwise made from the site', async () => {
    await withFolder(async (folder) => {
      const [content, statics] = [path.join(folder, 'content'), path.join(folder, 'static')];
      writeFiles(content, { 'algo-a.md': articleText() });
      writeFiles(statics, { 'a.txt': 'a' });
      const made = async (): Promise<string | undefined> => {
        const edition = await readEdition({ content, statics, lenient: false, drafts: false });
        let text: string | undefined;
        for (const file of await filesOf(publish(edition, { minified: false })))
          if (file.path === '/ai-context.md') text = String(file.contents);
        return text;
      };
      expect(await made())
        .to.contain('`algo-`')
        .and.not.contain('SLAM');
      const env = { CONTENT_DIR: content, STATIC_DIR: statics };
      expect(await writeAiContext([], env)).to.match(/^已按站点自己的分类和前缀写好 \S+ai-context\.md：/);
      expect(readFileSync(path.join(statics, 'ai-context.md'), 'utf8')).to.equal(await made());
      writeFiles(statics, { 'ai-context.md': '# 我写的\n' });
      expect(await made()).to.equal('# 我写的\n');
      const error = await writeAiContext([], env).catch((thrown: unknown) => thrown);
      expect(error).to.be.instanceOf(Failure);
      expect(readFileSync(path.join(statics, 'ai-context.md'), 'utf8')).to.equal('# 我写的\n');
    });
  });

  it('causes a warning if it names what the site lacks, lacks a prefix of the site, or is too long', async () => {
    const { library } = await shelve({ 'vps-a.md': articleText(vps) }, { site });
    const told = (text: string): string[] =>
      checkAiContext(text, { ...library, file: 'ai-context.md' }).map(
        ({ line, severity, message }) => `${line} ${severity} ${textOf(message, 'en')}`,
      );
    expect(told('`vps-` `[折腾, 服务器]`\n`ai-` `[技术, 小类]`\n')).to.deep.equal([]);
    expect(told('`vps-`\n`game-` `[娱乐, 服务器]`\n').map((line) => line.replace(/, which.*/, ''))).to.deep.equal([
      '2 warn /ai-context.md names the prefix "game-"',
      '2 warn /ai-context.md names the category "娱乐"',
    ]);
    expect(told('字'.repeat(700))).to.have.lengthOf(1);
    expect(told('`ai-` `[人工智能]`').join()).to.match(
      /^1 warn \/ai-context\.md does not list these prefixes of the site: vps-;/,
    );
  });

  it('has no defects in this repository', async () => {
    const statics = path.join(repository, 'static');
    expect(existsSync(path.join(statics, 'ai-context.md'))).to.equal(true);
    const { defects } = await readEdition({
      content: path.join(repository, 'content'),
      statics,
      lenient: false,
      drafts: false,
    });
    expect(defects).to.deep.equal([]);
  });
});
