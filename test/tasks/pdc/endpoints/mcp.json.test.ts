// `/api/mcp.json`: resources, templates, tools and prompts, as protocol section 13 names them.
import { expect } from 'chai';
import { manifest } from '#pdc/endpoints/mcp.json';
import { articleText } from '../../../support/articles.ts';
import { article, machineFiles, shelve, siteWith } from '../edition.ts';
import { cases } from '../../../support/cases.ts';

type Resource = Record<string, unknown> & { readonly uri: string; readonly annotations: Record<string, unknown> };
type Manifest = {
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly Record<string, unknown>[];
  readonly tools: readonly {
    readonly name: string;
    readonly inputSchema: Record<string, unknown> & { properties: Record<string, Record<string, unknown>> };
    readonly annotations: object;
  }[];
  readonly prompts: readonly { readonly name: string }[];
};

const site = siteWith({ url: 'https://e.example/blog' });
const prompt = { categories: '["技术", "提示词"]', tags: '["Prompt", "Go"]' };
const table = '\n\n| 变量 |\n|---|\n| A B |\n';
const files = {
  'algo-a.md': articleText({ title: '"旧"', date: '2026-01-01 08:00:00', updated: '2026-06-01 00:00:00' }, '汉字\n'),
  'algo-locked.md': articleText({ title: '"锁"', date: '2026-01-03 08:00:00', password: '"long-password"' }, '秘密\n'),
  'prompt-b.md': articleText(
    {
      ...prompt,
      title: '"提示"',
      date: '2026-01-02 08:00:00',
      prompt_args: '[{name: a, description: 甲, required: true, example: e}, {name: b}, {name: c, example: "1"}]',
    },
    `<prompt>{{A}} {{B}}</prompt>${table}`,
  ),
  'prompt-a.md': articleText({ ...prompt, title: '"无参"', date: '2026-01-01 08:00:00' }, '<prompt>x</prompt>\n'),
  'prompt-locked.md': articleText(
    { ...prompt, date: '2026-01-01 08:00:00', password: '"long-password"' },
    '<prompt>x</prompt>\n',
  ),
};

async function build(
  ...[sources = files, options = { site }]: Partial<Parameters<typeof shelve>>
): Promise<{ text: string; parsed: Manifest; all: Map<string, string> }> {
  const { library } = await shelve(sources, options);
  const all = await machineFiles(library);
  const text = all.get('/api/mcp.json')!;
  return { text, parsed: JSON.parse(text) as Manifest, all };
}

describe('mcp.json', () => {
  it('has these members in this order, with each entry of a list on its own line', async () => {
    const { text, parsed } = await build();
    expect(Object.keys(parsed)).to.deep.equal([
      'protocolVersion',
      'serverInfo',
      'capabilities',
      'resources',
      'resourceTemplates',
      'tools',
      'prompts',
    ]);
    expect(parsed)
      .to.deep.include({ protocolVersion: '2026-07-28' })
      .and.to.have.nested.property('serverInfo.title', '双声道');
    const lines = text.split('\n').map((line) => line.replace(/,$/, ''));
    for (const list of [parsed.resources, parsed.resourceTemplates, parsed.tools, parsed.prompts]) {
      expect(lines).to.include.members(list.map((entry) => JSON.stringify(entry)));
    }
    expect(text).to.not.match(/^\s+\S|\r/m);
  });

  it('lists articles newest first, then categories by slug, then the site’s documents', async () => {
    const { parsed } = await build();
    expect(parsed.resources.map(({ uri }) => uri.replace('https://e.example/blog/', ''))).to.deep.equal(
      cases<string>('mcp', 'resources'),
    );
  });

  it('describes every resource with the data that clients need, and with the size in bytes', async () => {
    const { parsed, all } = await build();
    for (const resource of parsed.resources) {
      expect(Object.keys(resource).slice(0, 7)).to.deep.equal([
        'uri',
        'name',
        'title',
        'description',
        'mimeType',
        'size',
        'annotations',
      ]);
      const path = resource.uri.replace('https://e.example/blog', '');
      expect(resource.size, path).to.equal(Buffer.byteLength(all.get(path)!));
      expect(resource.mimeType).to.equal(path.endsWith('.md') ? 'text/markdown' : 'text/plain');
      expect(resource.name).to.equal(path.startsWith('/api/') ? path.replace(/.*\/|\.md$/g, '') : path.slice(1));
      const { audience, priority, lastModified } = resource.annotations;
      expect(audience).to.deep.equal(['user', 'assistant']);
      expect(priority).to.be.within(0, 1);
      if (path.startsWith('/api/')) expect(lastModified).to.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/);
      else expect(resource.annotations).to.not.have.property('lastModified');
    }
    const modified = (path: string): unknown =>
      parsed.resources.find(({ uri }) => uri.endsWith(path))?.annotations.lastModified;
    expect(modified('/algo-a.md')).to.equal('2026-06-01T00:00:00+08:00');
    expect(modified('/prompt-b.md')).to.equal('2026-01-02T08:00:00+08:00');
  });

  it('marks only encrypted articles', async () => {
    const { parsed } = await build();
    const marked = parsed.resources.filter((resource) => '_meta' in resource);
    expect(marked.map(({ uri }) => uri.replace(/.*\//, ''))).to.deep.equal(['algo-locked.md', 'prompt-locked.md']);
    for (const resource of marked) {
      expect(resource._meta).to.deep.equal({ encrypted: true });
      expect(resource.description).to.contain(article().description).and.contain('加密');
    }
  });

  it('has three templates', async () => {
    const { parsed } = await build();
    expect(parsed.resourceTemplates.map(({ uriTemplate, mimeType }) => `${mimeType} ${uriTemplate}`)).to.deep.equal([
      'text/markdown https://e.example/blog/api/posts/{slug}.md',
      'application/json https://e.example/blog/api/posts/{slug}.json',
      'text/markdown https://e.example/blog/api/categories/{slug}.md',
    ]);
    for (const template of parsed.resourceTemplates) expect(template).to.include.keys('name', 'title', 'description');
  });

  it('has three read-only tools with the arguments of the protocol', async () => {
    const { parsed } = await build();
    expect(
      parsed.tools.map(({ name, inputSchema: { properties, required } }) => [
        name,
        Object.keys(properties),
        required ?? [],
      ]),
    ).to.deep.equal([
      ['search_posts', ['query', 'category', 'tag', 'since', 'until', 'limit', 'offset'], []],
      ['get_post', ['slug', 'section', 'max_tokens', 'offset'], ['slug']],
      ['list_categories', [], []],
    ]);
    const [search, get] = parsed.tools;
    expect(search?.inputSchema.properties.limit).to.include({ type: 'integer', default: 10, maximum: 200 });
    expect(get?.inputSchema.properties.max_tokens).to.include({ default: 20_000 });
    expect(get?.inputSchema.properties.offset).to.include({ default: 0 });
    for (const tool of parsed.tools) {
      expect(tool.annotations).to.include({ readOnlyHint: true, destructiveHint: false });
      expect(tool.inputSchema).to.include({ type: 'object', additionalProperties: false });
      expect(tool).to.have.all.keys('name', 'title', 'description', 'inputSchema', 'annotations');
    }
  });

  it('has a prompt for every prompt- article that is not encrypted, sorted by slug', async () => {
    const { parsed } = await build();
    expect(parsed.prompts).to.deep.equal([
      { name: 'prompt-a', title: '无参', description: article().description, arguments: [] },
      {
        name: 'prompt-b',
        title: '提示',
        description: article().description,
        arguments: [
          { name: 'a', description: '甲（例：e）', required: true },
          { name: 'b', required: false },
          { name: 'c', description: '例：1', required: false },
        ],
      },
    ]);
  });

  it('has no prompt for an article without a complete prompt, in a lenient build', async () => {
    const broken = {
      'prompt-a.md': articleText(prompt, '<prompt>x'),
      'algo-b.md': articleText({}, '<prompt>x</prompt>'),
    };
    const { parsed } = await build(broken, { site, lenient: true });
    expect(parsed.prompts).to.deep.equal([]);
    expect(parsed.resources).to.have.lengthOf(2 + 3 + 3);
  });

  it('asks its caller for the size of every listed file', async () => {
    const { library } = await shelve(files, { site });
    const asked: string[] = [];
    manifest({ ...library, prompts: [], version: '1.2.3', sizeOf: (path) => asked.push(path) });
    expect(asked).to.have.lengthOf(11).and.include('/api/posts/algo-locked.md').and.include('/llms.txt');
  });
});
