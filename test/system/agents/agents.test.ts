// Tests what a model reads of the adapter's answers in real agents. A stand-in for the model drives each agent. The
// agents are large and not installed by default: run npm ci --prefix test/system/agents, on Node 22 or newer, or set
// AGENTS_DIR to a folder that has them. Versions and figures are in test/bench/results/agents.md.
import { expect } from 'chai';
import { entrance } from '../../server/mcp/adapter-process.ts';
import { base, filesOf, makeSite } from '../../server/mcp/site.ts';
import { clients } from './clients.ts';
import { standIn } from './stand-in.ts';
import type { Call } from './stand-in.ts';

const facts = ['title: 很长的一篇：跳表与背压', 'slug: algo-long', 'date: 2026-07-01', `url: ${base}/posts/algo-long/`];

/** Calls of tools. `read` has the texts that the model must read in the answer. */
const table: readonly (Call & { readonly read: readonly string[] })[] = [
  {
    tool: 'search_posts',
    input: { query: '跳表 细节 code | skip list' },
    read: [
      'total: 1',
      ...facts,
      'match: strong',
      'categories: 技术 / 算法',
      'tags: 算法, Python',
      'section: 细节-code',
    ],
  },
  {
    tool: 'search_posts',
    input: { query: '第一节水库调度计划' },
    read: ['没有切题的文章', 'match: near', 'slug: algo-long'],
  },
  { tool: 'search_posts', input: { query: 'zzqqxx' }, read: ['换一批词再查', 'total: 0'] },
  {
    tool: 'get_post',
    input: { slug: 'algo-long' },
    read: ['重名的一节。', ...facts, 'more: false', '#细节-code 细节 code'],
  },
  {
    tool: 'get_post',
    input: { slug: 'algo-long', max_tokens: 50 },
    read: ['开头的一段', 'more: true', 'next_offset: '],
  },
  { tool: 'get_post', input: { slug: 'algo-long', section: '第一节-1' }, read: ['重名的一节。', 'section: 第一节-1'] },
  {
    tool: 'get_post',
    input: { slug: 'algo-locked' },
    read: ['已加密', 'encrypted: true', `${base}/posts/algo-locked/`],
  },
  { tool: 'get_post', input: { slug: 'algo-lokced' }, read: ['algo-locked', 'search_posts'] },
  { tool: 'list_categories', input: {}, read: ['slug: prompt | post_count: 3 | name: 提示词', 'ai-context.md'] },
];

describe('the model of an agent', () => {
  let site: Awaited<ReturnType<typeof makeSite>>;
  before(async () => (site = await makeSite(await filesOf())));
  after(() => site.remove());

  for (const { name, version, ask } of clients)
    it(`reads every fact of every answer in ${name}`, async function () {
      if (version === undefined) {
        console.log(`skipped: ${name} is not installed (npm ci --prefix test/system/agents)`);
        return this.skip();
      }
      const model = await standIn(table);
      const printed = await ask({ adapter: [process.execPath, entrance, '--site', site.folder], model: model.url });
      await model.close();
      expect(model.heard, printed.slice(-2000)).to.have.lengthOf(table.length);
      for (const [at, { tool, input, read }] of table.entries()) {
        // Some agents encode line breaks and quotes as JSON.
        const heard = model.heard[at]!.replaceAll(/\\+n/g, '\n');
        for (const fact of read) expect(heard, `${version} ${tool} ${JSON.stringify(input)}`).to.contain(fact);
      }
    });
});
