// The settings of a blog's configuration become keys of `_site.yml` or are reported. Its secrets appear neither in
// these keys nor in the report.
import { expect } from 'chai';
import { configuredBy } from '../../../tasks/adopt/configured.ts';
import { openFolder } from '../../../tasks/adopt/blog-folder.ts';
import { readSite } from '#pdc/site/site';
import { table } from '../../support/cases.ts';
import { fixtures } from '../../support/defects.ts';

type Case = {
  readonly language?: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly keys?: Readonly<Record<string, unknown>>;
  readonly pictures?: Readonly<Record<string, string>>;
  readonly named?: readonly string[];
};

describe('the configuration of a blog', () => {
  for (const [what, { language = 'zh-CN', data, keys = {}, pictures = {}, named = [] }] of Object.entries(
    table<Record<string, Case>>('configured', 'configurations'),
  ))
    it(`says ${what}`, () => {
      const said = configuredBy({ folder: openFolder(fixtures), facts: { language }, data });
      expect(said.keys).to.deep.equal(keys);
      expect(said.pictures).to.deep.equal(pictures);
      expect(said.named.map(({ file, why }) => `${file} ${why.key}`)).to.deep.equal(named);
      expect(readSite(Buffer.from(JSON.stringify(said.keys)), '_site.yml').defects).to.deep.equal([]);
      expect(JSON.stringify(said)).to.not.contain('SECRET');
    });
});
