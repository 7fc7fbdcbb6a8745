// `/api/digests.json`: the digest and size of every machine file.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import { articlesOf, machineFiles, shelve } from '../edition.ts';

describe('digests.json', () => {
  it('has digest, bytes and tokens of every machine file except itself, by path, one per line', async () => {
    const files = await machineFiles((await shelve(articlesOf(2))).library);
    const text = files.get('/api/digests.json')!;
    const digests = JSON.parse(text) as Record<string, { sha256: string; bytes: number; tokens: number }>;
    const forCrawlers = ['/robots.txt', '/sitemap.xml', '/atom.xml', '/.nojekyll', '/api/digests.json'];
    expect(Object.keys(digests)).to.deep.equal([...files.keys()].filter((path) => !forCrawlers.includes(path)).sort());
    for (const [path, digest] of Object.entries(digests)) {
      const contents = files.get(path)!;
      expect(Object.keys(digest)).to.deep.equal(['sha256', 'bytes', 'tokens']);
      expect(digest.sha256).to.equal(createHash('sha256').update(contents).digest('hex'));
      expect(digest.bytes).to.equal(Buffer.byteLength(contents));
      expect(digest.tokens).to.be.above(0);
      expect(text).to.contain(`\n${JSON.stringify(path)}:${JSON.stringify(digest)}`);
    }
  });

  it('changes the digest of a file if the file changes, and only then', async () => {
    const digestsOf = async (count: number): Promise<Record<string, unknown>> =>
      JSON.parse((await machineFiles((await shelve(articlesOf(count))).library)).get('/api/digests.json')!) as Record<
        string,
        unknown
      >;
    const [two, again, three] = [await digestsOf(2), await digestsOf(2), await digestsOf(3)];
    expect(again).to.deep.equal(two);
    expect(three['/api/posts/algo-n0x.md']).to.deep.equal(two['/api/posts/algo-n0x.md']);
    expect(three['/api/index.json']).to.not.deep.equal(two['/api/index.json']);
  });
});
