// The Redis connection for one-time values, session keys and rate limits. Every command has a timeout, and a failed
// connection is replaced: the client's own reconnecting would wait forever for a server that hangs. The imports are
// deep because the package's index also loads the cluster commands, which takes a tenth of the startup time.
import RedisClient from '@redis/client/dist/lib/client/index.js';
import { ErrorReply } from '@redis/client/dist/lib/errors.js';
import { Problem } from '../problem.ts';

/** A caller waits at most the sum of these. */
const connectMs = 1_000;
const answerMs = 1_000;

const { create: createClient } = RedisClient.default;
type Client = ReturnType<typeof createClient>;
/** The commands that the stores use. */
export type Commands = Pick<Client, 'get' | 'set' | 'unlink' | 'eval'>;

export type Redis = {
  /** Runs one command, and connects if necessary. Throws `store_unavailable`, within 2 seconds. */
  run<T>(command: (commands: Commands) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Connection = { readonly client: Client; readonly ready: Promise<unknown> };

/** The first command connects. Throws if the address is not `redis://` or `rediss://`. */
export function openRedis(url: string): Redis {
  // Not checked with `new URL`, whose error contains the password.
  if (!URL.canParse(url) || !/^rediss?:/i.test(url))
    throw new Error('KEYV_URL must be a redis:// or rediss:// address');
  let current: Connection | undefined;
  let isClosed = false;

  const discard = (client: Client): void => {
    if (current?.client === client) current = undefined;
    // Rejects all pending commands and closes the socket.
    if (client.isOpen) client.disconnect().catch(() => {});
  };

  const connect = (): Connection => {
    const client = createClient({
      url,
      // No reconnecting. The timeout is a little shorter than ours, because only the client's own timer can abort a
      // connection attempt.
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

/**
 * The first word of an error of Redis is its code (WRONGPASS, NOAUTH, READONLY). The client does not have a field for
 * the code.
 */
const codeOf = (error: unknown): string | undefined =>
  error instanceof ErrorReply ? /^[A-Z]+(?= )/.exec(error.message)?.[0] : undefined;

/** Adds the code to an error of Redis, because the log has the codes of errors, but not their messages. */
function toCause(error: unknown): unknown {
  const kind = codeOf(error);
  return kind === undefined ? error : Object.assign(error as Error, { code: kind });
}

class Late extends Error {
  override readonly name = 'Late';
}

/**
 * An error reply means that the connection works, and others may be using it. But if the server has become a replica,
 * only a new connection can reach the new primary.
 */
function needsReconnect(client: Client, error: unknown): boolean {
  return !client.isReady || error instanceof Late || codeOf(error) === 'READONLY';
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // After a pause of the process, timers fire before the data that has arrived is read. So the rejection waits until
    // the data is read.
    timer = setTimeout(() => setImmediate(() => reject(new Late(`no answer within ${ms} ms`))), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
