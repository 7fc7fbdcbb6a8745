// Tests the events that open pages get: the version of the output, and errors in the language of the site.
import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { createLiveState } from '../../../tasks/watch/live-state.ts';
import type { LiveState } from '../../../tasks/watch/live-state.ts';

/** The events that an open page got. */
function listenTo(state: LiveState): { readonly title: string; readonly faults: readonly string[] }[] {
  const told: { title: string; faults: readonly string[] }[] = [];
  const response = Object.assign(new EventEmitter(), {
    writeHead: () => response,
    write: (text: string) => told.push(JSON.parse(text.slice('data: '.length)) as (typeof told)[number]),
  });
  state.subscribe(response as unknown as ServerResponse);
  return told;
}

describe('the state that open pages get', () => {
  it('has a title in the language of the site, from the first event on', () => {
    const state = createLiveState();
    const told = listenTo(state);
    state.update({ language: 'en', faults: ['a'] });
    state.updateVersion({ language: 'zh-CN', faults: [] });
    const [chinese, english] = ['刚保存的内容还不能发布，请改正：', 'Your changes cannot be published yet:'];
    expect(told.map(({ title }) => title)).to.deep.equal([chinese, english, chinese]);
    expect(told.map(({ faults }) => faults)).to.deep.equal([[], ['a'], []]);
  });
});
