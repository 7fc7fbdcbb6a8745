// Tests the sizes of images that pages state.
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import Vinyl from 'vinyl';
import { createSizes } from '../../../tasks/flow/image-sizes.ts';

/** The header of a PNG, which contains its size. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  head.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

describe('the size of an image', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'duplex-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const files: Vinyl[] = [];
  const add = (name: string, contents: string | Buffer): string => {
    const source = path.join(folder, name);
    writeFileSync(source, contents);
    files.push(new Vinyl({ cwd: '/', base: '/', path: `/images/${name}`, source }));
    return source;
  };

  it('is found for the images of the static folder, also for SVG', () => {
    add('a.png', png(640, 480));
    add('b.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 378"></svg>');
    const sizeOf = createSizes([...files]);
    expect(sizeOf('/images/a.png')).to.deep.equal({ width: 640, height: 480 });
    expect(sizeOf('/images/b.svg')).to.deep.equal({ width: 720, height: 378 });
  });

  it('is undefined if a file is missing or not an image', () => {
    add('broken.png', 'no image');
    add('notes.txt', 'text');
    rmSync(add('deleted.png', png(1, 1)));
    const sizeOf = createSizes([...files]);
    for (const name of ['broken.png', 'notes.txt', 'missing.png', 'deleted.png'])
      expect(sizeOf(`/images/${name}`)).to.equal(undefined);
  });

  it('is read again after the file changed', () => {
    const source = add('c.png', png(1, 2));
    const sizeOf = createSizes([...files]);
    expect(sizeOf('/images/c.png')).to.deep.equal({ width: 1, height: 2 });
    writeFileSync(source, png(3, 4));
    utimesSync(source, 1, 1);
    expect(sizeOf('/images/c.png')).to.deep.equal({ width: 3, height: 4 });
  });
});
