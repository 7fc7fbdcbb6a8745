// Tests that a locked article does not show its body and password in any way.
import { inspect } from 'node:util';
import { expect } from 'chai';
import { isLocked } from '#pdc/article/article';
import type { Locked } from '#pdc/article/article';
import { secretOf } from '#pdc/locked/secret';
import { article } from '../edition.ts';

const password = 'harbour-night-7';
const body =
  '## 潮位\n\n雾港灯塔第七夜的潮位是三十九。\n\n```mermaid\ngraph\n```\n\n[下文](#潮位) ![图](img/tide%20table.png)\n';

describe('a locked article', () => {
  const locked = article({ password: `"${password}"` }, body) as Locked;

  for (const [how, show] of [
    ['written as JSON', JSON.stringify],
    ['printed', (value: unknown) => inspect(value, { depth: Infinity, showHidden: true })],
    ['copied', (value: object) => inspect({ ...value }, { depth: Infinity })],
    ['cloned', (value: unknown) => inspect(structuredClone(value), { depth: Infinity })],
    ['listed', (value: object) => inspect(Object.entries(value), { depth: Infinity })],
  ] as const) {
    it(`shows nothing of its text and password when it is ${how}`, () => {
      const shown = show(locked);
      expect(shown).to.contain('algo-one');
      for (const secret of [password, '雾港', 'graph', '## 潮位']) expect(shown).to.not.contain(secret);
    });
  }

  it('is frozen, and copies of it still lead encryption to the text and the password', () => {
    expect(isLocked(locked)).to.equal(true);
    expect(Object.isFrozen(locked) && Object.isFrozen(locked.text) && Object.isFrozen(locked.text.links)).to.equal(
      true,
    );
    expect(secretOf({ ...locked })).to.include({ raw: body, password });
    expect(secretOf(locked).visibleText).to.contain('雾港灯塔第七夜的潮位是三十九。').and.not.contain('##');
  });

  it('has its links, its files and whether it has diagrams', () => {
    const { links, anchors, files, holdsDiagram } = locked.text;
    expect(links.map(({ target, place }) => [target, place?.line])).to.deep.equal([
      ['#%E6%BD%AE%E4%BD%8D', 18],
      ['img/tide%20table.png', 18],
    ]);
    expect({ anchors, holdsDiagram }).to.deep.equal({ anchors: ['潮位'], holdsDiagram: true });
    expect(files).to.include('img/tide%20table.png');
  });
});
