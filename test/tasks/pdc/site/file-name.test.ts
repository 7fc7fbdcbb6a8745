// The name of a file is {domain-prefix}-{subtopic}.md: lowercase English words joined by hyphens. The last word is not
// a number.
import { expect } from 'chai';
import fc from 'fast-check';
import { defaultPrefixes } from '#pdc/site/defaults';
import { readFileName } from '#pdc/site/file-name';
import { toAsciiSlug } from '#pdc/text/slug';
import { cases } from '../../../support/cases.ts';

const read = (path: string, prefixes = defaultPrefixes) => readFileName(path, prefixes);

describe('the prefix of a file name', () => {
  const own = {
    ...defaultPrefixes,
    tcp: { categories: ['a'], tags: [] },
    'tcp-ip-v6': { categories: ['b'], tags: [] },
  };
  for (const [name, prefix] of cases<[string, string | undefined]>('file-name', 'prefixes')) {
    it(`is the longest prefix that matches, including the hyphen after it: ${name}`, () => {
      expect(read(`${name}.md`, own).prefix).to.equal(prefix);
    });
  }

  it('is one of nineteen by default', () => {
    const prefixes = Object.keys(defaultPrefixes);
    expect(prefixes).to.have.lengthOf(19);
    for (const prefix of prefixes) {
      expect(read(`${prefix}-topic.md`)).to.deep.equal({ slug: `${prefix}-topic`, prefix, findings: [] });
    }
  });
});

describe('the slug of a file name', () => {
  for (const [name, slug, ...rules] of cases<[string, string, ...string[]]>('file-name', 'slugs')) {
    it(`is the name without extension, always in ASCII: ${name}`, () => {
      const { slug: read_, findings } = read(name);
      expect([read_, ...findings.map(({ rule }) => rule)]).to.deep.equal([slug, ...rules]);
    });
  }

  it('is ASCII that needs no encoding in an address, for any name', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('。', '..', 'x/..', '😀', ''),
    );
    fc.assert(
      fc.property(name, (text) => {
        const { slug } = read(`${text}.md`);
        expect(slug).to.match(/^[A-Za-z0-9][\w.~-]*$/);
        expect(new URL(`https://x.example/${slug}`).pathname).to.equal(`/${slug}`);
        expect(toAsciiSlug(text)).to.match(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      }),
    );
  });
});
