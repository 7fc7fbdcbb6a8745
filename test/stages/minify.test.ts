// Which pages are minified, and what minifying leaves alone.
import { Readable } from 'node:stream';
import { expect } from 'chai';
import type Vinyl from 'vinyl';
import { minify } from '../../tasks/stages/minify.ts';
import { toOutputFile } from '../../tasks/stages/vinyl.ts';

const page = '<p>一  段\n  <b>文字</b>  <i>斜</i></p>\n\n<pre><code>a\n  b\n</code></pre>\n<!-- 注 -->\n';

async function minified(path: string, exclude: readonly string[] = []): Promise<string> {
  const output = Readable.from([toOutputFile({ path, contents: page })]).pipe(minify(exclude));
  for await (const file of output) return (file as unknown as Vinyl).contents!.toString();
  throw new Error('nothing came out');
}

describe('the minifier', () => {
  for (const path of [
    '/lib/index.html',
    '/a/lib/b/index.html',
    '/api/index.html',
    '/duplex-unlock.html',
    '/x/duplex-unlock.js',
  ]) {
    it(`never touches ${path}`, async () => {
      expect(await minified(path)).to.equal(page);
    });
  }

  it('never touches what the site excludes', async () => {
    expect(await minified('/notes/index.html', ['notes/**'])).to.equal(page);
  });

  it('keeps <pre> as it is and a space between inline elements', async () => {
    const html = await minified('/posts/x/index.html');
    expect(html).to.contain('<pre><code>a\n  b\n</code></pre>').and.contain('<b>文字</b> <i>斜</i>');
    expect(html).to.not.contain('注').and.not.contain('\n\n');
  });
});
