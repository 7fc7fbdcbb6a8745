// A `_site.yml` of an older version still works, and its keys keep their meaning.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { readSite } from '#pdc/site/site';
import { repository } from '../../../support/command.ts';

describe('a _site.yml of version 0.1', () => {
  const bytes = readFileSync(path.join(repository, 'test/fixtures/sites/0.1.yml'));
  const { site, defects } = readSite(bytes, '_site.yml');

  it('has no defect', () => {
    expect(defects).to.deep.equal([]);
  });

  it('keeps its meaning, key by key', () => {
    const { title, description, url, author, language, timezone, permalink, auth, mcp, licence, source } = site;
    expect({ title, description, url, language, timezone, permalink, auth, mcp, licence, source }).to.deep.equal({
      title: '旧站',
      description: '零点一版写的。',
      url: 'https://old.example.com/blog',
      language: 'zh-CN',
      timezone: 'Asia/Shanghai',
      permalink: '/:year/:month/:slug/',
      auth: '/api/auth',
      mcp: 'https://old.example.com/mcp',
      licence: 'CC BY 4.0',
      source: 'https://example.com/source',
    });
    // A name may have become a record with a name in it.
    expect(JSON.stringify(author)).to.contain('林');
    expect(site.head.join('\n')).to.contain('/css/custom.css').and.contain('theme-color');
    expect(site.agents).to.deep.equal(['ChatGPT-User', 'Claude-User']);
    expect(site.minify.exclude).to.include('**/raw/**');
    expect(site.rules).to.include({ 'title-quoted': 'off', description: 'warn' });
  });

  it('has its maps merged with the defaults', () => {
    expect(site.prefixes.garden).to.deep.equal({ categories: ['生活', '园艺'], tags: ['园艺'] });
    expect(site.prefixes).to.have.property('ai');
    expect(site.category_map).to.include({ 生活: 'life', 园艺: 'garden', 技术: 'tech' });
    expect(site.tag_map).to.include({ 番茄: 'tomato' });
  });
});
