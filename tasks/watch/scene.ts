// What visitors are shown, and the open pages that hear of it when it changes (Server-Sent Events).
import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { defaultSite } from '#pdc/site';
import { translate } from '../report/translate.ts';

export type Scene = {
  /** Another with every change of the output: a page that was made from an older one loads itself again. */
  readonly version: string;
  /** Why the output is older than its sources, a line each. Empty while all is well. */
  readonly faults: readonly string[];
  /** Of the site: what its author is told is told in it. */
  readonly language: string;
  /** The path of the base URL, without a trailing slash. */
  readonly base: string;
  /** The Markdown file of each post, by the post's page: site paths. */
  readonly markdownOf: ReadonlyMap<string, string>;
};

export type Stage = {
  readonly scene: () => Scene;
  readonly change: (part: Partial<Omit<Scene, 'version'>>) => void;
  /** The output changed: the same, with a new version. */
  readonly renew: (part: Partial<Omit<Scene, 'version'>>) => void;
  /** Keeps a response open and tells it of every change, and at once how things stand. */
  readonly admit: (response: ServerResponse) => void;
};

export function createStage(): Stage {
  let scene: Scene = {
    version: randomUUID(),
    faults: [],
    language: defaultSite.language,
    base: '',
    markdownOf: new Map(),
  };
  const visitors = new Set<ServerResponse>();
  const tell = (visitor: ServerResponse): void => {
    const { version, faults, language } = scene;
    const title = translate('What was saved cannot be published yet:', language);
    visitor.write(`data: ${JSON.stringify({ version, title, faults })}\n\n`);
  };
  const set = (part: Partial<Scene>): void => {
    scene = { ...scene, ...part };
    visitors.forEach(tell);
  };
  return {
    scene: () => scene,
    change: set,
    renew: (part) => set({ ...part, version: randomUUID() }),
    admit(response) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' });
      visitors.add(response);
      response.on('close', () => visitors.delete(response));
      tell(response);
    },
  };
}
