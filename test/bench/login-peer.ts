// better-auth, the peer of the service in `bench login`: on the same PostgreSQL, set up as its documentation says,
// without features whose costs are not compared (limits, telemetry). It has its own process because it uses
// AsyncLocalStorage: Node 20 then follows every promise of the process, which would cost other servers 2 to 8 us per
// request.
import type { RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { peersFolder } from './contenders.ts';
import { answerOrders, connections, listen } from './login-process.ts';

export type HostedPeer = {
  readonly ports: Readonly<Record<PeerContender, number>>;
  /** One session for each person. */
  readonly cookies: readonly string[];
};
export type PeerContender = 'peer' | 'peer+refresh';

type Peer = {
  /** `GET /api/auth/get-session`: reads session and user; `refreshing` also moves the session's end, each time. */
  readonly session: RequestListener;
  readonly refreshing: RequestListener;
  readonly cookies: readonly string[];
};

type Auth = {
  readonly api: {
    signUpEmail(request: { body: object; returnHeaders: true }): Promise<{ headers: Headers }>;
  };
};
type Packages = {
  betterAuth(options: object): Auth;
  toNodeHandler(auth: Auth): RequestListener;
  getMigrations(options: object): Promise<{ runMigrations(): Promise<void> }>;
};

/** Undefined without better-auth (`npm run bench -- peers`). `people`: how many people sign up, with a session each. */
async function openPeer(database: pg.Pool, people: number): Promise<Peer | undefined> {
  const packages = await load();
  if (!packages) return undefined;
  const { betterAuth, toNodeHandler, getMigrations } = packages;
  const optionsOf = (session: object): object => ({
    database,
    session,
    baseURL: 'http://127.0.0.1',
    secret: 'a secret of benchmarks with more than 256 bits',
    emailAndPassword: { enabled: true },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  });
  const reading = betterAuth(optionsOf({}));
  await (await getMigrations(optionsOf({}))).runMigrations();
  const cookies: string[] = [];
  while (cookies.length < people) {
    const person = { email: `person-${cookies.length}@example.com`, password: 'a long password', name: 'somebody' };
    const { headers } = await reading.api.signUpEmail({ body: person, returnHeaders: true });
    cookies.push(headers.getSetCookie()[0]!.split(';')[0]!);
  }
  return {
    cookies,
    session: toNodeHandler(reading),
    refreshing: toNodeHandler(betterAuth(optionsOf({ updateAge: 0 }))),
  };
}

async function load(): Promise<Packages | undefined> {
  const { resolve } = createRequire(join(peersFolder, 'package.json'));
  try {
    const parts = ['better-auth', 'better-auth/node', 'better-auth/db/migration'].map(
      (name) => import(pathToFileURL(resolve(name)).href) as Promise<Packages>,
    );
    return Object.assign({}, ...(await Promise.all(parts))) as Packages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

const { DATABASE_URL: url, BENCH_PEER_PEOPLE: people } = process.env;
const peer = await openPeer(new pg.Pool({ connectionString: url, max: connections }), Number(people));
answerOrders();
const hosted: HostedPeer | undefined = peer && {
  ports: { peer: await listen(peer.session), 'peer+refresh': await listen(peer.refreshing) },
  cookies: peer.cookies,
};
process.send!(hosted ?? 'not installed');
