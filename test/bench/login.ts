// `bench login`: the login backend on PostgreSQL, beside bare http, bare Koa, bare Koa with one committed UPDATE, and better-auth.
import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Contender } from './login-host.ts';
import { ask, get, post, tokenIn, withHost } from './login-load.ts';
import type { Bench } from './login-load.ts';
import type { PeerContender } from './login-peer.ts';
import { describeMachine, median, row, say } from './options.ts';

export const usage = 'login [--rounds 7] [--seconds 2] [--connections 16]';

type Options = { readonly rounds: number; readonly seconds: number; readonly connections: number };

const resultFile = fileURLToPath(new URL('results/login.md', import.meta.url));

/** Reads the flags, throwing on a bad one; the benchmark runs when the answer is called. It needs PostgreSQL (TEST_DATABASE_URL). */
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
    const upserts = await measureUpserts(bench.host, options);
    const report = writeReport({ rounds, upserts, options, called });
    writeFileSync(resultFile, report);
    process.stdout.write(report);
  });
}

// --- load

/** One connection's way of asking, which may remember what it was answered. */
type Asker = (answer: string | undefined) => string;
type Subject = {
  readonly name: SubjectName;
  readonly port: number;
  readonly connectionOf: (index: number) => Asker;
  /** The process that answers. */
  readonly host: ChildProcess;
};
const names = [
  'bare http',
  'bare Koa',
  'Koa + UPDATE',
  'Koa stack',
  'Koa + verify',
  'me',
  'refresh',
  'mini login',
  'first login',
  'better-auth session',
  'better-auth refresh',
] as const;
type SubjectName = (typeof names)[number];

function subjectsOf({ host, hosted: { ports, bearers }, peer }: Bench): Subject[] {
  const always = (text: string) => () => () => text;
  const port = (contender: Contender): number => ports[contender];
  let logins = 0;
  let verified = 0;
  const login = (person: string): string => post('/api/auth/idp/mini/login', { code: `${person}.${(logins += 1)}` });
  /** Signs in first, and goes on with what it got. */
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
    // Of people who were there before, some hundreds of them.
    {
      name: 'mini login',
      port: port('service'),
      connectionOf: (index) => {
        let next = 0;
        return () => login(`person-${index}-${(next += 1) % 20}`);
      },
    },
    // Of people who come for the first time, each of them.
    { name: 'first login', port: port('service'), connectionOf: () => () => login(`newcomer-${logins}`) },
  ];
  return [
    ...ours.map((subject) => ({ ...subject, host })),
    ...ofPeer('better-auth session', 'peer'),
    ...ofPeer('better-auth refresh', 'peer+refresh'),
  ];
}

/** Keeps connections busy for a while over bare sockets, so that asking costs little beside answering. */
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

/** Whether a response's body has come, of which the length is told, or which comes in chunks. */
function isWhole(response: string, headEnd: number): boolean {
  const length = /content-length: (\d+)/i.exec(response.slice(0, headEnd))?.[1];
  return length === undefined ? response.endsWith('\r\n0\r\n\r\n') : response.length >= headEnd + 4 + Number(length);
}

// --- measuring

type Figure = {
  readonly perSecond: number;
  /** Of the process that answers, microseconds for a request. */ readonly cpu: number;
};
/** Of the subjects that there are. */
type Round = Readonly<Record<SubjectName, Figure>>;

async function measureRounds(subjects: readonly Subject[], options: Options): Promise<Round[]> {
  for (const subject of subjects) await load(subject, { ...options, seconds: 1 });
  const rounds: Round[] = [];
  while (rounds.length < options.rounds) {
    const round: Partial<Record<SubjectName, Figure>> = {};
    // Forth and back, so that what slows down over time favours nobody.
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

type Upsert = { readonly cpu: number; readonly wall: number };
type UpsertPair = { readonly pg: Upsert; readonly knex: Upsert };

async function measureUpserts(host: ChildProcess, { rounds }: Options): Promise<UpsertPair[]> {
  const time = (by: 'pg' | 'knex'): Promise<Upsert> => ask(host, { do: 'upserts', by, count: 1_000 });
  await time('knex');
  await time('pg');
  const pairs: UpsertPair[] = [];
  while (pairs.length < rounds) pairs.push({ pg: await time('pg'), knex: await time('knex') });
  return pairs;
}

// --- reporting

type Claim = {
  readonly text: string;
  readonly bound: string;
  readonly ratios: readonly number[];
  readonly cpu: readonly number[];
};

function claimsOf(rounds: readonly Round[], upserts: readonly UpsertPair[]): Claim[] {
  const compare = (name: SubjectName, than: SubjectName): Pick<Claim, 'ratios' | 'cpu'> => ({
    ratios: rounds.map((round) => round[name].perSecond / round[than].perSecond),
    cpu: rounds.map((round) => round[name].cpu / round[than].cpu),
  });
  const faster = (name: SubjectName, than: SubjectName, bound = ''): Claim => ({
    text: `requests: ${name} / ${than}`,
    bound,
    ...compare(name, than),
  });
  const stack = compare('Koa stack', 'bare http');
  const hasPeer = 'better-auth session' in rounds[0]!;
  return [
    {
      text: 'time of a request: Koa stack / bare http',
      bound: 'at most 1.8',
      ratios: stack.ratios.map((ratio) => 1 / ratio),
      cpu: stack.cpu,
    },
    faster('refresh', 'Koa + UPDATE', 'at least 0.75'),
    faster('Koa + verify', 'bare Koa', 'at least 0.6'),
    faster('me', 'bare Koa'),
    faster('mini login', 'Koa + UPDATE', 'at least 0.25'),
    faster('first login', 'Koa + UPDATE'),
    ...(hasPeer ? [faster('me', 'better-auth session'), faster('refresh', 'better-auth refresh')] : []),
    {
      text: 'time of an upsert: knex / pg',
      bound: 'at most 1.7',
      ratios: upserts.map(({ pg, knex }) => knex.wall / pg.wall),
      cpu: upserts.map(({ pg, knex }) => knex.cpu / pg.cpu),
    },
  ];
}

type Report = { rounds: readonly Round[]; upserts: readonly UpsertPair[]; options: Options; called: string };

function writeReport({ rounds, upserts, options, called }: Report): string {
  const figures = names
    .filter((name) => name in rounds[0]!)
    .map((name) =>
      row([
        name,
        median(rounds.map((round) => round[name].perSecond)).toFixed(0),
        median(rounds.map((round) => round[name].cpu)).toFixed(0),
      ]),
    );
  const claims = claimsOf(rounds, upserts).map(({ text, bound, ratios, cpu }) =>
    row([
      text,
      bound,
      ...[median(ratios), Math.min(...ratios), Math.max(...ratios), median(cpu)].map((number) => number.toFixed(2)),
    ]),
  );
  return `# Login backend on PostgreSQL

${describeMachine()}
- Called: \`${called}\`

Medians over ${options.rounds} rounds of ${options.seconds} s each, over ${options.connections} connections that are kept; ratios are within a round. Our servers stand in one process, better-auth in its own; PostgreSQL, the instant provider and the load beside it on the same machine. CPU is that of the process that answers.

${row(['subject', 'requests/s', 'CPU µs/request'])}
| --- | ---: | ---: |
${figures.join('\n')}

${row(['ratio', 'wanted', 'median', 'lowest', 'highest', 'CPU, median'])}
| --- | --- | ---: | ---: | ---: | ---: |
${claims.join('\n')}

- Koa stack: \`GET /healthz\` through all of the application: request ids, log, figures, headers, routes.
- Koa + UPDATE: bare Koa, koa-bodyparser and one prepared UPDATE ... RETURNING that commits by itself.
- Koa + verify: bare Koa and the check of an access token, of 1,000 in turn. me: \`GET /api/auth/me\`, which also reads session and user.
- mini login: somebody known; one exchange with an instant provider on a connection of its own, two statements that commit. first login: of somebody new, which is a transaction.
- better-auth: \`GET /api/auth/get-session\` on bare http, which reads session and user; refresh: the same where each call moves the session's end (\`updateAge: 0\`). It signs nothing anew and tells no token apart that was used before; our refresh does. Its packages: \`npm run bench -- peers\`.
`;
}
