// `/robots.txt`.
import { expect } from 'chai';
import { robots } from '#pdc/endpoints/robots.txt';
import { siteWith } from '../edition.ts';

describe('robots.txt', () => {
  it('has the group of the specification and the sitemap', () => {
    const text = String(robots(siteWith({ agents: [] })).contents);
    expect(text).to.equal('User-agent: *\nAllow: /\nDisallow: /api/\n\nSitemap: https://duplex.example/sitemap.xml\n');
  });

  it('gives each user-driven agent a group of its own that allows /api/', () => {
    const text = String(robots(siteWith({ agents: ['One-User', 'Two'] })).contents);
    const groups = text.trimEnd().split('\n\n');
    expect(groups[0]).to.equal('User-agent: *\nAllow: /\nDisallow: /api/');
    expect(groups.slice(1, 3)).to.deep.equal([
      'User-agent: One-User\nAllow: /\nAllow: /api/',
      'User-agent: Two\nAllow: /\nAllow: /api/',
    ]);
    expect(siteWith().agents).to.include.members(['ChatGPT-User', 'Claude-User', 'Perplexity-User']);
  });

  it('respects the base path', () => {
    const text = String(robots(siteWith({ url: 'https://e.example/blog', agents: ['A'] })).contents);
    expect(text).to.equal(
      'User-agent: *\nAllow: /blog/\nDisallow: /blog/api/\n\nUser-agent: A\nAllow: /blog/\nAllow: /blog/api/\n\nSitemap: https://e.example/blog/sitemap.xml\n',
    );
  });
});
