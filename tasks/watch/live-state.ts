// The state of the watched site, sent to open pages whenever it changes (Server-Sent Events).
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { defaultSite } from '#pdc/site/site';
import { message, textOf } from '#pdc/words/message';

export type SiteState = {
  /** Differs after every change of the output: a page of an older version loads itself again. */
  readonly version: string;
  /** Why the output is older than its sources, a line each. Empty while all is well. */
  readonly faults: readonly string[];
  /** The language of the site, in which messages for its author are written. */
  readonly language: string;
  /** The path of the base URL, without a trailing slash. */
  readonly base: string;
  /** The Markdown file of each post, by the post's page: site paths; with the page's whole address and title. */
  readonly markdownOf: ReadonlyMap<string, { readonly file: string; readonly url: string; readonly title: string }>;
};

export type LiveState = {
  readonly current: () => SiteState;
  readonly update: (part: Partial<Omit<SiteState, 'version'>>) => void;
  /** An update after the output changed: it has a new version. */
  readonly updateVersion: (part: Partial<Omit<SiteState, 'version'>>) => void;
  /** Keeps a response open, and sends it the state at once and after every change. */
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
  const set = (part: Partial<SiteState>): void => {
    state = { ...state, ...part };
    subscribers.forEach(send);
  };
  return {
    current: () => state,
    update: set,
    updateVersion: (part) => set({ ...part, version: randomUUID() }),
    subscribe(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      subscribers.add(response);
      response.on('close', () => subscribers.delete(response));
      send(response);
    },
  };
}
