// Tags of other engines, by example: what people see in their place stands beside each text.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { expandTags, strayTags } from '#pdc/markdown/template-tags';
import type { Lookups } from '#pdc/markdown/tag-templates';
import { fixtures } from '../../../support/defects.ts';

const folder = path.join(fixtures, 'tags');
const lookups: Lookups = {
  post: (name) => (/hello-world/.test(name) ? { href: '/posts/hello-world/', title: '你好 [世界]' } : undefined),
};
const expand = (text: string): string => expandTags(text, lookups);

describe('tags of other engines', () => {
  for (const name of readdirSync(folder).filter((file) => file.endsWith('.md'))) {
    it(`become what ${name} shows`, () => {
      const raw = readFileSync(path.join(folder, name), 'utf8');
      const strays = strayTags(raw).map(({ name: tag, offset, fault }) => {
        return `${raw.slice(0, offset).split('\n').length} ${fault} ${tag}\n`;
      });
      const told = `${expand(raw)}\n---- stay text\n${strays.join('')}`;
      const expected = path.join(folder, name.replace(/\.md$/, '.expected'));
      if (process.env.UPDATE_FIXTURES === '1') writeFileSync(expected, told);
      expect(told).to.equal(existsSync(expected) ? readFileSync(expected, 'utf8') : 'no .expected file yet');
    });
  }
});
