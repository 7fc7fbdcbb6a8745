// The connection to Redis that one-time values, session keys and limits share. Nothing waits beyond a deadline, and a
// connection that failed is thrown away: the client's own reconnecting has no deadline for a server that hangs.
// By their files: the package's own entrance loads the commands of clusters too, a tenth of a start.
import RedisClient from '@redis/client/dist/lib/client/index.js';
import { ErrorReply } from '@redis/client/dist/lib/errors.js';
import { Problem } from '../problem.ts';

/** Together what a caller waits at most. */
const connectMs = 1_000;
const answerMs = 1_000;

const { create: createClient } = RedisClient.default;
type Client = ReturnType<typeof createClient>;
/** The commands that the stores use. */
export type Commands = Pick<Client, 'get' | 'set' | 'unlink' | 'eval'>;

export type Redis = {
  /** Runs one command, on a new connection where there is none. Throws `store_unavailable`, within 2 seconds. */
  run<T>(command: (commands: Commands) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Connection = { readonly client: Client; readonly ready: Promise<unknown> };

/** Opens nothing yet: the first command connects. Throws when the address is no `redis://` or `rediss://` one. */
export function openRedis(url: string): Redis {
  // Checked without `new URL`, whose error would carry the password.
  if (!URL.canParse(url) || !/^rediss?:/i.test(url))
    throw new Error('KEYV_URL must be a redis:// or rediss:// address');
  let current: Connection | undefined;
  let isClosed = false;

  const discard = (client: Client): void => {
    if (current?.client === client) current = undefined;
    // Everybody who waits on it is told at once, and the socket goes, whatever state it is in.
    if (client.isOpen) client.disconnect().catch(() => {});
  };

  const connect = (): Connection => {
    const client = createClient({
      url,
      // One client for one connection: it keeps no commands for a next one. Its timer runs out a little before ours,
      // because a socket that is still connecting can be given up by its own timer alone.
      socket: { connectTimeout: 0.9 * connectMs, reconnectStrategy: false },
    });
    client.on('error', () => discard(client));
    return { client, ready: within(connectMs, client.connect()) };
  };

  return {
    async run(command) {
      if (isClosed) throw new Problem('store_unavailable');
      let client: Client | undefined;
      try {
        const connection = (current ??= connect());
        client = connection.client;
        await connection.ready;
        return await within(answerMs, command(client));
      } catch (error) {
        if (client && needsReconnect(client, error)) discard(client);
        throw new Problem('store_unavailable', { cause: toCause(error) });
      }
    },

    async close() {
      isClosed = true;
      if (current) discard(current.client);
    },
  };
}

/** The first word of Redis' refusal is its code (WRONGPASS, NOAUTH, READONLY); the client gives it in no other way. */
const codeOf = (error: unknown): string | undefined =>
  error instanceof ErrorReply ? /^[A-Z]+(?= )/.exec(error.message)?.[0] : undefined;

/** The log keeps codes, and no texts. */
function toCause(error: unknown): unknown {
  const kind = codeOf(error);
  return kind === undefined ? error : Object.assign(error as Error, { code: kind });
}

class Late extends Error {
  override readonly name = 'Late';
}

/**
 * An answer that is an error came over a sound connection, which others wait on; but a server that became a replica
 * stays connected, and only a new connection finds its successor.
 */
function needsReconnect(client: Client, error: unknown): boolean {
  return !client.isReady || error instanceof Late || codeOf(error) === 'READONLY';
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // After a pause of this process timers come before what has arrived meanwhile: that is read first.
    timer = setTimeout(() => setImmediate(() => reject(new Late(`no answer within ${ms} ms`))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
