// Other blogs (`_friends.yml`): reading, mistakes, and the cards.
import { expect } from 'chai';
import { formatDefect } from '#pdc/words/defect';
import { isFriendsPage, readFriends } from '#pdc/site/friends';
import { defaultSite } from '#pdc/site/site';
import { friendCards } from '../../../../tasks/theme/parts/friends.ts';
import { cases } from '../../../support/cases.ts';

const read = (text: string) => readFriends(Buffer.from(text), '_friends.yml');

describe('the file of friends', () => {
  for (const [text, names, ...lines] of cases<[string, string[], ...string[]]>('friends', 'files'))
    it(`has ${names.length} valid entries in ${JSON.stringify(text)}`, () => {
      const { friends, defects } = read(text);
      expect(friends.map(({ name }) => name)).to.deep.equal(names);
      expect(defects.map((defect) => formatDefect(defect, 'en'))).to.deep.equal(lines);
    });

  it('is shown on a page with a name such as links or friends', () => {
    expect(['links', 'link', 'flink', 'friends', 'Friends'].every(isFriendsPage)).to.equal(true);
    expect(['about', 'blinks', 'linked'].some(isFriendsPage)).to.equal(false);
  });
});

describe('the cards of friends', () => {
  it('are in groups, are escaped, and have a picture or a first character; a site without friends has no cards', () => {
    const site = { ...defaultSite, url: 'https://a.example/blog' };
    expect(friendCards(site)).to.deep.equal([]);
    const { friends } = read(
      '- { name: "甲 <b>", url: https://a.example, avatar: /a.png, group: 近 }\n- { name: 乙, url: https://b.example }\n- { name: 𠮷, url: https://c.example, about: 丙, group: 近 }\n',
    );
    const [near, others, ...more] = friendCards({ ...site, friends }).map(String);
    expect(more).to.deep.equal([]);
    expect(near).to.contain('<h2>近</h2>').and.contain('src="/blog/a.png"').and.contain('<b>甲 &lt;b&gt;</b>');
    expect(near).to.contain('>𠮷</span>').and.contain('<span class="friend-about">丙</span>').and.not.contain('乙');
    expect(others).to.contain('<b>乙</b>').and.not.contain('<h2>');
  });
});
