// Agent Skills by the MCP extension (SEP-2640): the published skills, over HTTP.
// test/server/mcp/entrances/stdio.test.ts tests them on stdio.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { skillPath, skillsPath } from '#pdc/site/paths';
import type { Endpoint } from '../../../../server/mcp/entrances/http-endpoint.ts';
import { ask, endpointOf, revisions, shelf } from '../adapter.ts';
import type { Json, Shelf } from '../adapter.ts';
import { articles, base, filesOf, secrets } from '../site.ts';

const extension = 'io.modelcontextprotocol/skills';
const skillMd = (name: string, more = ''): string =>
  `---\nname: ${name}\ndescription: "做什么"\nlicense: "MIT"\nmetadata:\n  source: "x"\n${more}---\n\n正文\n`;
const rowOf = (name: string, url: unknown = base + skillPath(name)): Json => ({ name, type: 'skill-md', url });

describe('the adapter’s skills', () => {
  let stock: Shelf;
  let endpoint: Endpoint;
  let plain: ReadonlyMap<string, string>;
  before(async () => {
    stock = await shelf(await filesOf(articles, { skills: true }));
    endpoint = endpointOf(stock);
    plain = await filesOf();
  });

  /** A site that has these rows in the index of skills, and these files. */
  const siteWith = async (
    rows: readonly unknown[],
    files: Readonly<Record<string, string>> = {},
  ): Promise<Endpoint> => {
    const texts = Object.entries(files).map(([name, text]) => [skillPath(name), text] as const);
    const index = JSON.stringify({ skills: rows });
    return endpointOf(await shelf(new Map([...plain, ...texts, [skillsPath, index]])));
  };
  const namesIn = async (of: Endpoint): Promise<string[]> =>
    (await ask(of, 'skills/list')).result.skills.map(({ frontmatter }: Json) => frontmatter.name);

  it('are announced in every revision, but only if the site has skills', async () => {
    const other = endpointOf(await shelf(plain));
    const initialize = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } };
    const discovered = await ask(endpoint, 'server/discover');
    expect(discovered.result.capabilities.extensions).to.deep.equal({ [extension]: {} });
    const shaken = await ask(endpoint, 'initialize', initialize, '2025-11-25');
    expect(shaken.result.capabilities.extensions).to.deep.equal({ [extension]: {} });
    expect((await ask(other, 'server/discover')).result.capabilities).to.not.have.property('extensions');
    expect((await ask(other, 'skills/list')).error?.code).to.equal(-32601);
    expect((await ask(other, 'resources/read', { uri: 'skill://prompt-plain/SKILL.md' })).error?.code).to.equal(-32602);
  });

  it('are listed with their front matter, and the digest and size of the file', async () => {
    const { result } = await ask(endpoint, 'skills/list');
    expect(result).to.deep.include({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'public' });
    expect(result.skills.map(({ uri }: Json) => uri)).to.deep.equal([
      'skill://prompt-plain/SKILL.md',
      'skill://prompt-review/SKILL.md',
    ]);
    for (const skill of result.skills) {
      const { contents } = (await ask(endpoint, 'resources/read', { uri: skill.uri })).result;
      const [{ text, uri, mimeType }] = contents;
      expect([uri, mimeType]).to.deep.equal([skill.uri, 'text/markdown']);
      expect(text).to.equal(stock.files.get(skillPath(skill.frontmatter.name)));
      const sha256 = createHash('sha256').update(text).digest('hex');
      expect(skill.resources).to.deep.equal([{ uri, digest: `sha256:${sha256}`, size: Buffer.byteLength(text) }]);
      expect(skill.frontmatter.metadata.source).to.equal(`${base}/posts/${skill.frontmatter.name}/`);
      const got = await ask(endpoint, 'skills/get', { uri });
      expect(got.result).to.deep.include({ resultType: 'complete', ttlMs: 60_000, cacheScope: 'public', skill });
    }
    for (const revision of revisions)
      expect((await ask(endpoint, 'skills/list', {}, revision)).result.skills).to.have.lengthOf(2);
  });

  it('do not change the list of resources', async () => {
    const other = endpointOf(await shelf(plain));
    const listed = await ask(endpoint, 'resources/list');
    expect(listed.result.resources.map(({ uri }: Json) => uri)).to.deep.equal(
      (await ask(other, 'resources/list')).result.resources.map(({ uri }: Json) => uri),
    );
  });

  it('are not found at another address, and a request for such an address reads nothing', async () => {
    await ask(endpoint, 'skills/list');
    const asked = stock.asked.length;
    for (const uri of [
      'skill://algo-long/SKILL.md',
      'skill://prompt-plain',
      'skill://prompt-plain/other.md',
      'skill://prompt-plain/../prompt-review/SKILL.md',
      'skill://../SKILL.md',
      `skill://${'a'.repeat(100_000)}/SKILL.md`,
      `${base}${skillPath('prompt-plain')}`,
      '',
    ])
      for (const method of ['skills/get', 'resources/read'])
        expect((await ask(endpoint, method, { uri })).error?.code, `${method} ${uri.slice(0, 80)}`).to.equal(-32602);
    expect((await ask(endpoint, 'skills/get')).error?.code).to.equal(-32602);
    expect(stock.asked.length).to.equal(asked);
  });

  it('are listed in pages, because listing a skill requires reading its file', async () => {
    const names = Array.from({ length: 45 }, (_, at) => `s${at}`);
    const many = await siteWith(
      names.map((name) => rowOf(name)),
      Object.fromEntries(names.map((name) => [name, skillMd(name)])),
    );
    const read: string[] = [];
    let cursor: string | undefined;
    do {
      const { result } = await ask(many, 'skills/list', cursor === undefined ? {} : { cursor });
      expect(result.skills.length).to.be.at.most(20);
      read.push(...result.skills.map(({ frontmatter }: Json) => frontmatter.name));
      cursor = result.nextCursor;
    } while (cursor !== undefined);
    expect(read).to.deep.equal(names);
  });

  it('never include a locked article, even if an index lists the article', async () => {
    const hostile = await siteWith([rowOf('prompt-locked'), rowOf('open')], {
      'prompt-locked': skillMd('prompt-locked', `secret: ${secrets[0]}\n`),
      open: skillMd('open'),
    });
    expect(await namesIn(hostile)).to.deep.equal(['open']);
    for (const method of ['skills/get', 'resources/read'])
      expect((await ask(hostile, method, { uri: 'skill://prompt-locked/SKILL.md' })).error?.code).to.equal(-32602);
  });

  it('leave out entries of a hostile index that do not lead to valid skill files of the site', async () => {
    const bomb = `a: &a [${'x,'.repeat(500)}]\n${Array.from({ length: 90 }, (_, at) => `b${at}: *a\n`).join('')}`;
    const hostile = await siteWith(
      [
        ...['../x', 'UP', 'a'.repeat(65), '', 7, null].map((name) => rowOf(name as string)),
        null,
        7,
        rowOf('ok'),
        rowOf('ok'),
        rowOf('near', '../agent-skills/near/SKILL.md'),
        rowOf('elsewhere', 'https://other.example/SKILL.md'),
        rowOf('other-file', `${base}/api/index.json`),
        rowOf('number', 5),
        { ...rowOf('packed'), type: 'archive' },
        ...['missing', 'unnamed', 'headless', 'bomb', 'deep', 'long', 'text'].map((name) => rowOf(name)),
      ],
      {
        ok: skillMd('ok'),
        near: `\ufeff${skillMd('near').replaceAll('\n', '\r\n')}`,
        elsewhere: skillMd('elsewhere'),
        'other-file': skillMd('other-file'),
        number: skillMd('number'),
        packed: skillMd('packed'),
        unnamed: skillMd('another'),
        headless: '正文\n',
        bomb: skillMd('bomb', bomb),
        deep: skillMd('deep', `a: ${'['.repeat(5000)}${']'.repeat(5000)}\n`),
        long: skillMd('long', `a: "${'x'.repeat(100_000)}"\n`),
        text: '---\njust text\n---\n',
      },
    );
    expect(await namesIn(hostile)).to.deep.equal(['ok', 'near']);
  });

  it('are missing if the index is invalid, and come from the cache while the site is down', async () => {
    for (const text of ['<html>', '7', '{"skills":7}', '']) {
      const other = endpointOf(await shelf(new Map([...plain, [skillsPath, text]])));
      expect((await ask(other, 'skills/list')).error?.code, text).to.equal(-32601);
      expect((await ask(other, 'resources/list')).error, text).to.equal(undefined);
    }
    const own = await shelf(stock.files);
    const dying = endpointOf(own);
    await ask(dying, 'skills/list');
    own.state = 'dead';
    own.time = 60_000;
    expect((await ask(dying, 'skills/list')).result.skills).to.have.lengthOf(2);
  });
});
