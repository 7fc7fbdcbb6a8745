// Prompts and completion (protocol sections 11 and 13).
import { expect } from 'chai';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import { ask, endpointOf, shelf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { base } from '../site.ts';

describe('the adapter’s prompts', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  before(async () => {
    stock = await shelf();
    endpoint = endpointOf(stock);
  });
  const get = (name: string, values?: Record<string, unknown>): Promise<Json> =>
    ask(endpoint, 'prompts/get', { name, ...(values ? { arguments: values } : {}) });
  const textOf = ({ result }: Json): string => result.messages[0].content.text;

  it('are exactly those of the manifest: all prompt- articles that are not encrypted', async () => {
    const { result } = await ask(endpoint, 'prompts/list');
    expect(result?.prompts).to.deep.equal(JSON.parse(stock.files.get('/api/mcp.json')!).prompts);
    expect(result?.prompts.map(({ name }: { name: string }) => name)).to.deep.equal(['prompt-plain', 'prompt-review']);
  });

  it('include the example of an argument in its description', async () => {
    const { result } = await ask(endpoint, 'prompts/list');
    const { arguments: args } = result.prompts.find(({ name }: { name: string }) => name === 'prompt-review');
    expect(args[0]).to.deep.equal({ name: 'language', description: '语言（例：TypeScript）', required: true });
  });

  it('are the text between the prompt tags, with values filled in and without line breaks at either end', async () => {
    expect(textOf(await get('prompt-plain'))).to.equal('照做。');
    const answer = await get('prompt-review', { language: 'Go', focus: '并发' });
    expect(answer.result.messages).to.have.lengthOf(1);
    expect(answer.result.messages[0].role).to.equal('user');
    expect(textOf(answer)).to.equal('请评审 Go 代码。\n并发');
  });

  it('treat every value as text', async () => {
    for (const value of ['{{FOCUS}}', '$&', '$1', '</prompt>', '\\n', '__proto__'])
      expect(textOf(await get('prompt-review', { language: value, focus: 'f' }))).to.equal(`请评审 ${value} 代码。\nf`);
  });

  it('leave a missing optional argument empty, and ignore unknown arguments', async () => {
    expect(textOf(await get('prompt-review', { language: 'Go', other: 'x', toString: 'y' }))).to.equal(
      '请评审 Go 代码。\n',
    );
  });

  it('refuse a required argument that is missing or blank, a value that is not a text, and an unknown name', async () => {
    for (const values of [undefined, {}, { language: '' }, { language: ' \n' }, { focus: 'x' }]) {
      const { error } = await get('prompt-review', values);
      expect(error.code).to.equal(-32602);
      expect(error.message).to.contain('language');
    }
    for (const values of [{ language: 7 }, { language: null }, { language: ['x'] }])
      expect((await get('prompt-review', values)).error.code).to.equal(-32602);
    for (const name of ['prompt-locked', 'algo-long', '', 'constructor', '../prompt-review'])
      expect((await get(name)).error.code, name).to.equal(-32602);
  });

  it('refuse values if the filled prompt would be too long', async () => {
    const path = '/api/posts/prompt-review.json';
    const content = `<prompt>${'{{LANGUAGE}}'.repeat(5)}</prompt>`;
    const files = new Map([...stock.files, [path, JSON.stringify({ ...JSON.parse(stock.files.get(path)!), content })]]);
    const many = endpointOf(await shelf(files));
    const fill = (length: number): Promise<Json> =>
      ask(many, 'prompts/get', { name: 'prompt-review', arguments: { language: 'x'.repeat(length) } });
    expect(textOf(await fill(800_000))).to.have.lengthOf(4_000_000);
    expect((await fill(900_000)).error)
      .to.deep.include({ code: -32602 })
      .and.property('message')
      .contain('shorten');
  });

  describe('and completion', () => {
    const complete = async (ref: object, argument: object): Promise<Json> =>
      ask(endpoint, 'completion/complete', { ref, argument });
    const template = (path: string) => ({ type: 'ref/resource', uri: `${base}${path}` });

    it('complete a template variable with existing slugs, at most 100 at once', async () => {
      for (const path of ['/api/posts/{slug}.md', '/api/posts/{slug}.json']) {
        const { result } = await complete(template(path), { name: 'slug', value: 'PROMPT-' });
        expect(result.completion).to.deep.equal({
          values: ['prompt-locked', 'prompt-plain', 'prompt-review'],
          total: 3,
          hasMore: false,
        });
      }
      const { result } = await complete(template('/api/posts/{slug}.md'), { name: 'slug', value: '' });
      expect(result.completion).to.include({ total: 126, hasMore: true });
      expect(result.completion.values).to.have.lengthOf(100);
      const categories = await complete(template('/api/categories/{slug}.md'), { name: 'slug', value: 'o' });
      expect(categories.result.completion.values).to.deep.equal(['algo', 'prompt']);
    });

    it('complete an argument of a prompt with the example that the author gave', async () => {
      const ref = { type: 'ref/prompt', name: 'prompt-review' };
      const typed = await complete(ref, { name: 'language', value: 'ty' });
      expect(typed.result.completion.values).to.deep.equal(['TypeScript']);
      expect((await complete(ref, { name: 'language', value: 'zz' })).result.completion.values).to.deep.equal([]);
      expect((await complete(ref, { name: 'focus', value: '' })).result.completion.values).to.deep.equal([]);
    });

    it('refuse unknown references', async () => {
      for (const [ref, name] of [
        [template('/api/other/{slug}.md'), 'slug'],
        [template('/api/posts/{slug}.md'), 'other'],
        [{ type: 'ref/prompt', name: 'prompt-locked' }, 'x'],
        [{ type: 'ref/prompt', name: 'prompt-review' }, 'other'],
        [{ type: 'ref/other' }, 'x'],
      ] as const)
        expect((await complete(ref, { name, value: '' })).error?.code).to.equal(-32602);
    });
  });
});
