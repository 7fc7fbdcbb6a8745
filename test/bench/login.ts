// `bench login`: the login backend on PostgreSQL, compared with bare http, bare Koa, bare Koa with one committed
// UPDATE, and better-auth.
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Contender, Cost, Timed } from './login-host.ts';
import { ask, get, post, tokenIn, withHost } from './login-load.ts';
import type { Bench } from './login-load.ts';
import { writeReport } from './login-report.ts';
import type { Figure, Options, Pair, Round, SubjectName } from './login-report.ts';
import type { PeerContender } from './login-peer.ts';
import { nodeName, say } from './options.ts';

export const usage = 'login [--rounds 7] [--seconds 2] [--connections 16]';

const resultFile = fileURLToPath(new URL(`results/login-${nodeName}.md`, import.meta.url));

/**
 * Reads the flags; throws for a wrong one. The returned function runs the benchmark, which needs PostgreSQL
 * (TEST_DATABASE_URL).
 */
export function plan(args: string[]): () => Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '2' },
      connections: { type: 'string', default: '16' },
    },
  });
  const read = (name: keyof typeof values): number => {
    const text = values[name];
    if (/^[1-9]\d{0,2}$/.test(text)) return Number(text);
    throw new TypeError(`--${name} takes a whole number from 1 to 999, not '${text}'`);
  };
  const options = { rounds: read('rounds'), seconds: read('seconds'), connections: read('connections') };
  return () => benchLogin(options, ['npm run bench -- login', ...args].join(' '));
}

function benchLogin(options: Options, called: string): Promise<void> {
  return withHost(options.connections, async (bench) => {
    const rounds = await measureRounds(subjectsOf(bench), options);
    const checks = await measurePairs(bench.host, {
      ...options,
      orders: [
        { do: 'checks', by: 'duplex', count: 20_000 },
        { do: 'checks', by: 'jsonwebtoken', count: 20_000 },
      ],
    });
    const upserts = await measurePairs(bench.host, {
      ...options,
      orders: [
        { do: 'upserts', by: 'knex', count: 1_000 },
        { do: 'upserts', by: 'pg', count: 1_000 },
      ],
    });
    const report = writeReport({ rounds, checks, upserts, options, called });
    writeFileSync(resultFile, report);
    process.stdout.write(report);
  });
}

// --- load

/** The requests of one connection, which may depend on earlier answers. */
type Asker = (answer: string | undefined) => string;
type Subject = {
  readonly name: SubjectName;
  readonly port: number;
  readonly connectionOf: (index: number) => Asker;
  /** The answering process. */
  readonly host: ChildProcess;
};
function subjectsOf({ host, hosted: { ports, bearers }, peer }: Bench): Subject[] {
  const always = (text: string) => () => () => text;
  const port = (contender: Contender): number => ports[contender];
  let logins = 0;
  let verified = 0;
  const login = (person: string): string => post('/api/auth/idp/mini/login', { code: `${person}.${(logins += 1)}` });
  /** Signs in first, and continues with the tokens. */
  const after = (index: number, next: (signedIn: string) => Asker): Asker => {
    let going: Asker | undefined;
    return (answer) => {
      if (answer === undefined && !going) return login(`person-${index}`);
      if (going) return going(answer);
      going = next(answer!);
      return going(undefined);
    };
  };
  const ofPeer = (name: SubjectName, contender: PeerContender): Subject[] => {
    if (!peer) return [];
    const connectionOf = (index: number): Asker => {
      const ask = get('/api/auth/get-session', `Cookie: ${peer.hosted.cookies[index]}\r\n`);
      return () => ask;
    };
    return [{ name, port: peer.hosted.ports[contender], connectionOf, host: peer.host }];
  };
  const ours: Omit<Subject, 'host'>[] = [
    { name: 'bare http', port: port('http'), connectionOf: always(get('/')) },
    { name: 'bare Koa', port: port('koa'), connectionOf: always(get('/')) },
    { name: 'Koa + UPDATE', port: port('koa+update'), connectionOf: (index) => () => post('/', { id: index }) },
    { name: 'Koa stack', port: port('service'), connectionOf: always(get('/healthz')) },
    {
      name: 'Koa + verify',
      port: port('koa+verify'),
      connectionOf: () => {
        const asks = bearers.map((bearer) => get('/', `Authorization: Bearer ${bearer}\r\n`));
        return () => asks[(verified += 1) % asks.length]!;
      },
    },
    {
      name: 'me',
      port: port('service'),
      connectionOf: (index) =>
        after(index, (signedIn) => {
          const ask = get('/api/auth/me', `Authorization: Bearer ${tokenIn(signedIn, 'access_token')}\r\n`);
          return () => ask;
        }),
    },
    {
      name: 'refresh',
      port: port('service'),
      connectionOf: (index) =>
        after(index, (signedIn) => {
          let token = tokenIn(signedIn, 'refresh_token');
          return (answer) => {
            if (answer !== undefined) token = tokenIn(answer, 'refresh_token');
            return post('/api/auth/refresh', { refresh_token: token });
          };
        }),
    },
    // Logins of some hundreds of known people.
    {
      name: 'mini login',
      port: port('service'),
      connectionOf: (index) => {
        let next = 0;
        return () => login(`person-${index}-${(next += 1) % 20}`);
      },
    },
    // Logins of new people.
    { name: 'first login', port: port('service'), connectionOf: () => () => login(`newcomer-${logins}`) },
  ];
  return [
    ...ours.map((subject) => ({ ...subject, host })),
    ...ofPeer('better-auth session', 'peer'),
    ...ofPeer('better-auth refresh', 'peer+refresh'),
  ];
}

/** Keeps connections busy for a while. They are bare sockets, so that requests cost little compared to answers. */
async function load({ port, connectionOf }: Subject, { seconds, connections }: Options): Promise<number> {
  let requests = 0;
  let going = true;
  const drive = (index: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket: Socket = connect(port, '127.0.0.1');
      socket.setNoDelay(true);
      const ask = connectionOf(index);
      let pending = '';
      socket.on('error', reject);
      socket.on('close', () => resolve());
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        pending += chunk;
        const end = pending.indexOf('\r\n\r\n');
        if (end === -1 || !isWhole(pending, end)) return;
        if (!pending.startsWith('HTTP/1.1 200')) return void socket.destroy(new Error(pending));
        const body = pending.slice(end + 4);
        pending = '';
        requests += 1;
        if (going) socket.write(ask(body), 'latin1');
        else socket.end();
      });
      socket.write(ask(undefined), 'latin1');
    });
  const timer = setTimeout(() => (going = false), seconds * 1000);
  await Promise.all(Array.from({ length: connections }, (_, index) => drive(index)));
  clearTimeout(timer);
  return requests;
}

/** Whether the body of a response is complete, with Content-Length or in chunks. */
function isWhole(response: string, headEnd: number): boolean {
  const length = /content-length: (\d+)/i.exec(response.slice(0, headEnd))?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= headEnd + 4 + Number(length);
}

// --- measuring

async function measureRounds(subjects: readonly Subject[], options: Options): Promise<Round[]> {
  for (const subject of subjects) await load(subject, { ...options, seconds: 1 });
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) {
    const round: Partial<Record<SubjectName, Figure>> = {};
    // Every second round runs in reverse order, so that a slowdown over time favors no subject.
    for (const subject of rounds.length % 2 === 0 ? subjects : subjects.toReversed()) {
      const [before, began] = [await ask<NodeJS.CpuUsage>(subject.host, { do: 'cpu' }), performance.now()];
      const requests = await load(subject, options);
      const seconds = (performance.now() - began) / 1000;
      const after = await ask<NodeJS.CpuUsage>(subject.host, { do: 'cpu' });
      const cpu = (after.user - before.user + after.system - before.system) / requests;
      round[subject.name] = { perSecond: requests / seconds, cpu };
    }
    rounds.push(round as Round);
    say(
      `round ${rounds.length}: ${subjects.map(({ name }) => `${name} ${rounds.at(-1)![name].perSecond.toFixed(0)}`).join(', ')}`,
    );
  }
  return rounds;
}

async function measurePairs(
  host: ChildProcess,
  { rounds, orders }: { rounds: number; orders: readonly [ours: Timed, yardstick: Timed] },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  // The first round warms both up, and does not count.
  while (pairs.length <= rounds) pairs.push([await ask<Cost>(host, orders[0]), await ask<Cost>(host, orders[1])]);
  return pairs.slice(1);
}
