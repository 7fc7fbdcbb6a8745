// Files are cached, revalidated when they may have changed, and served while the site is down.
import { expect } from 'chai';
import { createFileCache } from '../../../../server/mcp/site/file-cache.ts';
import type { ReadText, ReadResult } from '../../../../server/mcp/site/read-text.ts';
import { openSite } from '../../../../server/mcp/site/open-site.ts';

describe('the adapter’s cache', () => {
  const asked: [string, string | undefined][] = [];
  const logged: string[] = [];
  let time = 0;
  let answer: () => ReadResult = () => ({ kind: 'absent' });
  const read: ReadText = async (path, known) => {
    asked.push([path, known]);
    return answer();
  };
  const text = (content: string, version?: string) => (): ReadResult => ({ kind: 'text', text: content, version });
  const open = (own: { recheckAfter?: number; capacity?: number; make?: (text: string) => string } = {}) =>
    createFileCache({
      readText: read,
      make: (t) => t,
      recheckAfter: 1000,
      capacity: 100,
      now: () => time,
      log: (m) => logged.push(m),
      ...own,
    });
  beforeEach(() => {
    asked.length = 0;
    logged.length = 0;
    time = 0;
  });

  it('reads a file once, and revalidates it with the known version after some time', async () => {
    const remember = open();
    answer = text('one', 'v1');
    expect(await remember('/a')).to.equal('one');
    time = 999;
    expect(await remember('/a')).to.equal('one');
    expect(asked).to.deep.equal([['/a', undefined]]);
    time = 1000;
    answer = () => ({ kind: 'same' });
    expect(await remember('/a')).to.equal('one');
    answer = text('two', 'v2');
    time = 1999;
    expect(await remember('/a')).to.equal('one');
    time = 2000;
    expect(await remember('/a')).to.equal('two');
    expect(asked.slice(1)).to.deep.equal([
      ['/a', 'v1'],
      ['/a', 'v1'],
    ]);
  });

  it('keeps as many pieces of a site’s index as a Worker has room for', async () => {
    const site = openSite({
      readText: read,
      recheckAfter: Infinity,
      now: () => time,
      log: (message) => logged.push(message),
    });
    const pieceAt = (at: number): Promise<unknown> => site.file(`/api/search/terms/${at}.txt`);
    answer = text('潮'.repeat(1_000_000));
    for (let at = 0; at < 12; at += 1) await pieceAt(at);
    asked.length = 0;
    await pieceAt(11);
    expect(asked).to.have.lengthOf(0);
    await pieceAt(0);
    expect(asked).to.have.lengthOf(1);
  });

  it('revalidates on every read if `recheckAfter` is 0', async () => {
    const remember = open({ recheckAfter: 0 });
    answer = text('one', 'v1');
    await remember('/a');
    await remember('/a');
    expect(asked).to.have.lengthOf(2);
  });

  it('serves cached files while the site is down, and does not revalidate more often than usual', async () => {
    const remember = open();
    answer = text('one', 'v1');
    await remember('/a');
    answer = () => {
      throw new Error('dead');
    };
    time = 1000;
    expect(await remember('/a')).to.equal('one');
    expect(await remember('/a')).to.equal('one');
    expect(asked).to.have.lengthOf(2);
    expect(logged).to.have.lengthOf(1);
    expect(logged[0]).to.contain('dead');
  });

  it('serves cached files while the current files are broken', async () => {
    const make = (content: string): string => String(JSON.parse(content));
    const remember = open({ make });
    answer = text('"good"', 'v1');
    await remember('/a');
    answer = text('{"cut', 'v2');
    time = 1000;
    expect(await remember('/a')).to.equal('good');
    answer = text('"better"', 'v3');
    time = 2000;
    expect(await remember('/a')).to.equal('better');
  });

  it('throws if a file cannot be read and is not cached', async () => {
    answer = () => {
      throw new Error('dead');
    };
    const error = await open()('/a').catch((reason: Error) => reason);
    expect(error).to.have.property('message', 'dead');
  });

  it('forgets a file that is gone', async () => {
    const remember = open({ recheckAfter: 0 });
    answer = text('one', 'v1');
    await remember('/a');
    answer = () => ({ kind: 'absent' });
    expect(await remember('/a')).to.equal(undefined);
    answer = text('two', 'v2');
    expect(await remember('/a')).to.equal('two');
    expect(asked.at(-1)).to.deep.equal(['/a', undefined]);
  });

  it('stays within its capacity by evicting the least recently used files', async () => {
    const remember = open({ recheckAfter: 1e9 });
    answer = text('x'.repeat(40), 'v');
    for (const path of ['/a', '/b', '/a', '/c']) await remember(path);
    expect(asked.map(([path]) => path)).to.deep.equal(['/a', '/b', '/c']);
    await remember('/a');
    await remember('/b');
    expect(asked.map(([path]) => path)).to.deep.equal(['/a', '/b', '/c', '/b']);
    answer = text('x'.repeat(101), 'v');
    expect(await remember('/large')).to.have.lengthOf(101);
    await remember('/large');
    expect(asked.filter(([path]) => path === '/large')).to.have.lengthOf(2);
  });
});
