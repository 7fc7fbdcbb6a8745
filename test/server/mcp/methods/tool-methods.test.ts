// The three tools, as a model sees them (protocol section 13): their answers are text.
import { expect } from 'chai';
import { renderMarkdown } from '#pdc/markdown/render';
import { postMdPath } from '#pdc/site/paths';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import { ask, callTool, endpointOf, factOf, revisions, shelf, slugsOf, textOf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { articles, base, filesOf } from '../site.ts';
import { articleText } from '../../../support/articles.ts';
import { cases } from '../../../support/cases.ts';

describe('the adapter’s tools', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  let index: Json[];
  const call = (name: string, input: Record<string, unknown> = {}): Promise<Json> => callTool(endpoint, name, input);
  /** The lines with the facts of an article. */
  const linesOf = ({ title, slug, date, categories, tags, url }: Json): string[] => [
    `title: ${title}`,
    `slug: ${slug}`,
    `date: ${date}`,
    `categories: ${categories.join(' / ')}`,
    `tags: ${tags.join(', ')}`,
    `url: ${url}`,
  ];
  const entryOf = (slug: string): Json => index.find((entry) => entry.slug === slug);
  before(async () => {
    stock = await shelf();
    endpoint = endpointOf(stock);
    index = JSON.parse(stock.files.get('/api/index.json')!).posts;
  });

  it('accept arguments up to their limits, counted in code points, and name an argument that exceeds its limit', async () => {
    const limits: readonly [string, string, number][] = cases<[string, string, number]>('tools', 'limits');
    const { tools } = JSON.parse(stock.files.get('/api/mcp.json')!);
    for (const [name, argument, most] of limits) {
      const { inputSchema } = tools.find((tool: { name: string }) => tool.name === name);
      expect(inputSchema.properties[argument].maxLength, argument).to.equal(most);
      // \ufdfa becomes eighteen characters when it is normalized.
      for (const character of ['x', '🚀', '\ufdfa']) {
        const input = name === 'get_post' ? { slug: 'algo-long' } : {};
        const taken = await call(name, { ...input, [argument]: character.repeat(most) });
        expect(textOf(taken), argument).not.to.contain('参数有误');
        const refused = await call(name, { ...input, [argument]: character.repeat(most + 1) });
        expect(refused.isError).to.equal(true);
        expect(textOf(refused)).to.contain(`${argument}: 最多 ${most} 个字符`);
      }
    }
  });

  describe('search_posts', () => {
    it('returns the ten newest articles, with all facts of the index, if it gets no arguments', async () => {
      const answer = await call('search_posts');
      expect(textOf(answer)).to.match(new RegExp(`^total: ${index.length}\nnext_offset: 10\n\n`));
      const blocks = textOf(answer).split('\n\n').slice(1);
      expect(blocks).to.have.lengthOf(10);
      for (const [at, block] of blocks.entries()) {
        const entry = index[at];
        const marks = entry.encrypted ? ['encrypted: true'] : [];
        const lines = [...linesOf(entry), ...marks, `description: ${entry.description}`];
        expect(block.split('\n')).to.have.members(lines);
      }
    });

    it('finds articles by words, and returns how well each hit matches and in which section', async () => {
      const answer = await call('search_posts', { query: '跳表 细节 code' });
      const [head, hit] = textOf(answer).split('\n\n');
      expect(head).to.equal('total: 1');
      const { description, ...entry } = entryOf('algo-long');
      expect(hit!.split('\n').slice(0, -1)).to.have.members([
        ...linesOf(entry),
        'match: strong',
        `description: ${description}`,
        'section: 细节-code',
        'section_title: 细节 code',
      ]);
      expect(hit).to.match(/\npassage: .*乙/);
      const section = await call('get_post', { slug: 'algo-long', section: factOf(answer, 'section') });
      expect(section.content[0].text).to.match(/^### 细节/);
    });

    it('adds up the scores of the alternatives in a query', async () => {
      expect(slugsOf(await call('search_posts', { query: '跳表 | 回车换行' }))).to.have.members([
        'algo-long',
        'algo-crlf',
      ]);
      const [first] = slugsOf(await call('search_posts', { query: '篇 | 没有的词 | 背压 | 跳表' }));
      expect(first).to.equal('algo-long');
      expect(textOf(await call('search_posts', { query: '算法 | 提示词' }))).to.match(
        /^“算法”也是分类（.*标签（.*。\n“提示词”也是分类（/m,
      );
      const half = '跳'.repeat(290);
      expect((await call('search_posts', { query: `${half} | ${half}` })).isError).to.equal(undefined);
      expect((await call('search_posts', { query: `${'跳'.repeat(301)} | 表` })).isError).to.equal(true);
      expect((await call('search_posts', { query: [half, half, half].join(' | ') })).isError).to.equal(true);
    });

    it('filters by a category and a tag, by name or by slug', async () => {
      for (const filter of cases<Record<string, string>>('tools', 'filters'))
        expect(factOf(await call('search_posts', filter), 'total'), JSON.stringify(filter)).to.equal('3');
    });

    it('lists many results in one line each, without descriptions, and gives their addresses as one pattern', async () => {
      const answer = await call('search_posts', { limit: 200 });
      expect(slugsOf(answer)).to.deep.equal(index.map(({ slug }) => slug));
      expect(factOf(answer, 'url')).to.equal(`${base}/posts/{slug}/`);
      for (const { slug, date, categories, tags, title, encrypted } of index)
        expect(textOf(answer).split('\n')).to.include(
          `- slug: ${slug} | date: ${date} | ${encrypted ? 'encrypted: true | ' : ''}categories: ${categories.join(' / ')} | tags: ${tags.join(', ')} | title: ${title}`,
        );
    });

    it('says that a word is also the name of a category or tag', async () => {
      expect(textOf(await call('search_posts', { query: '算法' }))).to.match(
        /“算法”也是分类（\d+ 篇，用 category 只看它们）/,
      );
    });

    it('marks hits on the metadata of an encrypted article', async () => {
      const answer = await call('search_posts', { query: '上锁的一篇', limit: 1 });
      expect([factOf(answer, 'slug'), factOf(answer, 'encrypted')]).to.deep.equal(['algo-locked', 'true']);
    });

    it('begins with a warning, and with how to continue, if all hits are only near', async () => {
      const answer = await call('search_posts', { query: '第一节水库调度计划' });
      expect(textOf(answer))
        .to.match(/^没有切题的文章.*换一批词/)
        .and.match(/^- slug: \S+ \| match: near \| .*section: 第一节-1 \| url: \S+ \| title: /m)
        .and.not.match(/match: strong/);
      expect(textOf(await call('search_posts', { query: '跳表与背压' }))).to.not.contain('没有切题');
      const { tools } = JSON.parse(stock.files.get('/api/mcp.json')!);
      expect(tools[0].description).to.contain('near').and.contain('换一批词');
      expect(tools[0].inputSchema.properties.query.description).to.contain('同义词').and.contain(' | ');
    });

    it('begins with what to do next if nothing matches', async () => {
      const answer = await call('search_posts', { query: '量子色动力学 zzqqxx' });
      expect(textOf(answer)).to.match(/^换一批词再查：[^]*list_categories[^]*\n\ntotal: 0$/);
      expect(answer).to.not.have.property('isError', true);
    });

    it('filters by days, and continues where the last answer ended', async () => {
      const { date } = index[3];
      const since = await call('search_posts', { since: date, limit: 50 });
      expect(slugsOf(since)).to.deep.equal(index.filter((post) => post.date >= date).map(({ slug }) => slug));
      const read: string[] = [];
      for (let offset: string | undefined = '0'; offset !== undefined;) {
        const page: Json = await call('search_posts', { limit: 50, offset });
        read.push(...slugsOf(page));
        offset = factOf(page, 'next_offset');
      }
      expect(read).to.deep.equal(index.map(({ slug }) => slug));
      expect(textOf(await call('search_posts', { offset: 1000 }))).to.contain('更小的 offset');
    });

    it('says to try again if pieces of the index are of another build, because the site is being replaced', async () => {
      const { 'algo-long.md': _, ...others } = articles;
      const newer = await filesOf(others);
      const searches: readonly (readonly [string, Record<string, string>])[] = [
        ['search_posts', { query: '跳表' }],
        ['search_posts', { tag: '算法' }],
        ['list_categories', {}],
      ];
      for (const isPiece of [/^\/api\/search\//, /^\/api\/search\/names/]) {
        for (const [tool, input] of searches) {
          const own = await shelf(stock.files);
          const between = endpointOf(own);
          // Reads only the first file of the index.
          await callTool(between, 'get_post', { slug: 'algo-long', section: '细节' });
          own.files = new Map([...own.files, ...[...newer].filter(([path]) => isPiece.test(path))]);
          const answer = await callTool(between, tool, input);
          expect(answer.isError, `${tool} ${JSON.stringify(input)} ${isPiece}`).to.equal(true);
          expect(textOf(answer)).to.contain('稍后');
        }
      }
    });

    it('finds what is new as soon as the first file of the index is read again, whatever is cached', async () => {
      const { 'algo-long.md': _, ...others } = articles;
      const own = await shelf(await filesOf(others));
      const asked = endpointOf(own);
      await callTool(asked, 'search_posts', { query: '跳表' });
      own.time = 30_000;
      // These pieces are cached, and need not be revalidated before 90 s.
      await callTool(asked, 'list_categories', {});
      await callTool(asked, 'search_posts', { query: '背压', tag: '算法' });
      own.files = stock.files;
      own.time = 61_000;
      expect(slugsOf(await callTool(asked, 'search_posts', { query: '背压', tag: '算法' }))).to.include('algo-long');
    });

    it('reads neither the list of articles nor the manifest for a query', async () => {
      const own = await shelf();
      const asked = endpointOf(own);
      await ask(asked, 'ping');
      own.asked.length = 0;
      await callTool(asked, 'search_posts', { query: '跳表与背压' });
      expect(own.asked.filter((path) => /index\.json$|mcp\.json$/.test(path))).to.deep.equal([
        '/api/search/index.json',
      ]);
      expect(own.asked.filter((path) => path.startsWith('/api/search/')).length).to.be.at.most(25);
    });
  });

  describe('get_post', () => {
    const whole = (): string => stock.files.get(postMdPath('algo-long'))!;

    it('returns a complete article, with its facts and the sections of its page', async () => {
      const answer = await call('get_post', { slug: 'algo-long' });
      const [body, facts] = answer.content.map(({ text }: Json) => text);
      expect(body).to.equal(whole());
      const { headings } = renderMarkdown(whole(), { resolve: (target) => target, math: true });
      expect(facts.split('\n')).to.deep.equal([
        ...linesOf(entryOf('algo-long')),
        `characters: ${[...whole()].length}`,
        'offset: 0',
        'more: false',
        'sections:',
        ...headings.map(({ id, text, level }) => `${'  '.repeat(level - 1)}- #${id}${id === text ? '' : ` ${text}`}`),
      ]);
    });

    it('names the series of an article, and which part of the series the article is', async () => {
      const parts = Object.fromEntries(
        ['a', 'b'].map((name, at) => [
          `algo-${name}.md`,
          articleText({ title: `"${name}"`, date: `2026-01-0${at + 1} 08:00:00`, series: '"金样"' }),
        ]),
      );
      const other = endpointOf(await shelf(await filesOf(parts)));
      const answer = await callTool(other, 'get_post', { slug: 'algo-b' });
      expect(textOf(answer)).to.match(/\nseries: 金样\nseries_part: 2\nseries_of: 2\n/);
      expect(factOf(await call('get_post', { slug: 'algo-long' }), 'series')).to.equal(undefined);
    });

    it('returns one section, by its anchor or by the text of its heading', async () => {
      for (const section of ['第一节', '#第一节', '%E7%AC%AC%E4%B8%80%E8%8A%82']) {
        const { content } = await call('get_post', { slug: 'algo-long', section });
        expect(content[0].text, section)
          .to.match(/^## 第一节\n[^]*### 细节/)
          .and.not.contain('重名');
      }
      const second = await call('get_post', { slug: 'algo-long', section: '第一节-1' });
      expect(second.content[0].text).to.equal('## 第一节\n\n重名的一节。\n\n');
      const inner = await call('get_post', { slug: 'algo-long', section: '细节 code' });
      expect(inner.content[0].text).to.match(/^### 细节 `code`/);
    });

    it('returns the parts of a long article one after the other, each with the offset of the next part', async () => {
      let read = '';
      let offset: string | undefined = '0';
      let parts = 0;
      while (offset !== undefined) {
        const result: Json = await call('get_post', { slug: 'algo-long', max_tokens: 100, offset });
        const content = result.content[0].text;
        expect(textOf(result).includes('sections:'), 'listed once').to.equal(offset === '0');
        expect(!/\p{Surrogate}/u.test(content)).to.equal(true);
        read += content;
        offset = factOf(result, 'next_offset');
        expect(factOf(result, 'more')).to.equal(String(offset !== undefined));
        parts += 1;
      }
      expect(read).to.equal(whole());
      expect(parts).to.be.above(5);
    });

    it('names only the sections before and after the requested section', async () => {
      const note = (await call('get_post', { slug: 'algo-long', section: '第一节-1' })).content[1].text;
      expect(note.split('sections beside it:\n')[1].split('\n')).to.deep.equal([
        '    - #细节-code 细节 code',
        '  - #第一节-1 第一节',
        '  - #令--为距离 令 x^2 为距离',
      ]);
      expect(note).to.match(/\nsection: 第一节-1\nsection_title: 第一节\ncharacters: 16\noffset: 0\nmore: false\n/);
    });

    it('keeps the line ends of the body', async () => {
      const { content } = await call('get_post', { slug: 'algo-crlf', section: '二' });
      expect(content[0].text).to.equal('二\r\n---\r\n\r\n乙\r\n');
    });

    it('returns the length of the text, and no text, for an offset past the end', async () => {
      const result = await call('get_post', { slug: 'algo-crlf', offset: 10_000 });
      expect(result.content, 'no empty text, because some clients reject it').to.have.lengthOf(1);
      expect(textOf(result)).to.match(/^offset 10000 超出末尾.*\n[^]*\nmore: false$/);
    });

    it('answers an unknown slug with similar slugs', async () => {
      const result = await call('get_post', { slug: 'algo-lokced' });
      expect(result.isError).to.equal(true);
      expect(textOf(result)).to.contain('algo-locked').and.contain('search_posts');
      const absurd = await call('get_post', { slug: '../../etc/passwd'.repeat(1000) });
      expect(absurd.isError).to.equal(true);
      expect(textOf(absurd).length).to.be.below(1000);
    });

    it('accepts a path or an address of the article, with or without an extension', async () => {
      for (const slug of [
        '/posts/algo-long/',
        'posts/algo-long',
        'algo-long.md',
        '/api/posts/algo-long.json',
        `${base}/posts/algo-long/`,
        `${base}/posts/algo-long.md?from=x#top`,
        `${base}/api/posts/algo-long.md`,
        'HTTPS://E.EXAMPLE:443/blog/posts/%61lgo-long/index.html',
        ' algo-long.json/ ',
      ]) {
        expect(factOf(await call('get_post', { slug, max_tokens: 10 }), 'slug'), slug).to.equal('algo-long');
      }
    });

    it('answers an unknown section with at most three suggestions', async () => {
      const misspelt = await call('get_post', { slug: 'algo-long', section: '第一杰' });
      expect(textOf(misspelt).match(/- #/g)).to.have.length.within(1, 3);

      const result = await call('get_post', { slug: 'algo-long', section: '没有的' });
      expect(result.isError).to.equal(true);
      expect(textOf(result).match(/- #/g)).to.have.lengthOf(3);
      expect(textOf(result)).to.contain('开头的是');
      expect(textOf(await call('get_post', { slug: 'prompt-plain', section: 'x' }))).to.contain('没有小节');
    });
  });

  it('list_categories returns every category and tag with its slug and article count, and the addresses of files and rules', async () => {
    const answer = await call('list_categories');
    const [categories, tags, files, rules] = textOf(answer).split('\n\n');
    const namesIn = (list: string): string[] => JSON.parse(stock.files.get('/api/search/names.json')!)[list];
    for (const [list, text] of [
      ['categories', categories],
      ['tags', tags],
    ] as const) {
      const lines = namesIn(list).map(({ name, slug, post_count: count }: Json) =>
        list === 'tags' ? `- ${slug} | ${count} | ${name}` : `- slug: ${slug} | post_count: ${count} | name: ${name}`,
      );
      const keys = list === 'tags' ? ' (slug | post_count | name)' : '';
      expect(text!.split('\n')).to.have.members([`${list}: ${lines.length}${keys}`, ...lines]);
    }
    expect(files).to.equal(`category_md: ${base}/api/categories/{slug}.md`);
    // The address in the rules is that of a resource, so `resources/read` accepts it.
    const { resources } = JSON.parse(stock.files.get('/api/mcp.json')!);
    expect(rules)
      .to.match(/规则（.*）：/)
      .and.contain(resources.find(({ name }: Json) => name === 'ai-context.md').uri);
  });

  it('accept the values that clients send for unset options, and a number as text', async () => {
    const options = ['category', 'tag', 'since', 'until', 'limit', 'offset'];
    for (const unset of [null, '', ' ']) {
      const input = { query: '跳表', ...Object.fromEntries(options.map((option) => [option, unset])) };
      expect(slugsOf(await call('search_posts', input)), JSON.stringify(unset)).to.deep.equal(['algo-long']);
      const post = { slug: 'algo-long', section: unset, max_tokens: unset, offset: unset };
      expect(factOf(await call('get_post', post), 'more')).to.equal('false');
      expect((await call('list_categories', { any: unset })).isError).to.equal(undefined);
      expect(textOf(await call('get_post', { slug: unset }))).to.contain('slug: 必须给出');
    }
    expect(slugsOf(await call('search_posts', { limit: '2', offset: ' 1 ' }))).to.deep.equal(
      index.slice(1, 3).map(({ slug }) => slug),
    );
    expect(factOf(await call('get_post', { slug: 'algo-long', max_tokens: '50', offset: '3' }), 'offset')).to.equal(
      '3',
    );
  });

  it('report all errors in one language', async () => {
    const wrong = [7, true, {}, ['x'], 1.5, 1e300, 'x'.repeat(700)];
    for (const [name, options] of [
      ['search_posts', ['query', 'category', 'tag', 'since', 'until', 'limit', 'offset', 'other']],
      ['get_post', ['slug', 'section', 'max_tokens', 'offset', 'other']],
      ['list_categories', ['other']],
    ] as const)
      for (const option of options)
        for (const value of wrong) {
          const answer = await call(
            name,
            name === 'get_post' ? { slug: 'algo-long', [option]: value } : { [option]: value },
          );
          if (answer.isError)
            expect(textOf(answer), `${option} ${value}`)
              .to.contain(option)
              .and.not.match(/Invalid|expected|Too|Unrecognized/);
        }
  });

  it('name what was asked for in whole characters', async () => {
    for (const shift of ['', 'x']) {
      const name = shift + '🚀'.repeat(180);
      for (const [tool, input] of [
        ['get_post', { slug: name }],
        ['get_post', { slug: 'algo-long', section: name }],
        ['search_posts', { category: name }],
        ['search_posts', Object.fromEntries([0, 1, 2, 3].map((at) => [name + at, 'x']))],
      ] as const) {
        const text = textOf(await call(tool, input));
        expect(text).to.match(/🚀{40}/u);
        expect(text).not.to.match(/\p{Cs}/u);
      }
    }
  });

  it('do not let a title, name or heading add a line to an answer', async () => {
    const forged = '甲\n\ntitle: 假\nslug: forged\r\n- slug: forged\u2028slug: forged\u0085slug: forged\u001b[2J';
    const files = new Map(await filesOf({ 'algo-a.md': articleText({ title: '"甲"' }, '## 节\n\n正文。\n') }));
    const evil = { title: forged, slug: 'algo-a', date: forged, url: forged, description: forged };
    for (const [path, list] of [
      ['/api/index.json', 'posts'],
      ['/api/search/posts/0.json', 'posts'],
      ['/api/search/names.json', 'tags'],
      ['/api/search/names.json', 'categories'],
    ] as const) {
      const file = JSON.parse(files.get(path)!);
      const names = { categories: [forged], tags: [forged] };
      file[list] = file[list].map((one: Json) => ({
        ...one,
        ...(list === 'posts' ? { ...evil, ...names } : { name: forged }),
      }));
      files.set(path, JSON.stringify(file));
    }
    const body = JSON.parse(files.get('/api/posts/algo-a.json')!);
    files.set('/api/posts/algo-a.json', JSON.stringify({ ...body, content: '## 甲\u2028slug: forged\n\n甲\n' }));
    const other = endpointOf(await shelf(files));
    for (const [name, input] of [
      ['search_posts', {}],
      ['search_posts', { query: '甲' }],
      ['search_posts', { tag: 'no' }],
      ['get_post', { slug: 'algo-a' }],
      ['get_post', { slug: 'algo-a', section: '没有' }],
      ['get_post', { slug: 'x\nslug: forged' }],
      ['list_categories', {}],
    ] as const) {
      const { content } = await callTool(other, name, { ...input });
      expect(content.at(-1).text.replaceAll('\n', ' '), name).not.to.match(/\p{Cc}|\u2028/u);
      expect(content.at(-1).text, name).not.to.match(/^(?:- )?slug: forged/m);
    }
  });

  for (const [name, input, word] of cases<[string, Record<string, unknown>, string]>('tools', 'mistakes')) {
    it(`${name} answers ${JSON.stringify(input)} with the remedy`, async () => {
      const result = await call(name, input);
      expect(result.isError).to.equal(true);
      expect(textOf(result)).to.contain(word);
    });
  }

  it('answer from the cache while the site is down, and report that it is down if nothing is cached', async () => {
    const own = await shelf();
    const living = endpointOf(own);
    await callTool(living, 'search_posts', { query: '跳表' });
    await callTool(living, 'get_post', { slug: 'algo-long' });
    own.state = 'dead';
    own.time = 60_000;
    expect(slugsOf(await callTool(living, 'search_posts', { query: '跳表' }))).to.have.lengthOf(1);
    expect(factOf(await callTool(living, 'get_post', { slug: 'algo-long' }), 'more')).to.equal('false');
    const unread = await callTool(living, 'get_post', { slug: 'prompt-plain' });
    expect(unread.isError).to.equal(true);
    expect(textOf(unread)).to.equal(textOf(await callTool(endpointOf(own), 'list_categories')));
    expect(textOf(unread)).to.contain('稍后').and.not.contain('secret');
    for (const revision of revisions)
      expect((await ask(living, 'resources/list', {}, revision)).error).to.equal(undefined);
  });
});
