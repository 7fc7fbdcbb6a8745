// The two applications at the stand-in: what they are called, and whether they are bound to the platform account.
import { channels } from '../types.ts';
import type { Channel } from '../types.ts';
import { RequestError } from './request-error.ts';

export type App = { readonly appId: string; readonly secret: string };

export type Bindings = Readonly<Partial<Record<Channel, boolean>>>;

export type Apps = Readonly<Record<Channel, App>> & {
  /** Whether the app belongs to the platform account, and so is told unionids. */
  isBound(channel: Channel): boolean;
  list(): Readonly<Record<Channel, { readonly appid: string; readonly bound: boolean }>>;
  /** Changes what is named. */
  bind(bindings: Bindings): void;
};

/** As the stand-in begins. */
export const usualBindings = { web: true, mini: true };

export function createApps({ web, mini }: Readonly<Record<Channel, App>>): Apps {
  let bound = usualBindings;
  return {
    web,
    mini,
    isBound: (channel) => bound[channel],
    list: () => ({
      web: { appid: web.appId, bound: bound.web },
      mini: { appid: mini.appId, bound: bound.mini },
    }),
    bind(bindings) {
      bound = { ...bound, ...bindings };
    },
  };
}

const example = { web: { bound: true }, mini: { bound: false } };

/** Reads `{web?: {bound}, mini?: {bound}}`. Throws a RequestError that names what is allowed. */
export function readBindings(wishes: unknown): Bindings {
  if (typeof wishes !== 'object' || wishes === null || Array.isArray(wishes)) {
    throw new RequestError('apps must be an object', { allowed: [example] });
  }
  return Object.fromEntries(
    Object.entries(wishes).map(([channel, wish]) => {
      if (!isChannel(channel)) throw new RequestError('the app is unknown', { allowed: channels });
      const value: unknown = (wish as { bound?: unknown } | null)?.bound;
      if (typeof value !== 'boolean')
        throw new RequestError(`${channel}.bound is not allowed`, { allowed: [true, false] });
      return [channel, value];
    }),
  );
}

const isChannel = (word: string): word is Channel => (channels as readonly string[]).includes(word);
