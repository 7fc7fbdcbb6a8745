// What the summary of a build says of files that agents cannot read at once.
import { expect } from 'chai';
import { textOf } from '#pdc/message';
import { outgrownFiles } from '../../../tasks/report/outgrown.ts';

const digest = (bytes: number) => ({ sha256: 'f'.repeat(64), bytes, tokens: bytes });
const tell = (sizes: Readonly<Record<string, number>>): string =>
  outgrownFiles(
    Object.fromEntries(Object.entries(sizes).map(([path, length]) => [path, digest(length * 3)])),
    (path) => sizes[path]!,
  )
    .map((line) => textOf(line, 'en'))
    .join('\n');

describe('files that outgrow agents', () => {
  it('are none while each has 50,000 characters at most, whatever its bytes', () => {
    expect(tell({ '/llms.txt': 900, '/llms-full.txt': 50_000, '/api/index.json': 20_000 })).to.equal('');
  });

  it('are named with what to do: parts, lists and posts', () => {
    const told = tell({
      '/llms-full.txt': 60_000,
      '/api/parts/llms-full/1.txt': 50_000,
      '/api/index.json': 70_000,
      '/api/posts/long.md': 50_001,
    });
    expect(told).to.match(/llms-full\.txt \(~180000 tokens\): also in parts, from \/api\/parts\/llms-full\/1\.txt/);
    expect(told).to.match(/index\.json \(~210000 tokens\): agents take the list of a category or search/);
    expect(told).to.match(/long\.md \(~150003 tokens\): split the article/);
  });

  it('are not those that programs take', () => {
    expect(tell({ '/api/search/index.json': 90_000, '/api/mcp.json': 90_000, '/api/posts/a.json': 90_000 })).to.equal(
      '',
    );
  });
});
