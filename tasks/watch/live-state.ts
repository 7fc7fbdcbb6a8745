// Keeps the state of the watched site and sends it to open pages when it changes (Server-Sent Events).
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { defaultSite } from '#pdc/site/site';
import { message, textOf } from '#pdc/words/message';

export type SiteState = {
  /** Changes with the output. A page with an older version reloads itself. */
  readonly version: string;
  /** The errors that prevent the current sources from being published, one line each. */
  readonly faults: readonly string[];
  /** The language of the site and of messages for its author. */
  readonly language: string;
  /** The path of the base URL, without a trailing slash. */
  readonly base: string;
  /** The Markdown file of each post, with the full address and title of its page, by the site path of the page. */
  readonly markdownOf: ReadonlyMap<string, { readonly file: string; readonly url: string; readonly title: string }>;
};

export type LiveState = {
  readonly current: () => SiteState;
  readonly update: (part: Partial<Omit<SiteState, 'version'>>) => void;
  /** Updates the state after the output changed, and gives it a new version. */
  readonly updateVersion: (part: Partial<Omit<SiteState, 'version'>>) => void;
  /** Keeps a response open and sends it the state, now and after every change. */
  readonly subscribe: (response: ServerResponse) => void;
};

export function createLiveState(): LiveState {
  let state: SiteState = {
    version: randomUUID(),
    faults: [],
    language: defaultSite.language,
    base: '',
    markdownOf: new Map(),
  };
  const subscribers = new Set<ServerResponse>();
  const send = (subscriber: ServerResponse): void => {
    const { version, faults, language } = state;
    const title = textOf(message('notPublishedYet'), language);
    subscriber.write(`data: ${JSON.stringify({ version, title, faults })}\n\n`);
  };
  const update = (part: Partial<SiteState>): void => {
    state = { ...state, ...part };
    subscribers.forEach(send);
  };
  return {
    current: () => state,
    update,
    updateVersion: (part) => update({ ...part, version: randomUUID() }),
    subscribe(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      subscribers.add(response);
      response.on('close', () => subscribers.delete(response));
      send(response);
    },
  };
}
